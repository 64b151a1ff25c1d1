"""One kind of golden file: the file, a run of the same user, and what recall@5 must be, question by question."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

NO_RELEVANT, UNKNOWN = "no_relevant", "gold_unknown"
Cell = float | str


class Case(NamedTuple):
    """A row of a JSONL golden file, the hits for it (None: not in the run), and its recall@5."""

    row: dict[str, Any]
    hits: list[Any] | None
    cell: Cell


@dataclass(frozen=True)
class Kind:
    """``recall`` is worked out by hand, as is every one of ``cells``; with undeclared lists ``either`` is the value
    if any item of a list will do. Each of ``warns`` are words that stand together in one warning."""

    gold: str
    gold_text: str
    run: str
    run_text: str
    cells: tuple[Cell, ...]
    recall: float
    either: float | None = None
    options: tuple[str, ...] = ()
    warns: tuple[tuple[str, ...], ...] = ()

    @property
    def question_column(self) -> str:
        return next(name for name in ("query", "pergunta", "question") if name in self.gold_text.split("\n")[0])

    @property
    def first_question(self) -> str:
        head, first = self.gold_text.splitlines()[:2]
        return first.split(",")[0] if self.gold.endswith(".csv") else json.loads(head)[self.question_column]

    @property
    def files(self) -> dict[str, str]:
        return {self.gold: self.gold_text, self.run: self.run_text}


def json_lines(rows: list[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def answers(pairs: dict[str, list[Any] | None]) -> str:
    """A run of one line a question; None leaves the question out."""
    return json_lines([{"question": text, "retrieved": hits} for text, hits in pairs.items() if hits is not None])


def jsonl_kind(cases: list[Case], recall: float, *, question: str = "question", **more: Any) -> Kind:
    """A kind whose golden file is JSONL, and its run as well."""
    return Kind(
        gold="gold.jsonl",
        gold_text=json_lines([case.row for case in cases]),
        run="run.jsonl",
        run_text=answers({case.row[question]: case.hits for case in cases}),
        cells=tuple(case.cell for case in cases),
        recall=recall,
        **more,
    )
