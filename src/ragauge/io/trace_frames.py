"""Tables of traces with a row for each: nested columns that mirror the lines of a file (``docs/traces-parquet.md``).

Columns of the expected types are read as columns. Where anything in them is odd, the rows go one by one through the
reader of the lines, which gives the same or says what is wrong.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.entries import refuse_contradiction
from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import WHITE
from ragauge.core.json_text import parse_json
from ragauge.core.trace import KINDS, TRACE_FIELDS
from ragauge.io.frame_columns import whole_numbers
from ragauge.io.problem_list import ProblemList
from ragauge.io.trace_assembly import HIT, STAGES, assembled, gathered, json_text, versions_of
from ragauge.io.trace_lines import trace_of_object
from ragauge.tables.anchors import ANCHORS, anchors_of
from ragauge.tables.traced import ASKED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ragauge.core.anchors import Anchor
    from ragauge.core.trace import Trace
    from ragauge.tables.traced import Traced

PREDICATES = ("extracted", "authorization")
WHOLE = ("question", "prompt_tokens", "window")
"""Columns that pandas makes floats where one of their whole numbers is missing."""
ITEMS = ("item", "id")
"""What the id of a hit may be called."""


class OddError(Exception):
    """Something that is not read by columns."""


def traced_of_frame(frame: pl.DataFrame, source: str = "traces") -> Traced:
    """The tables of traces that stand in a table, one a row.

    >>> stages = [[{"name": "bm25", "kind": "lane", "hits": [{"item": "c1", "score": 7.5}]}]]
    >>> traced_of_frame(pl.DataFrame({"question": ["q1"], "stages": stages})).run("bm25").frame.rows()
    [('q1', 'c1', 7.5)]

    Raises: InputError with every row that is no trace; and for a question with two traces, an item with two places, or
        a stage with two kinds.
    """
    unknown = [name for name in frame.columns if name not in TRACE_FIELDS]
    notes = [f"columns that are no part of a trace, not read: {', '.join(unknown)}"] if unknown else []
    wanted = [name for name in (*ASKED, "stages", "anchors", "versions") if name in frame.columns]
    known = frame.select(frame[name] for name in wanted if frame.schema[name] != pl.Null)
    known = known.with_columns(whole_numbers(known[name]) for name in WHOLE if name in known.columns)
    try:
        return _by_columns(known, source, notes)
    except OddError:
        return gathered(_by_rows(known, source), source, notes)


def _by_columns(frame: pl.DataFrame, source: str, notes: list[str]) -> Traced:
    asked = _asked(frame)
    stages, hits = _stages(frame)
    return assembled(asked, stages, hits, _anchors(frame), source, notes, _versions(frame))


def _asked(frame: pl.DataFrame) -> pl.DataFrame:
    """The table ``ASKED``."""
    if "question" not in frame.columns:
        raise OddError
    columns = {}
    for name, dtype in ASKED.items():
        if name not in frame.columns:
            columns[name] = pl.Series(name, [None], dtype=dtype).new_from_index(0, frame.height)
        elif name == "question":
            columns[name] = ids_of(frame[name])
        else:
            columns[name] = _typed(frame[name], dtype)
    for name in PREDICATES:
        columns[name] = _canonical(columns[name])
    table = pl.DataFrame(columns, schema=ASKED)
    if table["question"].has_nulls() or table["question"].is_duplicated().any():
        raise OddError
    if (table["prompt_tokens"] < 0).any() or (table["window"] < 0).any():
        raise OddError
    if table["citations"].list.eval(pl.element().is_null().any()).explode().any():
        raise OddError
    return table


def _typed(column: pl.Series, dtype: Any) -> pl.Series:
    given = column.dtype
    text = dtype == pl.String and given in (pl.String, pl.Categorical, pl.Enum)
    whole = dtype == pl.Int64 and given.is_integer()
    if not (given == dtype or text or whole):
        raise OddError
    try:
        return column.cast(dtype)
    except pl.exceptions.PolarsError:
        raise OddError from None


def ids_of(column: pl.Series) -> pl.Series:
    """A column as ids (see ``core.ids.clean_id``).

    Raises: OddError for one that has to be looked at value by value.
    """
    given = column.dtype
    if given.is_integer() or given in (pl.Categorical, pl.Enum):
        column = column.cast(pl.String)
    if column.dtype != pl.String:
        raise OddError
    if column.str.contains_any([*WHITE, "\0"]).any():
        if column.str.contains("\0", literal=True).any():
            raise OddError
        column = column.str.strip_chars(WHITE)
    return column.replace("", None)


def scores_of(column: pl.Series) -> pl.Series:
    """A column as scores.

    Raises: OddError for one that has anything else than finite numbers in it.
    """
    if not (column.dtype.is_integer() or column.dtype.is_float()):
        raise OddError
    scores = column.cast(pl.Float64)
    if not scores.is_finite().all():
        raise OddError
    return scores


def _canonical(texts: pl.Series) -> pl.Series:
    """JSON texts of objects, written in one way."""
    known: dict[str, str] = {}
    for text in texts.drop_nulls().unique():
        try:
            value = parse_json(text)
        except ValueError:
            raise OddError from None
        if not isinstance(value, dict):
            raise OddError
        known[text] = json_text(value)
    return texts.replace(known) if known else texts


def _stages(frame: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The table ``STAGES``, and the hits of all of them."""
    rows = _rows_of(frame, "stages", {"name", "kind", "hits"})
    if rows is None:
        return pl.DataFrame(schema=STAGES), pl.DataFrame(schema=HIT)
    if "kind" not in rows.columns:
        rows = rows.with_columns(kind=pl.lit("lane"))
    if not {"name", "hits"} <= set(rows.columns):
        raise OddError
    name, kind = (_typed(rows[column], pl.String) for column in ("name", "kind"))
    table = rows.select("trace", name, kind.fill_null("lane"), "hits")
    kinds = table.select("name", "kind").unique()
    odd = table["name"].has_nulls() or (table["name"].str.strip_chars(WHITE) == "").any()
    odd = odd or not kinds["kind"].is_in(KINDS).all() or kinds["name"].is_duplicated().any()
    if odd or table["hits"].has_nulls() or table.select(pl.struct("trace", "name").is_duplicated().any()).item():
        raise OddError
    if not isinstance(table.schema["hits"], pl.List):
        raise OddError
    length = table["hits"].list.len().alias("length")
    return table.select("trace", "name", "kind", length).cast(pl.Schema(STAGES)), _hits(
        table["hits"].filter(length > 0)
    )


