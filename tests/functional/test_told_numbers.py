"""Numbers that once were wrong in silence: each is right now, or said."""

import io
import json

import polars as pl
import pytest

import ragauge as library


def lines(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def hits(**found):
    return lines(*({"question": q.replace("_", " "), "hits": items} for q, items in found.items()))


@pytest.fixture
def measured(ragauge):
    def run(gold, run, *options, metrics=("recall@5", "mrr"), name="gold.csv", **more):
        names = [word for metric in metrics for word in ("-m", metric)]
        files = {name: gold, "run.jsonl": run, **more}
        done = ragauge("eval", name, "run.jsonl", *names, *options, "--json", "-", files=files)
        assert done.code == 0, done.err
        data = json.loads(done.out)
        return [score["value"] for score in data["scores"]], " | ".join(data["warnings"]), data

    return run


def test_an_id_with_two_places_stops(ragauge):
    gold = "question,document,page\nq one,a.pdf,3\nq two,a.pdf,3\n"
    run = hits(q_one=[{"id": "a.pdf", "page": 3}], q_two=[{"id": "a.pdf", "page": 7}])
    done = ragauge("eval", "gold.csv", "run.jsonl", files={"gold.csv": gold, "run.jsonl": run})
    assert done.code == 2
    for word in ("run.jsonl:2", "'a.pdf'", "7", "3", "id of its own"):
        assert word in done.err


def test_a_document_column_names_documents_and_not_chunks(measured):
    gold = "question,document\nq one,1\nq two,2\n"
    one = [{"id": "1", "document": "7"}, {"id": "9", "document": "1"}]
    two = [{"id": "2", "document": "8"}, {"id": "10", "document": "2"}]
    assert measured(gold, hits(q_one=one, q_two=two))[0] == [1, 1 / 2]


@pytest.mark.parametrize("evidence", [[{"page": 3}], {"page": 3}, [{"page": 3, "grade": 2}]])
def test_the_document_of_a_row_holds_for_its_pages(measured, evidence):
    gold = lines({"question": "q one", "document": "x.pdf", "evidence": evidence})
    other, right = {"source": "y.pdf", "page": 3}, {"source": "x.pdf", "page": 3}
    assert measured(gold, hits(q_one=[other, right]), name="gold.jsonl")[0] == [1, 1 / 2]


@pytest.mark.parametrize("word", ["unanswerable", "no answer", "нет", "false", "0.0"])
def test_what_is_not_answerable_is_not(measured, word):
    gold = f"question,answerable,document\nq one,{word},a.pdf\nq two,yes,a.pdf\n"
    values, _, data = measured(gold, hits(q_one=["x"], q_two=["a.pdf"]))
    assert values[0] == 1
    assert data["scores"][0]["excluded"] == {"no_relevant": 1}


def test_judgments_of_pages_have_grades(measured):
    gold = "question,document,page,grade\nq one,a.pdf,3,0\nq one,a.pdf,5,1\nq one,b.pdf,1,2\n"
    run = hits(q_one=[{"source": "a.pdf", "page": 3}, {"source": "a.pdf", "page": 5}])
    assert measured(gold, run)[0] == [1 / 2, 1 / 2]


@pytest.mark.parametrize("option", [("--no-answer", "kind=Skip"), ()])
def test_judgments_know_unanswerable_questions(measured, option):
    kind = "skip" if option else "unanswerable"
    gold = f"question,doc_id,grade,kind\nq1,b.pdf,1,{kind}\nq2,a.pdf,1,x\n"
    _, _, data = measured(gold, hits(q1=["b.pdf"], q2=["a.pdf"]), *option)
    assert data["scores"][0]["excluded"] == {"no_relevant": 1}


def test_chunk_ids_are_not_matched_by_likeness(measured):
    gold = "question,document,page\nq one,b.pdf,3\n"
    run = hits(q_one=[{"id": "intro-to-rust"}, {"id": "b1"}])
    chunks = "id,document,page\nintro,b.pdf,3\nb1,b.pdf,4\n"
    values, warnings, _ = measured(gold, run, "--chunks", "chunks.csv", **{"chunks.csv": chunks})
    assert values == [0, 0]
    assert "1 of 2 ids of the run are not in the table of chunks" in warnings


def test_the_table_of_other_chunks_stops(ragauge):
    files = {
        "gold.csv": "question,document\nq one,b.pdf\n",
        "run.jsonl": hits(q_one=["n1"]),
        "chunks.csv": "id,document\nm1,b.pdf\n",
    }
    done = ragauge("eval", "gold.csv", "run.jsonl", "--chunks", "chunks.csv", files=files)
    assert done.code == 2
    assert "1 of 1 ids of the run are not in the table of chunks chunks.csv" in done.err


def test_one_more_row_does_not_change_what_rows_are(ragauge):
    for rows in ("q one,a.pdf;b.pdf\nq two,b.pdf\n", "q one,a.pdf;b.pdf\nq two,b.pdf\nq two,b.pdf\n"):
        done = ragauge("golden", "inspect", "gold.csv", "--json", "-", files={"gold.csv": f"question,document\n{rows}"})
        assert json.loads(done.out)["form"] == "questions"


def test_a_hit_that_meets_two_sources_adds_no_unit(measured):
    gold = lines({"question": "q one", "document": "a", "page": "2;3"})
    metrics = ("recall@5", "need_recall@5", "success@5", "ndcg@10", "rprec")
    joint = hits(q_one=[{"id": "c1", "document": "a", "page": "2-3"}])
    apart = hits(q_one=[{"id": "c1", "document": "a", "page": 2}, {"id": "c2", "document": "a", "page": 3}])
    found = measured(gold, joint, "--match", "all", metrics=metrics, name="gold.jsonl")[0]
    assert found[:3] == [1, 1, 1]
    assert found[3] == pytest.approx(1 / (1 + 0.6309297535714575))
    assert found[4] == 1 / 2
    assert measured(gold, apart, "--match", "all", metrics=metrics, name="gold.jsonl")[0] == [1] * 5


def test_gold_that_matches_nothing_is_said(measured):
    gold = "question,document\nq one,handbook\nq two,lamp.pdf\nq three,zzz.pdf\n"
    run = hits(q_one=["handbook-2024.pdf"], q_two=["lamp.pdf"], q_three=["y.pdf"])
    values, warnings, _ = measured(gold, run)
    assert values[0] == pytest.approx(1 / 3)
    assert "2 not in the run" in warnings
    assert "'handbook' is how 'handbook-2024.pdf' begins: not taken for it" in warnings


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the warranty is two years from purchase", "the warranty is ten years from purchase"),
        ("the fee must not be paid by the buyer of the lamp", "the fee must be paid by the buyer of the lamp"),
        ("Доставка оплачивается покупателем", "Доставка не оплачивается покупателем"),
        ("a dose of ≤ 5 mg every morning", "a dose of ≥ 5 mg every morning"),
        ("see the rules of part IV of the annex", "see the rules of part VI of the annex"),
    ],
)
def test_a_quote_that_says_the_opposite_is_not_met(measured, quote, text):
    gold = lines({"question": "q one", "document": "a", "quote": quote}, {"question": "q two", "document": "a"})
    run = hits(q_one=[{"id": "1", "document": "a", "text": text}], q_two=[{"id": "1", "document": "a"}])
    assert measured(gold, run, name="gold.jsonl")[0][0] == 1 / 2


