"""Single verdicts of a judge, out of what a scorecard keeps as the grounds of its values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.scorecard import Scorecard

BINARY = ("supported", "not supported")
NUGGETS = ("none", "partial", "support")
SUPPORTS = ("none", "partial", "full")
GRADES = ("0", "1", "2", "3")
SCORES = ("1", "2", "3", "4", "5")


@dataclass(frozen=True, slots=True)
class Shape:
    """A list in the grounds: under which key its rows say what was judged, and under which the verdict.

    ``labels`` are all that the verdict can be, in their order. ``beside``: it is a second verdict on what the row has,
    by another text, and the evidence that the row tells is not its.
    """

    rows: str
    text: str
    verdict: str
    labels: tuple[str, ...]
    beside: bool = False


SHAPES = (
    Shape("claims", "claim", "verdict", BINARY),
    Shape("claims", "claim", "right", BINARY, beside=True),
    Shape("reference_claims", "claim", "verdict", BINARY),
    Shape("reference_claims", "claim", "stated", BINARY, beside=True),
    Shape("nuggets", "nugget", "stated", NUGGETS),
    Shape("texts", "id", "grade", GRADES),
    Shape("sentences", "sentence", "support", SUPPORTS),
    Shape("items", "item", "verdict", ()),
    Shape("items", "item", "grade", ()),
)
"""All that metrics give. Of a verdict on a claim they count whether it is ``supported``, and that is what is labelled:
the two ways of not being so are told in ``detail``."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One verdict: ``place`` tells it from the others of its question, ``labels`` are what it could have been.

    ``detail`` is the judge's own word where the label says less. ``passages`` are places in the prompt, from 0: those
    that support a claim, those that a sentence was held against; ``quotes`` are words of them, or of the answer.
    """

    question: str
    place: str
    text: str
    label: str
    labels: tuple[str, ...]
    detail: str = ""
    passages: tuple[int, ...] = ()
    quotes: tuple[str, ...] = ()


def judgements_of(card: Scorecard, metric: str) -> list[Judgement]:
    """All verdicts that the values of a metric rest on, in the order of the questions.

    What was not asked of the judge is left out: nuggets of a refusal, claims where there is no passage, sentences that
    cite nothing. Of a score that is a mean over what could have been said, the likeliest one is the verdict.

    Raises: InputError for grounds that cannot be read.
    """
    kept = card.evidence.get("grounds", ())
    found: list[Judgement] = []
    for question, grounds in zip(card.questions, kept, strict=False):
        here = grounds.get(metric) if isinstance(grounds, Mapping) else None
        if isinstance(here, Mapping):
            found += _judgements(question, here)
    return found


def _judgements(question: str, grounds: Mapping[str, Any]) -> Iterator[Judgement]:
    if grounds.get("refused") is True:
        return
    for shape in SHAPES:
        rows = grounds.get(shape.rows, ())
        if not isinstance(rows, list | tuple) or not all(isinstance(row, Mapping) for row in rows):
            raise InputError(f"a damaged scorecard: the grounds of question {question!r} are no {shape.rows}")
        if not any(row.get("rationale") for row in _flat(rows)):
            continue  # nobody was asked: a judge says why
        for number, row in enumerate(rows, start=1):
            yield from _of_row(question, f"{shape.verdict} {shape.rows} {number}", row, shape)
    if isinstance(shares := grounds.get("distribution"), Mapping) and shares:
        yield _score(question, shares)


def _flat(rows: Any) -> Iterator[Mapping[str, Any]]:
    """The rows, and the verdicts within them where a row has several."""
    for row in rows:
        yield row
        yield from _within(row)


def _within(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found = row.get("verdicts", [])
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def _of_row(question: str, place: str, row: Mapping[str, Any], shape: Shape) -> Iterator[Judgement]:
    """The verdict of a row, or those within it: of a sentence one for each set of passages."""
    asked = [(place, row)] if "rationale" in row else []
    asked += [(f"{place}.{number}", {**row, **one}) for number, one in enumerate(_within(row), start=1)]
    for name, one in asked:
        if one.get(shape.verdict) is not None:
            yield _judgement(question, name, one, shape)


def _judgement(question: str, place: str, row: Mapping[str, Any], shape: Shape) -> Judgement:
    said, text = row[shape.verdict], row.get(shape.text)
    quotes = row.get("quotes") or ([row["quote"]] if row.get("quote") else [])
    places = row.get("passages") or row.get("cited") or []
    label = _label(said, shape)
    right = isinstance(text, str | None) and isinstance(said, str | int) and _are(quotes, str) and _are(places, int)
    if not right or (shape.labels and label not in shape.labels):
        raise InputError(f"a damaged scorecard: question {question!r} has the verdict {said!r} among its {shape.rows}")
    detail = said if isinstance(said, str) and label != said else ""
    if shape.beside:
        return Judgement(question, place, text or "", label, shape.labels, detail)
    return Judgement(question, place, text or "", label, shape.labels, detail, tuple(places), tuple(quotes))


def _are(found: Any, kind: type) -> bool:
    return isinstance(found, list | tuple) and all(isinstance(one, kind) for one in found)


def _label(said: Any, shape: Shape) -> str:
    if shape.labels == BINARY:
        good = said == "supported" if isinstance(said, str) else said
        return BINARY[0] if good else BINARY[1]
    return str(said)


def _score(question: str, shares: Mapping[str, Any]) -> Judgement:
    if not all(isinstance(share, int | float) for share in shares.values()):
        raise InputError(f"a damaged scorecard: question {question!r} has a distribution without shares")
    label = max(sorted(shares), key=lambda one: shares[one])
    return Judgement(question, "score", "", label, SCORES if set(shares) <= set(SCORES) else ())
