"""What a judge is to whoever runs metrics that ask one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ragauge.core.flows import Reply, Request


class Judge(Protocol):
    """Answers one request at a time, many at once; waits and repeated attempts are the runner's.

    A reply has the text, what tokens it took, and the probabilities of the labels where they were asked for and can be
    had; the runner reads the data in it.
    """

    @property
    def identity(self) -> str:
        """The model, the place and the parameters: equal only for judges that answer alike. Never a key."""

    @property
    def tells_probabilities(self) -> bool:
        """Whether probabilities of labels can be had, as far as is known by now."""

    async def complete(self, request: Request, /, draw: int | None = None) -> Reply:
        """The reply to a request; ``draw`` is the number of a sample, None for the one likeliest reply.

        Raises: JudgeError, or its kind ``backends.call_error.CallError`` where the same call may succeed later.
        """

    async def close(self) -> None:
        """Let go of connections; called at the end of a run, in its loop."""
