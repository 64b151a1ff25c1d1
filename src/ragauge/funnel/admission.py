"""Which gold the filters of a question let pass, and which the person who asks may not see at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.core.json_text import parse_json
from ragauge.funnel.reach import GONE, PASSED, UNKNOWN
from ragauge.pipeline.filters.recorded import predicates_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.funnel.origins import Origin
    from ragauge.pipeline.filters.predicate import Predicate

REMOVES_NOTHING = ("soft", "none")
"""The modes of a filter that only orders anew, or is off."""


@dataclass(frozen=True, slots=True)
class Admission:
    """The predicates of one question, as its trace has recorded them (None: not recorded), and whether they are hard.

    Those of authorization always are. Others remove nothing where the filter was soft or off.
    """

    extracted: tuple[Predicate, ...] | None
    authorization: tuple[Predicate, ...] | None
    is_hard: bool = True

    @classmethod
    def read(
        cls, question: str, extracted: str | None, authorization: str | None, source: str, mode: str | None = None
    ) -> Admission:
        """From the JSON texts of a table of traces, and the mode of the filter: hard where nobody says it.

        Raises: InputError naming the question where they are no predicates.
        """
        found = []
        for name, text in (("extracted", extracted), ("authorization", authorization)):
            try:
                given = None if text is None else parse_json(text)
                found.append(None if given is None else predicates_of(given, authorization=name == "authorization"))
            except (ValueError, InputError) as error:
                message = f"the {name} predicates of question {question!r}: {error}"
                raise InputError([Problem(message, source, column=name)]) from error
        plain, secret = found
        return cls(plain, secret, (mode or "").split(" ")[0] not in REMOVES_NOTHING)

    @property
    def is_recorded(self) -> bool:
        """Whether anything is known of the filters."""
        return self.extracted is not None or self.authorization is not None or not self.is_hard

    @property
    def removing(self) -> tuple[Predicate, ...]:
        """The predicates that remove what does not keep them."""
        return (*((self.extracted or ()) if self.is_hard else ()), *(self.authorization or ()))

    def is_withheld(self, alternatives: Sequence[Origin], metadata: Mapping[str, Mapping[str, object]]) -> bool:
        """Whether it is known that the asker may see no alternative."""
        if not self.authorization:
            return False
        fields = [metadata.get(one.document or "") for one in alternatives]
        return all(one is not None and not _kept(self.authorization, one) for one in fields)

    def verdict(self, alternatives: Sequence[Origin], metadata: Mapping[str, Mapping[str, object]]) -> tuple[int, str]:
        """Whether a document that holds the need passes the filters, and if none does, which predicate stops each."""
        if not self.is_recorded:
            return UNKNOWN, ""
        asked = self.removing
        if not asked:
            return PASSED, ""
        left = [one for one in alternatives if GONE not in one.verdicts]
        fields = {one.document or "": metadata.get(one.document or "") for one in left}
        known = {name: one for name, one in fields.items() if one is not None}
        if any(_kept(asked, one) for one in known.values()):
            return PASSED, ""
        if not left or len(known) < len(fields):
            return UNKNOWN, ""
        return GONE, "; ".join(f"{name}: {_stopped(asked, one)}" for name, one in known.items())


def _kept(predicates: Sequence[Predicate], fields: Mapping[str, object]) -> bool:
    return all(one.holds(fields) for one in predicates)


def _stopped(predicates: Sequence[Predicate], fields: Mapping[str, object]) -> str:
    """Which predicates a document does not keep, and what it has in their fields."""
    broken = [one for one in predicates if not one.holds(fields)]
    return ", ".join(
        f"{one.field} is {fields[one.field]!r}, asked {one}"
        if one.field in fields
        else f"has no {one.field}, asked {one}"
        for one in broken
    )
