"""Files of traces as tables, read in whatever way, are those of the records, and so are the complaints about them."""

import gzip
import json
import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import ragauge
from ragauge.core.anchors import Anchor
from ragauge.core.ids import NO_ID, WHITE
from ragauge.core.trace import KINDS, StageHits, Trace
from ragauge.io import trace_bulk, trace_lines
from ragauge.io.trace_bulk import INSTEAD, bulk_traced
from ragauge.io.trace_tables import read_traced, traced_of
from ragauge.io.traces import read_traces, write_traces

ODD = ["c1", "Насос №1", "a]b", "], [", "a,b", ",a", ' "a', "a\\b", "null", "7", "\u2009a", "e\u0301", "𝔘", "a#3", ""]
GIVEN = '"hits": [["c1", 1]]'
KIND_OF = dict(zip(["a", "плотный", "rrf", 'x"y', "prompt"], KINDS, strict=True))
words = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=4)
ids = st.sampled_from(ODD) | words
scores = (
    st.none()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([-0.0, 5e-324, 1.7976931348623157e308, 0.1, 1 / 3, 1e16, 123456789012345678])
    | st.integers(-(10**25), 10**25)
)
plain = st.lists(
    st.tuples(st.sampled_from(["c1", "d 2#3", "Насос"]), st.floats(-9, 9) | st.none()).map(list), max_size=5
)
lists = (
    plain
    | plain
    | st.lists(st.tuples(ids, scores).map(list), max_size=4)
    | st.lists(st.tuples(st.none() | ids, scores).map(list), max_size=3)
    | st.lists(ids, max_size=3)
)
objects = st.sampled_from(
    [None, {"hits": [["c1", 1.5]]}, {'a"hits': [["c1", 1]], "locale": "ru"}, {"after": {"year": 2020, "hits": []}}]
)


@st.composite
def rows_of_traces(draw):
    """Objects as they stand on the lines of files."""
    found = []
    for name in draw(st.lists(st.sampled_from(["q1", "q2", "q3", "вопрос", "q5", "q6"]), max_size=5, unique=True)):
        row = {"trace": 1, "question": name, "text": draw(st.none() | words | st.just(GIVEN))}
        row["extracted"], row["authorization"] = draw(objects), draw(objects)
        chosen = draw(st.none() | st.lists(st.sampled_from(list(KIND_OF)), max_size=4, unique=True))
        if chosen is not None:
            row["stages"] = [{"name": stage, "kind": KIND_OF[stage], "hits": draw(lists)} for stage in chosen]
        if draw(st.booleans()):
            row["anchors"] = {"c1": {"document": "a.md", "start": 0, "end": 5}, "Насос": {"page_from": 3}}
        row["versions"] = draw(st.sampled_from([None, {}, {"filter": "pre", "model": "m"}, {"chunks": "f"}]))
        row["citations"], row["refusal"] = draw(st.none() | st.lists(ids, max_size=2)), draw(st.none() | st.booleans())
        found.append({key: value for key, value in row.items() if value is not None})
    return found


def same(one, two):
    """Equal to the last bit."""
    assert (one.names, dict(one.kinds), one.source) == (two.names, dict(two.kinds), two.source)
    for name in ("asked", "recorded", "hits", "anchors", "versions"):
        assert_frame_equal(getattr(one, name), getattr(two, name), check_exact=True)
    signs = [[math.copysign(1, score) for score in traced.hits["score"].drop_nulls()] for traced in (one, two)]
    assert signs[0] == signs[1]  # -0.0 equals 0.0


def ordinary(path):
    return traced_of(read_traces(path), source=str(path))


def is_refused(path):
    try:
        ordinary(path)
    except ragauge.InputError:
        return True
    return False


def refusal(read, path):
    with pytest.raises(ragauge.InputError) as caught:
        read(path)
    return str(caught.value)


