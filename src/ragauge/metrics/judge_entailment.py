"""Claims against passages, by a judge: a verdict, its evidence and what is wrong, claim by claim."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from ragauge.core.flows import JudgeError, Request
from ragauge.core.texts.quotations import stands_in
from ragauge.core.texts.tokens import estimated_tokens
from ragauge.metrics.judge_cases import in_parts
from ragauge.prompts.filling import block, blocks, filled, language_for

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from ragauge.core.flows import Asking, Reply

TASK, VERSION = "entailment", 1
MOST_CLAIMS = 30
"""So many claims are judged in one request; with more, replies with a verdict too few become likely."""
Entailed = Literal["supported", "contradicted", "not_found"]
VERDICTS = ("supported", "contradicted", "not_found")
FAILURE_MODES = ("none", "fabrication", "overgeneralization", "wrong_entity", "stale_fact")
_ITEM = {
    "type": "object",
    "properties": {
        "claim": {"type": "integer"},
        "rationale": {"type": "string"},
        "verdict": {"enum": list(VERDICTS), "type": "string"},
        "passages": {"type": "array", "items": {"type": "integer"}},
        "quotes": {"type": "array", "items": {"type": "string"}},
        "failure_mode": {"enum": list(FAILURE_MODES), "type": "string"},
    },
    "required": ["claim", "rationale", "verdict", "passages", "quotes", "failure_mode"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """What a judge found of a claim. ``passages`` are places, from 0, that support it, ``quotes`` the words that do."""

    claim: str
    verdict: Entailed
    passages: tuple[int, ...] = ()
    quotes: tuple[str, ...] = ()
    failure_mode: str = "none"
    rationale: str = ""

    @property
    def supported(self) -> bool:
        """Whether it is supported."""
        return self.verdict == "supported"

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {**asdict(self), "passages": list(self.passages), "quotes": list(self.quotes)}


def asked_entailment(
    claims: Sequence[str], passages: Sequence[str], asking: Asking
) -> Generator[tuple[Request, ...], tuple[Reply, ...], list[ClaimVerdict]]:
    """A verdict on each claim; the same claims and passages are one request, so that metrics share it.

    Passages that do not fit the window together are judged in parts, and a claim is supported if any part supports it:
    one that needs two passages of different parts is not. Without passages nobody is asked, and nothing is found.

    Raises: JudgeError for a passage that does not fit, and for replies that contradict themselves or quote what is not
        there.

    >>> from ragauge.core.flows import Asking, Reply
    >>> flow = asked_entailment(["It is two years."], ["It hums.", "Two years."], Asking())
    >>> (request,) = next(flow)
    >>> verdict = {"claim": 1, "verdict": "supported", "passages": [2], "quotes": ["Two years"]}
    >>> try:
    ...     flow.send((Reply("", {"verdicts": [{**verdict, "failure_mode": "none", "rationale": "It says so."}]}),))
    ... except StopIteration as done:
    ...     print(done.value[0].supported, done.value[0].passages)
    True (1,)
    """
    if not claims or not passages:
        return [ClaimVerdict(claim, "not_found", failure_mode="fabrication") for claim in claims]
    groups = [claims[at : at + MOST_CLAIMS] for at in range(0, len(claims), MOST_CLAIMS)]
    widest = max((blocks("claim", group) for group in groups), key=estimated_tokens)
    language = language_for(asking, *claims)
    shown = [block("passage", text, number) for number, text in enumerate(passages, start=1)]
    parts = in_parts(shown, filled(TASK, VERSION, language, passages="", claims=widest), asking)
    asked = [(group, part) for group in groups for part in parts]
    replies = yield tuple(_request(group, passages, part, len(parts), language) for group, part in asked)
    found = [_read(reply.data, group, passages, part) for (group, part), reply in zip(asked, replies, strict=True)]
    by_group = [found[at : at + len(parts)] for at in range(0, len(found), len(parts))]
    return [_together(verdicts) for rows in by_group for verdicts in zip(*rows, strict=True)]


def _request(claims: Sequence[str], passages: Sequence[str], part: range, parts: int, language: Any) -> Request:
    shown = "\n".join(block("passage", passages[place], place + 1) for place in part)
    prompt = filled(TASK, VERSION, language, passages=shown, claims=blocks("claim", claims))
    schema = _schema(len(claims))
    return Request(TASK, VERSION, prompt, schema, check=lambda data: _read(data, claims, passages, part), parts=parts)


@cache
def _schema(count: int) -> dict[str, Any]:
    verdicts = {"type": "array", "items": _ITEM, "minItems": count, "maxItems": count}
    return {
        "type": "object",
        "properties": {"verdicts": verdicts},
        "required": ["verdicts"],
        "additionalProperties": False,
    }


def _read(data: Any, claims: Sequence[str], passages: Sequence[str], part: range) -> list[ClaimVerdict]:
    rows = data["verdicts"]
    if [row["claim"] for row in rows] != list(range(1, len(claims) + 1)):
        raise JudgeError("wrong_count", f"the verdicts must be on claims 1 to {len(claims)}, each once, in this order")
    return [_verdict(row, claim, passages, part) for row, claim in zip(rows, claims, strict=True)]


def _verdict(row: Any, claim: str, passages: Sequence[str], part: range) -> ClaimVerdict:
    number, supported = row["claim"], row["verdict"] == "supported"
    places = tuple(int(one) - 1 for one in row["passages"])
    if supported != (row["failure_mode"] == "none"):
        raise JudgeError("not_allowed", f'claim {number}: "none" goes with "supported", and with nothing else')
    if not supported:
        return ClaimVerdict(claim, row["verdict"], failure_mode=row["failure_mode"], rationale=row["rationale"])
    if not places or any(place not in part for place in places) or len(set(places)) < len(places):
        raise JudgeError("not_allowed", f"claim {number}: passages must be numbers of the passages, each once")
    if len(row["quotes"]) != len(places):
        raise JudgeError("wrong_count", f"claim {number}: {len(row['quotes'])} quotes for {len(places)} passages")
    for quote, place in zip(row["quotes"], places, strict=True):
        if not stands_in(quote, passages[place]):
            raise JudgeError("no_quote", f"claim {number}: its quote does not stand in passage {place + 1}")
    return ClaimVerdict(claim, "supported", places, tuple(row["quotes"]), "none", row["rationale"])


def share_supported(verdicts: Sequence[ClaimVerdict]) -> float | None:
    """The share of verdicts that are good; None without any.

    >>> share_supported([ClaimVerdict("a", "supported"), ClaimVerdict("b", "not_found")]), share_supported([])
    (0.5, None)
    """
    return sum(verdict.supported for verdict in verdicts) / len(verdicts) if verdicts else None


def by_passage(verdicts: Sequence[ClaimVerdict], count: int) -> list[list[bool]]:
    """For each claim, for each of so many passages, whether it is one that supports the claim.

    >>> by_passage([ClaimVerdict("a", "supported", (1,)), ClaimVerdict("b", "contradicted")], 2)
    [[False, True], [False, False]]
    """
    return [[place in verdict.passages for place in range(count)] for verdict in verdicts]


def _together(verdicts: Sequence[ClaimVerdict]) -> ClaimVerdict:
    """What several parts say of one claim: supported by any, else contradicted by any."""
    good = [one for one in verdicts if one.supported]
    if good:
        passages = tuple(place for one in good for place in one.passages)
        quotes = tuple(quote for one in good for quote in one.quotes)
        return ClaimVerdict(good[0].claim, "supported", passages, quotes, "none", good[0].rationale)
    return next((one for one in verdicts if one.verdict == "contradicted"), verdicts[0])
