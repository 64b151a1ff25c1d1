"""``ragauge eval`` on plain tables of answers: as other tools write them, as people keep them, and what goes wrong."""

import csv
import io
import json

import openpyxl
import polars as pl
import pytest

from ragauge import Scorecard
from scorecards import refused

GOLD = "id,question,document,answer,type\nq1,How long?,a.md,Two years.,single\nq2,Что гудит?,b.md,Лампа.,single\n"
PROMPTS = (["The warranty is two years.", "It's blue."], ["Гудит лампа.", "Nothing."])
ANSWERS = ("Two years.", "Лампа.")
QUESTIONS = ("How long?", "Что гудит?")
FREE = ("lexical_faithfulness", "abstention_correct", "token_f1")


def rows(**more):
    made = [
        {"question": question, "answer": answer, "contexts": contexts}
        for question, answer, contexts in zip(QUESTIONS, ANSWERS, PROMPTS, strict=True)
    ]
    return [{**row, **{name: cells[place] for name, cells in more.items()}} for place, row in enumerate(made)]


def as_csv(table, write=str):
    """As pandas writes it: lists as Python prints them."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(table[0]))
    writer.writeheader()
    writer.writerows({name: write(cell) if isinstance(cell, list) else cell for name, cell in row.items()}
                     for row in table)  # fmt: skip
    return out.getvalue()


def as_lines(table):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table)


def as_sheet(table):
    book = openpyxl.Workbook()
    for row in [list(table[0]), *([str(c) if isinstance(c, list) else c for c in row.values()] for row in table)]:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def as_parquet(table):
    out = io.BytesIO()
    pl.DataFrame(table).write_parquet(out)
    return out.getvalue()


FORMS = {
    "r.csv": as_csv(rows()),
    "json.csv": as_csv(rows(), json.dumps),
    "r.jsonl": as_lines(rows()),
    "r.json": json.dumps(rows(), ensure_ascii=False),
    "held.json": json.dumps({"version": 1, "examples": rows()}, ensure_ascii=False),
    "r.xlsx": as_sheet(rows()),
    "r.parquet": as_parquet(rows()),
    "cp1251.csv": as_csv(rows()).encode("cp1251"),
}


@pytest.fixture
def card(ragauge):
    """The scorecard of an evaluation, which has to succeed."""

    def measured(*arguments, files=None):
        done = ragauge("eval", *arguments, "--json", "-", files=files)
        assert done.code == 0, done.err
        return Scorecard.from_json(done.out)

    return measured


@pytest.mark.parametrize("name", FORMS)
def test_every_kind_of_file_gives_the_same_numbers(card, name):
    found = card("g.csv", name, files={"g.csv": GOLD, name: FORMS[name]})
    assert {metric: found[metric].value for metric in FREE} == dict.fromkeys(FREE, 1.0)
    assert all(found[metric].n == 2 for metric in FREE)


def test_retrieval_is_not_measured_on_ids_that_are_made_up(card):
    """The texts have none, and the gold names documents: nothing is known, which is not the same as 0."""
    files = {"g.csv": GOLD, "r.csv": FORMS["r.csv"]}
    found = card("g.csv", "r.csv", files=files)
    assert not [name for name in found.metrics if name.startswith(("recall", "mrr", "ndcg", "precision"))]
    assert "retrieval is not measured: the texts have no ids, and the gold names documents" in found.warnings
    assert dict(found["context_recall"].excluded) == {"no_needs": 2}
    asked = card("g.csv", "r.csv", "-m", "recall@5", "-m", "token_f1", "--by", "type")
    assert (asked["recall@5"].value, dict(asked["recall@5"].excluded)) == (None, {"no_ids": 2})
    assert asked.score("recall@5", type="single").value is None
    assert asked["token_f1"].value == 1.0


def test_with_ids_both_are_measured(card):
    table = rows(context_ids=[["a.md", "c.md"], ["c.md", "d.md"]], citations=[["a.md"], ["b.md"]])
    found = card("g.csv", "r.jsonl", files={"g.csv": GOLD, "r.jsonl": as_lines(table)})
    assert (found["recall@5"].value, found["context_recall"].value) == (0.5, 0.5)
    assert found["citation_validity"].value == 0.5  # b.md is not in the prompt
    assert found["context_utilisation"].value == 0.25


def test_gold_that_is_words_is_looked_for_in_the_texts(card):
    """As ragas writes it: reference contexts beside retrieved ones, in one file."""
    table = [
        {"user_input": "How long?", "retrieved_contexts": PROMPTS[0], "reference_contexts": ["warranty is two years"],
         "response": "Two years.", "reference": "2 years"},
        {"user_input": "Which?", "retrieved_contexts": ["Nothing."], "reference_contexts": ["The blue lamp hums."],
         "response": "The lamp.", "reference": "the lamp"},
    ]  # fmt: skip
    found = card("d.jsonl", "d.jsonl", files={"d.jsonl": as_lines(table)})
    assert (found["recall@5"].value, found["context_recall"].value) == (0.5, 0.5)
    assert found["token_f1"].value == pytest.approx((0.5 + 1) / 2)
    assert not any("grading" in warning for warning in found.warnings)


def test_one_file_is_gold_and_run(card):
    table = rows(ground_truth=["It is two years.", "Лампа."], type=["single", "single"])
    found = card("d.csv", "d.csv", "--by", "type", files={"d.csv": as_csv(table)})
    assert found["token_f1"].value == pytest.approx((2 * 2 / 6 + 1) / 2)
    assert (found["wrong_refusal"].value, found["abstention_correct"].value) == (0.0, 1.0)
    assert "retrieval is not measured: the gold says nowhere where the evidence is" in found.warnings
    assert not any("grading" in warning for warning in found.warnings)
    assert {score.slice["type"] for score in found.scores if score.slice} == {"single"}


def test_what_the_user_says_of_columns_holds_for_both(card):
    """A question in a column of an odd name, and the right answer in one that looks like the system's."""
    table = "ask,completion,answer,contexts,retrieved\nHow long?,Two years.,Three years.,It is two years.,a.md\n"
    found = card("d.csv", "d.csv", "--map", "question=ask", files={"d.csv": table})
    assert found["token_f1"].value == 0.5
    turned = card("d.csv", "d.csv", "--map", "question=ask", "--map", "answer=completion")
    assert turned["lexical_faithfulness"].value == 0.0  # three years are not in the prompt


