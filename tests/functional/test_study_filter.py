"""`ragauge study filter`: the worked example, leaks, types, and what is wrong with what was given."""

import json

import pytest

from scorecards import refused

DOCUMENTS = [
    ("d1", "acme", "en-US"), ("d2", "acme", "en-GB"), ("d3", "globex", "en-US"), ("d4", "acme", "en-US"),
    ("d5", "acme", "de-DE"),
]  # fmt: skip
FILTERS = [
    ("q1", "d2", "locale = en-US"), ("q2", "d4", "tenant = acme"), ("q3", "d3", "tenant = acme"),
    ("q4", "d5", "locale = de-DE"),
]  # fmt: skip


def lines(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@pytest.fixture
def place(tmp_path):
    """Five documents that every question is about, and a filter for each of them."""
    docs = [{"id": n, "text": f"The lamp hums: {n}.", "tenant": t, "locale": where} for n, t, where in DOCUMENTS]
    gold = [{"id": n, "question": f"Why does the lamp hum, {n}?", "gold": [d], "filter": f} for n, d, f in FILTERS]
    (tmp_path / "docs.jsonl").write_text(lines(*docs), encoding="utf-8")
    (tmp_path / "gold.jsonl").write_text(lines(*gold), encoding="utf-8")
    return tmp_path


STUDY = ("study", "filter", "docs.jsonl", "gold.jsonl")


def tables(done):
    assert done.code == 0, done.err
    return {one["title"]: one["rows"] for one in json.loads(done.out)["tables"]}


def rows(done, title):
    return next(found for name, found in tables(done).items() if name.startswith(title))


def test_the_worked_example(ragauge, place):
    done = ragauge(*STUDY, "--json", "-")
    removed = {row["filter"]: row for row in rows(done, "What the filters remove")}
    whole = removed["column filter: all together"]
    assert (whole["questions"], whole["false exclusion"], whole["lose all gold"]) == (4, 0.5, 2)
    assert removed["column filter: tenant ="]["false exclusion"] == 0.5
    recall = {
        (row["filter"], row["as"]): row["recall@10"]
        for row in rows(done, "As a hard filter and as a soft boost: recall")
    }
    assert recall["column filter: all together", "no filter"] == 1.0
    assert recall["column filter: all together", "hard"] == 0.5  # 1.0 only over the gold that survived
    named = rows(done, "Gold that the filters remove")
    own = [row for row in named if row["filter"] == "column filter: all together"]
    assert [(row["question"], row["document"], row["it has"]) for row in own] == [
        ("q1", "d2", "locale 'en-GB'"), ("q3", "d3", "tenant 'globex'"),
    ]  # fmt: skip
    assert {one["says"] for one in json.loads(done.out)["advice"]} == {"too few questions"}


def test_the_tables_are_printed_and_written(ragauge, place):
    done = ragauge(*STUDY, "--markdown", "f.md")
    assert done.code == 0, done.err
    assert "What the filters remove of the gold" in (place / "f.md").read_text("utf-8")
    assert "too few questions" in ragauge(*STUDY).out


def test_the_same_bytes_again(ragauge, place):
    assert ragauge(*STUDY, "--json", "-").out == ragauge(*STUDY, "--json", "-", "--cache", "other").out


def test_chunks_are_filtered_by_their_documents(ragauge, place):
    done = ragauge(*STUDY, "--chunker", "fixed", "--size", "2", "--json", "-")
    whole = rows(done, "What the filters remove")[-1]
    assert whole["false exclusion"] == 0.5
    recall = {row["as"]: row["recall@10"] for row in rows(done, "As a hard filter and as a soft boost: recall")[-7:]}
    assert recall["hard"] == 0.5


def test_several_lanes(ragauge, place):
    done = ragauge(*STUDY, "--lane", "bm25+lsa", "--json", "-")
    recall = rows(done, "As a hard filter and as a soft boost: recall")
    assert [row["recall@10"] for row in recall if row["as"] == "hard"][-1] == 0.5


RUN = lines({"query_id": "q2", "retrieved": ["d4", "d3"]}, {"query_id": "q4", "retrieved": ["d5"]})


def test_a_filter_that_a_search_ignores_leaks_and_authorization_stops(ragauge, place):
    (place / "run.jsonl").write_text(RUN, encoding="utf-8")
    plain = ragauge(*STUDY, "--run", "run.jsonl", "--json", "-")
    (row,) = [one for one in rows(plain, "What the hits of the run") if one["filter"] == "column filter: tenant ="]
    assert (row["hits"], row["violate it"], row["leak rate"]) == (2, 1, 0.5)
    done = ragauge(*STUDY, "--run", "run.jsonl", "--authorization", "tenant", "--json", "-")
    assert done.code == 1
    first = json.loads(done.out)["advice"][0]
    assert (first["subject"], first["says"]) == ("column filter: tenant =", "leaks")
    assert "question 'q2' got 'd3' has tenant 'globex'" in first["because"]
    (place / "run.jsonl").write_text(RUN.replace('"d3"', '"d1"'), encoding="utf-8")
    assert ragauge(*STUDY, "--run", "run.jsonl", "--authorization", "tenant").code == 0


def test_a_hit_of_no_document_is_no_silent_pass(ragauge, place):
    (place / "run.jsonl").write_text(RUN.replace('"d3"', '"x9"'), encoding="utf-8")
    refused(ragauge(*STUDY, "--run", "run.jsonl"), "'x9' is of no document there is")


def test_a_search_that_forgets_authorization_stops_the_study(ragauge, place, monkeypatch):
    from ragauge.studying.filter import searching

    real = searching.make_lane

    def forgetful(name, texts, **more):
        search = real(name, texts, **more)
        return lambda question, k, allowed=None: search(question, k)

    monkeypatch.setattr(searching, "make_lane", forgetful)
    refused(ragauge(*STUDY, "--authorization", "tenant"), "leaked past authorization", "'globex'")


def test_another_type_is_told_from_another_value(ragauge, place):
    docs = [{"id": "1", "text": "lamp", "tier": 1}, {"id": "2", "text": "lamp", "tier": "1"},
            {"id": "3", "text": "lamp", "tier": "2"}]  # fmt: skip
    (place / "docs.jsonl").write_text(lines(*docs), encoding="utf-8")
    (place / "gold.jsonl").write_text(lines({"id": "q", "question": "lamp?", "gold": ["1"]}), encoding="utf-8")
    (place / "run.jsonl").write_text(lines({"query_id": "q", "retrieved": ["1", "2", "3"]}), encoding="utf-8")
    done = ragauge(*STUDY, "--predicate", 'tier = "1"', "--run", "run.jsonl", "--json", "-")
    (row,) = rows(done, "Values of another type")
    assert (row["predicate"], row["documents"], row["such as"], row["with"]) == (
        'tier = "1"',
        1,
        "1",
        "tier 1 (number)",
    )
    (leak,) = rows(done, "What the hits of the run")
    assert (leak["violate it"], leak["other type"]) == (1, 1)
    (lost,) = rows(done, "Gold that the filters remove")
    assert lost["because"] == "type mismatch"


def test_gold_that_is_in_no_document_is_told_and_no_exclusion(ragauge, place):
    gold = [{"id": "q1", "question": "lamp?", "gold": ["d1"]}, {"id": "q2", "question": "lamp?", "gold": ["lost"]}]
    (place / "gold.jsonl").write_text(lines(*({**one, "lang": one["id"]} for one in gold)), encoding="utf-8")
    rules = ("--when", "lang=q1: tenant = globex", "--when", "lang=q2: locale = en-US")
    removed = rows(ragauge(*STUDY, *rules, "--json", "-"), "What the filters remove")
    assert [(row["with gold"], row["false exclusion"]) for row in removed] == [(1, 1.0), (0, None), (1, 1.0)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--column", "filer"), ("no column 'filer'",)),
        (("--predicate", "locale"), ("--predicate 'locale'", "is no predicate")),
        (("--when", "lang=en"), ("is no rule",)),
        (("--authorization", "tenat"), ("--authorization tenat", "locale, tenant")),
        (("--boosts", "much"), ("--boosts",)),
        (("--boosts", "0,1"), ("boosts are numbers above 0",)),
        (("--epsilon", "0"), ("epsilon",)),
        (("--lane", "magic"), ("magic",)),
        (("--phrases", "nowhere.toml"), ("nowhere.toml",)),
        (("--run", "nowhere.jsonl"), ("nowhere.jsonl",)),
        (("-m", "filter_exclusion"), ("filter_exclusion needs",)),
    ],
)
def test_mistakes_are_one_message(ragauge, place, arguments, words):
    refused(ragauge(*STUDY, *arguments), *words)


