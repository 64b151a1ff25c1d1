"""Inputs that were read wrongly, or with a traceback: read right now, or refused in words with row and column."""

import datetime as dt
import gzip
import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import polars as pl
import pytest

from ragauge import InputError, evaluate, load_golden, load_run, record, score

HUGE = 10**400
DEEP = "[" * 100_000
UNFIT = {
    "float": (17.0, "17.0 is a number, not an id: keep ids as text"),
    "half": (0.5, "0.5 is a number"),
    "nan": (float("nan"), "nan is a number"),
    "numpy float": (np.float64(3), "3.0 is a number"),
    "decimal": (Decimal(3), "3 is a number"),
    "bool": (True, "True is a truth value"),
    "numpy bool": (np.True_, "where text or a whole number is needed"),
    "bytes": (b"d1", "a bytes, where text"),
    "date": (dt.date(2020, 1, 1), "a date, where text"),
    "span": (dt.timedelta(1), "a timedelta, where text"),
    "half a character": ("\ud800", "half a character"),
    "placeholder": ("\0no-id-0", "a NUL character"),
}


@pytest.fixture
def file(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def hits(source):
    return load_run(source).frame.rows()


def items(source):
    return load_run(source).frame["item"].to_list()


def judged(source):
    return load_golden(source).judgments.select("question", "item", "grade").rows()


def gold(cell):
    return [row[1:] for row in judged({"q": cell})]


# JSON


@pytest.mark.parametrize("load", [load_golden, load_run])
@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"id": "в1", "question": "в1", "gold": ["a"], "hits": ["a"], "id": "в2"}', "the key 'id' stands twice"),
        ('{"question": "q", "gold": {"д1": 1, "д1": 0}, "hits": {"д1": 1, "д1": 0}}', "the key 'д1' stands twice"),
        ('{"question": "q", "gold": ["\\ud800"], "hits": ["\\ud800"]}', "half a character"),
        ('{"question": "q", "gold": [NaN], "hits": [NaN]}', "NaN is not a number that can be scored"),
        ('{"question": "q", "gold": ' + DEEP + "}", "nested too deeply"),
    ],
)
def test_json_that_readers_disagree_on(file, load, name, text, message):
    with pytest.raises(InputError, match=message) as caught:
        load(file(name, text))
    assert caught.value.problems[0].row == (1 if name == "a.jsonl" else None)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("[d1, d2", "Expecting value"),
        (DEEP, "nested too deeply"),
        ('["\\ud800"]', "half a character"),
        ("[NaN]", "NaN is not a number"),
        ('{"д1": 1, "д1": 2}', "the key 'д1' stands twice"),
        ("[17.0]", "17.0 is a number, not an id"),
    ],
)
@pytest.mark.parametrize(("load", "column"), [(load_golden, "gold"), (load_run, "hits")])
def test_json_in_a_cell(file, cell, message, load, column):
    quoted = '"' + cell.replace('"', '""') + '"'
    with pytest.raises(InputError, match=message) as caught:
        load(file("a.csv", f"question,{column}\nЧто?,d1\nWhy?,{quoted}\n"))
    (problem,) = caught.value.problems
    assert (problem.row, problem.column) == (3, column)


@pytest.mark.parametrize(
    "source",
    [
        lambda _: {"q": {"z": 0.5, "д1": 0.9}},
        lambda f: f("r.json", '{"q": {"z": 0.5, "д1": 0.9}}'),
        lambda f: f("r.jsonl", '{"id": "q", "retrieved": {"z": 0.5, "д1": 0.9}}\n{"id": "r", "retrieved": []}'),
        lambda f: f("r.csv", 'id,retrieved\nq,"{""z"": 0.5, ""д1"": 0.9}"\nr,\n'),
        lambda _: pl.DataFrame({"id": ["q"], "hits": [{"z": 0.5, "д1": 0.9}]}),
    ],
)
def test_id_to_score_is_ranked_by_score_wherever_it_stands(file, source):
    run = load_run(source(file))
    assert run.order == "score"
    assert evaluate({"q": ["д1"]}, run, ["mrr"])["mrr"].value == 1