def test_an_offset_of_an_unknown_document_stops(ragauge):
    files = {
        "gold.csv": "question,document,page\nq one,b.pdf,3\n",
        "run.jsonl": hits(q_one=[{"source": "b.pdf", "page": 7}]),
    }
    done = ragauge("eval", "gold.csv", "run.jsonl", "--page-offset", "typo.pdf=4", files=files)
    assert done.code == 2
    assert "'typo.pdf'" in done.err
    assert "'b.pdf'" in done.err
    assert ragauge("eval", "gold.csv", "run.jsonl", "--page-offset", "B.PDF=4", "-m", "mrr").out.count("1.0000")


def test_a_declaration_without_effect_is_said(measured):
    gold = "question,document,answer\nq one,a.pdf,4\n"
    assert "no row has that in 'answer'" in measured(gold, hits(q_one=["a.pdf"]), "--no-answer", "answer=zzz")[1]


@pytest.mark.parametrize("command", [("inspect", "gold.csv"), ("diff", "gold.csv", "gold.csv")])
def test_the_gold_is_never_written_over(ragauge, tmp_path, command):
    gold = "question,document\nq one,a.pdf\n"
    done = ragauge("golden", *command, "--json", "gold.csv", files={"gold.csv": gold})
    assert done.code == 2
    assert (tmp_path / "gold.csv").read_text() == gold


