"""The recorder: ask any ``search(question)`` every question of a golden set, and keep what it returned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from time import perf_counter
from typing import TYPE_CHECKING, Any, overload

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import clean_keys
from ragauge.pipeline.asking import ask_all
from ragauge.pipeline.recording import Recording
from ragauge.tables.golden import Golden

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.pipeline.asking import Errors
    from ragauge.pipeline.recorded_parts import Clock
    from ragauge.pipeline.trace_recorder import Recorder
    from ragauge.tables.run import Run


@overload
def record(
    search: str, *, key: str | None = None, clock: Clock = perf_counter, versions: Mapping[str, str] | None = None
) -> Recording: ...


@overload
def record(
    search: Callable[[str], Iterable[Any]],
    questions: Golden | Mapping[str, Any] | Iterable[str],
    *,
    name: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    recorder: Recorder | None = None,
    errors: Errors = "keep",
) -> Run: ...


def record(search: str | Callable[[str], Iterable[Any]], questions: Any = None, **options: Any) -> Recording | Run:
    """Ask a retriever every question and keep the ranked hits; or record one question of a pipeline.

    ``search`` takes the text of a question and gives ids, or (id, score) pairs, best first; the order counts.
    ``questions`` is a golden set, a mapping id → text, a mapping question → gold, or the texts themselves.
    ``name`` is how reports call the run; ``progress`` is called with the number of questions asked and their
    total. A ``recorder`` keeps a trace of each question, with what its decorators saw. A question whose search raises
    an exception, or gives what is no ranking, is one of the run's ``failures``: it is counted and told, has no value,
    and the rest is asked (``errors="raise"`` ends it there; so does a search that fails for every question).

    >>> run = record(lambda question: ["d1", "d2"], ["Who calibrates the scale?"])
    >>> run.frame["item"].to_list()
    ['d1', 'd2']

    With the text of a question instead of ``search`` it is a block, ``with record(question) as t``, in which a
    pipeline tells what its stages do (see ``pipeline.recording.Recording``): ``key`` is the id of the question,
    ``clock`` tells the time, ``versions`` names models, prompts and indexes.

    >>> with record("Who calibrates the scale?") as t:
    ...     t.retrieved("bm25", ["d1", "d2"])
    >>> t.trace.stage("bm25").items
    ['d1', 'd2']

    Raises: for a search that fails every time, or once with ``errors="raise"``, InputError naming a question for
        which it gave something else than hits, or what it raises itself.
    """
    if isinstance(search, str):
        if questions is not None:
            raise InputError("record(search, questions) asks a function; record(text) takes one question")
        return Recording(search, **options)
    if questions is None:
        raise InputError("record(search, questions) needs the questions to ask")
    return ask_all(search, _texts(questions), **{**options, "name": options.get("name") or _name(search)})


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
