"""What the numbers rest on is read right: texts, clusters, ranks, and what the policies dropped."""

import pytest

import ragauge
from ragauge.golden.reading.rows import golden_from_rows
from ragauge.io.run_lists import run_from_rows
from ragauge.tables.failures import find_failures


def numbered(rows):
    return list(enumerate(rows, start=2))


def test_clusters_without_spread_are_no_certainty():
    rows = [{"id": f"q{i}", "question": f"q{i}?", "gold": "d", "user": f"u{i // 2}"} for i in range(20)]
    gold = golden_from_rows(numbered(rows), source="gold")
    run = {f"q{i}": ["d" if i % 2 else "x"] for i in range(20)}
    interval = ragauge.evaluate(gold, run, ["success@1"], clusters="user")["success@1"].interval
    assert interval.method == "wilson_clustered"
    assert interval.high - interval.low > 0.4


def test_clusters_are_counted_as_they_are_computed():
    rows = [{"id": str(i), "question": f"вопрос {i}", "gold": "d", "чат": "" if i < 3 else "A"} for i in range(5)]
    gold = golden_from_rows(numbered(rows), source="gold")
    card = ragauge.evaluate(gold, {str(i): ["d"] for i in range(5)}, ["mrr"], clusters="чат")
    assert "4 clusters" in card.warnings[-1]
    one = golden_from_rows(numbered([{**row, "чат": "A"} for row in rows]), source="gold")
    assert ragauge.evaluate(one, {str(i): ["d"] for i in range(5)}, ["mrr"], clusters="чат")["mrr"].interval is None


def test_lists_are_looked_at_before_unjudged_hits_are_dropped():
    gold, run = {"q": {"n": 0, "p": 1}, "u": ["d"]}, {"q": ["x", "n", "p"], "u": ["z"]}
    card = ragauge.evaluate(gold, run, ["empty_rate", "judged@5", "fill_rate@3", "mrr"], unjudged="drop")
    assert card["empty_rate"].value == 0
    assert list(card.values["judged@5"].cells()) == [2 / 3, 0.0]
    assert list(card.values["fill_rate@3"].cells()) == [1.0, 1 / 3]
    assert card["mrr"].flagged == {"nothing_judged": 1}
    assert list(card.values["mrr"].cells()) == [0.5, 0.0]


def test_failures_show_the_list_that_was_scored():
    from ragauge.core.options import Options
    from ragauge.evaluation import measure

    gold = ragauge.load_golden({"q": {"p": 1, "n": 0}})
    run = ragauge.load_run({"q": ["u1", "u2", "n", "u3", "p"]})
    _, joined = measure(gold, run, "mrr", by=(), k=1, options=Options(unjudged="drop"))
    (failure,), total = find_failures(gold, joined, k=1, limit=5)
    assert total == 1
    assert failure.needs == ((("p", 2),),)
    assert failure.came == ("n",)


def test_ranks_that_contradict_are_counted_in_the_whole_file(tmp_path):
    path = tmp_path / "r.trec"
    lines = [
        f"q{i} Q0 d{j} {j + 1 if i < 4000 else 2 - j} {9 - j if i < 4000 else 8 + j} t"
        for i in range(8000)
        for j in range(2)
    ]
    path.write_text("\n".join(lines))
    assert ragauge.load_run(path).notes == ()
    path.write_text("\n".join(line.replace(" 2 8 ", " 1 8 ").replace(" 1 9 ", " 2 9 ") for line in lines))
    assert ragauge.load_run(path).notes == ("the rank contradicts the score in 8000 questions; the score counts",)


def test_texts_beside_ids_are_compared_in_tables_of_judgments_and_hits():
    rows = [
        {"id": "a", "question": "What?", "doc_id": "d1", "grade": 1},
        {"id": "b", "question": "Что?", "doc_id": "d2", "grade": 1},
    ]
    gold = golden_from_rows(numbered(rows), source="gold")
    swapped = [{"id": "a", "question": "Что?", "hits": ["d1"]}, {"id": "b", "question": "What?", "hits": ["d2"]}]
    with pytest.raises(ragauge.InputError, match=r"question 'a' is 'Что\?' here and 'What\?' in gold"):
        ragauge.evaluate(gold, run_from_rows(numbered(swapped), source="run"), ["mrr"])
    by_text = run_from_rows(numbered([{"question": "Что?", "hits": ["d2"]}]), source="run")
    assert list(ragauge.evaluate(gold, by_text, ["mrr"]).values["mrr"].cells()) == [0.0, 1.0]
    with pytest.raises(ragauge.InputError, match=r"gold:3: .*question 'a' is 'Why\?' here"):
        golden_from_rows(numbered([rows[0], {**rows[0], "question": "Why?", "doc_id": "d3"}]), source="gold")
    hits = [{"id": "a", "question": "What?", "doc_id": "d1"}, {"id": "a", "question": "Why?", "doc_id": "d2"}]
    with pytest.raises(ragauge.InputError, match=r"run:3: .*question 'a' has another text"):
        run_from_rows(numbered(hits), source="run")


def test_a_blank_id_in_a_file_with_ids_stops():
    rows = [{"id": "7", "question": "A", "gold": "d1"}, {"id": "", "question": "B", "gold": "d2"}]
    with pytest.raises(ragauge.InputError, match="gold:3: column 'id': the id is empty"):
        golden_from_rows(numbered(rows), source="gold")


def test_columns_of_the_gold_never_take_the_name_of_a_metric():
    rows = [{"id": "1", "question": "q", "gold": "d", "mrr": "my", "status": "new", "undefined": "u"}]
    card = ragauge.evaluate(golden_from_rows(numbered(rows), source="gold"), {"1": ["d"]}, ["mrr"])
    assert card.columns == {
        "question": ["q"],
        "mrr (gold)": ["my"],
        "status (gold)": ["new"],
        "undefined (gold)": ["u"],
    }


@pytest.mark.parametrize(
    "arguments",
    [{"metrics": 5}, {"metrics": [5]}, {"metrics": [None]}, {"metrics": b"mrr"}, {"metrics": [["mrr"]]}, {"by": 5},
     {"by": [1]}, {"k": "5"}, {"k": 0}, {"options": {"depth": 3}}],
)  # fmt: skip
def test_arguments_that_are_none(arguments):
    with pytest.raises((ragauge.InputError, ragauge.MetricNameError)):
        ragauge.evaluate({"q": ["d"]}, {"q": ["d"]}, **{"metrics": None, **arguments})
    with pytest.raises(ragauge.MetricNameError, match="a metric name is text"):
        ragauge.score(5, ["d"], ["d"])


def test_a_pair_of_text_and_number_in_a_list_is_no_pair_of_alternatives():
    rows = [{"id": "1", "question": "Что?", "gold": [["d1", 2]]}]
    with pytest.raises(ragauge.InputError, match="gold:2: column 'gold': mixes text and numbers"):
        golden_from_rows(numbered(rows), source="gold")
    assert golden_from_rows(numbered([{**rows[0], "gold": [[17, 18]]}]), source="gold").has_alternatives
