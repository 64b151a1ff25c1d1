"""The recorder: ask any ``search(question)`` every question of a golden set, and keep what it returned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import clean_keys
from ragauge.io.run_lists import run_from_mapping
from ragauge.tables.golden import Golden

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.tables.run import Run


def record(
    search: Callable[[str], Iterable[Any]],
    questions: Golden | Mapping[str, Any] | Iterable[str],
    *,
    name: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Run:
    """Ask a retriever every question and keep the ranked hits.

    ``search`` takes the text of a question and gives ids, or (id, score) pairs, best first; the order counts.
    ``questions`` is a golden set, a mapping id → text, a mapping question → gold, or the texts themselves.
    ``name`` is how reports call the run; ``progress`` is called with the number of questions asked and their
    total.

    >>> run = record(lambda question: ["d1", "d2"], ["Who calibrates the scale?"])
    >>> run.frame["item"].to_list()
    ['d1', 'd2']

    Raises: InputError naming the question for which ``search`` gave something else than hits; what
        ``search`` itself raises is passed on.
    """
    texts = _texts(questions)
    answers = {}
    for done, (key, text) in enumerate(texts.items(), start=1):
        answers[key] = _hits(search(text), text)
        if progress is not None:
            progress(done, len(texts))
    return run_from_mapping(answers, source=name or _name(search))


def _name(search: Callable[..., Any]) -> str:
    name = getattr(search, "__name__", type(search).__name__)
    return "search" if name == "<lambda>" else name


def _texts(questions: Golden | Mapping[str, Any] | Iterable[str]) -> dict[str, str]:
    if isinstance(questions, Golden):
        table = questions.questions
        return dict(zip(table["question"], table["text"].fill_null(table["question"]), strict=True))
    if isinstance(questions, str | bytes | PathLike) or not isinstance(questions, Iterable):
        raise InputError(
            "questions must be a golden set, a mapping or a list of texts, not a string or a path: load_golden(path)"
        )
    try:
        if isinstance(questions, Mapping):
            named = all(isinstance(text, str) for text in questions.values())
            pairs = clean_keys(questions)
            return {_known(key): _asked(text if named else key) for key, text in pairs}
        return {_asked(text): text for text in questions}
    except ValueError as error:
        raise InputError([Problem(str(error), "questions")]) from error


def _known(key: str | None) -> str:
    if key is None:
        raise ValueError("the id of a question is missing (null or empty)")
    return key


def _asked(text: Any) -> str:
    if not isinstance(text, str):
        raise ValueError(f"{brief(text)} is no text of a question")  # noqa: TRY004  (told with the other values)
    if not text.strip():
        raise ValueError("the text of a question is empty")
    return text


def _hits(answer: Any, question: str) -> list[Any]:
    odd = isinstance(answer, str | bytes | Mapping | set | frozenset)
    if answer is None or odd or not hasattr(answer, "__iter__"):
        kind = type(answer).__name__
        message = f"search({question!r}) gave {kind}; it must give a list of ids or of (id, score) pairs"
        raise InputError([Problem(message)])
    return list(answer)
