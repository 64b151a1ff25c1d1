"""How much of the prompt the answer uses, how much of it is said twice, and how much smaller it is than what came."""

from ragauge.core.answered import Answered, Answers
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.core.texts.quotations import stands_in
from ragauge.metrics.answer_cases import INPUTS, cases, nothing_said
from ragauge.metrics.generation.cited import cited


@metric(
    stage="context",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("refused", "no_answer", "no_context", "empty_context", "citations_unknown"),
    holds=("bounded",),
    breaks=(),
    references=("This project: what is in the prompt and never cited was paid for",),
)
def context_utilisation(answers: Answers) -> Values:
    """Share of the texts in the prompt that the answer cites.

    Formula: cited texts in the prompt ÷ texts in the prompt. Citations are the markers in the answer ([1]: the first
    text in the prompt), or without any those that the trace has.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: refused, no_answer, no_context (not recorded), empty_context, citations_unknown, missing, failed.
    Limits: a text can be used and not cited, or cited and not used.
    Source: this project.

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> one = Answered("q1", answer="Two years [2].", contexts=("a", "b", "c", "d"), ids=("1", "2", "3", "4"))
        >>> context_utilisation(Answers((one,)))
        Values(0.25)
    """

    def value(one: Answered) -> float | str:
        if one.contexts == ():
            return "empty_context"
        found = nothing_said(one) or cited(one)
        return found if isinstance(found, str) else len(found.places) / len(one.contexts or ())

    return answers.each(value)


@metric(
    stage="context",
    direction="lower",
    inputs=INPUTS,
    undefined=cases("no_context", "empty_context"),
    holds=("bounded",),
    breaks=(),
    references=("This project: what is said twice in a prompt takes the place of something else",),
)
def context_duplicate_share(answers: Answers) -> Values:
    """Share of the texts in the prompt that another one has word for word.

    Formula: texts that stand in another one, of equal ones all but the first ÷ texts in the prompt.

    Case, punctuation and white space do not count.

    Returns: one ratio a question in [0, 1]; lower is better.
    Undefined: no_context (not recorded), empty_context, missing, failed.
    Limits: texts that overlap, or say the same in other words, are no duplicates here.
    Source: this project.

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> context_duplicate_share(Answers((Answered("q1", contexts=("Lamps hum.", "lamps hum", "Two years.")),)))
        Values(0.333333)
    """

    def value(one: Answered) -> float | str:
        if not one.contexts:
            return "no_context" if one.contexts is None else "empty_context"
        return len(duplicate_places(one)) / len(one.contexts)

    return answers.each(value)


def duplicate_places(one: Answered) -> list[int]:
    """The places in the prompt, from 0, of texts that another one has."""
    texts = one.contexts or ()

    def within(place: int, other: int) -> bool:
        if place == other or not stands_in(texts[place], texts[other]):
            return False
        return other < place or not stands_in(texts[other], texts[place])

    return [place for place in range(len(texts)) if any(within(place, other) for other in range(len(texts)))]


@metric(
    stage="context",
    direction="none",
    inputs=INPUTS,
    range=(0, None),
    unit="times",
    undefined=cases("no_context", "empty_context", "retrieved_unknown"),
    holds=("bounded",),
    breaks=(),
    references=("This project: compression is only worth what it does not cost in correctness",),
)
def compression(answers: Answers) -> Values:
    """How many times longer what was handed on is than what entered the prompt.

    Formula: characters of the texts handed on ÷ characters of the texts in the prompt, white space left out.

    Characters are counted, and not tokens: traces have the tokens of the whole prompt, and none of what was cut.

    Returns: one number a question, 0 or more; 1 is no compression. Neither is better: read the loss of correctness, of
    the same questions, beside it.
    Undefined: no_context (not recorded), empty_context (white space too), retrieved_unknown, missing, failed.
    Limits: it is below 1 where the prompt has more than was handed on (parents of chunks, neighbours).
    Source: this project.

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> compression(Answers((Answered("q1", contexts=("abcd",), retrieved=("abcd", "ab cd ef gh")),)))
        Values(3)
    """

    def value(one: Answered) -> float | str:
        if one.contexts is None:
            return "no_context"
        if not one.retrieved:
            return "retrieved_unknown"
        size = _ink(one.contexts)
        return _ink(one.retrieved) / size if size else "empty_context"

    return answers.each(value)


@metric(
    stage="context",
    direction="none",
    inputs=INPUTS,
    range=(0, None),
    undefined=cases("window_unknown"),
    holds=("bounded",),
    breaks=(),
    references=("This project: a prompt beyond the window was cut by somebody",),
)
def window_share(answers: Answers) -> Values:
    """Share of the model's window that the prompt takes.

    Formula: tokens of the prompt ÷ tokens of the window.

    Returns: one number a question, 0 or more; above 1 the prompt did not fit, and was cut where nobody looked.
    Undefined: window_unknown (either is not recorded, or the window is 0), missing, failed.
    Limits: the answer needs room in the window too. The tokens are those that the system counted.
    Source: this project.

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> window_share(Answers((Answered("q1", prompt_tokens=3000, window=4000),)))
        Values(0.75)
    """

    def value(one: Answered) -> float | str:
        return "window_unknown" if one.prompt_tokens is None or not one.window else one.prompt_tokens / one.window

    return answers.each(value)


def _ink(texts: tuple[str, ...]) -> int:
    return sum(len("".join(text.split())) for text in texts)
