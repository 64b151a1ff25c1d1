"""Questions without answers, lists that do not say what they mean, gold finer or coarser than hits (17 to 23)."""

import json
import re

import pytest
from golden_files.kind import answers, json_lines
from golden_files.measuring import (
    account,
    cells,
    measured,
    pair,
    refused,
    told,
    value,
)

import ragauge as library

# 17 to 19. What no answer looks like.


@pytest.mark.parametrize(
    ("empty", "text"),
    [
        pytest.param([], "Who?", id="17-list"),
        pytest.param("", "Кто?", id="17-text-ru"),
        pytest.param(None, "Wer?", id="17-null-de"),
    ],
)
def test_17_empty_gold_is_unknown_until_declared(ragauge, empty, text):
    rows = [{"question": text, "expected_docs": empty, "group": "x"}, {"question": "Sure?", "expected_docs": ["a"]}]
    files = pair(rows, {text: ["a"], "Sure?": ["a"]})
    data = measured(ragauge, files)
    assert cells(data) == ["gold_unknown", 1]
    assert told(data, "1 of 2", "--no-answer")
    assert cells(measured(ragauge, files, "--no-answer", "group=x")) == ["no_relevant", 1]


@pytest.mark.parametrize(
    ("column", "word"),
    [
        *(pytest.param("type", word, id=f"18-{word}") for word in ("negative", "no_answer", "unanswerable", "refusal")),
        pytest.param("category", "Out of scope", id="18-out-of-scope"),
        pytest.param("kind", "out_of_corpus", id="18-out-of-corpus"),
        pytest.param("тип", "нет ответа", id="18-ru"),
    ],
)
def test_18_a_no_answer_row_with_a_source_is_a_no_answer_row(ragauge, column, word):
    rows = [
        {"question": "Sure?", column: "single", "expected_sources": ["a"]},
        {"question": "Кто?", column: word, "expected_sources": ["Handbook"]},
    ]
    data = measured(ragauge, pair(rows, {"Sure?": ["a"], "Кто?": ["Handbook"]}))
    assert cells(data) == [1, "no_relevant"]
    assert told(data, "2", "gold")


@pytest.mark.parametrize(
    ("flag", "yes", "no"),
    [
        pytest.param("expected_refusal", True, False, id="19-bool"),
        pytest.param("expect_refusal", "yes", "no", id="19-yes"),
        pytest.param("expected_refusal", 1, 0, id="19-number"),
    ],
)
def test_19_a_refusal_with_a_cited_successor_counts_in_both(ragauge, flag, yes, no):
    rows = [
        {"question": "Was gilt?", flag: yes, "refusal_reason": "repealed", "gold": ["Neues Gesetz"]},
        {"question": "Стоит ли судиться?", flag: yes, "refusal_reason": "advice", "gold": []},
        {"question": "Sure?", flag: no, "refusal_reason": None, "gold": ["a"]},
        {"question": "¿Y esto?", flag: no, "refusal_reason": None, "gold": []},
    ]
    run = {"Was gilt?": ["x"], "Стоит ли судиться?": ["x"], "Sure?": ["a"], "¿Y esto?": ["x"]}
    data = measured(ragauge, pair(rows, run), "--by", "refusal_reason")
    assert cells(data) == [0, "no_relevant", 1, "gold_unknown"]
    slices = {one["slice"]["refusal_reason"]: one["value"] for one in data["scores"] if one["slice"]}
    assert slices == {"repealed": 0, "advice": None, "(blank)": 1}


# 20. Any of, all of.