def test_lists_and_mappings_do_not_mix(file):
    with pytest.raises(InputError, match="some questions have lists and some mappings"):
        load_run(file("r.jsonl", '{"id": "q", "hits": {"a": 1}}\n{"id": "r", "hits": ["a"]}'))
    assert load_run({"q": {"a": 1}, "r": [], "s": None}).order == "score"
    assert load_run({"q": ["a"], "r": {}}).order == "given"


# Ids


@pytest.mark.parametrize("kind", UNFIT)
def test_what_is_no_id_is_refused_on_both_sides(kind):
    value, message = UNFIT[kind]
    for load, source in (
        (load_golden, {"q": [value]}),
        (load_golden, {value: ["d"]}),
        (load_golden, {"q": {value: 1}}),
        (load_golden, {"q": [{"document": value}]}),
        (load_run, {"q": [value]}),
        (load_run, {value: ["d"]}),
        (load_run, {"q": {value: 1.0}}),
        (load_run, {"q": [(value, 1.0)]}),
        (load_run, {"q": [{"id": value}]}),
    ):
        with pytest.raises(InputError, match=message) as caught:
            load(source)
        assert caught.value.problems[0].row == 1
    for arguments in (([value], ["d"]), (["d"], [value])):
        with pytest.raises(InputError, match=message):
            score("mrr", *arguments)


@pytest.mark.parametrize("value", [[17], {"a": 1}, {"a"}])
def test_a_container_is_never_made_an_id(value):
    for load, source in ((load_golden, {"q": [[value]]}), (load_run, {"q": [(value, 1.0)]})):
        with pytest.raises(InputError):
            load(source)


@pytest.mark.parametrize("value", [17, np.int64(17), np.uint8(17), " 17 ", "17\x1f", "\u300017\x85"])
def test_whole_numbers_and_text_are_ids(value):
    for source in ({"q": [value]}, {"q": {value: 1}}, {"q": [{"document": value}]}):
        assert judged(source) == [("q", "17", 1)]
    for source in ({"q": [value]}, {"q": {value: 1}}, {"q": [(value, None)]}):
        assert items(source) == ["17"]


def test_zero_and_numbers_beyond_any_type_are_ids(file):
    large = 2**130
    assert judged({0: [0, large]}) == [("0", "0", 1), ("0", str(large), 1)]
    assert hits({0: [0, large]}) == [("0", "0", None), ("0", str(large), None)]
    assert items(file("r.jsonl", json.dumps({"id": 0, "doc_id": large}))) == [str(large)]
    assert load_golden(pl.DataFrame({"question": [0], "gold": [[0]]})).questions["text"].to_list() == ["0"]


def test_two_keys_that_are_one_id():
    for source in ({"q": {17: 1, "17": 2}}, {"q": {"д": 1, "д ": 2}}):
        for load in (load_golden, load_run):
            with pytest.raises(InputError, match="are the same id"):
                load(source)
    with pytest.raises(InputError, match="'17' stands on row 1 already"):
        load_golden({17: ["a"], "17": ["b"]})
    with pytest.raises(InputError, match="'17' was answered on row 1 already"):
        load_run({17: ["a"], "17": ["b"]})


@pytest.mark.parametrize("missing", [None, "", "  ", "\u3000"])
def test_a_question_without_a_name_is_refused(missing):
    with pytest.raises(InputError, match="the question is empty"):
        load_golden({missing: ["a"]})
    with pytest.raises(InputError, match="the question is missing"):
        load_run({missing: ["a"]})


COLUMNS = {
    "ints": ([17, 5], ["17", "5"]),
    "mixed": ([17, "5"], ["17", "5"]),
    "floats of ints": ([17.0, 5.0], ["17", "5"]),
    "decimals": ([Decimal(17), Decimal(5)], ["17", "5"]),
    "unsigned": ([2**64 - 1, 5], [str(2**64 - 1), "5"]),
    "stripped": ([" д\x1f", "\x85d\u3000"], ["д", "d"]),
    "halves": ([17.5, 5.0], "17.5 is a number"),
    "too large": ([1e20, 5.0], r"1e\+20 is a number"),
    "bools": ([True, False], "True is a truth value"),
    "dates": ([dt.date(2020, 1, 1)] * 2, "a date"),
    "times": ([dt.datetime(2020, 1, 1)] * 2, "a datetime"),  # noqa: DTZ001
    "spans": ([dt.timedelta(1)] * 2, "a timedelta"),
    "bytes": ([b"1", b"2"], "a bytes"),
    "lists": ([[1], [2]], "a list"),
    "structs": ([{"a": 1}, {"a": 2}], "a dict"),
}


