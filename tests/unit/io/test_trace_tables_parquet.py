"""Traces as Parquet: written whole, read back equal, by columns as by rows; and tables that others have made."""

import json
from dataclasses import replace

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import ragauge
from ragauge.core.anchors import Anchor
from ragauge.core.trace import KINDS, StageHits, Trace
from ragauge.io import trace_frames
from ragauge.io.trace_frames import OddError, traced_of_frame
from ragauge.io.trace_parquet import table_of_traces, write_traces_parquet
from ragauge.io.trace_rows import traced_of_rows
from ragauge.io.trace_tables import read_traced, traced_of
from ragauge.io.traces import traces_of, write_traces
from ragauge.loading import load_run

ids = st.none() | st.sampled_from(["c1", "Насос №1", "e\u0301", 'a"b\\', "], ["])
hits = st.lists(st.tuples(ids, st.none() | st.floats(allow_nan=False, allow_infinity=False)), max_size=4).map(tuple)
kind_of = dict(zip(["a", "плотный", "rrf", "cross", "prompt"], KINDS, strict=True))
places = {"c1": Anchor(document="a.md", start=0, end=5, quote="Насос"), "none": Anchor(), "x": Anchor(page_from=3)}


@st.composite
def some_traces(draw):
    found = []
    for name in draw(st.lists(st.sampled_from(["q1", "q2", "вопрос", "q4"]), max_size=4, unique=True)):
        chosen = draw(st.none() | st.lists(st.sampled_from(list(kind_of)), max_size=4, unique=True))
        stages = None if chosen is None else tuple(StageHits(one, kind_of[one], draw(hits)) for one in chosen)
        anchors = {item: places[item] for item in draw(st.lists(st.sampled_from(list(places)), unique=True))}
        found.append(
            Trace(
                name,
                draw(st.none() | st.sampled_from(["", " Сколько? "])),
                rewrites=draw(st.none() | st.just(()) | st.just(("Как?",))),
                extracted=draw(st.none() | st.sampled_from([{}, {"б": {"year": 2020}, "a": None}])),
                stages=stages,
                anchors=anchors,
                window=draw(st.none() | st.integers(0, 2**63 - 1)),
                citations=draw(st.none() | st.just(()) | st.just(("c1", ""))),
                refusal=draw(st.none() | st.booleans()),
                tokens=draw(st.none() | st.just({"prompt": 9})),
                versions=draw(st.none() | st.just({"filter": "post", "model": "m"}) | st.just({"model": "m"})),
                error=draw(st.none() | st.just("TimeoutError")),
            )
        )
    return found


def same(one, two):
    assert (one.names, dict(one.kinds)) == (two.names, dict(two.kinds))
    for name in ("asked", "recorded", "hits", "versions"):
        assert_frame_equal(getattr(one, name), getattr(two, name), check_exact=True)
    assert_frame_equal(one.anchors.sort("item"), two.anchors.sort("item"))


@given(traces=some_traces(), rows=st.booleans())
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_is_read_back_by_columns_and_by_rows(tmp_path, traces, rows):
    expected = traced_of(traces)
    for given_traces in (traces, iter(traces), expected):
        write_traces_parquet(tmp_path / "t.parquet", given_traces)
        with pytest.MonkeyPatch.context() as patch:
            if rows:
                patch.setattr(trace_frames, "_by_columns", by_rows)
            else:
                patch.setattr(trace_frames, "_by_rows", None)
            same(read_traced(tmp_path / "t.parquet"), expected)


def by_rows(*_):
    raise OddError


def test_every_part_of_a_record_has_its_column():
    lane = StageHits("a", "lane", (("c1", 0.5), (None, None)))
    full = Trace(
        "q1", "?", rewrites=("b",), extracted={"b": 1, "a": 2}, authorization={}, stages=(lane,), anchors=places,
        prompt_tokens=0, window=1, answer="", citations=(), refusal=False, timings={"a": 0.5}, seconds=1,
        tokens={"p": 1}, cost=0.25, cache_hits={"e": 1}, versions={"m": "1"}, error="E", failed_in="a",
    )  # fmt: skip
    (row,) = table_of_traces([full]).rows(named=True)
    assert not [name for name, value in row.items() if value is None]
    assert row["extracted"] == '{"a": 2, "b": 1}'
    assert row["stages"][0]["hits"] == [{"item": "c1", "score": 0.5}, {"item": None, "score": None}]
    assert [one["item"] for one in row["anchors"]] == list(places)
    assert row["anchors"][0]["quote"] == "Насос"