def _hits(lists: pl.Series) -> pl.DataFrame:
    """The table ``HIT`` of lists of ids, or of objects of an id and a score."""
    rows = lists.explode()
    if not isinstance(rows.dtype, pl.Struct):
        return pl.DataFrame({"item": ids_of(rows), "score": None}, schema=HIT)
    fields = rows.struct.unnest()
    item = next((name for name in ITEMS if name in fields.columns), None)
    if item is None or not set(fields.columns) <= {item, "score"}:
        raise OddError
    score = scores_of(fields["score"]) if "score" in fields.columns and fields.schema["score"] != pl.Null else None
    return pl.DataFrame({"item": ids_of(fields[item]), "score": score}, schema=HIT)


def _anchors(frame: pl.DataFrame) -> pl.DataFrame:
    """What the items stand for."""
    rows = _rows_of(frame, "anchors", set(ANCHORS))
    if rows is None:
        return pl.DataFrame(schema=ANCHORS)
    if "item" not in rows.columns or rows["item"].has_nulls():
        raise OddError
    if rows.select(pl.struct("trace", "item").is_duplicated().any()).item():
        raise OddError
    told = [_typed(rows[name], dtype) for name, dtype in ANCHORS.items() if name in rows.columns]
    table = pl.DataFrame(told).unique(maintain_order=True)
    missing = [pl.lit(None, dtype=dtype).alias(name) for name, dtype in ANCHORS.items() if name not in table.columns]
    table = table.with_columns(missing).select(list(ANCHORS))
    again = table["item"].is_duplicated()
    known: dict[str, Anchor] = {}
    for item, *values in table.filter(again).iter_rows():
        anchor = next(iter(anchors_of(pl.DataFrame([(item, *values)], schema=ANCHORS, orient="row")).values()))
        try:
            refuse_contradiction(item, known.setdefault(item, anchor), anchor)
        except ValueError:
            raise OddError from None
    return table.unique("item", keep="first", maintain_order=True)