def polars_column(values):
    if len({type(value) for value in values}) > 1:
        return pl.Series(values, dtype=pl.Object)
    return pl.Series(values)


def pandas_column(values):
    return pytest.importorskip("pandas").Series(values)


@pytest.mark.parametrize("kind", COLUMNS)
@pytest.mark.parametrize("column", [polars_column, pandas_column])
def test_columns_of_ids_are_read_alike_on_both_sides(kind, column):
    values, wanted = COLUMNS[kind]
    frame = pl.DataFrame if column is polars_column else pytest.importorskip("pandas").DataFrame
    if kind == "decimals" and column is pandas_column:
        wanted = "17 is a number"  # objects, of which each stands for itself
    table = frame({"question": ["q", "q"], "doc_id": column(values)})
    if isinstance(wanted, str):
        # gold may be a list or an object of sources; a hit is one thing
        for load in (load_run,) if kind in ("lists", "structs") else (load_golden, load_run):
            with pytest.raises(InputError, match=wanted) as caught:
                load(table)
            assert (caught.value.problems[0].row, caught.value.problems[0].column) == (1, "doc_id")
    else:
        assert items(table) == wanted
        assert [row[1] for row in judged(table)] == wanted


def test_a_missing_whole_number_does_not_change_the_others():
    pandas = pytest.importorskip("pandas")
    assert items(pandas.DataFrame({"question": ["q", "q"], "doc_id": [17, None]}))[0] == "17"
    table = pandas.DataFrame({"question": ["Что?", "Why?"], "gold": [17, None]})
    assert judged(table) == [("1", "17", 1)]


def test_ids_of_rows_do_not_change_with_their_neighbours(file):
    assert items(file("r.jsonl", '{"id": "q", "doc_id": 17}\n{"id": "q", "doc_id": "д"}')) == ["17", "д"]
    with pytest.raises(InputError, match=r"r\.jsonl:2: column 'doc_id': 2.5 is a number"):
        load_run(file("r.jsonl", '{"id": "q", "doc_id": 17}\n{"id": "q", "doc_id": 2.5}'))


# Gold and hits as objects


@pytest.mark.parametrize(
    ("cell", "wanted"),
    [
        ({"document": "д1"}, [("д1", 1)]),
        ({"id": 17, "grade": 2}, [("17", 2)]),
        ({"id": 1, "other": 2}, [("id", 1), ("other", 2)]),
        ([{"document": "д1", "relevance": 0}], [("д1", 0)]),
        ([{"document": "д1", "label": 3}], [("д1", 3)]),
        ([{"document": "д1", "score": 2, "grade": None}], [("д1", 2)]),
        ([{"id": None, "document": "д1"}], [("д1", 1)]),
        ([("д1", 2), ("d2", 0)], [("д1", 2), ("d2", 0)]),
        ([("д1", "d2"), ("d3",)], [("д1", 1), ("d2", 1), ("d3", 1)]),
        ([frozenset({"д1", "d2"})], [("d2", 1), ("д1", 1)]),
        ({"b", 1}, [("1", 1), ("b", 1)]),
        (np.array(["b", "a"]), [("b", 1), ("a", 1)]),
        ([[{"document": "д1", "grade": 2}, {"document": "d0", "grade": 0}]], [("д1", 2), ("d0", 0)]),
    ],
)
def test_spellings_of_gold(cell, wanted):
    assert gold(cell) == wanted
    relevant = any(grade > 0 for _, grade in wanted)
    assert score("recall", [item for item, _ in wanted], cell) == relevant


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ([{"document": "д1", "grade": 1, "score": 2}], "'grade' and 'score' in .*; keep one of them"),
        ([[{"id": "д1", "grade": 1}], [{"id": "д1", "grade": 3}]], "two grades for 'д1': 1 and 3"),
        ([[{"id": "д1", "grade": 1}, {"id": "д1", "grade": 3}]], "two grades for 'д1': 1 and 3"),
        ([[["д1"]]], "a list, where text"),
        ([["д1"], "d2"], "mixes lists and single ids"),
        ([("д1", 0.5)], "grade 0.5 is not a whole number"),
        ({"д1": HUGE}, "is not within ±1000"),
        ({"д1": 10**5000}, "<int too long to print> is not within"),
        ({"д1": Fraction(HUGE)}, "is not within ±1000"),
        ({"д1": Decimal("inf")}, "is not a whole number"),
        ([{"letter": "д1"}], "no document id in"),
        (b"d1", "is no list"),
        ("d1", "is no list"),
        (5, "is no list"),
        (True, "is no list"),
        (0, "is no list"),
    ],
)
def test_gold_that_is_refused(cell, message):
    with pytest.raises(InputError, match=message):
        load_golden({"Почему?": cell})


