"""The recorder: ask any ``search(question)`` every question of a golden set, and keep what it returned."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.io.run_lists import run_from_mapping
from ragauge.tables.golden import Golden

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
    if isinstance(questions, Mapping):
        named = all(isinstance(text, str) for text in questions.values())
        return {str(key): text if named else str(key) for key, text in questions.items()}
    if isinstance(questions, str | PathLike):
        raise InputError(
            "questions must be a golden set, a mapping or a list of texts, not a string or a path: load_golden(path)"
        )
    return {text: text for text in questions}


def _hits(answer: Any, question: str) -> list[Any]:
    if answer is None or isinstance(answer, str | bytes | dict) or not hasattr(answer, "__iter__"):
        kind = type(answer).__name__
        message = f"search({question!r}) gave {kind}; it must give a list of ids or of (id, score) pairs"
        raise InputError([Problem(message)])
    return list(answer)