@pytest.mark.parametrize("start", ["-1", "5", "2.5", "x"])
def test_spans_that_are_none_are_told_with_their_row(ragauge, start):
    files = {"gold.csv": f"question,document,start,end\nq one,a.pdf,0,5\nq two,a.pdf,{start},3\n"}
    done = ragauge("golden", "inspect", "gold.csv", files=files)
    assert done.code == 2
    assert "gold.csv:3" in done.out
    row = {"question": "q", "document": "a", "start": int(start) if start in ("-1", "5") else start, "end": 3}
    done = ragauge("golden", "inspect", "gold.jsonl", files={"gold.jsonl": lines(row)})
    assert done.code == 2
    assert "gold.jsonl:1" in done.out


@pytest.mark.parametrize(
    "rows",
    [
        "question,source\nWho pays?,a.pdf;d.pdf\nHow long?,c.pdf;e.pdf\n",
        "question,source,answer\nWho pays?,a.pdf;d.pdf,x\nHow long?,c.pdf;e.pdf,y\n",
    ],
)
def test_a_repeated_question_does_not_change_how_the_others_are_read(measured, rows):
    run = hits(**{"Who_pays?": ["a.pdf", "d.pdf"], "How_long?": ["c.pdf", "e.pdf"]})
    assert measured(rows, run, "--match", "all")[0] == [1, 1]
    again = rows + rows.split("\n")[1] + "\n"
    values, warnings, _ = measured(again, run, "--match", "all")
    assert values == [1, 1]
    assert "1 questions repeat the text of another" in warnings


def test_rows_that_are_taken_together_are_said_to_be(measured):
    gold = "question,source\nq one,a.pdf\nq one,b.pdf\n"
    values, warnings, _ = measured(gold, hits(q_one=["b.pdf"]))
    assert values == [1 / 2, 1]
    assert "rows are judgments: 1 questions stand on several rows" in warnings


TWICE = "The lamp hums. It is blue. The lamp hums. It is red."


@pytest.mark.parametrize(("start", "right"), [(0, "c1"), (27, "c2")])
def test_a_quote_with_offsets_stands_there_and_nowhere_else(measured, start, right):
    gold = lines(
        {"question": "q one", "document": "a.md", "quote": "The lamp hums.", "start": start, "end": start + 14}
    )
    tables = {
        "chunks.csv": "id,document,start,end\nc1,a.md,0,26\nc2,a.md,27,52\n",
        "docs/a.md": TWICE,
    }
    options = ("--chunks", "chunks.csv", "--corpus", "docs")
    for item in ("c1", "c2"):
        values = measured(gold, hits(q_one=[item]), *options, name="gold.jsonl", **tables)[0]
        assert values[0] == (item == right)


@pytest.mark.parametrize("item", ["c1", "c2"])
def test_a_quote_that_stands_twice_is_met_at_both_places(measured, item):
    gold = lines({"question": "q one", "document": "a.md", "quote": "The lamp hums."})
    tables = {"chunks.csv": "id,document,start,end\nc1,a.md,0,26\nc2,a.md,27,52\n", "docs/a.md": TWICE}
    options = ("--chunks", "chunks.csv", "--corpus", "docs")
    assert measured(gold, hits(q_one=[item]), *options, name="gold.jsonl", **tables)[0] == [1, 1]


def test_the_hits_of_one_question_do_not_change_another(measured):
    quote = "погрузите фильтр в воду на пять минут"
    gold = lines(*({"question": q, "document": "a", "quote": quote} for q in ("q one", "q two")))
    typo = {"id": "1", "document": "a", "text": "Затем погрузите фильтр в вoду на пять минут."}
    clean = {"id": "2", "document": "a", "text": "Затем погрузите фильтр в воду на пять минут."}
    assert measured(gold, hits(q_one=[typo], q_two=[clean]), name="gold.jsonl")[0] == [1, 1]
    assert measured(gold, hits(q_one=[typo], q_two=[typo]), name="gold.jsonl")[0] == [1, 1]


