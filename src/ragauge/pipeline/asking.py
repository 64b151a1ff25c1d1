"""Asking a search function every question; what goes wrong with one question is kept as its failure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from ragauge.core.entries import hits_of
from ragauge.core.errors import InputError, Problem, shorten
from ragauge.io.run_lists import LONGEST_ERROR, run_from_mapping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ragauge.pipeline.trace_recorder import Recorder
    from ragauge.tables.run import Run

Errors = Literal["keep", "raise"]
ERRORS = ("keep", "raise")
HOPELESS = 10
"""When as many questions fail and none has been answered, the search is broken, and asking goes on no longer."""
MOST_WORDED = 10
"""So many different messages are told; of more (each with an id in it) only the kinds of errors."""


def ask_all(
    search: Callable[[str], Iterable[Any]],
    texts: Mapping[str, str],
    *,
    name: str,
    progress: Callable[[int, int], None] | None = None,
    recorder: Recorder | None = None,
    errors: Errors = "keep",
) -> Run:
    """The hits of every question, by its id, as a run.

    With ``errors="keep"`` a question whose search raises an exception, or gives what is no ranking, is one of the
    run's ``failures``, and the next one is asked; ``"raise"`` ends it there. An error of every question so far ends
    it in both: after ``HOPELESS`` of them, or after all questions.

    >>> def search(question):
    ...     return ["d1"] if question == "a" else 1 / 0
    >>> run = ask_all(search, {"q1": "a", "q2": "b"}, name="mine")
    >>> run.frame.rows(), dict(run.failures)
    ([('q1', 'd1', None)], {'q2': 'ZeroDivisionError: division by zero'})

    Raises: InputError for another value of ``errors``, and for what is no ranking; what ``search`` raises.
    """
    if errors not in ERRORS:
        raise InputError(f"errors={errors!r}; there are: {', '.join(ERRORS)}")
    answers: dict[str, list[Any]] = {}
    failures: dict[str, Exception] = {}
    for done, (key, text) in enumerate(texts.items(), start=1):
        try:
            answers[key] = _answer(search, key, text, name, recorder)
        except Exception as error:
            if errors == "raise":
                raise
            failures[key], answers[key] = error, []
            if len(failures) == done and done in (HOPELESS, len(texts)):
                raise
        if progress is not None:
            progress(done, len(texts))
    return replace(run_from_mapping(answers, source=name), failures=_worded(failures))


def _answer(
    search: Callable[[str], Iterable[Any]], key: str, text: str, name: str, recorder: Recorder | None
) -> list[Any]:
    if recorder is None:
        return _hits(search(text), text)
    with recorder.record(text, key=key) as recording:
        hits = _hits(search(text), text)
        if not recording.has_stages:
            recording.retrieved(name, hits)
    return hits


def _hits(answer: Any, question: str) -> list[Any]:
    """The hits as they came, when they are a ranking."""
    odd = isinstance(answer, str | bytes | Mapping | set | frozenset)
    if answer is None or odd or not hasattr(answer, "__iter__"):
        kind = type(answer).__name__
        message = f"search({question!r}) gave {kind}; it must give a list of ids or of (id, score) pairs"
        raise InputError([Problem(message)])
    hits = list(answer)
    try:
        hits_of(hits, {})
    except ValueError as error:
        raise InputError([Problem(f"question {question!r}: {error}")]) from error
    return hits


def _worded(failures: Mapping[str, Exception]) -> dict[str, str]:
    """What is told of each failure."""
    kinds = {key: type(error).__name__ for key, error in failures.items()}
    told = {key: " ".join(f"{kinds[key]}: {error}".split()).removesuffix(":") for key, error in failures.items()}
    worded = {key: shorten(text, LONGEST_ERROR) for key, text in told.items()}
    return worded if len(set(worded.values())) <= MOST_WORDED else kinds