@pytest.mark.parametrize(
    ("gold", "retrieved"),
    [
        pytest.param(["atlas-3", "atlas-9"], ["atlas-3", "x", "y"], id="20-U005"),
        pytest.param(["приказ", "смета"], ["x", "смета"], id="20-U005-ru"),
    ],
)
def test_20_u005_a_bare_list_is_read_both_ways(ragauge, gold, retrieved):
    files = pair([{"question": "Who?", "retrieval_gt": gold}], {"Who?": retrieved})
    data = measured(ragauge, files)
    assert value(data) == 0.5
    assert data["scores"][0]["bounds"] == {"match_all": 0.5, "match_any": 1.0}
    assert told(data, "--match")
    for match, wanted in (("all", 0.5), ("any", 1.0)):
        declared = measured(ragauge, files, "--match", match)
        assert value(declared) == wanted
        assert not told(declared, "--match")
        assert declared["provenance"]["gold"]["match"] == match
    shown = ragauge("eval", "gold.jsonl", "run.jsonl", "-m", "recall@5").out
    assert "0.5000" in shown
    assert "1.0000" in shown
    assert "match_any" in shown


def test_20_all_metrics_have_both_readings(ragauge):
    gold = [{"question": "Что?", "gold": ["a", "b"]}, {"question": "Wo?", "gold": ["c"]}]
    run = {"Что?": ["x", "a", "y"], "Wo?": ["c"]}
    data = measured(ragauge, pair(gold, run), metrics=("recall@5", "need_success@5", "mrr"))
    bounds = {one["metric"]: one["bounds"] for one in data["scores"]}
    assert bounds["recall@5"] == {"match_all": 0.75, "match_any": 1.0}
    assert bounds["need_success@5"] == {"match_all": 0.5, "match_any": 1.0}
    assert bounds["mrr"] in (None, {"match_all": 0.75, "match_any": 0.75})  # the first hit is the same one


@pytest.mark.parametrize(
    ("gold", "retrieved", "recall"),
    [
        pytest.param([["m1", "m2", "m3", "m4", "m5", "m6", "m7"]], ["m5"], 1.0, id="20-seven-of-one"),
        pytest.param([["приказ"], ["смета", "акт"]], ["акт"], 0.5, id="20-and-of-or-ru"),
        pytest.param([["a", "b"], ["c"]], ["x", "c", "b"], 1.0, id="20-both"),
    ],
)
def test_20_groups_say_what_they_mean(ragauge, gold, retrieved, recall):
    data = measured(ragauge, pair([{"question": "Who?", "retrieval_gt": gold}], {"Who?": retrieved}))
    assert value(data) == recall
    assert not data["scores"][0]["bounds"]
    assert not told(data, "--match")


# 21 and 22. Answers per source; numbers.


@pytest.mark.parametrize(
    ("documents", "said"),
    [
        pytest.param(["v1.pdf", "v2.pdf"], ["5 days", "10 days"], id="21-en"),
        pytest.param(["Правила 2030.pdf", "Правила 2031.pdf"], ["5 дней", "10 дней"], id="21-ru"),
    ],
)
def test_21_each_source_keeps_the_answer_that_it_gives(ragauge, documents, said):
    files = {
        "gold.csv": f"question,expected_answer,source\nHow long?,{';'.join(said)},{';'.join(documents)}\n",
        "run.jsonl": answers({"How long?": [documents[1]]}),
    }
    data = measured(ragauge, files, "--match", "any")
    assert value(data) == 1
    told = library.load_golden("gold.csv", match="any").answers
    assert sorted(told.select("item", "answer").iter_rows()) == list(zip(documents, said, strict=True))


@pytest.mark.parametrize(
    ("quote", "right", "wrong"),
    [
        pytest.param(
            "pressure must not exceed 5 bar",
            "The pressure must not exceed 5 bar.",
            "The pressure must not exceed 6 bar.",
            id="22-en",
        ),
        pytest.param("срок возврата 14 дней", "Срок возврата 14 дней.", "Срок возврата 10 дней.", id="22-ru"),
    ],
)
def test_22_another_number_is_another_quote(ragauge, quote, right, wrong):
    rows = [{"question": question, "evidence": [{"text": quote}]} for question in ("Who?", "Кто?")]
    run = {"Who?": [{"id": "c1", "text": wrong}], "Кто?": [{"id": "c1", "text": wrong}, {"id": "c2", "text": right}]}
    assert cells(measured(ragauge, pair(rows, run))) == [0, 1]


# 23. Levels.


