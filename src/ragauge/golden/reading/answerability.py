"""Which rows of a golden set say that the corpus has no answer, and how they say it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.ids import is_truth_value
from ragauge.core.nouns import plain_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TYPE_WORDS = (
    "no_answer unanswerable not_answerable unanswered negative refusal refuse abstain abstention out_of_corpus "
    "out_of_scope out_of_domain not_in_corpus no_evidence null_query should_refuse false_premise "
    "нет_ответа без_ответа отказ вне_корпуса вне_базы негативный keine_antwort nicht_beantwortbar sin_respuesta "
    "sem_resposta sans_réponse 无答案 无法回答"
)
NO_ANSWER = frozenset(TYPE_WORDS.split())
"""Types of questions that declare them unanswerable."""
CAPITALS = "ABSTAIN NO_ANSWER NOANSWER UNANSWERABLE NOT_ANSWERABLE REFUSE REFUSAL НЕТ_ОТВЕТА ОТКАЗ"
MAGIC = frozenset(CAPITALS.split())
"""Words in capitals that stand in the answer cell for "there is none"."""
YES = frozenset({"true", "yes", "y", "1", "1.0", "да", "ja", "si", "sí", "sim", "oui", "是", "x"})
NO = frozenset({"false", "no", "n", "0", "0.0", "нет", "nein", "não", "nao", "non", "否"})


@dataclass(frozen=True, slots=True)
class Declared:
    """That a row declares itself unanswerable: by what, and whether with a reason of its own.

    With a ``reason`` beside an explicit flag, gold sources are what a good refusal cites, and count.
    """

    by: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Answerability:
    """The columns that can say it; ``declared`` is (column, value) pairs that the user gave."""

    types: tuple[str, ...] = ()
    refusal: str | None = None
    answerable: str | None = None
    reason: str | None = None
    answer: str | None = None
    declared: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def of(self, row: Mapping[str, Any]) -> Declared | None:
        """What one row declares, None if nothing.

        >>> rule = Answerability(types=("kind",), refusal="expected_refusal", reason="why", answer="answer")
        >>> rule.of({"kind": "Out of corpus"}).by
        "kind 'Out of corpus'"
        >>> rule.of({"expected_refusal": "да", "why": "repealed"}).reason
        'repealed'
        >>> rule.of({"answer": "ABSTAIN"}).by, rule.of({"kind": "single", "expected_refusal": False}) is None
        ("answer 'ABSTAIN'", True)

        Raises: ValueError in words for a flag that is neither yes nor no.
        """
        columns = {name: [row.get(name)] for name in self._names()}
        declared, faults = self.of_columns(columns, 1)
        if faults:
            raise ValueError(faults[0][1])
        return declared.get(0)

    def of_columns(
        self, columns: Mapping[str, list[Any]], count: int
    ) -> tuple[dict[int, Declared], list[tuple[int, str]]]:
        """What the rows of a table declare, by their places; and (place, message) of flags that cannot be read.

        What the user says comes first, then an explicit flag, which can also say that there is an answer, then the type
        of the question, then a word in capitals for its answer.
        """
        found: dict[int, Declared] = {}
        for column, words in self.declared.items():
            alike = frozenset(word.casefold() for word in words)
            self._mark(found, column, columns[column], partial(_is_among, alike))
        flags, faults = self._flags(columns)
        found = {place: flag for place, flag in flags.items() if flag is not None} | found
        settled = flags.keys() | found.keys()
        later: dict[int, Declared] = {}
        if self.answer is not None:
            self._mark(later, self.answer, columns[self.answer], lambda text: text.strip(".!") in MAGIC)
        for column in self.types:
            self._mark(later, column, columns[column], lambda text: plain_name(text) in NO_ANSWER)
        return found | {place: one for place, one in later.items() if place not in settled}, faults

    def _names(self) -> set[str]:
        single = (self.refusal, self.answerable, self.reason, self.answer)
        return {*self.types, *self.declared, *(name for name in single if name is not None)}

    @staticmethod
    def _mark(found: dict[int, Declared], column: str, cells: list[Any], declares: Callable[[str], bool]) -> None:
        """Note every row whose cell says it; what a cell says is asked once for each different one."""
        words = {cell for cell in _different(cells) if declares(_text(cell))}
        if words:
            for place, cell in enumerate(cells):
                if isinstance(cell, str | int) and cell in words:
                    found[place] = Declared(f"{column} {brief(cell)}")

    def _flags(self, columns: Mapping[str, list[Any]]) -> tuple[dict[int, Declared | None], list[tuple[int, str]]]:
        """What explicit flags say: a declaration, or None for "there is an answer"."""
        found: dict[int, Declared | None] = {}
        faults = []
        for column, refused in ((self.answerable, False), (self.refusal, True)):
            for place, cell in enumerate(columns[column] if column else ()):
                try:
                    said = _truth(cell, str(column), refused=refused)
                except ValueError as error:
                    faults.append((place, str(error)))
                    continue
                if said is None:
                    continue
                reason = _text(columns[self.reason][place]) if self.reason and said is refused else ""
                found[place] = Declared(f"{column} {brief(cell)}", reason or None) if said is refused else None
        return found, faults


def _is_among(words: frozenset[str], text: str) -> bool:
    return text.casefold() in words


def _different(cells: list[Any]) -> set[Any]:
    return {cell for cell in cells if isinstance(cell, str | int)}


def _truth(value: Any, column: str, *, refused: bool) -> bool | None:
    if is_truth_value(value):
        return bool(value)
    word = _text(value).casefold()
    if not word:
        return None
    if plain_name(word) in NO_ANSWER:
        return refused
    if word in YES or word in NO:
        return word in YES
    raise ValueError(f"{brief(value)} is neither yes nor no in {column!r}")


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()
