"""Golden sets as files: the forms that hold all of one, and those of other tools as far as they go."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError
from ragauge.golden.versions.export_foreign import autorag_rows, beir_files, ragas_rows, trec_qrels
from ragauge.golden.versions.export_rows import EVIDENCE, golden_rows
from ragauge.io.workbook import workbook_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polars._typing import PolarsDataType

    from ragauge.tables.golden import Golden

Rows = list[dict[str, Any]]
SHEET = "golden"


def export_golden(golden: Golden, kind: str) -> bytes:
    """The content of a file that holds a golden set.

    - ``jsonl``, ``json``, ``csv``, ``tsv``, ``parquet``, ``xlsx``: all of it, to be read back as the same golden set
      (see ``versions.export_rows``); a cell of a table holds the evidence as JSON. Texts are written as they are, also
      one that begins with ``=``, which a spreadsheet would compute in a CSV; in ``xlsx`` all cells are text;
    - ``trec``: qrels; without the texts and the other columns;
    - ``autorag`` (Parquet) and ``autorag.jsonl``: ``retrieval_gt`` as a list of needs;
    - ``ragas``: JSONL with ``user_input``, ``reference``, ``reference_contexts`` and ``reference_context_ids``.

    A BEIR folder is several files: see ``export_foreign.beir_files``.

    >>> from ragauge.golden.reading.rows import golden_from_rows
    >>> golden = golden_from_rows([(1, {"question": "Why?", "gold": [["a", "b"]]})], source="gold")
    >>> print(export_golden(golden, "csv").decode())
    question,evidence
    Why?,"[[""a"", ""b""]]"
    <BLANKLINE>

    Raises: InputError for an unknown kind, and for everything in the golden set that the kind cannot hold.
    """
    if kind not in WRITERS:
        raise InputError(f"no kind {kind!r} of golden file; there are: {', '.join(WRITERS)}, beir")
    return WRITERS[kind](golden)


def export_beir(golden: Golden, *, split: str = "test") -> dict[str, bytes]:
    """The files of a BEIR folder without its corpus, by their path in the folder.

    Raises: InputError for everything in the golden set that they cannot hold.
    """
    return {name: text.encode() for name, text in beir_files(golden, split=split).items()}


def _json_lines(rows: Rows) -> bytes:
    return "".join(f"{json.dumps(row, ensure_ascii=False, allow_nan=False)}\n" for row in rows).encode()


def _json(rows: Rows) -> bytes:
    return (json.dumps(rows, ensure_ascii=False, allow_nan=False, indent=1) + "\n").encode()


def cell_table(golden: Golden) -> tuple[list[str], list[list[str | None]]]:
    """The names of the columns, and the rows with text in every cell: lists as JSON, truth values as words."""
    rows = golden_rows(golden)
    names = list(rows[0]) if rows else ["question", EVIDENCE]
    return names, [[_cell(row[name]) for name in names] for row in rows]


def _cell(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value


def _delimited(golden: Golden, delimiter: str) -> bytes:
    names, rows = cell_table(golden)
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return text.getvalue().encode()


def _parquet(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    schema: dict[str, PolarsDataType] = {name: pl.String() for name in names}
    return _parquet_bytes(pl.DataFrame(rows, schema=schema, orient="row"))


def _workbook(names: list[str], rows: list[list[str | None]]) -> bytes:
    return workbook_bytes({SHEET: [names, *rows]}, widths={"question": 60, EVIDENCE: 60})


def _parquet_bytes(frame: pl.DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    return buffer.getvalue()


def _autorag_parquet(golden: Golden) -> bytes:
    schema: dict[str, PolarsDataType] = {
        "qid": pl.String(),
        "query": pl.String(),
        "retrieval_gt": pl.List(pl.List(pl.String)),
        "generation_gt": pl.List(pl.String),
    }
    return _parquet_bytes(pl.DataFrame(autorag_rows(golden), schema=schema))


WRITERS: dict[str, Callable[[Golden], bytes]] = {
    "jsonl": lambda golden: _json_lines(golden_rows(golden)),
    "json": lambda golden: _json(golden_rows(golden)),
    "csv": lambda golden: _delimited(golden, ","),
    "tsv": lambda golden: _delimited(golden, "\t"),
    "parquet": lambda golden: _parquet(*cell_table(golden)),
    "xlsx": lambda golden: _workbook(*cell_table(golden)),
    "trec": lambda golden: trec_qrels(golden).encode(),
    "autorag": _autorag_parquet,
    "autorag.jsonl": lambda golden: _json_lines(autorag_rows(golden)),
    "ragas": lambda golden: _json_lines(ragas_rows(golden)),
}