def _versions(frame: pl.DataFrame) -> pl.DataFrame:
    """What the versions say, which are JSON texts."""
    if "versions" not in frame.columns:
        return versions_of(())
    texts = _typed(frame["versions"], pl.String)
    known: dict[str | None, Any] = {None: None}
    for text in texts.drop_nulls().unique():
        try:
            known[text] = parse_json(text)
        except ValueError:
            raise OddError from None
        if not isinstance(known[text], dict) or not all(isinstance(one, str) for one in known[text].values()):
            raise OddError
    return versions_of(known[text] for text in texts)


def _rows_of(frame: pl.DataFrame, name: str, known: set[str]) -> pl.DataFrame | None:
    """The objects in the lists of a column, one a row, with the number of their ``trace``; None for none."""
    if name not in frame.columns:
        return None
    lists = frame.select(pl.int_range(pl.len(), dtype=pl.UInt32).alias("trace"), name)
    if not isinstance(lists.schema[name], pl.List):
        raise OddError
    rows = lists.filter(pl.col(name).list.len() > 0).explode(name)
    dtype = rows.schema[name]
    if rows.is_empty():
        return None
    if not isinstance(dtype, pl.Struct) or rows[name].has_nulls() or not {one.name for one in dtype.fields} <= known:
        raise OddError
    return rows.unnest(name)


def _by_rows(frame: pl.DataFrame, source: str) -> Iterator[Trace]:
    """The traces, one row after the other; InputError in the end with all that is wrong."""
    problems = ProblemList()
    for number, row in enumerate(frame.iter_rows(named=True), start=1):
        try:
            yield _trace(row)
        except InputError as error:
            for problem in error.problems:
                problems.add(replace(problem, file=source, row=number))
    if problems:
        raise InputError(problems.all())


def _trace(row: Mapping[str, Any]) -> Trace:
    """The trace of a row, whose nulls say nothing."""
    told = {name: value for name, value in row.items() if value is not None}
    readers = {
        **dict.fromkeys(PREDICATES, _predicates),
        "versions": _versions_object,
        "anchors": _places,
        "stages": _stage_objects,
    }
    problems = []
    for name, read in readers.items():
        if name not in told:
            continue
        try:
            told[name] = read(told[name])
        except ValueError as error:
            problems.append(Problem(str(error), column=name))
            told.pop(name)
    try:
        trace = trace_of_object(told)
    except InputError as error:
        raise InputError([*problems, *error.problems]) from error
    if problems:
        raise InputError(problems)
    return trace


def _predicates(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("predicates are JSON texts in a table: a null in an object would be a value")  # noqa: TRY004
    return parse_json(value)


def _versions_object(value: Any) -> Any:
    if isinstance(value, dict):  # a struct has a null where a row says nothing
        return {name: one for name, one in value.items() if one is not None}
    return parse_json(value) if isinstance(value, str) else value


def _places(value: Any) -> Any:
    if not isinstance(value, list) or not all(isinstance(one, dict) and one.get("item") is not None for one in value):
        return value
    found = {one["item"]: {name: part for name, part in one.items() if part is not None} for one in value}
    if len(found) < len(value):
        raise ValueError("an item has two places")
    return {item: {name: part for name, part in one.items() if name != "item"} for item, one in found.items()}


def _stage_objects(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [_stage_object(one) if isinstance(one, dict) else one for one in value]


def _stage_object(stage: dict[str, Any]) -> dict[str, Any]:
    told = {name: part for name, part in stage.items() if part is not None or name == "hits"}
    if isinstance(told.get("hits"), list):
        told["hits"] = [_hit(hit) if isinstance(hit, dict) else hit for hit in told["hits"]]
    return told


def _hit(hit: dict[str, Any]) -> Any:
    """A hit of an object: a pair where it has an id and a score at most, else what it says."""
    told = {name: part for name, part in hit.items() if part is not None}
    named = [name for name in ITEMS if name in told]
    if told.keys() <= {*named, "score"} and len(named) < len(ITEMS):
        return [told[named[0]] if named else None, told.get("score")]
    return told