@pytest.mark.parametrize("name", ["answer", "context"])
def test_what_the_system_used_and_said_is_no_gold(card, name):
    """Were the answer its own reference, it would be right; were the prompt its own evidence, it would be found."""
    table = [{"question": "How long?", "answer": "Two years.", "context": "Two years of warranty."}]
    found = card("d.csv", "d.csv", files={"d.csv": as_csv(table)})
    column = {"answer": "token_f1", "context": "context_recall"}[name]
    assert found[column].value is None
    assert found["lexical_faithfulness"].value == 1.0
    assert "recall@5" not in found.metrics


def test_gold_of_one_file_is_no_retrieval_of_the_system(card):
    table = rows(ground_truth=ANSWERS, source=["a.md", "b.md"])
    found = card("d.csv", "d.csv", "-m", "recall@5", "-m", "token_f1", files={"d.csv": as_csv(table)})
    assert dict(found["recall@5"].excluded) == {"no_ids": 2}


def test_a_reference_beside_the_answer_counts_where_the_gold_has_none(card):
    gold = "id,question,document,answer\nq1,How long?,a.md,Three years.\nq2,Что гудит?,b.md,\n"
    files = {"g.csv": gold, "r.jsonl": as_lines(rows(ground_truth=["Two years.", ["Насос.", "лампа"]]))}
    found = card("g.csv", "r.jsonl", files=files)
    assert list(found.values["token_f1"].cells()) == [0.5, 1.0]
    assert "1 questions have their right answer from r.jsonl, as the gold has none" in found.warnings


def test_a_run_without_answers_stays_a_run(card):
    lines = as_lines([{"question": "How long?", "retrieved": ["a.md"]}, {"question": "Что гудит?", "retrieved": []}])
    found = card("g.csv", "r.jsonl", files={"g.csv": GOLD, "r.jsonl": lines})
    assert "token_f1" not in found.metrics
    asked = card("g.csv", "r.jsonl", "-m", "token_f1")
    assert (asked["token_f1"].value, dict(asked["token_f1"].excluded)) == (None, {"no_answer": 2})


def test_rows_of_hits_are_no_answers(card):
    table = "question,answer,document\nHow long?,Two years.,c.md\nHow long?,Two years.,a.md\nЧто гудит?,Лампа.,b.md\n"
    found = card("g.csv", "r.csv", "-m", "recall@1", files={"g.csv": GOLD, "r.csv": table})
    assert (found["recall@1"].value, found.metrics) == (0.5, ("recall@1",))
    once = "question,answer,document\nHow long?,Two years.,c.md\nЧто гудит?,Лампа.,b.md\n"
    found = card("g.csv", "r.csv", "-m", "recall@1", "-m", "token_f1", files={"r.csv": once})
    assert (found["recall@1"].value, found["token_f1"].value) == (0.5, 1.0)


def test_questions_that_are_missing_or_asked_beyond_the_gold_are_told(card):
    table = [rows()[0], {**rows()[1], "question": "Where?"}]
    found = card("g.csv", "r.jsonl", files={"g.csv": GOLD, "r.jsonl": as_lines(table)})
    assert dict(found["token_f1"].excluded) == {"missing": 1}
    assert found.status == ("scored", "missing")
    assert any("not in the golden set: 1, ignored: 'Where?'" in warning for warning in found.warnings)


def test_failures_are_failures(card):
    table = [{**rows()[0], "error": ""}, {"question": "Что гудит?", "answer": "", "error": "TimeoutError: slow"}]
    found = card("g.csv", "r.csv", files={"g.csv": GOLD, "r.csv": as_csv(table)})
    assert dict(found["token_f1"].failed) == {"failed": 1}


