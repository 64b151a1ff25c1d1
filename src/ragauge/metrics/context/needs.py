"""How much of the gold is in the prompt, and how much of what was retrieved did not get there."""

from ragauge.core.answered import Answered, Answers
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.core.texts.quotations import stands_in
from ragauge.metrics.answer_cases import INPUTS, cases

WHAT_THE_MODEL_SAW = ("This project: what the model saw counts, and not what was retrieved for it",)


@metric(
    stage="context",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("unanswerable", "no_needs"),
    holds=("bounded",),
    breaks=(),
    references=WHAT_THE_MODEL_SAW,
)
def context_recall(answers: Answers) -> Values:
    """Share of the question's needs that are met by what entered the prompt.

    Formula: needs met ÷ needs, after duplicates were removed and the budget was cut.

    Whether a need is met is decided by the gold, as for retrieval: by ids, places or quotes. Nobody is asked.

    Returns: one ratio a question in [0, 1]; higher is better. With a context that is recorded and empty: 0.
    Undefined: unanswerable, no_needs (no gold, or it is not known what entered), missing, failed.
    Limits: evidence that says the same in a place that the gold does not name is not counted.
    Source: this project.

    Example: one of two needs is met; the second prompt is empty.
        >>> from ragauge.core.answered import Answered, Answers
        >>> one = Answered("q1", contexts=("...",), met=(True, False))
        >>> context_recall(Answers((one, Answered("q2", contexts=(), evidence=(("six weeks",),)))))
        Values(0.5, 0)
    """

    def value(one: Answered) -> float | str:
        if one.answerable is False:
            return "unanswerable"
        if one.contexts == () and (one.met or one.evidence):
            return 0.0
        return sum(one.met) / len(one.met) if one.met else "no_needs"

    return answers.each(value)


@metric(
    stage="context",
    direction="lower",
    inputs=INPUTS,
    undefined=cases("no_context", "retrieved_unknown", "no_evidence", "evidence_not_found"),
    holds=("bounded",),
    breaks=(),
    references=WHAT_THE_MODEL_SAW,
)
def truncation_loss(answers: Answers) -> Values:
    """Share of the needs whose words were retrieved and are not in what the model saw.

    Formula: needs with words in a text that was handed on and in none of the prompt ÷ needs with words in a text that
    was handed on.

    Words stand in a text if they do so in the same order, next to each other; case and punctuation do not count.
    ``lost_evidence`` names what was lost. How many tokens were lost is only known where the system counts them.

    Returns: one ratio a question in [0, 1]; lower is better.
    Undefined: no_context (not recorded), retrieved_unknown, no_evidence (the gold has no words), evidence_not_found (no
    need has words in what was handed on: nothing was there to lose), missing, failed.
    Limits: evidence that was rewritten or compressed counts as lost.
    Source: this project.

    Example: both texts were retrieved, and one was cut.
        >>> from ragauge.core.answered import Answered, Answers
        >>> texts = ("The warranty is two years.", "Keep the receipt.")
        >>> needs = (("warranty is two years",), ("keep the receipt",))
        >>> truncation_loss(Answers((Answered("q1", contexts=texts[:1], retrieved=texts, evidence=needs),)))
        Values(0.5)
    """

    def value(one: Answered) -> float | str:
        if one.contexts is None:
            return "no_context"
        if not one.retrieved:
            return "retrieved_unknown"
        if not one.evidence:
            return "no_evidence"
        there = sum(_has(need, one.retrieved) for need in one.evidence)
        return len(lost_evidence(one)) / there if there else "evidence_not_found"

    return answers.each(value)


def lost_evidence(one: Answered) -> list[tuple[str, ...]]:
    """The needs whose words were retrieved, and are in no text of the prompt."""
    kept, given = one.contexts or (), one.retrieved or ()
    return [need for need in one.evidence if _has(need, given) and not _has(need, kept)]


@metric(
    stage="context",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("no_context", "empty_context", "no_evidence"),
    holds=("bounded",),
    breaks=(),
    references=("This project: how much of a prompt is gold, by its words",),
)
def context_gold_share(answers: Answers) -> Values:
    """Share of the texts in the prompt that have words of the gold.

    Formula: texts in which the words of any need stand ÷ texts in the prompt.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_context (not recorded), empty_context, no_evidence (the gold has no words), missing, failed.
    Limits: it is a precision by gold, and no relevance: a text beside it may be useful. Order does not count (see map).
    Source: this project.

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> texts = ("The warranty is two years.", "Lamps hum.")
        >>> context_gold_share(Answers((Answered("q1", contexts=texts, evidence=(("warranty is two years",),)),)))
        Values(0.5)
    """

    def value(one: Answered) -> float | str:
        if not one.contexts:
            return "no_context" if one.contexts is None else "empty_context"
        if not one.evidence:
            return "no_evidence"
        return len(gold_places(one)) / len(one.contexts)

    return answers.each(value)


def gold_places(one: Answered) -> list[int]:
    """The places in the prompt, from 0, of texts that have words of the gold."""
    texts = one.contexts or ()
    return [place for place, text in enumerate(texts) if any(_has(need, (text,)) for need in one.evidence)]


def _has(need: tuple[str, ...], texts: tuple[str, ...]) -> bool:
    return any(stands_in(words, text) for words in need for text in texts)