@given(
    rows=rows_of_traces(),
    separators=st.sampled_from([(", ", ": "), (",", ":"), (" , ", " : ")]),
    ascii_only=st.booleans(),
    end=st.sampled_from(["\n", "\r\n", "\n \n"]),
    window=st.sampled_from([1, 100, 1 << 20]),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_read_in_bulk_is_what_the_records_are(tmp_path, monkeypatch, rows, separators, ascii_only, end, window):
    monkeypatch.setattr(trace_bulk, "WINDOW", window)
    path = tmp_path / "traces.jsonl"
    lines = [json.dumps(row, separators=separators, ensure_ascii=ascii_only) for row in rows]
    path.write_bytes((end.join(lines) + end).encode())
    if is_refused(path):
        assert bulk_traced(path, str(path)) is None
        assert refusal(read_traced, path) == refusal(ordinary, path)
    else:
        same(bulk_traced(path, str(path)), ordinary(path))


NUMBERS = [
    *("0", "-0", "0.0", "-0.0", "-0e0", "1E5", "1e+05", "1e-7", "-12.50e3", "0.30000000000000004", "9007199254740993"),
    *("2.2250738585072011e-308", "4.9e-324", "2e-324", "1e-400", "17976931348623157e292", "7.2057594037927933e16"),
    *("123456789012345678901234567890", "0.1000000000000000055511151231257827021181583404541", f"{math.pi:.60f}"),
    "0." + "0" * 400 + "7",
    "1" + "0" * 308,
]


def line(hits, question="q1", more=""):
    return f'{{"trace": 1, "question": "{question}", "stages": [{{"name": "a", "hits": {hits}}}]{more}}}\n'


def test_numbers_are_read_to_the_last_bit(tmp_path):
    path = tmp_path / "traces.jsonl"
    for given_numbers in (NUMBERS, [one for one in NUMBERS if one != "-0"]):
        hits = ", ".join(f'["c", {one}]' for one in given_numbers)
        path.write_text(line(f"[{hits}]"))
        found = bulk_traced(path, str(path))
        same(found, ordinary(path))
        assert found.hits["score"].to_list() == [float(json.loads(one)) for one in given_numbers]


BAD = {
    "too large": line('[["c1", 1e400]]'),
    "no number of JSON": line('[["c1", NaN]]'),
    "a number that begins with 0": line('[["c1", 01]]'),
    "a truth value": line('[["c1", true]]'),
    "a score that is a text": line('[["c1", "7.5"]]'),
    "an id that is no text": line("[[1.5, 7.5]]"),
    "more than python reads": line(f'[["c1", {"9" * 5000}]]'),
    "three in a pair": line('[["c1", 1, 2]]'),
    "no list": line('"(taken out)"'),
    "null": line("null"),
    "a part that is none": line('[["c1", 1]]', more=', "retrived": []'),
    "a key twice": line('[["c1", 1]]', more=', "question": "q1"'),
    "hits twice": line('[["c1", 1]], "hits": [["c1", 1]]'),
    "hits twice, once empty": line('[], "hits": [["c1", 1]]'),
    "a line that is cut": line('[["c1", 1]]')[:40] + "\n",
    "a comma too many": line('[["c1", 1],]'),
    "a bracket too many": line('[["c1", 1]]]'),
    "a line end in an id": line('[["c\n1", 1]]'),
    "a tab in an id": line('[["c\t1", 1]]'),
    "half a character": line('[["c\\ud800", 1]]'),
    "a zero byte": line('[["c\0", 1]]'),
    "no object": "[1]\n",
    "another format": '{"trace": 2, "question": "q"}\n',
    "no question": '{"trace": 1, "stages": [{"name": "a", "hits": [["c1", 1]]}]}\n',
    "two stages": '{"question": "q", "stages": [{"name": "a", "hits": []}, {"name": "a", "hits": []}]}\n',
    "a name that is a list": '{"question": "q", "stages": [{"name": ["a"], "hits": [["c1", 1]]}]}\n',
    "a kind that is none": '{"question": "q", "stages": [{"name": "a", "kind": "best", "hits": [["c1", 1]]}]}\n',
    "a part of a stage that is none": '{"question": "q", "stages": [{"name": "a", "hits": [["c1", 1]], "k": 1}]}\n',
    "a count below 0": line("[]", more=', "prompt_tokens": -1'),
    "a count too large": line("[]", more=f', "window": {2**63}'),
    "a question again": line("[]", "q0"),
    "another kind": '{"question": "q", "stages": [{"name": "a", "kind": "fused", "hits": [["c1", 1]]}]}\n',
    "another place": line("[]", more=', "anchors": {"c0": {"document": "b.md"}}'),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_what_is_wrong_is_told_as_the_ordinary_reader_tells_it(tmp_path, bad):
    path = tmp_path / "traces.jsonl"
    good = line('[["c0", 1]]', "q0", ', "anchors": {"c0": {"document": "a.md"}}')
    path.write_text(f"{good}\n{bad}")
    assert bulk_traced(path, str(path)) is None
    told = refusal(ordinary, path)
    assert refusal(read_traced, path) == told
    assert str(path) in told


def test_other_spellings_are_read_line_by_line(tmp_path):
    path = tmp_path / "traces.jsonl"
    odd = [
        line('["c1", "c2"]', "q1"),
        line('[{"id": "c3", "file": "b.md", "score": 2}]', "q2"),
        line('{"c1": 0.5, "c2": 0.9}', "q3"),
        line('[ ["c1", 1] ]', "q4"),
        line('[["c1", 1], [null, 2], [" c2 ", 3], ["", 4]]', "q5"),
        line('[["c\\u00e9", 1]]', "q6"),
        line("[]", "q7", ', "text": "\\"hits\\": [[\\"c1\\", 1]]"'),
        '{"trace": 1, "question": "q8", "error": "timeout"}\n',
        line('[["c9", 9]]', "q9").replace('"hits": ', '"hits":'),
        line('[["c9", 9]]', "q10").replace("q10", "q10 "),
    ]
    regular = [line('[["c1", 7.5], ["c]", 1]]', f"r{place}") for place in range(len(odd))]
    path.write_text("".join(one + two for one, two in zip(regular, odd, strict=True)))
    found = bulk_traced(path, str(path))
    same(found, ordinary(path))
    assert found.anchors.select("item", "document").rows() == [("c3", "b.md")]


@pytest.mark.parametrize("gap", [", ", ","])
def test_ids_are_stripped_and_nothing_else_of_them_changes(tmp_path, gap):
    path = tmp_path / "traces.jsonl"
    printable = [char for char in WHITE if char not in "\t\n\v\f\r\x1c\x1d\x1e\x1f"]
    odd = [
        *printable,
        *ODD[1:],
        "\ufeff",
        "\u200b",
        "\x7f",
        "\u180e",
        ", null",
        ",null",
        "null",
        "1e5",
        "NaN",
        "[",
        "[",
    ]
    shapes = ("{}", "{}a", "a{}", "a{}b", "{}, {}", "{},{}")
    hits = [shape.replace("{}", one) for one in odd for shape in shapes]
    texts = [
        json.dumps([[item, place + 0.5]], ensure_ascii=False, separators=(gap, ": ")) for place, item in enumerate(hits)
    ]
    path.write_text("".join(line(text, f"q{place}") for place, text in enumerate(texts)))
    found = bulk_traced(path, str(path))
    same(found, ordinary(path))
    assert set(found.hits["item"]) == {one.strip() for one in hits if one.strip()} | {
        item for item in found.hits["item"] if item.startswith(NO_ID)
    }


def test_a_file_that_says_what_stands_for_a_list_is_read_right(tmp_path):
    path = tmp_path / "traces.jsonl"
    more = f', "extracted": {{{INSTEAD}}}'
    path.write_text(line('[["c1", 1]]', "q1", more) + line('[["c2", 2]]', "q2"))
    same(bulk_traced(path, str(path)), ordinary(path))
    path.write_text(line('"(taken out)"', "q1", ', "extracted": {"hits": [["c1", 1]]}'))
    assert refusal(read_traced, path) == refusal(ordinary, path)


@pytest.mark.parametrize("name", ["traces.jsonl", "traces.jsonl.gz"])
def test_no_hit_of_a_written_file_is_looked_at_alone(tmp_path, monkeypatch, name):
    path = tmp_path / name
    hits = tuple((f"Насос, лист {place}#3", place / 7) for place in range(50))
    stages = tuple(StageHits(stage, kind, hits) for stage, kind in KIND_OF.items() if '"' not in stage)
    traces = [Trace(f"q{place}", stages=stages, anchors={"c": Anchor(document="a")}) for place in range(30)]
    write_traces(
        path, [*traces, Trace("failed", error="timeout"), Trace("empty", stages=(StageHits("a", "lane", ()),))]
    )
    expected = ordinary(path)
    monkeypatch.setattr(trace_bulk, "WINDOW", 5000)
    ranked = trace_lines.ranked_hits
    monkeypatch.setattr(trace_lines, "ranked_hits", lambda hits, anchors: ranked(hits, anchors) if not hits else 1 / 0)
    same(read_traced(path), expected)


def test_other_files_are_what_their_records_are(tmp_path):
    files = {
        "array.json": json.dumps([json.loads(line('[["c1", 1]]', name)) for name in ("q1", "q2")]),
        "marked.jsonl": "\ufeff" + line('[["c1", 1]]'),
        "run.jsonl": '{"question": "Why?", "retrieved": [{"id": "c1", "document": "a.md"}, "c2"]}\n'
        '{"question": "b", "retrieved": []}\n',
        "late.jsonl": '{"question": "q1"}\n' + line('[["c1", 1]]', "q2"),
        "run.trec": "q1 Q0 d1 1 0.5 x\nq1 Q0 d3 2 0.7 x\nq2 Q0 d1 1 1 x\nq1 Q0 d2 3 0.5 x\n",
        "run.txt": "q2 Q0 d1 1 0.5 x\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.write_text(text)
        same(read_traced(path), ordinary(path))
    (tmp_path / "broken.jsonl.gz").write_bytes(gzip.compress(line("[]").encode())[:-9])
    (tmp_path / "empty.jsonl").write_text("\n")
    (tmp_path / "latin.jsonl").write_bytes(line('[["é", 1]]').encode("latin-1"))
    (tmp_path / "long.jsonl").write_text(line(f'[["{"c" * (1 << 24)}", 1]]'))
    for name in ("broken.jsonl.gz", "empty.jsonl", "latin.jsonl", "long.jsonl", "none.jsonl", "none.trec", ""):
        assert refusal(read_traced, tmp_path / name) == refusal(ordinary, tmp_path / name)


def test_two_traces_two_kinds_and_two_places_are_refused_all_at_once():
    lane = StageHits("a", "lane", (("c1", 1.0),))
    traces = [
        Trace("q1", stages=(lane,), anchors={"c1": Anchor(document="a.md")}),
        Trace("q1", stages=(StageHits("a", "fused", ()),)),
        Trace("q2", anchors={"c1": Anchor(document="b.md")}),
    ]
    with pytest.raises(ragauge.InputError) as caught:
        traced_of(traces)
    assert [problem.row for problem in caught.value.problems] == [2, 2, 3]
    assert [word in str(caught.value) for word in ("a trace already", "is fused here", "the document")] == [True] * 3


def test_hits_without_an_id_hold_their_places():
    hits = ((None, 2.0), ("c1", None), (None, None))
    traced = traced_of([Trace("q1", stages=(StageHits("a", "lane", hits),)), Trace("q2")])
    assert [item.startswith("\0") for item in traced.hits["item"]] == [True, False, True]
    assert traced.hits["item"].n_unique() == 3
    assert (traced.recorded.rows(), len(traced)) == ([(0, 0)], 2)