def test_predicates_that_cannot_be_read_are_all_named(ragauge, place):
    gold = [{"id": f"q{n}", "question": f"{n}?", "gold": ["d1"], "filter": "locale"} for n in range(3)]
    (place / "gold.jsonl").write_text(lines(*gold), encoding="utf-8")
    refused(ragauge(*STUDY), "question 'q0'", "question 'q2'")


def test_documents_without_metadata(ragauge, place):
    (place / "docs.jsonl").write_text(lines({"id": "d2", "text": "lamp"}), encoding="utf-8")
    refused(ragauge(*STUDY), "no document has metadata")


def test_questions_without_filters(ragauge, place):
    (place / "gold.jsonl").write_text(lines({"id": "q", "question": "lamp?", "gold": ["d1"]}), encoding="utf-8")
    refused(ragauge(*STUDY), "no column 'filter'")
    gold = {"id": "q", "question": "lamp?", "gold": ["d1"], "filter": {}}
    (place / "gold.jsonl").write_text(lines(gold), encoding="utf-8")
    refused(ragauge(*STUDY), "no question has a predicate")


def test_a_field_that_no_document_has_is_told(ragauge, place):
    done = ragauge(*STUDY, "--predicate", "год >= 2024", "--json", "-")
    assert "no document has a field 'год'" in " ".join(json.loads(done.out)["notes"])


def test_the_metrics_of_filters_are_not_computed_from_a_run(ragauge, place):
    (place / "run.jsonl").write_text(RUN, encoding="utf-8")
    done = ragauge("eval", "gold.jsonl", "run.jsonl", "-m", "filter_false_exclusion", "-m", "recall@5")
    refused(done, "filter_false_exclusion needs the filters", "ragauge study filter")
