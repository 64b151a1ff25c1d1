"""Whether the context says what the answer claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ragauge.core.answered import Answered, Answers
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import INPUTS, cases, nothing_said, plain_answer
from ragauge.metrics.generation.claims import claims_of, without_repeats
from ragauge.metrics.generation.lexical import SHARE, Verdict, WordShare, verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

T = TypeVar("T")


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("refused", "no_answer", "no_context", "no_claims"),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.18653/v1/2024.eacl-demo.16", "This project: a verifier of words, numbers and names"),
)
def lexical_faithfulness(answers: Answers, *, share: WordShare = SHARE) -> Values:
    """Share of the answer's claims that one passage of the context supports, by words, numbers and names.

    Formula: supported claims ÷ claims. Claims are sentences, and their parts between semicolons; questions, and what
    says nothing that could be looked for, are none, and a repeated claim counts once.

    A passage supports a claim if it has every number, date and name of it, at least ``share`` of its content words (in
    base forms, English and Russian), and the sentence in it, or part between semicolons, that has most of them negates
    where the claim does. ``faithfulness_verdicts`` names the claims that are not supported, and what is missing.

    Returns: one ratio a question in [0, 1]; higher is better. With a context that is empty nothing is supported: 0.
    Undefined: refused (a refusal claims nothing), no_answer, no_context (not recorded), no_claims, missing, failed.
    Limits: made for answers close to the words of the context. Other words for the same thing count as missing, so that
    most claims that a model puts in words of its own are; the right words in a wrong relation, or a misleading order,
    count as support; claims that need two passages are not supported. An entailment model or a judge sees more.
    Source: the definition is that of Es et al. 2024, ragas; the verifier is this project's.

    Example: one of four claims is not in the context.
        >>> from ragauge.core.answered import Answered, Answers
        >>> context = "Mars has two moons, Phobos and Deimos. NASA's Curiosity rover landed on Mars in 2012."
        >>> said = "Mars has two moons. Phobos and Deimos orbit Mars. Mars has a thick atmosphere."
        >>> one = Answered("q1", answer=f"{said} Curiosity landed in 2012.", contexts=(context,))
        >>> lexical_faithfulness(Answers((one,)))
        Values(0.75)
        >>> [(verdict.claim, verdict.missing) for verdict in faithfulness_verdicts(one) if not verdict.supported]
        [('Mars has a thick atmosphere.', ('atmospher', 'thick'))]
    """

    def value(one: Answered) -> float | str:
        case = not_to_verify(one)
        if case:
            return case
        verdicts = faithfulness_verdicts(one, share=share)
        return sum(verdict.supported for verdict in verdicts) / len(verdicts) if verdicts else "no_claims"

    return answers.each(value)


def faithfulness_verdicts(one: Answered, *, share: float = SHARE) -> list[Verdict]:
    """The verdict on each claim of an answer, repeated ones once; none where there is no answer or no context."""
    if not_to_verify(one):
        return []
    return [verify(claim, one.contexts or (), share=share) for claim in without_repeats(claims_of(plain_answer(one)))]


def not_to_verify(one: Answered) -> str | None:
    """The case in which no claim of an answer can be verified."""
    return nothing_said(one) or ("no_context" if one.contexts is None else None)


def share_supported(claims: Iterable[T], passages: Sequence[str], supports: Callable[[str, T], bool]) -> float | None:
    """Share of claims that some passage supports, by any verifier; None without claims.

    Without passages nothing is supported, and nobody is asked.

    >>> share_supported(["two moons", "a ring"], ["Mars has two moons."], lambda passage, claim: claim in passage)
    0.5
    >>> share_supported(["two moons"], [], None)
    0.0
    """
    verdicts = [any(supports(passage, claim) for passage in passages) for claim in claims]
    return sum(verdicts) / len(verdicts) if verdicts else None