@pytest.mark.parametrize(
    ("odd", "message"),
    [
        (Trace("q2", stages=(StageHits("a", "lane", (("c1", float("nan")),)),)), "question 'q2' cannot be written"),
        (Trace("q2", extracted={"a": float("inf")}), "question 'q2' cannot be written"),
        (Trace("q2", extracted={"a": {1}}), "question 'q2' cannot be written"),
        (Trace("q2", text="\ud800"), "question 'q2' cannot be written"),
        (Trace("q2", window=2**63), "cannot be written as Parquet"),
    ],
)
def test_nothing_is_written_when_one_trace_cannot_be(tmp_path, odd, message):
    path = tmp_path / "t.parquet"
    path.write_text("before")
    with pytest.raises(ragauge.InputError, match=message):
        write_traces_parquet(path, [Trace("q1"), odd])
    assert path.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["t.parquet"]
    with pytest.raises(ragauge.InputError, match="cannot be written"):
        write_traces_parquet(tmp_path / "none" / "t.parquet", [Trace("q1")])


def table(*rows, **more):
    stages = [[{"name": "a", "kind": "lane", "hits": list(hits)}] for hits in rows]
    return pl.DataFrame(
        {"question": [f"q{place}" for place in range(len(rows))], "stages": stages, **more}, strict=False
    )


def test_tables_of_other_programs_are_understood():
    numbers = traced_of_frame(
        table([{"id": 7, "score": 1}], [{"id": 8, "score": 2}], question=[1.0, None]).fill_null(2.0)
    )
    assert numbers.asked["question"].to_list() == ["1", "2"]
    assert numbers.hits.rows() == [(0, 0, "7", 1.0), (1, 0, "8", 2.0)]
    assert traced_of_frame(table(["c1", " c2 "], [])).hits["item"].to_list() == ["c1", "c2"]
    named = traced_of_frame(table([{"chunk_id": "c1", "file": "a.md", "page": 3}, {"chunk_id": "c2", "file": None}]))
    assert named.anchors.select("item", "document", "page_from").rows() == [("c1", "a.md", 3)]
    assert named.hits["item"].to_list() == ["c1", "c2"]
    categories = table(
        ["c1"], text=pl.Series(["Сколько?"], dtype=pl.Categorical), window=pl.Series([9], dtype=pl.UInt8)
    )
    assert traced_of_frame(categories).asked.select("text", "window").row(0) == ("Сколько?", 9)
    without = traced_of_frame(pl.DataFrame({"question": ["q"], "stages": [None], "answer": ["Да"]}))
    assert (without.names, without.asked["answer"][0], len(without.hits)) == ((), "Да", 0)
    kinds = pl.DataFrame({"question": ["q"], "stages": [[{"name": "a", "hits": [{"item": "c"}]}]]})
    assert dict(traced_of_frame(kinds).kinds) == {"a": "lane"}


def test_columns_that_are_not_read_are_told():
    traced = traced_of_frame(table(["c1"], tokens=['{"prompt": 9}'], trace=["t1"], lang=["ru"]))
    assert traced.notes == ("columns that are no part of a trace, not read: trace, lang",)


def hit(**parts):
    return [{"item": "c1", "score": 1.0, **parts}]