@pytest.mark.parametrize(
    ("book", "other"), [pytest.param("a.pdf", "b.pdf", id="23-en"), pytest.param("а.pdf", "б.pdf", id="23-ru")]
)
def test_23_chunks_are_projected_to_pages(ragauge, book, other):
    gold = [{"question": f"{n}?", "source": book, "page": 2} for n in range(4)]

    def chunk(name, first, last):
        return {"id": f"{name}-{first}-{last}", "source": name, "page_from": first, "page_to": last}

    run = {
        "0?": [chunk(other, 2, 3), chunk(book, 2, 3)],
        "1?": [chunk(book, 3, 4)],
        "2?": [chunk(book, 1, 9)],
        "3?": [chunk(book, 1, 2), chunk(book, 2, 2), chunk(book, 2, 3)],  # one page, three times
    }
    data = measured(ragauge, pair(gold, run), metrics=("recall@5", "mrr"))
    assert cells(data) == [1, 0, 1, 1]
    assert cells(data, "mrr") == [1 / 2, 0, 1, 1]
    assert "page" in account(data)


@pytest.mark.parametrize(
    ("text", "quote", "lead"),
    [
        pytest.param(
            "Press the knob. Wait ten seconds. The lamp glows.", "Wait ten seconds.", "Press the knob.", id="23-en"
        ),
        pytest.param(
            "Нажмите кнопку. Ждите пять секунд. Лампа горит.", "Ждите пять секунд.", "Нажмите кнопку.", id="23-ru"
        ),
    ],
)
def test_23_coverage_of_a_quote_by_chunks_is_a_rule_that_is_stated(ragauge, text, quote, lead):
    """The quote begins at 16; the first chunk has its first four letters, the second one the rest."""
    assert text.index(quote) == 16
    gold = [
        {"question": "How long?", "evidence": [{"document": "lamp.txt", "text": quote}]},
        {"question": "How?", "evidence": [{"document": "lamp.txt", "text": lead}]},
    ]
    files = {
        **pair(gold, {"How long?": ["c1"], "How?": ["c1"]}),
        "chunks.csv": f"id,document,start,end\nc1,lamp.txt,0,20\nc2,lamp.txt,20,{len(text)}\n",
        "docs/lamp.txt": text,
    }
    tables = ("--chunks", "chunks.csv", "--corpus", "docs")
    found = {cover: measured(ragauge, files, *tables, "--cover", cover) for cover in ("touches", "contains", "0.5")}
    assert cells(found["touches"]) == [1, 1]
    assert cells(found["contains"]) == [0, 1]  # no chunk has all of it: both are needed
    assert cells(found["0.5"]) == [0, 1]  # the first one has less than half
    for cover in ("touches", "0.5"):
        assert cover in json.dumps(found[cover]["provenance"]["policies"])
    assert "contains" in account(found["contains"]) or not found["contains"]["provenance"]["policies"]
    assert told(found["contains"], "split")
    card = library.evaluate("gold.jsonl", "run.jsonl", ["recall@5"], chunks="chunks.csv", corpus="docs", cover=0.5)
    assert card["recall@5"].value == 1 / 2
    whole = pair(gold, {"How long?": ["c1", "x", "c2"], "How?": ["c1"]})
    both = measured(ragauge, whole, *tables, metrics=("recall@5", "mrr", "need_recall@5"))
    assert [cells(both, name)[0] for name in ("recall@5", "mrr", "need_recall@5")] == [1, 1 / 3, 1]  # at the last part


def test_23_u015_ids_of_two_levels_stop_with_a_diagnosis(ragauge):
    files = {
        **pair([{"question": "Who?", "expected_docs": ["doc-4"]}], {"Who?": ["node-91", "node-17"]}),
        "chunks.csv": "id,document\nnode-91,doc-4\nnode-17,doc-2\n",
    }
    refused(ragauge, files, words=["doc-4", "node-91", "--chunks"])
    data = measured(ragauge, files, "--chunks", "chunks.csv", metrics=("recall@5", "mrr"))
    assert (value(data), value(data, "mrr")) == (1, 1)


