"""Answers against references: the same text, or the same words, in a declared normal form."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from ragauge.core.answered import Answered, Answers
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.core.texts.markers import MARKER
from ragauge.core.texts.normalise import Profile, normalised, profile_for, tokens
from ragauge.metrics.answer_cases import INPUTS, cases, is_blank, plain_answer, refuses

if TYPE_CHECKING:
    from collections.abc import Callable

ProfileOrAuto = Literal["auto", "squad", "en", "ru", "plain"]
Empty = Literal["equal", "zero"]
CASES = cases("unanswerable", "no_reference", "no_answer")
SQUAD = ("doi:10.18653/v1/D16-1264", "doi:10.18653/v1/P18-2124")
BY_LANGUAGE = "This project: one normal form for each way of writing, numbers by value"


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    binary=True,
    undefined=CASES,
    holds=("bounded",),
    breaks=(),
    aliases=("em",),
    references=(*SQUAD, BY_LANGUAGE),
    compat={"squad_v1": {"profile": "squad"}, "squad_v2": {"profile": "squad"}},
)
def exact_match(answers: Answers, *, profile: ProfileOrAuto = "auto") -> Values:
    """Whether the answer is one of the references, in the normal form of a profile.

    Formula: 1 if normalised(answer) = normalised(reference) for any reference, else 0.

    The profile ``auto`` is chosen for each question by its references alone: ru for mostly Cyrillic, en for mostly
    Latin letters, else plain (``core.texts.normalise`` says what each does). ``squad`` is SQuAD's, letter by letter.
    Markers of citations in the answer do not count.

    Returns: 0 or 1 a question; higher is better. A refusal of a question that has an answer is 0.
    Undefined: unanswerable, no_reference, no_answer (none, or empty), missing, failed.
    Limits: a right answer in other words is 0. SQuAD's form makes 3.5 into 35, and takes the A off "vitamin A".
    Source: Rajpurkar et al. 2016 and 2018, SQuAD; the other profiles are this project's.

    Example: quotation marks, ё and the notation of numbers part nothing, in any script.
        >>> from ragauge.core.answered import Answered, Answers
        >>> one = Answered("q1", answer="«Королёв», 1 200,50 руб.", references=("Королев 1200,5 руб",))
        >>> other = Answered("q2", answer="the 35 lamps", references=("3.5 lamps",))
        >>> exact_match(Answers((one, other))), exact_match(Answers((one, other)), profile="squad")
        (Values(1, 0), Values(0, 1))
    """
    return answers.each(lambda one: best_of_references(one, profile, _same))


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=CASES,
    holds=("bounded",),
    breaks=(),
    aliases=("answer_f1",),
    references=(*SQUAD, BY_LANGUAGE),
    compat={"squad_v1": {"profile": "squad", "empty": "zero"}, "squad_v2": {"profile": "squad"}},
)
def token_f1(answers: Answers, *, profile: ProfileOrAuto = "auto", empty: Empty = "equal") -> Values:
    """How many words the answer and the nearest reference share, each counted as often as it is there.

    Formula: max over references of 2 · |A ∩ R| ÷ (|A| + |R|), of multisets of words in the profile's normal form.

    ``empty`` says what an answer and a reference are that have both no word left: equal (1, SQuAD 2.0), or zero (0,
    SQuAD 1.1). The profiles are those of exact_match; without spaces between words, each character is a word.

    Returns: one number a question in [0, 1]; higher is better. A refusal of a question that has an answer is 0.
    Undefined: unanswerable, no_reference, no_answer (none, or empty), missing, failed.
    Limits: words are not brought to their base forms, so that "в Москве" and "Москва" share nothing; long answers that
    say the right thing score low; it cannot see a negation. Between languages or profiles it must not be compared.
    Source: Rajpurkar et al. 2016 and 2018, SQuAD; the other profiles are this project's.

    Example: one of two words, and the better one of two references.
        >>> from ragauge.core.answered import Answered, Answers
        >>> one = Answered("q1", answer="the big cat", references=("big dog",))
        >>> other = Answered("q2", answer="New York City", references=("NYC", "New York"))
        >>> token_f1(Answers((one, other)))
        Values(0.5, 0.8)
    """
    return answers.each(lambda one: best_of_references(one, profile, lambda *texts: word_f1(*texts, empty=empty)))


def best_of_references(
    one: Answered, profile: ProfileOrAuto, likeness: Callable[[str, str, Profile], float]
) -> float | str:
    """The largest likeness of an answer to any of its references, or the undefined case."""
    if one.answerable is False:
        return "unanswerable"
    references = [text for text in one.references if not is_blank(text)]
    if not references:
        return "no_reference"
    if refuses(one):
        return 0.0
    if is_blank(one.answer):
        return "no_answer"
    chosen = profile_for(references) if profile == "auto" else profile
    plain = plain_answer(one)
    pairs = [(plain, reference) for reference in references]
    pairs += [
        (one.answer or "", reference) for reference in references if MARKER.search(reference)
    ]  # a[1] is no marker
    return max(likeness(form, reference, chosen) for form, reference in pairs)


def word_f1(one: str, other: str, profile: Profile, *, empty: Empty = "equal") -> float:
    """F1 of the words of two texts.

    >>> word_f1("cat cat", "cat", "squad"), word_f1("the", "a", "squad"), word_f1("the", "a", "squad", empty="zero")
    (0.6666666666666666, 1.0, 0.0)
    """
    left, right = tokens(one, profile), tokens(other, profile)
    if not left or not right:
        return float(left == right and empty == "equal")
    shared = (Counter(left) & Counter(right)).total()
    return 2 * shared / (len(left) + len(right))


def _same(answer: str, reference: str, profile: Profile) -> float:
    return float(normalised(answer, profile) == normalised(reference, profile))
