"""Sentences against the passages that they cite, by a judge: full support, partial or none, and the words for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.core.flows import JudgeError, Request
from ragauge.core.texts.quotations import stands_in
from ragauge.metrics.judge_cases import refuse_too_long
from ragauge.prompts.filling import block, blocks, filled, language_for

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence

    from ragauge.core.answered import Answered
    from ragauge.core.flows import Asking, Reply
    from ragauge.metrics.generation.cited import Statement
    from ragauge.metrics.generation.support import Support

    Pair = tuple[str, tuple[int, ...]]
    """A sentence, and the places in the prompt, from 0 and rising, of passages that are judged together."""

TASK, VERSION = "support", 1
SUPPORTS: tuple[Support, ...] = ("none", "partial", "full")
SCHEMA = {
    "type": "object",
    "properties": {
        "rationale": {"type": "string"},
        "support": {"enum": list(SUPPORTS), "type": "string"},
        "quotes": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["rationale", "support", "quotes"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class SupportVerdict:
    """How far passages support a sentence, with their words."""

    support: Support
    quotes: tuple[str, ...] = ()
    rationale: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"support": self.support, "quotes": list(self.quotes), "rationale": self.rationale}


def asked_support(
    one: Answered, statements: Sequence[Statement], pairs: Iterable[Pair], asking: Asking
) -> Generator[tuple[Request, ...], tuple[Reply, ...], dict[Pair, SupportVerdict]]:
    """A verdict on each pair of a sentence and passages: one request a pair, all in one round, equal ones once.

    The judge sees the sentence before it too, to know what "it" is; ``statements`` are all of the answer. A sentence
    that is repeated is judged where it stands first. Passages stand in the order of the prompt, so that the order of
    markers does not matter. Without pairs nobody is asked.

    Raises: JudgeError of the kind ``too_long`` where the passages of a pair do not fit the window together (in parts,
        they would be other pairs), and for replies that quote what is not there.
    """
    asked = list(dict.fromkeys(pairs))
    if not asked:
        return {}
    before = _before(statements)
    requests = []
    for sentence, places in asked:
        passages = [(one.contexts or ())[place] for place in places]
        requests.append(_request(one.text, before[sentence], sentence, passages, asking))
    replies = yield tuple(requests)
    return {
        pair: read_support(reply.data, [(one.contexts or ())[place] for place in pair[1]])
        for pair, reply in zip(asked, replies, strict=True)
    }


def _before(statements: Sequence[Statement]) -> Mapping[str, str]:
    """For each sentence the one before it, where it stands first."""
    found: dict[str, str] = {}
    last = ""
    for statement in statements:
        found.setdefault(statement.text, last)
        last = statement.text
    return found


def _request(question: str | None, before: str, sentence: str, passages: Sequence[str], asking: Asking) -> Request:
    prompt = filled(
        TASK,
        VERSION,
        language_for(asking, sentence, question),
        question=block("question", question) if question and question.strip() else "",
        before=block("before", before) if before else "",
        sentence=block("sentence", sentence),
        passages=blocks("passage", passages),
    )
    refuse_too_long(prompt, asking)
    return Request(TASK, VERSION, prompt, SCHEMA, check=lambda data: read_support(data, passages))


def read_support(data: Any, passages: Sequence[str]) -> SupportVerdict:
    """The verdict in a reply.

    >>> read_support({"rationale": "", "support": "full", "quotes": ["two years"]}, ["It lasts two years."]).support
    'full'

    Raises: JudgeError of the kind ``not_allowed`` for a word that is no verdict, ``no_quote`` for support without a
        quote, or with one that stands in none of the passages.
    """
    support = data["support"]
    if support not in SUPPORTS:
        raise JudgeError("not_allowed", f"support is one of {', '.join(SUPPORTS)}")
    if support == "none":
        return SupportVerdict("none", (), data["rationale"])
    if not data["quotes"]:
        raise JudgeError("no_quote", f"{support} support needs the words of a passage")
    for quote in data["quotes"]:
        if not any(stands_in(quote, passage) for passage in passages):
            raise JudgeError("no_quote", "a quote does not stand in any of the passages")
    return SupportVerdict(support, tuple(data["quotes"]), data["rationale"])