@pytest.mark.parametrize(
    ("documents", "nodes"),
    [
        pytest.param(["устав", "приказ"], ["узел-1", "узел-2"], id="23-U015-ru"),
        pytest.param(["a", "b"], ["n1", "n2"], id="23-U015-en"),
    ],
)
def test_23_u015_chunks_say_which_document_they_are_of(ragauge, documents, nodes):
    gold = [{"question": "Кто?", "gold": [documents[0]]}, {"question": "Who?", "gold": documents}]
    run = {"Кто?": [nodes[1], nodes[0]], "Who?": [nodes[1], nodes[1]]}
    chunks = "id,document\n" + "".join(f"{node},{name}\n" for node, name in zip(nodes, documents, strict=True))
    files = {**pair(gold, run), "chunks.csv": chunks}
    data = measured(ragauge, files, "--chunks", "chunks.csv", "--match", "all", metrics=("recall@5", "mrr"))
    assert cells(data) == [1, 1 / 2]
    assert cells(data, "mrr") == [1 / 2, 1]


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        pytest.param("one two three four five six", ["one two three", "three four five", "five six"], id="U012-en"),
        pytest.param("раз два три четыре пять шесть", ["раз два три", "три четыре пять", "пять шесть"], id="U012-ru"),
    ],
)
def test_23_u012_offsets_of_minus_one_are_not_offsets(ragauge, text, chunks):
    """Starts 0, -1, -1: the last two are found by their text; one that is not there is counted and meets nothing."""
    words = text.split()
    first, last = " ".join(words[:2]), " ".join(words[-2:])
    gold = [
        {"question": q, "evidence": [{"document": "d.txt", "text": quote}]}
        for q, quote in (("a?", first), ("b?", last))
    ]
    table = [
        {"id": f"c{n}", "document": "d.txt", "start": -1 if n else 0, "end": -1 if n else len(chunk), "text": chunk}
        for n, chunk in enumerate([*chunks, "seven eight nine"])
    ]
    files = {
        **pair(gold, {"a?": ["c3", "c1", "c0"], "b?": ["c3", "c1", "c2"]}),
        "chunks.jsonl": json_lines(table),
        "docs/d.txt": text,
    }
    options = ("--chunks", "chunks.jsonl", "--corpus", "docs", "--cover", "contains")
    data = measured(ragauge, files, *options, metrics=("recall@5", "mrr"))
    assert cells(data) == [1, 1]
    assert cells(data, "mrr") == [1 / 3, 1 / 3]  # neither c3, which is nowhere, nor c1 holds them
    said = "\n".join(data["warnings"]).casefold()
    assert re.search(r"\b2\b.*(relocat|offset)|(relocat|offset).*\b2\b", said)
    assert re.search(r"\b1\b.*(unlocated|not found|without a place)|(unlocated|not found|without a place).*\b1\b", said)


@pytest.mark.parametrize("name", [pytest.param("d.txt", id="U012-en"), pytest.param("д.txt", id="U012-ru")])
def test_23_u012_an_offset_of_minus_one_without_a_text_meets_nothing(ragauge, name):
    """Nothing but -1 is known of c1: it is no chunk at the end of the text, where -1 would be in Python."""
    quotes = {"first?": "one two", "last?": "three"}
    gold = [{"question": q, "evidence": [{"document": name, "text": quote}]} for q, quote in quotes.items()]
    files = {
        **pair(gold, {"first?": ["c1", "c0"], "last?": ["c1"]}),
        "chunks.csv": f"id,document,start,end\nc0,{name},0,7\nc1,{name},-1,-1\n",
        f"docs/{name}": "one two three",
    }
    done = ragauge(
        *("eval", "gold.jsonl", "run.jsonl", "-m", "recall@5", "-m", "mrr", "--json", "-"),
        *("--chunks", "chunks.csv", "--corpus", "docs"),
        files=files,
    )
    if done.code == 2:
        assert all(word in done.err for word in ("chunks.csv:3", "start", "-1"))
    else:
        data = json.loads(done.out)
        assert cells(data, "mrr")[0] == 1 / 2
        assert cells(data)[1] != 1
        assert told(data, "1", "without a place") or told(data, "1", "unlocated")