def test_gold_of_one_number_a_row(file):
    assert judged(file("g.jsonl", '{"question": "Что?", "gold": 0}\n{"question": "Why?", "gold": 5}')) == [
        ("1", "0", 1),
        ("2", "5", 1),
    ]
    with pytest.raises(InputError, match=r"g\.jsonl:1: column 'gold': True is a truth value"):
        load_golden(file("g.jsonl", '{"question": "Что?", "gold": true}'))


def test_one_order_of_id_keys_for_gold_and_hits():
    for keys in ({"id": "c1", "doc_id": "d1"}, {"doc_id": "d1", "id": "c1"}):
        assert gold([keys]) == [("c1", 1)]
        assert items({"q": [keys]}) == ["c1"]
    assert items({"q": [{"источник": "д", "file": "f"}]}) == ["д"]  # of two names for one thing the first counts


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"a", "b"}, "a set has no order"),
        (frozenset(), "a set has no order"),
        ([["д1", [1]]], r"the score \[1\] of 'д1' is not a number"),
        ([("д1", True)], "the score True of 'д1' is not a number"),
        ([("д1", "0.5")], "the score '0.5' of 'д1' is not a number"),
        ([("д1", np.array([1.0]))], "of 'д1' is not a number"),
        ([("д1", b"1")], "the score b'1' of 'д1' is not a number"),
        ([("д1", dt.date(2020, 1, 1))], "of 'д1' is not a number"),
        ([("д1", HUGE)], "of 'д1' is not a finite number"),
        ([{"id": "д1", "score": 1, "similarity": 2}], "keep one of them"),
        (np.array(3), "a list is needed"),
        (b"d1", "a list is needed"),
        (5, "a list is needed"),
    ],
)
def test_rankings_that_are_refused(given, message):
    with pytest.raises(InputError, match=message) as caught:
        load_run({"Почему?": given})
    assert "question 'Почему?'" in str(caught.value)
    with pytest.raises(InputError, match=message):
        score("mrr", given, ["д1"])


@pytest.mark.parametrize("number", [Decimal("1.5"), Fraction(3, 2), np.float32(1.5), np.array(1.5)])
def test_scores_of_any_number_type(number):
    assert hits({"q": [("д1", number)]}) == [("q", "д1", 1.5)]


# Tables


@pytest.mark.parametrize(
    "values", [[True], [dt.date(2020, 1, 1)], [dt.timedelta(1)], [[1]], [{"a": 1}], [b"1"], ["x"], ["1_0"], ["٣"]]
)
def test_score_columns_that_hold_no_numbers(values):
    with pytest.raises(InputError, match=r"run:1: column 'score': .* is not a number"):
        load_run(pl.DataFrame({"question": ["в1"], "doc_id": ["д1"], "score": values}))


@pytest.mark.parametrize("number", ["[1]", "true", '"high"', "1" + "0" * 400])
def test_scores_in_rows_that_are_no_numbers(file, number):
    with pytest.raises(InputError, match=r"r\.jsonl:1: column 'score': .* is not a (finite )?number"):
        load_run(file("r.jsonl", f'{{"id": "q", "doc_id": "д", "score": {number}}}'))


