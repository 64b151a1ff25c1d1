"""Why one call of a judge failed, and whether the same call may succeed later."""

from __future__ import annotations

from ragauge.core.flows import JudgeError


class CallError(JudgeError):
    """A call that failed; ``JudgeError`` says of what kind, this what can be done about it.

    ``again``: the same call may succeed. ``wait``: the seconds that the server asks to wait before. ``of_server``: it
    is no fault of this request, others would meet it too. ``said``: all that the server said, where it said something.

    >>> fault = CallError("rate_limited", "HTTP 429", again=True, wait=2.0)
    >>> fault.kind, fault.again, fault.wait, fault.of_server
    ('rate_limited', True, 2.0, False)
    """

    def __init__(
        self,
        kind: str,
        message: str,
        *,
        again: bool = False,
        wait: float | None = None,
        of_server: bool = False,
        said: str = "",
    ) -> None:
        super().__init__(kind, message)
        self.again, self.wait, self.of_server, self.said = again, wait, of_server, said
