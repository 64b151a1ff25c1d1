"""Which rows of a golden set say that the corpus has no answer, and how they say it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.ids import is_truth_value
from ragauge.core.nouns import plain_name

if TYPE_CHECKING:
    from collections.abc import Mapping

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
YES = frozenset({"true", "yes", "y", "1", "да", "ja", "si", "sí", "sim", "oui", "是", "x"})
NO = frozenset({"false", "no", "n", "0", "нет", "nein", "não", "nao", "non", "否"})


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
        """What a row declares, None if nothing.

        >>> rule = Answerability(types=("kind",), refusal="expected_refusal", reason="why", answer="answer")
        >>> rule.of({"kind": "Out of corpus"}).by
        "kind 'Out of corpus'"
        >>> rule.of({"expected_refusal": "да", "why": "repealed"}).reason
        'repealed'
        >>> rule.of({"answer": "ABSTAIN"}).by, rule.of({"kind": "single", "expected_refusal": False}) is None
        ("answer 'ABSTAIN'", True)

        Raises: ValueError in words for a flag that is neither yes nor no.
        """
        for column, values in self.declared.items():
            if _text(row.get(column)) in values:
                return Declared(f"{column} {brief(row.get(column))}")
        if (flag := self._flag(row)) is not None:
            return flag if flag.by else None
        for column in self.types:
            if plain_name(_text(row.get(column))) in NO_ANSWER:
                return Declared(f"{column} {brief(row[column])}")
        if self.answer is not None and _text(row.get(self.answer)).strip(".!") in MAGIC:
            return Declared(f"{self.answer} {brief(row[self.answer])}")
        return None

    def _flag(self, row: Mapping[str, Any]) -> Declared | None:
        """What an explicit flag says: a declaration, one without words if it says "answerable", None without a flag."""
        for column, refused in ((self.refusal, True), (self.answerable, False)):
            if column is None or (said := _truth(row.get(column), column)) is None:
                continue
            if said is not refused:
                return Declared("") if refused or said else None
            reason = _text(row.get(self.reason)) if self.reason else ""
            return Declared(f"{column} {brief(row[column])}", reason or None)
        return None


def _truth(value: Any, column: str) -> bool | None:
    if is_truth_value(value):
        return bool(value)
    word = _text(value).casefold()
    if not word:
        return None
    if word in YES or plain_name(word) in NO_ANSWER:
        return True
    if word in NO:
        return False
    raise ValueError(f"{brief(value)} is neither yes nor no in {column!r}")


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()
