"""Which questions of two scorecards belong together, and their values side by side."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.comparison.columns import cells_of, where_cell
from ragauge.comparison.records import Pairing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.scorecard import Scorecard


MARK = "\0"
"""Stands between a text and the number of its repetition."""


ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """The questions that both scorecards have with the same gold, by id: their places in each of the two.

    The order is that of the ids, so that nothing random depends on the order of the rows.
    """

    base: Scorecard
    candidate: Scorecard
    at_base: IntArray
    at_candidate: IntArray
    pairing: Pairing

    def __len__(self) -> int:
        return len(self.at_base)

    def column(self, name: str) -> NDArray[np.object_]:
        """A column of the golden set, a blank cell as ``(blank)``."""
        return cells_of(self.candidate, name)[self.at_candidate]

    def values(self, metric: str) -> tuple[FloatArray, FloatArray, BoolArray]:
        """The values in base and candidate, and where both have one."""
        before, now = self.base.values[metric], self.candidate.values[metric]
        both = before.defined[self.at_base] & now.defined[self.at_candidate]
        return before.value[self.at_base], now.value[self.at_candidate], both

    def left_out(self, metric: str, where: BoolArray) -> dict[str, int]:
        """How many of the common questions have no pair of values, by what is in the way."""
        before = _cases(self.base, metric, self.at_base[where])
        now = _cases(self.candidate, metric, self.at_candidate[where])
        reasons = (_reason(one, other) for one, other in zip(before, now, strict=True))
        return dict(Counter(reason for reason in reasons if reason))


def pair(base: Scorecard, candidate: Scorecard) -> Pairs:
    """Bring the questions of two scorecards together.

    A question belongs to both when its id does, and its gold too where both scorecards say what that is. Where one of
    the golden files has no ids, so that its rows were only numbered, it is the text that belongs to both.
    """
    by_text = _numbered(base) or _numbered(candidate)
    before = {name: place for place, name in enumerate(_names(base, by_text=by_text))}
    now = {name: place for place, name in enumerate(_names(candidate, by_text=by_text))}
    gold, other = base.evidence.get("gold"), candidate.evidence.get("gold")
    both = sorted(before.keys() & now.keys())
    changed: Sequence[str] = ()
    if gold is not None and other is not None:
        changed = [name for name in both if gold[before[name]] != other[now[name]]]
    left = set(changed)
    common = [name for name in both if name not in left]
    return Pairs(
        base,
        candidate,
        np.array([before[name] for name in common], dtype=np.int64),
        np.array([now[name] for name in common], dtype=np.int64),
        Pairing(
            common=len(common),
            only_base=tuple(_shown(name) for name in before if name not in now),
            only_candidate=tuple(_shown(name) for name in now if name not in before),
            changed=tuple(map(_shown, changed)),
        ),
    )


def _numbered(card: Scorecard) -> bool:
    gold = card.provenance.get("gold")
    return isinstance(gold, Mapping) and gold.get("numbered") is True


def _names(card: Scorecard, *, by_text: bool) -> list[str]:
    """What each question is known by: its id, or its text and which of its repetitions it is."""
    texts = card.columns.get("question")
    if not by_text or texts is None:
        return list(card.questions)
    seen: Counter[str] = Counter()
    names = []
    for text, question in zip(texts, card.questions, strict=True):
        plain = unicodedata.normalize("NFC", question if text is None else str(text))
        names.append(f"{plain}{MARK}{seen[plain]}" if seen[plain] else plain)
        seen[plain] += 1
    return names


def _shown(name: str) -> str:
    return name.partition(MARK)[0]


def moves(before: FloatArray, now: FloatArray) -> FloatArray:
    """Candidate − base, question by question; what only rounding tells apart has not moved."""
    moved = now - before
    size = np.maximum(np.abs(before), np.abs(now))
    return np.where(np.abs(moved) <= ROUNDING * np.maximum(1.0, size), 0.0, moved)


def slices_of(pairs: Pairs, columns: Sequence[str]) -> Iterator[tuple[Mapping[str, str], BoolArray]]:
    """Every slice of the columns, with its questions."""
    for name in columns:
        cells = pairs.column(name)
        for cell in sorted(set(cells.tolist())):
            yield {name: cell}, where_cell(cells, cell)


def _cases(card: Scorecard, metric: str, places: IntArray) -> list[str | None]:
    cases: list[str | None] = [None] * len(places)
    for case, mask in card.values[metric].undefined.items():
        for index in np.flatnonzero(mask[places]).tolist():
            cases[index] = case
    return cases


def _reason(before: str | None, now: str | None) -> str | None:
    if before == now:
        return before
    if now is None:
        return f"base: {before}"
    return f"candidate: {now}" if before is None else f"base: {before}, candidate: {now}"
