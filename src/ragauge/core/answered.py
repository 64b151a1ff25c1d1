"""Answers with everything that they can be held against: the one input of all metrics of context and generation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.score import Values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Nugget:
    """A fact that a good answer states; ``vital`` ones make it good, the others (okay) only better."""

    text: str
    vital: bool = True


@dataclass(frozen=True, slots=True)
class Answered:
    """One question, what was answered, and what is known to hold it against; None is not recorded.

    ``question`` is the id, ``text`` what was asked. ``contexts`` are the texts in the prompt, in its order, ``ids``
    those of the chunks (as many). ``citations`` are ids that the answer cites. ``retrieved`` are the texts that were
    handed on before assembly. ``references`` are answers that are right, ``nuggets`` the facts that one should state,
    ``answerable`` whether there is an answer at all. ``evidence`` has, for each need, the texts of which any meets it,
    where the gold has words; ``met`` says for each need of the gold whether what entered the prompt meets it.
    ``samples`` are other answers to the same prompt, ``confidence`` the system's own. ``error`` ended it.
    """

    question: str
    text: str | None = None
    answer: str | None = None
    refusal: bool | None = None
    contexts: tuple[str, ...] | None = None
    ids: tuple[str, ...] | None = None
    citations: tuple[str, ...] | None = None
    retrieved: tuple[str, ...] | None = None
    references: tuple[str, ...] = ()
    nuggets: tuple[Nugget, ...] = ()
    answerable: bool | None = None
    evidence: tuple[tuple[str, ...], ...] = ()
    met: tuple[bool, ...] | None = None
    prompt_tokens: int | None = None
    window: int | None = None
    confidence: float | None = None
    samples: tuple[str, ...] = ()
    error: str | None = None


@dataclass(frozen=True, eq=False)
class Answers:
    """The answers to all questions of a golden set, in its order; a question without a trace is ``missing``.

    >>> answers = Answers((Answered("q1", answer="Two years."), Answered("q2")))
    >>> answers.each(lambda one: "no_answer" if one.answer is None else float(len(one.answer)))
    Values(10, no_answer)
    """

    cases: tuple[Answered, ...]
    missing: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self.cases)

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """The ids of the questions."""
        return tuple(one.question for one in self.cases)

    def each(self, measure: Callable[[Answered], float | str]) -> Values:
        """The values of a measure of one case, which gives a number, or the name of the case in which there is none.

        A question without a trace is ``missing``, one whose trace ended in an error without an answer ``failed``.
        """
        return self.values([self._left_out(one) or measure(one) for one in self.cases])

    def values(self, found: Sequence[float | str]) -> Values:
        """Values of numbers and names of undefined cases."""
        names = dict.fromkeys(one for one in found if isinstance(one, str))
        masks = {name: np.array([one == name for one in found]) for name in names}
        return Values(np.array([0.0 if isinstance(one, str) else float(one) for one in found]), masks)

    def _left_out(self, one: Answered) -> str | None:
        if one.question in self.missing:
            return "missing"
        return "failed" if one.error is not None and one.answer is None else None