def test_text_and_numbers_may_stand_in_one_score_column(file):
    run = file("r.jsonl", '{"id": "q", "doc_id": "a", "score": "0.5"}\n{"id": "q", "doc_id": "b", "score": 1}')
    assert hits(run) == [("q", "a", 0.5), ("q", "b", 1.0)]


@pytest.mark.parametrize("grade", ["1_0", "٣", "1e0", "0x1", "", "1.5", "9" * 5000])
def test_grades_that_float_would_read(file, grade):
    with pytest.raises(InputError, match=r"g\.csv:2: column 'grade'"):
        load_golden(file("g.csv", f"question,item,grade\nв1,д1,{grade}\n"))


@pytest.mark.parametrize(("grade", "wanted"), [("1", 1), ("+2", 2), ("-1", -1), ("1.", 1), (" 3.00 ", 3)])
def test_grades_that_are_written_as_whole_numbers(file, grade, wanted):
    assert judged(file("g.csv", f"question,item,grade\nв1,д1,{grade}\n")) == [("в1", "д1", wanted)]


@pytest.mark.parametrize("rank", ["nan", "inf", "-1", "1.5"])
def test_ranks_that_are_none(file, rank):
    with pytest.raises(InputError, match=r"r\.csv:3: column 'rank': rank .* is not a whole number from 0"):
        load_run(file("r.csv", f"question,item,rank\nв1,д1,1\nв1,д2,{rank}\n"))


def test_a_rank_stands_once_in_a_question_and_a_blank_one_is_last(file):
    with pytest.raises(InputError, match=r"r\.csv:4: column 'rank': rank 1 of question 'в1' stands on row 2 already"):
        load_run(file("r.csv", "question,item,rank\nв1,д1,1\nв2,д1,1\nв1,д2,1\n"))
    assert items(file("r.csv", "question,item,rank\nв1,a,\nв1,b,1\nв1,c,\nв1,d,0\n")) == ["d", "b", "a", "c"]


def test_lists_in_text_columns_of_frames_are_read_as_in_files(file):
    frames = [pl.DataFrame({"question": ["Что?", "Why?"], "retrieved": ["д1; d2", '[["d3", 0.5]]']})]
    frames.append(pytest.importorskip("pandas").DataFrame(frames[0].to_dict(as_series=False)))
    for frame in frames:
        assert hits(frame) == [("Что?", "д1", None), ("Что?", "d2", None), ("Why?", "d3", 0.5)]
    assert items(pl.DataFrame({"question": ["Что?"], "retrieved": [17]})) == ["17"]


def test_pandas_frames_with_odd_columns():
    pandas = pytest.importorskip("pandas")
    base = {"question": ["q", "q"], "doc_id": ["д1", "d2"]}
    with pytest.raises(InputError, match="column name 'doc_id' stands twice"):
        load_run(pandas.DataFrame([["q", "a", "b"]], columns=["question", "doc_id", "doc_id"]))
    assert hits(pandas.DataFrame({**base, "score": [0.5, None]}, dtype=object))[1] == ("q", "d2", None)
    assert hits(pandas.DataFrame({**base, "note": [1 + 2j, 0]})) == [("q", "д1", None), ("q", "d2", None)]
    with pytest.raises(InputError, match="column 'score': 'x' is not a number"):
        load_run(pandas.DataFrame({**base, "score": [0.5, "x"]}))
    with pytest.raises(InputError, match="column 'doc_id': Period"):
        load_run(pandas.DataFrame({**base, "doc_id": pandas.period_range("2020", periods=2)}))
    lists = pandas.DataFrame({"question": ["q", "r"], "hits": [[1, "д"], [("d", 0.5)]]})
    assert hits(lists) == [("q", "1", None), ("q", "д", None), ("r", "d", 0.5)]
    sets = pandas.DataFrame({"question": ["q", "r"], "gold": [{1, "b"}, [2]]})
    assert judged(sets) == [("1", "1", 1), ("1", "b", 1), ("2", "2", 1)]


