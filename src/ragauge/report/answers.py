"""What answers tell beside their means: who was refused and who was not, where the gold stood, how sure the system was.

Tables of raw values, which terminal and Markdown show as those of a study. A table that would say nothing, or says it
of too few questions, is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.answering.cases import answers_of
from ragauge.catalog import find_metric
from ragauge.comparison.marks import marked
from ragauge.core.stage import Stage
from ragauge.core.texts.normalise import profile_for
from ragauge.funnel.agreement import agrees
from ragauge.metrics.answer_cases import decided_by_phrases, is_blank, plain_answer, refuses
from ragauge.metrics.context.golden_contexts import warnings_of_golden_contexts
from ragauge.metrics.context.order import THIRDS, gold_position, position_profile
from ragauge.metrics.generation.abstention import CELLS, abstention_table
from ragauge.metrics.generation.consistency import all_samples, consistency_curve
from ragauge.report.figures import first_of, fixed
from ragauge.report.rows import counted
from ragauge.stats.calibration import brier_score, expected_calibration_error, reliability_table
from ragauge.studying.study import Column, Study, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ragauge.core.answered import Answered, Answers
    from ragauge.core.score import Values
    from ragauge.core.scorecard import Scorecard
    from ragauge.metrics.answer_cases import RefusalsBy
    from ragauge.report.assembling import Data

FEWEST_PLACED = 10
"""So many questions must have a value in each third of the prompt, or the thirds are not compared."""
FEWEST_SAMPLED = 10
"""So many questions must have several answers, or they are not counted up."""
FEWEST_SURE = 30
"""So many answers must have a confidence and be right or wrong: with fewer, most bins have next to nothing."""
BINS = 10
OF_ANSWERS = (Stage.CONTEXT, Stage.GENERATION)
MET = {
    True: "all evidence was in the prompt",
    False: "some evidence was not",
    None: "not known whether the evidence was in the prompt",
}
"""Why a refusal may have been wrong, by what is known of the prompt."""


def answers_study(
    answers: Answers,
    values: Mapping[str, Values],
    *,
    refusals: RefusalsBy = "phrases",
    called: Callable[[str], str] = str,
) -> Study:
    """The tables, and what to know before believing them; ``values`` are those of metrics of answers, by question.

    >>> from ragauge.core.answered import Answered, Answers
    >>> wrong = Answered("q1", refusal=True, answerable=True, met=(True,))
    >>> made_up = Answered("q2", answer="Two years.", refusal=False, answerable=False)
    >>> refused, look = answers_study(Answers((wrong, made_up)), {}).tables
    >>> refused.rows
    (('with an answer', 0, 1, 1.0), ('without one', 1, 0, 0.0))
    >>> [row[0] for row in look.rows]
    ['wrong refusal: all evidence was in the prompt', 'hallucinated answer']
    """
    tables = (
        *_abstention(answers, refusals),
        *_places(answers, values, called),
        *_repeated(answers),
        *_confidence(answers, refusals),
    )
    notes = (*_by_phrases(answers, refusals), *warnings_of_golden_contexts(answers), *_no_probabilities(answers))
    return Study(name="answers", title=f"{len(answers)} questions, their answers looked at", tables=tables, notes=notes)


def card_answers(card: Scorecard, data: Callable[[], Data] | None) -> Study | None:
    """The same of a scorecard and what it was measured from; None where no metric of answers is on it.

    Raises: InputError when no trace is of a question of the gold.
    """
    of_answers = {name: values for name, values in card.values.items() if find_metric(name).spec.stage in OF_ANSWERS}
    known = None if data is None or not of_answers else data()
    if known is None or known.golden is None or known.traced is None:
        return None
    answers = answers_of(known.golden, known.traced, known.around)
    return answers_study(answers, of_answers, called=lambda metric: marked(card, metric))


def _abstention(answers: Answers, by: RefusalsBy) -> Iterator[Table]:
    """The 2 × 2, and the questions in its wrong cells; nothing where no question is refused, and all have an answer."""
    table = abstention_table(answers, refusals=by)
    good, wrong, made_up, right = (table[name] for name in CELLS)
    if not (wrong or made_up or right):
        return
    left = counted({name: len(questions) for name, questions in table.items() if name not in CELLS})
    columns = (
        Column("questions"),
        Column("answered", "count"),
        Column("refused", "count"),
        Column("share refused", "share"),
    )
    counts = (("with an answer", len(good), len(wrong)), ("without one", len(made_up), len(right)))
    rows = tuple((name, said, kept, kept / (said + kept) if said + kept else None) for name, said, kept in counts)
    yield Table(f"refusals{f'; left out: {left}' if left else ''}", columns, rows)
    found = {f"wrong refusal: {why}": questions for why, questions in _by_prompt(answers, wrong).items()}
    found["hallucinated answer"] = made_up
    named = tuple((name, len(questions), first_of(questions)) for name, questions in found.items() if questions)
    if named:
        yield Table("to look at", (Column("what"), Column("n", "count"), Column("questions")), named)


def _by_prompt(answers: Answers, questions: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The questions by whether their evidence was in the prompt."""
    asked = set(questions)
    known = [(one.question, None if not one.met else all(one.met)) for one in answers.cases if one.question in asked]
    return {why: tuple(question for question, met in known if met is key) for key, why in MET.items()}


