"""The order of the prompt: against that in which texts were handed on, and where in it the gold stands."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from ragauge.core.answered import Answered, Answers
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import INPUTS, cases
from ragauge.metrics.context.needs import gold_places

if TYPE_CHECKING:
    from collections.abc import Mapping

Third = Literal["first", "middle", "last"]
THIRDS: tuple[Third, ...] = ("first", "middle", "last")


@metric(
    stage="context",
    direction="none",
    inputs=INPUTS,
    range=(-1, 1),
    unit="correlation",
    undefined=cases("no_context", "retrieved_unknown", "too_few_shared"),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.1093/biomet/30.1-2.81", "This project: an order that nobody chose is a fault"),
)
def order_agreement(answers: Answers) -> Values:
    """Kendall's tau between the order of the texts handed on (after reranking) and that in the prompt.

    Formula: (pairs in the same order − pairs in the other order) ÷ pairs, over the texts that stand in both, letter by
    letter; of equal texts the first one.

    Returns: one number a question in [−1, 1]; 1 is the same order, −1 the reverse one. Neither is better by itself:
    some systems put the best texts at both ends on purpose.
    Undefined: no_context (not recorded), retrieved_unknown, too_few_shared (fewer than two), missing, failed.
    Limits: texts that were joined, cut or compressed are not recognised.
    Source: Kendall 1938, tau a, without ties.

    Example: the last two have changed places.
        >>> from ragauge.core.answered import Answered, Answers
        >>> order_agreement(Answers((Answered("q1", contexts=("a", "c", "b"), retrieved=("a", "b", "c", "d")),)))
        Values(0.333333)
    """

    def value(one: Answered) -> float | str:
        if one.contexts is None:
            return "no_context"
        if not one.retrieved:
            return "retrieved_unknown"
        place_of = {text: place for place, text in reversed(list(enumerate(one.retrieved)))}
        places = [place_of[text] for text in dict.fromkeys(one.contexts) if text in place_of]
        if len(places) < 2:
            return "too_few_shared"
        signs = [1 if left < right else -1 for left, right in combinations(places, 2)]
        return sum(signs) / len(signs)

    return answers.each(value)


@metric(
    stage="context",
    direction="none",
    inputs=INPUTS,
    undefined=cases("no_context", "empty_context", "no_evidence", "evidence_not_found"),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.1162/tacl_a_00638", "This project: where the gold stands, beside what became of it"),
)
def gold_position(answers: Answers) -> Values:
    """Where in the prompt the first text with words of the gold stands: 0 is its beginning, 1 its end.

    Formula: place ÷ (texts − 1), places counted from 0; 0 where there is one text.

    ``position_profile`` has the values of any other metric by this place.

    Returns: one number a question in [0, 1]; neither is better: models differ in what they overlook.
    Undefined: no_context (not recorded), empty_context, no_evidence (the gold has no words), evidence_not_found (no
    text of the prompt has some), missing, failed.
    Limits: places are counted in texts, and not in tokens.
    Source: the effect is that of Liu et al. 2024, Lost in the Middle; the measure is this project's.

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> texts = ("Lamps hum.", "The warranty is two years.", "Keep the receipt.")
        >>> gold_position(Answers((Answered("q1", contexts=texts, evidence=(("warranty is two years",),)),)))
        Values(0.5)
    """

    def value(one: Answered) -> float | str:
        if not one.contexts:
            return "no_context" if one.contexts is None else "empty_context"
        if not one.evidence:
            return "no_evidence"
        places = gold_places(one)
        if not places:
            return "evidence_not_found"
        return places[0] / (len(one.contexts) - 1) if len(one.contexts) > 1 else 0.0

    return answers.each(value)


class Band(NamedTuple):
    """The questions whose gold stands in one part of the prompt, their number, and the mean of a metric over them."""

    questions: tuple[str, ...]
    mean: float | None

    @property
    def n(self) -> int:
        """How many questions have a value."""
        return len(self.questions)


def position_profile(answers: Answers, values: Values) -> Mapping[Third, Band]:
    """The mean of a metric where the gold is the first, a middle or the last text of the prompt.

    Questions without a value, without gold in the prompt, or with fewer than three texts in it are left out. It is an
    observation: where the gold stands depends on the question too. To say what the place does, put the same gold in
    each place and compare pairs.

    >>> from ragauge.core.answered import Answered, Answers
    >>> gold, other, last = "The warranty is two years.", "Lamps hum.", "Keep it."
    >>> rows = [(gold, other, last), (other, gold, last), (other, last, gold), (last, gold, other)]
    >>> need = (("warranty is two years",),)
    >>> answers = Answers(tuple(Answered(str(n), contexts=row, evidence=need) for n, row in enumerate(rows)))
    >>> profile = position_profile(answers, answers.values([1.0, 0.0, 1.0, 0.5]))
    >>> {name: (band.n, band.mean) for name, band in profile.items()}
    {'first': (1, 1.0), 'middle': (2, 0.25), 'last': (1, 1.0)}
    """
    found: dict[Third, list[tuple[str, float]]] = {third: [] for third in THIRDS}
    for one, cell, place in zip(answers.cases, values.cells(), gold_position(answers).cells(), strict=True):
        if isinstance(cell, float) and isinstance(place, float) and len(one.contexts or ()) > 2:
            third: Third = "first" if place == 0 else "last" if place == 1 else "middle"
            found[third].append((one.question, cell))
    return {third: _band(rows) for third, rows in found.items()}


def _band(rows: list[tuple[str, float]]) -> Band:
    mean = sum(value for _, value in rows) / len(rows) if rows else None
    return Band(tuple(question for question, _ in rows), mean)