def test_text_that_is_not_utf8_and_other_broken_frames():
    arrow = pytest.importorskip("pyarrow")
    text = arrow.array([b"ok", b"\xff\xfe"]).view(arrow.string())
    nested = arrow.ListArray.from_arrays([0, 2], text)
    for table in ({"question": ["q", "r"], "doc_id": text}, {"question": ["q"], "hits": nested}):
        with pytest.raises(InputError, match="text that is not UTF-8"):
            load_run(arrow.table(table))
    with pytest.raises(InputError, match="not a data frame that can be read"):
        load_run(arrow.table([arrow.array(["q"])] * 2, names=["question", "question"]))
    with pytest.raises(InputError, match="not a data frame that can be read"):
        load_golden(pl.scan_csv("no/such/file.csv"))


def test_a_panic_of_polars_is_a_broken_file(file, monkeypatch):
    def panic(*_args, **_options):
        raise pl.exceptions.PanicException("index out of bounds")

    monkeypatch.setattr(pl, "read_parquet", panic)
    with pytest.raises(InputError, match="not a Parquet file: index out of bounds"):
        load_run(file("r.parquet", b"PAR1"))


@pytest.mark.parametrize("source", [None, np.array(["q"]), b"run.trec", 5, "д" * 5000, "a\0b"])
@pytest.mark.parametrize("load", [load_golden, load_run])
def test_what_cannot_be_loaded(load, source):
    with pytest.raises(InputError, match=r"cannot (be )?read"):
        load(source)


def test_the_delimiter_is_counted_outside_of_quotes(file):
    for name in ('"a,b,c,d,e,f"', '"a,b\n,c,""d"",e,f"'):
        golden = load_golden(file("g.csv", f"question;id;gold;{name}\nЧто?;в1;д1, a;x\n"), separator="none")
        assert golden.judgments["item"].to_list() == ["д1, a"]


@pytest.mark.parametrize("first", ["sep=;\n", '"sep=;"\r\n', "\ufeffSEP=;\n"])
def test_the_delimiter_that_excel_names(file, first):
    assert judged(file("g.csv", first + "question;gold;a,b,c,d\nЧто?;д1;x\n")) == [("1", "д1", 1)]
    with pytest.raises(InputError, match=r"g\.csv:2: column 'question': the question is empty"):
        load_golden(file("g.csv", first + "question;gold\n;д1\n"))


def test_tables_with_very_many_columns(file):
    names = [f"c{number}" for number in range(10_000)]
    table = f"question,gold,{','.join(names)}\nЧто?,д1,{','.join('x' * 10_000)}\n"
    assert load_golden(file("g.csv", table)).slices.width == 10_000


def test_beir_folders_that_are_packed(file):
    lines = '{"_id": 1, "text": "Почему?"}\n{"_id": "2", "text": "  "}\n'
    folder = file("set/queries.jsonl", lines).parent
    file("set/qrels/test.tsv.gz", gzip.compress(b"query-id\tcorpus-id\tscore\n1\td1\t1\n2\td2\t1\n", mtime=0))
    assert load_golden(folder).questions["text"].to_list() == ["Почему?", None]
    with pytest.raises(InputError, match="no split 'dev'; there are: test"):
        load_golden(folder, split="dev")
    file("set/queries.jsonl", lines + '{"_id": "1", "text": "Why?"}\n')
    with pytest.raises(InputError, match=r"queries\.jsonl:3: column '_id': '1' stands on an earlier line"):
        load_golden(folder)


# The recorder


@pytest.mark.parametrize("questions", [["  "], [1], {0: "a", "0": "b"}, {"": "a"}, {"q": " "}, 5, b"q"])
def test_questions_that_cannot_be_asked(questions):
    with pytest.raises(InputError, match="question"):
        record(lambda _: ["d"], questions)


def test_what_was_found_for_which_question(file):
    assert record(lambda _: ["д"], {0: "Что?"}).frame.rows() == [("0", "д", None)]
    with pytest.raises(InputError, match=r"search\('Что\?'\) gave set"):
        record(lambda _: {"д"}, ["Что?"])
    with pytest.raises(InputError, match="question 'Что\\?': True is a truth value"):
        record(lambda _: [True], ["Что?"])