def _by_phrases(answers: Answers, by: RefusalsBy) -> Iterator[str]:
    """How many refusals, and how many answers, were told apart by their words."""
    if by == "recorded":
        return
    decided = [one for one in answers.cases if decided_by_phrases(one)]
    if decided:
        refused = sum(bool(refuses(one)) for one in decided)
        yield (
            f"whether {len(decided)} of {len(answers)} answers are refusals was told by a list of English and Russian "
            f"phrases ({refused} are): refusals in other words count as answers; record refusal in the traces"
        )


def _places(answers: Answers, values: Mapping[str, Values], called: Callable[[str], str]) -> Iterator[Table]:
    """The means of metrics of generation by where in the prompt the gold stands."""
    if int(gold_position(answers).defined.sum()) < FEWEST_PLACED * len(THIRDS):
        return
    rows: list[tuple[Any, ...]] = []
    for name, found in values.items():
        spec = find_metric(name).spec
        if spec.stage is not Stage.GENERATION or spec.direction == "none":
            continue
        bands = position_profile(answers, found)
        if min(band.n for band in bands.values()) >= FEWEST_PLACED:
            rows.append((called(name), *(part for third in THIRDS for part in (bands[third].mean, bands[third].n))))
    if rows:
        columns = [part for third in THIRDS for part in (Column(third, "value"), Column(f"n, {third}", "count"))]
        title = "by the place of the gold among the texts of the prompt: an observation, as it depends on questions too"
        yield Table(title, (Column("metric"), *columns), tuple(rows))


def _repeated(answers: Answers) -> Iterator[Table]:
    """The mean share of the most frequent answer among the first 2, 3 … of the same questions."""
    sampled = [(one, texts) for one in answers.cases if len(texts := all_samples(one)) > 1]
    if len(sampled) < FEWEST_SAMPLED:
        return
    most = sorted((len(texts) for _, texts in sampled), reverse=True)[FEWEST_SAMPLED - 1]
    kept = [(one, texts[:most]) for one, texts in sampled if len(texts) >= most]
    curves = [consistency_curve(texts, profile_for(one.references or texts)) for one, texts in kept]
    rows = tuple((count, sum(shares) / len(kept)) for count, shares in enumerate(zip(*curves, strict=True), start=2))
    title = f"answers to the same prompt, {len(kept)} questions: the share of the most frequent one"
    yield Table(title, (Column("answers", "count"), Column("modal share", "value")), rows)


def _confidence(answers: Answers, by: RefusalsBy) -> Iterator[Table]:
    """What the system's confidence promises, beside the share of answers that are right by their words."""
    promised, outcomes = [], []
    for one in answers.cases:
        right = _is_right(one, by)
        if right is not None and one.confidence is not None and 0 <= one.confidence <= 1:
            promised.append(one.confidence)
            outcomes.append(right)
    if len(promised) < FEWEST_SURE:
        return
    bins = reliability_table(promised, outcomes, bins=BINS)
    title = (
        f"confidence of {len(promised)} answers, right or wrong by their words: "
        f"ECE {fixed(expected_calibration_error(bins))} ({BINS} bins, each with its lower edge), "
        f"Brier {fixed(brier_score(promised, outcomes))}"
    )
    columns = (Column("confidence"), Column("n", "count"), Column("mean", "value"), Column("right", "value"))
    rows = [(f"{one.low:g} to {one.high:g}", one.n, one.promised, one.observed) for one in bins]
    yield Table(title, columns, tuple(rows))


def _is_right(one: Answered, by: RefusalsBy) -> bool | None:
    """Whether an answer agrees with a reference; None for a refusal, and without an answer or a reference."""
    if is_blank(one.answer) or refuses(one, by) or not one.references:
        return None
    return agrees(plain_answer(one), one.references)


def _no_probabilities(answers: Answers) -> Iterator[str]:
    odd = [one.question for one in answers.cases if one.confidence is not None and not 0 <= one.confidence <= 1]
    if odd:
        yield f"{len(odd)} confidences lie outside [0, 1], and are left out: those of {first_of(tuple(odd), 3)}"
