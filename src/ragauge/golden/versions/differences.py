"""What changed from one golden set to another: questions, gold, status and columns."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ragauge.backends.rapidfuzz_edits import likely_pairs
from ragauge.golden.versions.export_rows import Gold, gold_of
from ragauge.golden.versions.gold_changes import gold_changes
from ragauge.tables.questions import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ragauge.tables.golden import Golden

LEAST_LIKE = 0.6
"""Questions whose texts are less alike are not taken for edits of each other."""
MOST_COMPARED = 4_000_000
"""So many pairs of texts are compared at most; beyond that nothing is guessed."""
STATUS = {"scored": "answerable", "no_relevant": "not answerable", "gold_unknown": "gold unknown"}

Pair = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: its id, None where the rows are only numbered, and its text."""

    id: str | None
    text: str | None

    @property
    def name(self) -> str:
        """How to call it."""
        return self.id if self.id is not None else self.text or ""


@dataclass(frozen=True, slots=True)
class Changed:
    """A question that is in both sets and not the same: each field is empty or None where nothing changed.

    ``text`` and ``status`` are (before, now), ``gold`` sentences, ``columns`` (before, now) by column.
    """

    question: Asked
    text: Pair | None = None
    status: tuple[str, str] | None = None
    gold: tuple[str, ...] = ()
    columns: Mapping[str, Pair] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed."""
        return not (self.text or self.status or self.gold or self.columns)


@dataclass(frozen=True, slots=True)
class Guess:
    """Two questions, one gone and one new, whose texts are so alike that one may be an edit of the other."""

    old: Asked
    new: Asked
    likeness: float


@dataclass(frozen=True, slots=True)
class Differences:
    """What changed; ``guesses`` repeat questions of ``removed`` and ``added`` that are probably the same.

    ``matched_by``: the questions were compared by id, or by text where one of the sets has no ids. ``match`` is how
    bare lists are meant, (before, now), None where that did not change.
    """

    matched_by: Literal["id", "text"]
    added: tuple[Asked, ...] = ()
    removed: tuple[Asked, ...] = ()
    changed: tuple[Changed, ...] = ()
    guesses: tuple[Guess, ...] = ()
    columns_added: tuple[str, ...] = ()
    columns_removed: tuple[str, ...] = ()
    match: Pair | None = None

    @property
    def is_empty(self) -> bool:
        """Whether the two are the same, but for the order of their rows."""
        found = (self.added, self.removed, self.changed, self.columns_added, self.columns_removed, self.match)
        return not any(found)

    def summary(self) -> str:
        """One sentence."""
        if self.is_empty:
            return "no differences"
        counts = {
            "added": len(self.added),
            "removed": len(self.removed),
            "with another text": sum(one.text is not None for one in self.changed),
            "with another gold": sum(bool(one.gold) for one in self.changed),
            "with another status": sum(one.status is not None for one in self.changed),
            "with other columns": sum(bool(one.columns) for one in self.changed),
        }
        parts = [f"{count} {words}" for words, count in counts.items() if count]
        found = [f"questions: {', '.join(parts)}"] if parts else []
        if self.guesses:
            found.append(f"{len(self.guesses)} of those removed are probably edited and among the added")
        for words, names in (("columns added", self.columns_added), ("columns removed", self.columns_removed)):
            if names:
                found.append(f"{words}: {', '.join(names)}")
        if self.match:
            found.append(f"bare lists mean {self.match[1] or 'nothing declared'} instead of {self.match[0] or 'that'}")
        return "; ".join(found)

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {**asdict(self), "is_empty": self.is_empty, "summary": self.summary()}

    def to_json(self) -> str:
        """JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1) + "\n"


def diff(old: Golden, new: Golden) -> Differences:
    """What changed from an old golden set to a new one, whatever the order of their rows.

    Questions are the same by their id, or by their text (NFC, white space collapsed) where a set has no ids.

    >>> from ragauge.golden.reading.rows import golden_from_rows
    >>> old = golden_from_rows([(1, {"id": "q1", "question": "How long?", "gold": ["a"]})], source="old")
    >>> new = golden_from_rows([(1, {"id": "q1", "question": "How long?", "gold": ["b"]})], source="new")
    >>> diff(old, new).changed[0].gold
    ("need added: 'b'", "need removed: 'a'")
    """
    by_id = not (old.numbered or new.numbered)
    before, now = _keys(old, by_id=by_id), _keys(new, by_id=by_id)
    changed = _changes(old, new, [(before[key], now[key]) for key in before if key in now], by_id=by_id)
    removed = sorted((_asked(old, before[key]) for key in before.keys() - now.keys()), key=_order)
    added = sorted((_asked(new, now[key]) for key in now.keys() - before.keys()), key=_order)
    columns = {*old.slices.columns}, {*new.slices.columns}
    return Differences(
        matched_by="id" if by_id else "text",
        added=tuple(added),
        removed=tuple(removed),
        changed=tuple(sorted((one for one in changed if not one.is_empty), key=lambda one: _order(one.question))),
        guesses=_guesses(removed, added),
        columns_added=tuple(sorted(columns[1] - columns[0])),
        columns_removed=tuple(sorted(columns[0] - columns[1])),
        match=None if old.match == new.match else (old.match, new.match),
    )


def _keys(golden: Golden, *, by_id: bool) -> dict[tuple[str, int], int]:
    """The row of each question by its id or text, and by which of several with one text it is."""
    names = golden.questions["question"] if by_id else [plain_text(text or "") for text in golden.questions["text"]]
    seen: Counter[str] = Counter()
    found = {}
    for row, name in enumerate(names):
        found[name, seen[name]] = row
        seen[name] += 1
    return found


def _asked(golden: Golden, row: int) -> Asked:
    name, text = golden.questions.select("question", "text").row(row)
    return Asked(None if golden.numbered else name, text)


def _changes(old: Golden, new: Golden, pairs: Iterable[tuple[int, int]], *, by_id: bool) -> Iterable[Changed]:
    gold = gold_of(old), gold_of(new)
    was, now = old.questions.rows(), new.questions.rows()
    columns = [
        (name, old.slices[name].to_list(), new.slices[name].to_list())
        for name in sorted({*old.slices.columns} & {*new.slices.columns})
    ]
    for first, second in pairs:
        (old_name, old_text, old_status), (new_name, new_text, new_status) = was[first], now[second]
        yield Changed(
            question=Asked(new_name if by_id else None, new_text),
            text=None if plain_text(old_text or "") == plain_text(new_text or "") else (old_text, new_text),
            status=None if old_status == new_status else (STATUS[old_status], STATUS[new_status]),
            gold=gold_changes(gold[0].get(old_name, Gold()), gold[1].get(new_name, Gold())),
            columns={name: (a[first], b[second]) for name, a, b in columns if a[first] != b[second]},
        )


def _guesses(removed: Sequence[Asked], added: Sequence[Asked]) -> tuple[Guess, ...]:
    gone, come = ([one for one in asked if one.text] for asked in (removed, added))
    if len(gone) * len(come) > MOST_COMPARED:
        return ()
    texts = [[plain_text(one.text or "").casefold() for one in asked] for asked in (gone, come)]
    pairs = likely_pairs(texts[0], texts[1], least=LEAST_LIKE)
    return tuple(Guess(gone[one], come[other], likeness) for one, other, likeness in pairs)


def _order(asked: Asked) -> tuple[str, str]:
    return asked.id or "", asked.text or ""