BAD = {
    "a missing question": (table(hit(), hit(), question=["q", " "]), "t:2: column 'question': the question is missing"),
    "no column of questions": (table(hit()).drop("question"), "t:1: column 'question': the question is missing"),
    "a question again": (table(hit(), hit(), question=["q", "q"]), "t:2: question 'q' has a trace already"),
    "a score that is no number": (table(hit(), hit(score=float("nan"))), "t:2: column 'stages': the score nan of 'c1'"),
    "a score that is a text": (table([{"item": "c1", "score": "x"}]), "t:1: column 'stages': the score 'x' of 'c1'"),
    "an id that is a number": (
        table([{"item": 1.5, "score": 1.0}]),
        "t:1: column 'stages': 1.5 is a number, not an id",
    ),
    "an id with a zero byte": (table([{"item": "a\0", "score": 1.0}]), "t:1: column 'stages': .*NUL"),
    "a list that is missing": (
        pl.DataFrame({"question": ["q"], "stages": [[{"name": "a", "hits": None}]]}),
        "t:1: column 'stages': no hits",
    ),
    "a stage without a list": (pl.DataFrame({"question": ["q"], "stages": [[{"name": "a"}]]}), "t:1: .* is no stage"),
    "a kind that is none": (
        pl.DataFrame({"question": ["q"], "stages": [[{"name": "a", "kind": "best", "hits": ["c"]}]]}),
        "t:1: column 'stages': 'best' is no kind of a stage",
    ),
    "a name twice": (
        pl.DataFrame({"question": ["q"], "stages": [[{"name": "a", "hits": ["c"]}] * 2]}),
        "t:1: column 'stages': two stages are called 'a'",
    ),
    "two kinds": (
        pl.DataFrame(
            {"question": ["q", "r"], "stages": [[{"name": "a", "kind": one, "hits": ["c"]}] for one in KINDS[:2]]}
        ),
        "t:2: stage 'a' is fused here and lane before",
    ),
    "no JSON": (table(hit(), extracted=["{"]), "t:1: column 'extracted'"),
    "no object": (table(hit(), extracted=["[1]"]), r"t:1: column 'extracted': \[1\] is no object"),
    "a struct": (table(hit(), extracted=[{"a": 1}]), "t:1: column 'extracted': predicates are JSON texts"),
    "below 0": (table(hit(), window=[-1]), "t:1: column 'window': -1 is no whole number from 0"),
    "no whole number": (table(hit(), window=[0.5]), "t:1: column 'window': 0.5 is no whole number from 0"),
    "a citation that is missing": (table(hit(), citations=[["a", None]]), "t:1: column 'citations'"),
    "a refusal that is a text": (table(hit(), refusal=["no"]), "t:1: column 'refusal': 'no' is neither true nor false"),
    "another place": (
        table(hit(), hit(), anchors=[[{"item": "c1", "document": one}] for one in ("a", "b")]),
        "t:2: 'c1' has the document 'b' here and 'a' above",
    ),
    "two places": (
        table(hit(), anchors=[[{"item": "c1", "document": one} for one in ("a", "b")]]),
        "t:1: column 'anchors': an item has two places",
    ),
    "a place of nothing": (table(hit(), anchors=[[{"item": "c1", "floor": 3}]]), "says nothing of the place of 'c1'"),
    "a place without an item": (
        table(hit(), anchors=[[{"document": "a"}]]),
        "t:1: column 'anchors': .* no object of places",
    ),
}


@pytest.mark.parametrize(("frame", "message"), BAD.values(), ids=BAD)
def test_what_is_wrong_is_told_with_its_row(frame, message):
    with pytest.raises(ragauge.InputError, match=message):
        traced_of_frame(frame, "t")


def test_all_problems_come_at_once():
    frame = table(hit(), hit(score=float("inf")), hit(), window=[-1, 5, 6], refusal=[None, None, True])
    with pytest.raises(ragauge.InputError) as caught:
        traced_of_frame(frame.with_columns(extracted=pl.Series([None, "{", "{}"])), "t")
    assert [(one.row, one.column) for one in caught.value.problems] == [(1, "window"), (2, "extracted"), (2, "stages")]


