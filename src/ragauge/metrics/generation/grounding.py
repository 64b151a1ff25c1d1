"""What can be checked without understanding: numbers, dates, names and quotes of the answer, found in the context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ragauge.core.answered import Answered, Answers
from ragauge.core.parameters import Places
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.core.texts.contents import contents
from ragauge.core.texts.names import names
from ragauge.core.texts.quotations import parts_of, quoted_spans, stands_in
from ragauge.metrics.answer_cases import INPUTS, cases, nothing_said, plain_answer

if TYPE_CHECKING:
    from collections.abc import Callable

Notation = Literal["auto", "en", "in", "de", "ru", "si", "ch"]
SOURCE = ("This project: what an answer quotes, counts, dates and names must stand somewhere",)


@dataclass(frozen=True, slots=True)
class Item:
    """Something in an answer as it stands there, and whether the context has it."""

    text: str
    found: bool


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("refused", "no_answer", "no_context", "no_numbers"),
    holds=("bounded",),
    breaks=(),
    references=SOURCE,
)
def number_grounding(answers: Answers, *, notation: Notation = "auto") -> Values:
    """Share of the answer's numbers that stand in the context, by value and unit.

    Formula: numbers of the answer that some text in the prompt has ÷ numbers of the answer, as often as they stand.

    Numbers in digits and, from two to ninety-nine, in words; powers of ten (1.5 million) and units (kg, %, €, days;
    English and Russian) belong to them. Units of one kind are counted in each other: 2 weeks are 14 days. A unit that
    only one of the two has parts nothing. Digits in names and dates are left out, but days and years in dates of the
    context count. ``notation`` says how 1,234 is read; auto: for each text by itself, Russian for mostly Cyrillic
    letters, else English.

    Returns: one ratio a question in [0, 1]; higher is better. With a context that is empty nothing is found: 0.
    Undefined: refused, no_answer, no_context (not recorded), no_numbers, missing, failed.
    Limits: what was calculated from numbers of the context is not found; a number found may belong to something else.
    Source: this project.

    Example: two weeks are in the context, 500 € are not.
        >>> from ragauge.core.answered import Answered, Answers
        >>> one = Answered("q1", answer="Within 14 days, for 500 €.", contexts=("Two weeks, for 50 euros.",))
        >>> number_grounding(Answers((one,))), number_items(one)
        (Values(0.5), [Item(text='14 days', found=True), Item(text='500 €', found=False)])
    """
    return answers.each(lambda one: _share(one, lambda told: number_items(told, notation=notation), "no_numbers"))


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("refused", "no_answer", "no_context", "no_dates"),
    holds=("bounded",),
    breaks=(),
    references=SOURCE,
)
def date_grounding(answers: Answers) -> Values:
    """Share of the answer's dates that stand in the context, in whatever form.

    Formula: dates of the answer of which some text in the prompt has all parts ÷ dates of the answer.

    2024-03-31, 31.03.2024, 31 March 2024 and 31 марта 2024 are the same. The context may say more than the answer
    (the year), and not less. A date in digits that can be read in two ways is found in either.

    Returns: one ratio a question in [0, 1]; higher is better. With a context that is empty nothing is found: 0.
    Undefined: refused, no_answer, no_context (not recorded), no_dates, missing, failed.
    Limits: a year alone is a number; months are known in English and Russian; "yesterday" is no date.
    Source: this project.

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> one = Answered("q1", answer="It lapses on 31 March.", contexts=("Отпуск сгорает 31.03.2025.",))
        >>> other = Answered("q2", answer="On 31 March 2026.", contexts=("On 31 March 2025.",))
        >>> date_grounding(Answers((one, other)))
        Values(1, 0)
    """
    return answers.each(lambda one: _share(one, date_items, "no_dates"))


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("refused", "no_answer", "no_context", "no_names"),
    holds=("bounded",),
    breaks=(),
    references=SOURCE,
)
def entity_grounding(answers: Answers) -> Values:
    """Share of the answer's names that stand in the context.

    Formula: names of the answer all of whose words some text in the prompt has ÷ names of the answer.

    A name is a run of words with capital letters inside a sentence, or a code (NASA, C-400); the first word of a
    sentence counts where something else shows that it is one. Words are compared in base forms (English, Russian), so
    that "в Москве" is found in "Москва".

    Returns: one ratio a question in [0, 1]; higher is better. With a context that is empty nothing is found: 0.
    Undefined: refused, no_answer, no_context (not recorded), no_names, missing, failed.
    Limits: a rule, no model: names of one word that begin a sentence can be missed, every German noun is a name, and
    scripts without capital letters have none. Another form or script of a name is not found (NASA, НАСА).
    Source: this project.

    Example: one of two names is in the context.
        >>> from ragauge.core.answered import Answered, Answers
        >>> one = Answered("q1", answer="The mill in Velden was sold to Lindt.", contexts=("Velden has a mill.",))
        >>> entity_grounding(Answers((one,))), name_items(one)
        (Values(0.5), [Item(text='Velden', found=True), Item(text='Lindt', found=False)])
    """
    return answers.each(lambda one: _share(one, name_items, "no_names"))


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("refused", "no_answer", "no_context", "no_quotes"),
    holds=("bounded",),
    breaks=(),
    references=SOURCE,
)
def quote_grounding(answers: Answers, *, words: Places = 2) -> Values:
    """Share of what the answer puts in quotation marks that stands in the context, word for word.

    Formula: quotes of at least ``words`` words that some text in the prompt has ÷ such quotes.

    Quotation marks of all usual kinds (“ ”, « », „ “, 「 」, " "). Case, punctuation and white space do not count. A
    quote with … or [...] is found where one text has all of its parts.

    Returns: one ratio a question in [0, 1]; higher is better. With a context that is empty nothing is found: 0.
    Undefined: refused, no_answer, no_context (not recorded), no_quotes, missing, failed.
    Limits: titles and words in scare quotes are quotes, if they are long enough; the order of parts is not checked.
    Source: this project.

    Example: the marks of the answer are typographic.
        >>> from ragauge.core.answered import Answered, Answers
        >>> source = "Unused leave lapses on 31 March."
        >>> one = Answered("q1", answer="The rule states “leave lapses on 31 March” plainly.", contexts=(source,))
        >>> quote_grounding(Answers((one,)))
        Values(1)
    """
    return answers.each(lambda one: _share(one, lambda told: quote_items(told, words=words), "no_quotes"))


def number_items(one: Answered, *, notation: Notation = "auto") -> list[Item]:
    """The numbers of an answer."""
    how = None if notation == "auto" else notation
    texts = [contents(text, how) for text in one.contexts or ()]
    numbers = contents(plain_answer(one), how).figures
    return [Item(number.text, any(text.has_figure(number) for text in texts)) for number in numbers]


def date_items(one: Answered) -> list[Item]:
    """The dates of an answer."""
    texts = [contents(text) for text in one.contexts or ()]
    return [Item(date.text, any(text.has_date(date) for text in texts)) for date in contents(plain_answer(one)).dates]


def name_items(one: Answered) -> list[Item]:
    """The names of an answer."""
    texts = one.contexts or ()
    known = [contents(text).all_words for text in texts]
    found = names(plain_answer(one), texts)
    return [Item(name.text, any(text.issuperset(name.forms) for text in known)) for name in found]


def quote_items(one: Answered, *, words: int = 2) -> list[Item]:
    """The quotes of an answer."""
    texts = one.contexts or ()
    quotes = quoted_spans(plain_answer(one), least=words)
    return [Item(quote, any(_quoted_from(quote, text) for text in texts)) for quote in quotes]


def _quoted_from(quote: str, text: str) -> bool:
    parts = parts_of(quote)
    return bool(parts) and all(stands_in(part, text) for part in parts)


def _share(one: Answered, items_of: Callable[[Answered], list[Item]], nothing: str) -> float | str:
    case = nothing_said(one) or ("no_context" if one.contexts is None else None)
    if case:
        return case
    items = items_of(one)
    return sum(item.found for item in items) / len(items) if items else nothing
