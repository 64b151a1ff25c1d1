"""Metrics that ask a judge: generators that yield requests and are sent replies, whoever runs them and however."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ragauge.core.errors import RagaugeError


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a judge.

    ``task`` and ``version`` name the prompt, whose filled text is ``prompt``. ``schema`` is the JSON schema of the
    reply; None: text. ``labels`` are the answers whose probabilities are asked for, where a judge can tell them;
    ``samples`` is how many replies are asked for where it cannot. ``check`` raises ``JudgeError`` for data that fit
    the schema and still cannot be used; the judge is told why, and asked once more. ``parts`` is in how many parts
    the texts are judged, because they are too long for one request.
    """

    task: str
    version: int
    prompt: str
    schema: Mapping[str, Any] | None = None
    labels: tuple[str, ...] = ()
    samples: int = 1
    check: Callable[[Any], object] | None = field(default=None, compare=False, repr=False)
    parts: int = 1


Language = Literal["en", "ru"]


@dataclass(frozen=True, slots=True)
class Asking:
    """How flows ask: in which language (None: that of the texts), and how many tokens a prompt may have.

    ``window`` None is no bound: nothing is split or refused.
    """

    language: Language | None = None
    window: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a judge answered: its text, the data in it where a schema was asked for, and what it took.

    ``probabilities`` are those of the labels where the judge told them; ``texts`` all samples, where there are several.
    """

    text: str
    data: Any = None
    probabilities: Mapping[str, float] | None = None
    texts: tuple[str, ...] = ()
    tokens: Mapping[str, int] = field(default_factory=dict)
    cached: bool = False


class JudgeError(RagaugeError):
    """A judge could not be asked, or its reply is none; the kind is counted among the failures of a metric.

    Kinds: ``unreachable``, ``rate_limited``, ``timeout``, ``refused``, ``unparsable``, ``wrong_count``,
    ``not_allowed``, ``no_quote``, ``too_long``, ``budget``.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Grounded:
    """A value with what it was computed from, as plain data that a reader can follow: claims, verdicts, quotes."""

    value: float
    grounds: Mapping[str, Any]


Flow = Generator[tuple[Request, ...], tuple[Reply, ...], float | str | Grounded]
"""Yields requests that can be asked together, is sent their replies in that order, and returns a value (with its
grounds, where there are any) or the name of an undefined case; it raises ``JudgeError`` for replies that cannot be
used."""


def played(flow: Flow, replies: Mapping[str, Any]) -> float | str:
    """The value of a flow with canned data by task, a function of the request where they differ; for tests.

    >>> def flow():
    ...     (reply,) = yield (Request("verdict", 1, "Is it so?"),)
    ...     return 1.0 if reply.data else 0.0
    >>> played(flow(), {"verdict": True})
    1.0
    """
    try:
        asked = next(flow)
        while True:
            asked = flow.send(tuple(_canned(one, replies[one.task]) for one in asked))
    except StopIteration as done:
        result: float | str | Grounded = done.value
        return result.value if isinstance(result, Grounded) else result


def _canned(request: Request, data: Any) -> Reply:
    found = data(request) if callable(data) else data
    if request.check is not None:
        request.check(found)
    return Reply(found if isinstance(found, str) else "", found)