def test_any_chunks_that_hold_a_span_together_meet_it(measured):
    text = "0123456789" * 4
    chunks = [("a", 0, 12), ("b", 6, 18), ("c", 10, 22), ("d", 16, 30)]
    table = "id,document,start,end\n" + "".join(f"{name},a.md,{start},{end}\n" for name, start, end in chunks)
    gold = lines({"question": "q one", "document": "a.md", "start": 5, "end": 21})
    tables = {"chunks.csv": table, "docs/a.md": text}
    options = ("--chunks", "chunks.csv", "--corpus", "docs")
    for together, rank in ((["a", "c"], 2), (["a", "b", "c"], 3), (["b", "d", "a"], 3), (["b", "d"], None)):
        values = measured(gold, hits(q_one=together), *options, name="gold.jsonl", **tables)[0]
        assert values == ([1, 1 / rank] if rank else [0, 0])


def test_repeated_chunks_out_of_order_hold_what_their_letters_hold(measured):
    text = "Header. One. Header. Two. Header. Three."
    rows = [("h2", "Header."), ("t", "Three."), ("h1", "Header."), ("o", "One.")]
    table = "id,document,text\n" + "".join(f"{name},a.md,{words}\n" for name, words in rows)
    gold = lines({"question": "q one", "document": "a.md", "start": 26, "end": 33})
    tables = {"chunks.csv": table, "docs/a.md": text}
    for item in ("h1", "h2"):
        options = ("--chunks", "chunks.csv", "--corpus", "docs")
        assert measured(gold, hits(q_one=[item]), *options, name="gold.jsonl", **tables)[0] == [1, 1]


def test_what_could_not_be_looked_for_was_not_found(ragauge):
    files = {"gold.csv": "question,document,quote\nq,a.pdf,the lamp hums\n", "docs/a.pdf": b"%PDF-1.7"}
    done = ragauge("golden", "check", "gold.csv", "--corpus", "docs", files=files)
    assert done.code == 0
    assert "everything was found" not in done.out
    assert "1 could not" in done.out


def test_the_fingerprint_is_that_of_the_content():
    def mark(rows):
        return library.load_golden([{"id": "q1", "question": "Что?", **row} for row in rows]).fingerprint()

    judged = library.load_golden([{"id": "q1", "question": "Что?", "doc_id": "й.md", "grade": 1}])
    assert judged.fingerprint() == mark([{"gold": [["и\u0306.md"]]}])
    assert judged.fingerprint() != mark([{"gold": [["й.md", "b.md"]]}])
    assert judged.fingerprint() != mark([{"question": "Кто?", "gold": [["й.md"]]}])


CLUB = "Intro words. The limit is ten days for all members of the club. Bye now."
WHOLE = CLUB.index("for all")


def club(name, start, end):
    return {"id": name, "document": "a.txt", "start": start, "end": end, "text": CLUB[start:end]}


def of(gold, run, *metrics, **options):
    """The values by question; gold and run are lists of (question, evidence) and (question, hits)."""
    card = library.evaluate(
        [{"id": q, "question": f"{q}?", "evidence": evidence} for q, evidence in gold],
        library.load_run([{"id": q, "question": f"{q}?", "hits": found} for q, found in run]),
        list(metrics),
        **options,
    )
    return {q: [list(card.values[m].cells())[at] for m in metrics] for at, q in enumerate(card.questions)}, card


@pytest.mark.parametrize("evidence", [[[{"document": "a.txt", "start": 13, "end": 63}]]])
def test_a_split_place_does_not_hang_on_what_others_retrieved(evidence):
    parts = [club("c1", 0, WHOLE), club("c2", WHOLE, len(CLUB))]
    whole = club("w", 0, len(CLUB))
    alone, _ = of([("q1", evidence)], [("q1", parts)], "recall@3", "mrr")
    assert alone["q1"] == [1, 1 / 2]
    ignored, _ = of([("q1", evidence)], [("q1", parts), ("q9", [whole])], "recall@3", "mrr")
    assert ignored["q1"] == [1, 1 / 2]
    other = [[{"document": "a.txt", "start": 13, "end": 60}]]
    both, _ = of([("q1", evidence), ("q2", other)], [("q1", parts), ("q2", [whole])], "recall@3", "mrr")
    assert both == {"q1": [1, 1 / 2], "q2": [1, 1]}


