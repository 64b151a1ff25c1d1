"""Whether citations support what they stand beside: recall over sentences, precision over citations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.answered import Answered, Answers
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import INPUTS, cases, nothing_said
from ragauge.metrics.generation.cited import Cited, cited
from ragauge.metrics.generation.claims import is_claim
from ragauge.metrics.generation.lexical import SHARE, WordShare, supports_at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragauge.metrics.generation.lexical import Supports

ALCE = ("doi:10.18653/v1/2023.emnlp-main.398", "This project: a citation of nothing in the prompt is one that is wrong")


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("refused", "no_answer", "no_context", "citations_unknown", "no_claims"),
    holds=("bounded",),
    breaks=(),
    references=ALCE,
)
def lexical_citation_recall(answers: Answers, *, share: WordShare = SHARE) -> Values:
    """Share of the answer's sentences that are supported by all that they cite, taken together.

    Formula: sentences whose cited texts, joined, support them ÷ sentences.

    Markers in the answer ([1], [1-3]: places in the prompt) tell which sentence cites what; without any, all that the
    trace has as cited counts for every sentence. The verifier is that of lexical_faithfulness; ``judged_citations``
    takes any other. Sentences that say nothing that could be looked for are left out.

    Returns: one ratio a question in [0, 1]; higher is better. A sentence without a citation is not supported.
    Undefined: refused, no_answer, no_context (not recorded), citations_unknown (neither markers nor recorded ids),
    no_claims, missing, failed.
    Limits: those of the verifier. Without markers a sentence may be supported by what was cited for another one.
    Source: Gao et al. 2023, ALCE (release 246c476); [0], "[1, 2]" and what is not in the prompt are read differently.

    Example: of two sentences one has a citation, which supports it.
        >>> from ragauge.core.answered import Answered, Answers
        >>> said = "Lamps hum at night [1]. They last two years."
        >>> lexical_citation_recall(Answers((Answered("q1", answer=said, contexts=("Lamps hum at night.",)),)))
        Values(0.5)
    """
    return answers.each(lambda one: _judged(one, supports_at(share), lambda found: found.recall, "no_claims"))


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("refused", "no_answer", "no_context", "citations_unknown", "no_citations"),
    holds=("bounded",),
    breaks=(),
    references=ALCE,
)
def lexical_citation_precision(answers: Answers, *, share: WordShare = SHARE) -> Values:
    """Share of the answer's citations that are needed for, or alone enough to support, the sentence they stand in.

    Formula: precise citations ÷ citations. A citation is precise if all that its sentence cites supports it, and it
    alone does too, or the others without it do not.

    An irrelevant citation beside a sufficient one is not precise; two that are each sufficient both are. One that
    names nothing in the prompt counts below the line, [0] too. What stands beside words that say nothing is left out,
    and a text that a sentence cites twice counts once. Without markers in the answer, a citation is precise if it is so
    for any sentence.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: refused, no_answer, no_context (not recorded), citations_unknown (neither markers nor recorded ids),
    no_citations, missing, failed.
    Limits: those of the verifier of lexical_faithfulness; ``judged_citations`` takes any other.
    Source: Gao et al. 2023, ALCE (release 246c476), which has 0 without citations, takes [0] for the last text, reads
    the first number of "[1, 2]" alone, counts repetitions, and leaves out what is not in the prompt.

    Example: [2] does not say so, and there is no [9].
        >>> from ragauge.core.answered import Answered, Answers
        >>> texts = ("Lamps hum at night.", "The warranty is two years.")
        >>> one = Answered("q1", answer="Lamps hum at night [1][2][9].", contexts=texts)
        >>> lexical_citation_precision(Answers((one,)))
        Values(0.333333)
    """
    return answers.each(lambda one: _judged(one, supports_at(share), lambda found: found.precision, "no_citations"))


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("refused", "no_answer", "no_context", "citations_unknown", "no_citations"),
    holds=("bounded",),
    breaks=(),
    references=("This project: a citation must be of something that was there to cite",),
)
def citation_validity(answers: Answers) -> Values:
    """Share of the answer's citations that name a text in the prompt.

    Formula: citations of what is in the prompt ÷ citations.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: refused, no_answer, no_context (not recorded), citations_unknown (neither markers nor recorded ids),
    no_citations, missing, failed.
    Limits: it does not say whether the citation supports anything.
    Source: this project.

    Example: of [1], [3] and [0] one is there.
        >>> from ragauge.core.answered import Answered, Answers
        >>> citation_validity(Answers((Answered("q1", answer="Lamps hum [1][3][0].", contexts=("Lamps hum.",)),)))
        Values(0.333333)
    """

    def value(one: Answered) -> float | str:
        found = nothing_said(one) or cited(one)
        if isinstance(found, str):
            return found
        return 1 - found.unknown / found.count if found.count else "no_citations"

    return answers.each(value)


@dataclass(frozen=True, slots=True)
class CitationVerdict:
    """What is found of a sentence: whether all that it cites supports it, and which of its citations are precise."""

    text: str
    supported: bool
    cited: tuple[int, ...]
    precise: tuple[int, ...]
    unknown: int


@dataclass(frozen=True, slots=True)
class CitationVerdicts:
    """The verdicts on all sentences of an answer, with recall and precision; None where there is nothing to judge."""

    sentences: tuple[CitationVerdict, ...]
    recall: float | None
    precision: float | None


def judged_citations(found: Cited, contexts: Sequence[str], supports: Supports) -> CitationVerdicts:
    """Recall and precision of citations by any verifier of a passage and a claim.

    >>> from ragauge.core.answered import Answered
    >>> one = Answered("q", answer="A hum [1][2].", contexts=("one", "two"))
    >>> verdicts = judged_citations(cited(one), one.contexts, lambda passage, claim: "one" in passage)
    >>> verdicts.recall, verdicts.precision, verdicts.sentences[0].precise
    (1.0, 0.5, (0,))
    """
    sentences = tuple(
        _sentence(one.text, one.cited, one.unknown, contexts, supports)
        for one in found.statements
        if is_claim(one.text)
    )
    recall = sum(one.supported for one in sentences) / len(sentences) if sentences else None
    judged = [(at, place) for at, one in enumerate(sentences) for place in one.cited]
    precise = [(at, place) for at, one in enumerate(sentences) for place in one.precise]
    if not found.by_sentence:
        judged, precise = ([(0, place) for place in {place for _, place in pairs}] for pairs in (judged, precise))
    count = len(judged) + found.unknown
    return CitationVerdicts(sentences, recall, len(precise) / count if count else None)


def _sentence(
    text: str, places: tuple[int, ...], unknown: int, contexts: Sequence[str], supports: Supports
) -> CitationVerdict:
    if not places or not supports(_joined(contexts, places), text):
        return CitationVerdict(text, False, places, (), unknown)
    precise = []
    for place in places:
        rest = tuple(other for other in places if other != place)
        alone = not rest or supports(contexts[place], text)
        if alone or not supports(_joined(contexts, rest), text):
            precise.append(place)
    return CitationVerdict(text, True, places, tuple(precise), unknown)


def _joined(contexts: Sequence[str], places: Sequence[int]) -> str:
    return "\n".join(contexts[place] for place in places)


def _judged(
    one: Answered, supports: Supports, part: Callable[[CitationVerdicts], float | None], nothing: str
) -> float | str:
    found = nothing_said(one) or cited(one)
    if isinstance(found, str):
        return found
    value = part(judged_citations(found, one.contexts or (), supports))
    return nothing if value is None else value
