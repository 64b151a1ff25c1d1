"""A sheet for people to label: a sample of a judge's verdicts, which ``ragauge judge calibrate`` reads as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.errors import InputError
from ragauge.core.judge_marks import recorded_marks
from ragauge.io.spreadsheet_cells import csv_line, safe_cell
from ragauge.judging.measured.judgements import judgements_of
from ragauge.judging.measured.matching import prompts_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.scorecard import Scorecard
    from ragauge.judging.measured.judgements import Judgement

COLUMNS = ("id", "cluster", "question", "item", "human", "labels", "passages", "quotes", "judge", "detail",
           "judge_model", "task", "prompt_version")  # fmt: skip
"""``human`` stands before what the judge says; cover the columns from ``passages`` on, or people agree with it."""
SHOWN = ("answer", "texts")
"""What stands behind the question where the texts are known."""
OF_THE_JUDGE = COLUMNS[COLUMNS.index("passages") :]
"""What is no business of who labels; a blind sheet has it in a file of its own, with the id."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a verdict is about, so that it can be labelled from the sheet alone."""

    answer: str
    texts: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The verdicts that are to be labelled, of ``total`` that there are, and what they are of."""

    rows: tuple[Judgement, ...]
    total: int
    metric: str
    model: str
    prompts: str
    texts: dict[str, str | None]
    shown: tuple[Shown, ...] | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """The words that people may use; none where the grounds do not tell."""
        return next((row.labels for row in self.rows), ())

    def to_csv(self, *, blind: bool = False) -> str:
        """CSV, one row a verdict; the column ``human`` is empty. ``blind``: without the columns of the judge."""
        after = COLUMNS.index("question") + 1
        columns = COLUMNS if self.shown is None else (*COLUMNS[:after], *SHOWN, *COLUMNS[after:])
        return self._csv([name for name in columns if not (blind and name in OF_THE_JUDGE)])

    def judge_csv(self) -> str:
        """CSV with what a blind sheet leaves out, by the same ids."""
        return self._csv(["id", *OF_THE_JUDGE])

    def _csv(self, columns: Sequence[str]) -> str:
        shown = self.shown or [Shown("", "")] * len(self.rows)
        cells = [self._cells(*pair) for pair in zip(self.rows, shown, strict=True)]
        return "".join(map(csv_line, [columns, *([row[name] for name in columns] for row in cells)]))

    def _cells(self, row: Judgement, shown: Shown) -> dict[str, str]:
        quotes = "\n".join(f"«{quote}»" for quote in row.quotes)
        name, words = f"{row.question}#{row.place}", " / ".join(row.labels)
        places = ", ".join(str(place + 1) for place in row.passages)
        cells = (name, row.question, self.texts.get(row.question), row.text, "", words, places, quotes, row.label,
                 row.detail, self.model, self.metric, self.prompts)  # fmt: skip
        told = {**dict(zip(COLUMNS, cells, strict=True)), "answer": shown.answer, "texts": shown.texts}
        return {column: safe_cell(cell) for column, cell in told.items()}


def make_sheet(card: Scorecard, metric: str | None = None, *, most: int | None = 100, seed: int = 0) -> Sheet:
    """A sample of at most ``most`` verdicts of a metric (None: all), in an order in which one may stop anywhere.

    Every verdict is as likely to be in it as any other, and every label has its share: what is found on the sample
    holds for all of them. Rows stand in a random order, so that the first ones are a sample too. Rare labels are not
    taken more often: kappa and rates would be those of another pool.

    Raises: InputError for a metric that no judge gave, several of which none is named, and where no verdict is kept.
    """
    name = _metric(card, metric)
    found = judgements_of(card, name)
    if not found:
        raise InputError(f"{name}: the scorecard keeps no verdict that it rests on")
    judge = card.provenance.get("judge") or {}
    chosen = _sample([row.label for row in found], len(found) if most is None else most, seed)
    texts = dict(zip(card.questions, card.columns.get("question", ()), strict=False))
    return Sheet(
        rows=tuple(found[place] for place in chosen),
        total=len(found),
        metric=name,
        model=str(judge.get("model") or ""),
        prompts=prompts_named((judge.get("prompts") or {}).get(name, {})),
        texts=texts,
    )


def _metric(card: Scorecard, metric: str | None) -> str:
    there = [name for name, _ in recorded_marks(card)]
    if metric is not None and metric not in there:
        raise InputError(f"no judge gave {metric}; those that one gave: {', '.join(there) or 'none'}")
    if metric is None and len(there) != 1:
        what = f"name one of {', '.join(there)} with --metric" if there else "no metric here is one that a judge gave"
        raise InputError(f"verdicts of one metric go into a sheet: {what}")
    return metric or there[0]


def _sample(labels: Sequence[str], most: int, seed: int) -> list[int]:
    """At most so many places in a random order: each equally likely, and of each label its share, within one.

    Systematic sampling: in a list sorted by label, and shuffled within each, every N/n-th place from a random start.
    """
    generator = np.random.default_rng(seed)
    count = min(most, len(labels))
    shuffled = generator.permutation(len(labels)).tolist()
    by_label = sorted(shuffled, key=lambda place: labels[place])
    picks = np.floor((generator.random() + np.arange(count)) * (len(labels) / count)).astype(np.int64)
    chosen = [by_label[min(pick, len(labels) - 1)] for pick in picks.tolist()]
    return [chosen[place] for place in generator.permutation(count).tolist()]