def test_ties_stay_ties_whatever_other_questions_repeat(measured):
    gold, more = "question,document\na?,a.pdf\n", "b?,b.pdf\n"
    run = "question,chunk_id,document,score\na?,z9,a.pdf,1\na?,c2,z.pdf,1\n"
    again = "b?,c5,b.pdf,2\nb?,c6,b.pdf,1\n"
    for ties, value in (("id", 1 / 2), ("average", 3 / 4)):
        cards = [
            library.evaluate(library.load_golden(_csv(g)), library.load_run(_csv(r)), ["mrr"], ties=ties)
            for g, r in ((gold, run), (gold + more, run + again))
        ]
        assert [next(card.values["mrr"].cells()) for card in cards] == [value, value]
    paged = "question,document,page\na?,a.pdf,1\n"
    hit = "question,chunk_id,document,page,score\na?,c1,a.pdf,1,1\na?,c2,z.pdf,1,1\n"
    card = library.evaluate(library.load_golden(_csv(paged)), library.load_run(_csv(hit)), ["mrr"], ties="average")
    assert next(card.values["mrr"].cells()) == 3 / 4


def _csv(text):
    return pl.read_csv(io.StringIO(text))


@pytest.mark.parametrize(
    ("place", "other", "hit"),
    [
        ({"document": "a.md", "section": "Fees"}, {"document": "b.md", "section": "X"}, {"section": "X"}),
        ({"document": "a.md", "page": 3}, {"document": "b.md", "page": 4}, {"page": 4}),
        ({"document": "a.md", "quote": "ten days"}, {"document": "b.md", "quote": "a lamp"}, {"text": "a lamp"}),
    ],
)
def test_a_question_is_compared_by_what_its_own_hits_tell(place, other, hit):
    gold = [("q1", [[place]]), ("q2", [[other]])]
    run = [("q1", [{"id": "3", "document": "a.md"}]), ("q2", [{"id": "7", "document": "b.md", **hit}])]
    assert of(gold[:1], run[:1], "mrr")[0]["q1"] == [1]
    assert of(gold, run, "mrr")[0] == {"q1": [1], "q2": [1]}


def test_hits_repeat_by_the_level_of_their_own_question():
    paged = [{"document": "b.pdf", "page": 1}, {"document": "b.pdf", "page": 2}, {"document": "a.pdf", "page": 3}]
    gold = [("q1", [["a.pdf"]]), ("q2", [[{"document": "b.pdf", "page": 2}]])]
    run = [("q1", paged), ("q2", paged[1:2])]
    assert of(gold[:1], run[:1], "mrr")[0]["q1"] == [1 / 2]
    assert of(gold, run, "mrr")[0] == {"q1": [1 / 2], "q2": [1]}


def test_two_quotes_on_a_page_are_one_page_where_pages_are_compared():
    quotes = [
        [{"document": "m.pdf", "page": 2, "quote": words}] for words in ("ten days of leave", "five days of rest")
    ]
    run = [("q1", [{"document": "m.pdf", "page": 2}])]
    assert of([("q1", quotes)], run, "ndcg@3", "map", "recall@3")[0]["q1"] == [1, 1, 1]
    assert of([("q1", quotes)], run, "ndcg@3", at="page")[0]["q1"] == [1]


def test_depth_counts_hits(measured):
    gold = "question,document\nq one,a.pdf\n"
    run = hits(q_one=[{"id": str(n), "document": name} for n, name in enumerate(("z.pdf", "z.pdf", "a.pdf"))])
    assert measured(gold, run, "--depth", "2")[0] == [0, 0]
    assert measured(gold, run, "--depth", "3")[0] == [1, 1 / 2]


def test_hits_without_a_page_meet_no_page_and_stop_nobody():
    gold = [("q1", [[{"page": 3}]]), ("q2", [[{"page": 4}]])]
    run = [("q1", [{"id": "1"}]), ("q2", [{"id": "2", "page": 4}])]
    found, card = of(gold, run, "mrr")
    assert found == {"q1": [0], "q2": [1]}
    assert any("1 of 2 hits have no page" in warning for warning in card.warnings)


def test_a_grade_that_is_not_used_is_said(measured):
    gold = "question,expected_doc,grade\nq one,a.pdf,2\nq two,b.pdf,3\n"
    assert "'grade' is not used" in measured(gold, hits(q_one=["a.pdf"], q_two=["b.pdf"]))[1]