def test_all_problems_of_both_files_in_one_pass(ragauge):
    run = (
        "question,answer,contexts,refusal\nHow long?,Two years.,\"['x'\",maybe\n"
        'How long?,One.,"[Document(1)]",no\nЧто гудит?,Лампа.,,\n'
    )
    gold = "id,question,document,answer\nq1,How long?,a.md,x\nq1,Что гудит?,b.md,x\n"
    done = ragauge("eval", "g.csv", "r.csv", files={"g.csv": gold, "r.csv": run})
    assert (done.code, done.out) == (2, "")
    for told in (
        "g.csv:3: column 'id': question id 'q1' stands on row 2 already",
        "r.csv:2: column 'contexts': the list does not end; was it cut?",
        "r.csv:2: column 'refusal': 'maybe' is neither yes nor no",
        "r.csv:3: column 'question': question 'How long?' was answered on row 2 already",
        "r.csv:3: column 'contexts': Document is no text",
    ):
        assert told in done.err
    both = ragauge("eval", "r.csv", "r.csv")
    assert both.err.count("maybe") == 1


def test_gold_without_evidence_is_only_for_answers(ragauge):
    files = {"g.csv": "question,answer\nHow long?,x\n", "r.csv": "question,document\nHow long?,a.md\n"}
    refused(ragauge("eval", "g.csv", "r.csv", files=files), "right answers only; retrieval needs evidence")


def test_texts_between_separators(card):
    table = "question,answer,contexts\nHow long?,Two years.,A lamp. || Two years.\nЧто гудит?,Лампа.,Лампа || гудит\n"
    files = {"g.csv": GOLD, "r.csv": table}
    found = card("g.csv", "r.csv", "-m", "citation_validity", "-m", "lexical_faithfulness", "--context-separator", "||",
                 files=files)  # fmt: skip
    assert found["lexical_faithfulness"].value == 1.0


# The rows of what users have met.


@pytest.fixture(scope="module")
def users(cases_dir):
    lines = (cases_dir / "users.jsonl").read_text("utf-8").splitlines()
    return {row["id"]: row["input"] for row in map(json.loads, lines)}


def test_u048_a_refusal_of_what_has_no_answer_is_good(card, users):
    given = users["U048"]
    answerable = {**given, "question": "And this?", "answerable": True}
    table = [{"question": "What?", **given}, answerable]
    found = card("d.jsonl", "d.jsonl", files={"d.jsonl": as_lines(table)})
    assert list(found.values["abstention_correct"].cells()) == [1.0, 0.0]
    assert list(found.values["wrong_refusal"].cells()) == ["unanswerable", 1.0]
    assert dict(found["lexical_faithfulness"].excluded) == {"refused": 2}


@pytest.mark.parametrize("sent", ["reference_context", "retrieved_context"])
def test_u050_the_contexts_are_those_that_were_retrieved(card, users, sent):
    """The reference contexts never stand in for the retrieved ones; where they are the same throughout, it is told."""
    given = users["U050"]
    lamps = [f"Lamp {given[name]} hums." for name in ("reference_context", sent)]
    line = {"user_input": "What hums?", "reference_contexts": lamps[:1], "retrieved_contexts": lamps[1:],
            "response": "Lamp R hums.", "reference": "R"}  # fmt: skip
    found = card("d.jsonl", "d.jsonl", files={"d.jsonl": as_lines([line])})
    graded = any("grading the golden set: the contexts are the gold's own" in warning for warning in found.warnings)
    assert graded == (sent == "reference_context")
    assert found["context_recall"].value == (1.0 if graded else 0.0)


def test_answers_that_are_all_the_references_are_told(card):
    table = [{"question": f"What is {n}?", "answer": f"It is {n}.", "ground_truth": f"It is {n}."} for n in range(3)]
    told = "grading the golden set: all 3 answers are the right ones of the gold, word for word"
    assert any(told in warning for warning in card("d.csv", "d.csv", files={"d.csv": as_csv(table)}).warnings)
    table[1]["answer"] = "It is not."
    assert not any("grading" in one for one in card("d.csv", "d.csv", files={"d.csv": as_csv(table)}).warnings)


def test_u051_identical_answers_are_1_in_every_script(card, users):
    given = users["U051"]
    table = [{"question": "Срок?", "answer": given["answer"], "ground_truth": given["reference"]}]
    found = card("d.csv", "d.csv", "-m", "exact_match", "-m", "token_f1", files={"d.csv": as_csv(table)})
    assert (found["exact_match"].value, found["token_f1"].value) == (1.0, 1.0)


def test_python_takes_the_same_files(card, tmp_path):
    from ragauge.answering.evaluating import evaluate_answers

    found = card("g.csv", "r.csv", files={"g.csv": GOLD, "r.csv": FORMS["r.csv"]})
    ours = evaluate_answers(str(tmp_path / "g.csv"), tmp_path / "r.csv", match="all")
    assert ours.values.keys() == found.values.keys()
    assert [score.value for score in ours.scores] == [score.value for score in found.scores]