STAGES = (
    StageHits("bm25", "lane", (("c1", 7.5), ("c2", 7.5), (None, 1.0))),
    StageHits("rrf", "fused", (("c2", None), ("c1", None))),
)
LONG = pl.DataFrame(
    [
        ("q1", "Why?", "bm25", "lane", 1, "c1", 7.5, None),
        ("q1", None, "bm25", "lane", 3, None, 1.0, None),
        ("q1", None, "bm25", None, 2, "c2", 7.5, None),
        ("q2", None, "bm25", "lane", None, None, None, None),
        ("q1", None, "rrf", "fused", 1, "c2", None, None),
        ("q1", None, "rrf", "fused", 2, "c1", None, True),
        ("q3", "So?", None, None, None, None, None, None),
    ],
    schema=["question", "text", "stage", "kind", "rank", "item", "score", "refusal"],
    orient="row",
)


def test_a_row_a_hit_is_the_same_as_a_row_a_trace(tmp_path):
    traces = [
        Trace("q1", "Why?", stages=STAGES, refusal=True),
        Trace("q2", stages=(StageHits("bm25", "lane", ()),)),
        Trace("q3", "So?"),
    ]
    LONG.write_parquet(tmp_path / "long.parquet")
    same(read_traced(tmp_path / "long.parquet"), traced_of(traces))
    same(traced_of_rows(LONG.rename({"item": "id"}), "t"), traced_of(traces))
    unread = traced_of_rows(LONG.with_columns(tenant=pl.lit("x")), "t")
    assert unread.notes[0] == "columns that are no part of a trace, not read: tenant"
    placed = traced_of_rows(LONG.with_columns(document=pl.lit("a.md"), page=pl.lit(3)), "t")
    assert placed.anchors.select("item", "document", "page_from").rows()[:2] == [("c1", "a.md", 3), ("c2", "a.md", 3)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": pl.Series(["lane", "fused", *[None] * 5])}, "t:2: column 'kind': stage 'bm25' is fused here"),
        ({"kind": pl.lit("best")}, "t:1: column 'kind': 'best' is no kind"),
        ({"question": pl.lit(" ")}, "t:1: column 'question': the question is missing"),
        ({"text": pl.Series(["a", "b", *[None] * 5])}, "t:2: column 'text': question 'q1' has another text"),
        ({"refusal": pl.lit("no")}, "t:1: column 'refusal': 'no' is neither"),
        ({"window": pl.Series([None] * 3 + [-1] + [None] * 3)}, "t:4: column 'window': -1 is no"),
        ({"score": pl.lit(float("nan"))}, "the score is nan"),
        ({"rank": pl.lit(1)}, "t:2: column 'rank': rank 1 of question 'q1' stands on row 1 already"),
        ({"item": pl.lit(0.5)}, "t:1: column 'item': 0.5 is a number, not an id"),
        ({"document": pl.Series([*"abcabca"])}, "has the document"),
    ],
)
def test_what_is_wrong_with_a_row_a_hit_is_told(change, message):
    with pytest.raises(ragauge.InputError, match=message):
        traced_of_rows(LONG.with_columns(**change), "t")


def test_a_table_without_stages_is_a_run(tmp_path):
    path = tmp_path / "run.parquet"
    frame = pl.DataFrame({"question": ["q1", "q2", "q1"], "item": ["a", "b", "c"], "score": [1.0, 2.0, 3.0]})
    for table_of_run in (frame, frame.group_by("question", maintain_order=True).agg(retrieved="item")):
        table_of_run.write_parquet(path)
        same(read_traced(path), traced_of(traces_of(load_run(path))))
    path.write_bytes(b"PAR1")
    with pytest.raises(ragauge.InputError, match="not a Parquet file"):
        read_traced(path)


def test_jsonl_and_parquet_of_the_same_traces_are_the_same(tmp_path):
    traces = [
        Trace("q1", stages=STAGES, anchors=places),
        replace(Trace("q2"), citations=("c1",), extracted={"b": 1, "a": 2}),
    ]
    write_traces(tmp_path / "t.jsonl", traces)
    write_traces_parquet(tmp_path / "t.parquet", read_traced(tmp_path / "t.jsonl"))
    same(read_traced(tmp_path / "t.parquet"), read_traced(tmp_path / "t.jsonl"))
    assert json.loads(read_traced(tmp_path / "t.parquet").asked["extracted"][1]) == {"a": 2, "b": 1}
