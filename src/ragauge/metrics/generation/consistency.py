"""Whether a system says the same when it is asked again."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from ragauge.core.answered import Answered, Answers
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.core.texts.normalise import Profile, normalised, profile_for
from ragauge.core.texts.refusals import says_it_has_no_answer
from ragauge.metrics.answer_cases import INPUTS, cases, is_blank, plain_answer
from ragauge.metrics.generation.correctness import ProfileOrAuto, word_f1

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

REFERENCES = ("doi:10.48550/arXiv.2203.11171", "This project: the normal forms of exact_match")
REFUSED = "\ue001"


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("no_samples"),
    holds=("bounded",),
    breaks=(),
    references=REFERENCES,
)
def modal_share(answers: Answers, *, profile: ProfileOrAuto = "auto") -> Values:
    """Share of the answers to one prompt that are the most frequent one, in normal form.

    Formula: max over texts of their number ÷ N, N being the answer and the samples that have a text. All refusals that
    a list of phrases knows are one text.

    Returns: one ratio a question in [1 ÷ N, 1]; higher is more consistent.
    Undefined: no_samples (fewer than two answers with a text), missing, failed.
    Limits: made for short answers, as long ones are never quite the same. To say the same is not to be right. Compare
    only with the same N: ``consistency_curve`` shows how the share falls with it.
    Source: the vote of Wang et al. 2022, self-consistency, read as agreement.

    Example: three of four answers are the same.
        >>> from ragauge.core.answered import Answered, Answers
        >>> one = Answered("q1", answer="Two years.", samples=("two years", "Two years!", "three years"))
        >>> modal_share(Answers((one,)))
        Values(0.75)
    """
    return answers.each(lambda one: _of_samples(one, profile, modal_share_of))


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("no_samples"),
    holds=("bounded",),
    breaks=(),
    references=REFERENCES,
)
def sample_agreement(answers: Answers, *, profile: ProfileOrAuto = "auto") -> Values:
    """Mean likeness of all pairs of answers to one prompt.

    Formula: mean of token_f1 over the N · (N − 1) ÷ 2 pairs of answers with a text.

    Returns: one number a question in [0, 1]; higher is more consistent. Its expected value does not depend on N.
    Undefined: no_samples (fewer than two answers with a text), missing, failed.
    Limits: by words: "two years" and "24 months" share nothing. To say the same is not to be right.
    Source: the samples are those of Wang et al. 2022, self-consistency; the likeness is SQuAD's.

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> sample_agreement(Answers((Answered("q1", answer="two years", samples=("two years", "two days")),)))
        Values(0.666667)
    """
    return answers.each(lambda one: _of_samples(one, profile, mean_pair_f1))


def modal_share_of(texts: Sequence[str], profile: Profile) -> float:
    """The share of the most frequent text."""
    forms = [REFUSED if says_it_has_no_answer(text) else normalised(text, profile) for text in texts]
    return Counter(forms).most_common(1)[0][1] / len(forms)


def mean_pair_f1(texts: Sequence[str], profile: Profile) -> float:
    """Mean F1 of words over all pairs."""
    pairs = [word_f1(one, other, profile) for one, other in combinations(texts, 2)]
    return sum(pairs) / len(pairs)


def consistency_curve(texts: Sequence[str], profile: Profile) -> list[float]:
    """The modal share of the first 2, 3, … N answers, in the order in which they were given.

    >>> consistency_curve(["two years", "Two years.", "three years", "two years"], "en")
    [1.0, 0.6666666666666666, 0.75]
    """
    return [modal_share_of(texts[:count], profile) for count in range(2, len(texts) + 1)]


def all_samples(one: Answered) -> list[str]:
    """The answer and the samples that have a text."""
    return [text for text in (plain_answer(one), *one.samples) if not is_blank(text)]


def _of_samples(
    one: Answered, profile: ProfileOrAuto, measure: Callable[[Sequence[str], Profile], float]
) -> float | str:
    texts = all_samples(one)
    if len(texts) < 2:
        return "no_samples"
    return measure(texts, profile_for(one.references or texts) if profile == "auto" else profile)
