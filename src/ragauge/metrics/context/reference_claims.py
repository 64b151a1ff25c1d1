"""Whether the context has what the reference answer claims."""

from ragauge.core.answered import Answered, Answers
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import INPUTS, cases
from ragauge.metrics.generation.claims import claims_of, without_repeats
from ragauge.metrics.generation.faithfulness import share_supported
from ragauge.metrics.generation.lexical import SHARE, WordShare, supports_at


@metric(
    stage="context",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("unanswerable", "no_reference", "no_context", "no_claims"),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.18653/v1/2024.eacl-demo.16", "This project: a verifier of words, numbers and names"),
)
def lexical_reference_recall(answers: Answers, *, share: WordShare = SHARE) -> Values:
    """Share of the claims of the reference answer that one text of the prompt supports, by words, numbers and names.

    Formula: max over references of supported claims ÷ claims. Claims and verifier are those of lexical_faithfulness.

    Returns: one ratio a question in [0, 1]; higher is better. With a context that is recorded and empty: 0, and no
    verifier is asked.
    Undefined: unanswerable, no_reference, no_context (not recorded), no_claims (the references have none), missing,
    failed.
    Limits: those of the verifier. Where the gold has places or words, context_recall is the better one.
    Source: the definition is context recall of ragas, Es et al. 2024; the verifier is this project's.

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> reference = ("The warranty is two years. It covers the battery.",)
        >>> one = Answered("q1", contexts=("Lamps have a warranty of 2 years.",), references=reference)
        >>> lexical_reference_recall(Answers((one, Answered("q2", contexts=(), references=reference))))
        Values(0.5, 0)
    """

    def value(one: Answered) -> float | str:
        if one.answerable is False:
            return "unanswerable"
        if not one.references:
            return "no_reference"
        if one.contexts is None:
            return "no_context"
        claims = [without_repeats(claims_of(text)) for text in one.references]
        shares = [share_supported(some, one.contexts, supports_at(share)) for some in claims]
        return max((found for found in shares if found is not None), default="no_claims")

    return answers.each(value)
