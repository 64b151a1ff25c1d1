"""`ragauge judge sheet`: from judged claims to labels, to a calibration, to numbers that are no longer uncalibrated."""

import csv
import io
import json

import pytest

from judged_cards import claim, judged_card
from ragauge.judging.measured.matching import calibrations_for
from ragauge.judging.measured.sheet import COLUMNS
from scorecards import refused

MODEL = "@cf/qwen/qwen2.5"
"""A name that a spreadsheet would run."""


def a_card(questions=20, **judge):
    """Three claims a question, of which the judge supports two; their words are odd."""
    texts = ["=cmd|' /C calc'!A0", "Срок службы — два года.", 'He said "yes",\nand left']
    claims = [claim(text, "not_found" if number == 2 else "supported") for number, text in enumerate(texts)]
    grounds = [{"faithfulness": {"claims": claims}} for _ in range(questions)]
    return judged_card(*[2 / 3] * questions, grounds=grounds, **judge)


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def filled(rows, label):
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    writer.writerows({**row, "human": label(number, row)} for number, row in enumerate(rows))
    return "\ufeff" + out.getvalue()


def test_there_and_back(ragauge, tmp_path):
    """The loop that ``docs/judges.md`` shows."""
    done = ragauge(
        "judge", "sheet", "scores.json", "-o", "labels.csv", files={"scores.json": a_card(model=MODEL).to_json()}
    )
    assert done.code == 0, done.err
    assert "60 of 60 verdicts of faithfulness" in done.err
    assert "ragauge judge calibrate labels.csv --json" in done.err
    text = (tmp_path / "labels.csv").read_text("utf-8")
    assert text.startswith("\ufeff")
    rows = rows_of(text)
    assert tuple(rows[0]) == COLUMNS
    assert {row["human"] for row in rows} == {""}
    assert {row["labels"] for row in rows} == {"supported / not supported"}
    assert {row["cluster"] for row in rows} == {f"q{place:03}" for place in range(20)}
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "@"))]
    # people label 48 of 60, and disagree with the judge on four of them
    wrong = {"supported": "not supported", "not supported": "supported"}
    labels = filled(rows, lambda at, row: "" if at >= 48 else wrong[row["judge"]] if at < 4 else row["judge"].upper())
    done = ragauge("judge", "calibrate", "labels.csv", "--json", "calibration.json", files={"labels.csv": labels})
    assert done.code == 0, done.err
    found = json.loads((tmp_path / "calibration.json").read_text("utf-8"))
    assert (found["judge"], found["task"], found["prompt"]) == (MODEL, "faithfulness", "claims 1, entailment 1")
    assert (found["labels"]["n"], found["labels"]["items"], found["labels"]["cluster"]) == (48, 60, "cluster")
    assert found["figures"]["agreement"]["value"] == pytest.approx(44 / 48)
    assert (found["positive"], found["estimate"]["unlabelled"]) == ("supported", 12)
    prompts = {"faithfulness": {"claims": 1, "entailment": 1}}
    matched, warnings = calibrations_for(["calibration.json"], MODEL, prompts)
    assert warnings == ()
    card = judged_card(2 / 3, calibration=matched["faithfulness"])
    assert "calibrated: κ 0." in repr(card)
    assert ", n 48" in repr(card)


def test_labels_that_are_there_are_never_lost(ragauge, tmp_path):
    files = {"scores.json": a_card().to_json(), "labels.csv": "id,human\n1,supported\n"}
    refused(ragauge("judge", "sheet", "scores.json", "-o", "labels.csv", files=files), "is there already")
    assert (tmp_path / "labels.csv").read_text("utf-8") == files["labels.csv"]


def test_a_part_of_them_or_all(ragauge):
    files = {"scores.json": a_card().to_json()}
    some = ragauge("judge", "sheet", "scores.json", "-o", "-", "--n", "12", files=files)
    again = ragauge("judge", "sheet", "scores.json", "-o", "-", "--n", "12", files=files)
    assert len(rows_of(some.out)) == 12
    assert some.out == again.out
    assert not some.out.startswith("\ufeff")
    assert some.out != ragauge("judge", "sheet", "scores.json", "-o", "-", "--n", "12", "--seed", "1", files=files).out
    assert len(rows_of(ragauge("judge", "sheet", "scores.json", "-o", "-", "--all", files=files).out)) == 60


def test_the_rest_is_the_pool_of_the_labels(ragauge):
    """``--all`` makes what ``calibrate --unlabelled`` takes; what has a label is told by its id."""
    card = {"scores.json": a_card().to_json()}
    some, everything = (ragauge("judge", "sheet", "scores.json", "-o", "-", *more, files=card).out
                        for more in (("--n", "30"), ("--all",)))  # fmt: skip
    labels = filled(rows_of(some), lambda at, row: row["judge"] if at else "not supported")
    files = {"labels.csv": labels, "all.csv": everything}
    done = ragauge("judge", "calibrate", "labels.csv", "--unlabelled", "all.csv", "--json", "-", files=files)
    assert done.code == 0, done.err
    assert json.loads(done.out)["estimate"]["unlabelled"] == 30


def test_labels_of_three_kinds_are_told_with_their_scale(ragauge):
    nuggets = [{"nugget": "moons", "vital": True, "stated": one, "quotes": ["x"], "rationale": "So."} for one in
               ("support", "partial", "none")]  # fmt: skip
    card = judged_card(
        1 / 3, metric="nugget_recall", grounds=[{"nugget_recall": {"refused": False, "nuggets": nuggets}}]
    )
    done = ragauge("judge", "sheet", "scores.json", "-o", "my labels.csv", files={"scores.json": card.to_json()})
    assert "calibrate 'my labels.csv' --scale none,partial,support --json" in done.err


PASSAGES = ("Lamps hum.", "its words, and more", "x" * 40)


def traces(count, passages=PASSAGES, **hit):
    hits = [{"id": f"c{at}", "document": "d", "text": text, "score": 1.0, **hit} for at, text in enumerate(passages)]
    stages = [{"name": "prompt", "kind": "context", "hits": hits}]
    rows = ({"question": f"q{at:03}", "answer": "Two years [1].", "stages": stages} for at in range(count))
    return "".join(json.dumps(row) + "\n" for row in rows)


def claims_card(count=4):
    claims = [{**claim("Two years."), "passages": [1]}, claim("Nine.", "not_found")]
    return judged_card(*[0.5] * count, grounds=[{"faithfulness": {"claims": claims}} for _ in range(count)])


def test_a_sheet_from_which_alone_one_can_label(ragauge):
    files = {"scores.json": claims_card().to_json(), "traces.jsonl": traces(4)}
    done = ragauge("judge", "sheet", "scores.json", "-o", "-", "--traces", "traces.jsonl", files=files)
    assert done.code == 0, done.err
    rows = rows_of(done.out)
    assert list(rows[0])[:8] == ["id", "cluster", "question", "answer", "texts", "item", "human", "labels"]
    assert {row["answer"] for row in rows} == {"Two years."}
    # the same texts whatever the verdict, so that they do not tell it
    texts = f"[1] Lamps hum.\n\n[2] its words, and more\n\n[3] {'x' * 40}"
    assert {(row["judge"], row["texts"]) for row in rows} == {("supported", texts), ("not supported", texts)}
    assert {row["passages"] for row in rows if row["judge"] == "supported"} == {"2"}


def test_a_blind_sheet_and_back(ragauge, tmp_path):
    files = {"scores.json": claims_card(20).to_json(), "traces.jsonl": traces(20)}
    command = ("judge", "sheet", "scores.json", "-o", "labels.csv", "--traces", "traces.jsonl", "--blind")
    done = ragauge(*command, files=files)
    assert done.code == 0, done.err
    assert "calibrate labels.csv --verdicts labels.judge.csv --json" in done.err
    text = (tmp_path / "labels.csv").read_text("utf-8")
    rows = rows_of(text)
    assert list(rows[0]) == ["id", "cluster", "question", "answer", "texts", "item", "human", "labels"]
    assert not any(word in text for word in ("not_found", "«", "qwen"))
    verdicts = rows_of((tmp_path / "labels.judge.csv").read_text("utf-8"))
    assert [row["id"] for row in verdicts] == [row["id"] for row in rows]
    refused(ragauge(*command), "labels.csv is there already")
    # label all but four, in another order, and all of them as the judge did
    said = {row["id"]: row["judge"] for row in verdicts}
    lines = [f"{row['id']},{said[row['id']] if at >= 4 else ''}" for at, row in enumerate(reversed(rows))]
    done = ragauge("judge", "calibrate", "filled.csv", "--verdicts", "labels.judge.csv", "--json", "-",
                   files={"filled.csv": "\n".join(["id,human", *lines]) + "\n"})  # fmt: skip
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert (found["labels"]["n"], found["labels"]["items"], found["figures"]["agreement"]["value"]) == (36, 40, 1.0)
    assert (found["task"], found["prompt"]) == ("faithfulness", "claims 1, entailment 1")


@pytest.mark.parametrize(
    ("labels", "verdicts", "words"),
    [
        ("id,human\n1,a\n2,b\n", "id,judge\n1,a\n", "labels.csv:3: column 'id': '2' has no verdict in v.csv"),
        ("id,human\n1,a\n", "id,judge\n1,a\n1,b\n", "v.csv:2: column 'id': '1' stands 2 times"),
        ("human\na\n", "id,judge\n1,a\n", "labels.csv:1: no column is clearly the item"),
        ("id,human\n1,a\n", "id,verdicts\n1,a\n", "no column is clearly the judge's"),
    ],
)
def test_verdicts_that_do_not_go_with_the_labels(ragauge, labels, verdicts, words):
    files = {"labels.csv": labels, "v.csv": verdicts}
    refused(ragauge("judge", "calibrate", "labels.csv", "--verdicts", "v.csv", files=files), words)


def test_traces_that_were_not_judged(ragauge):
    """Quotes that stand in none of the passages, and passages that are not there."""
    for passages in (("Lamps hum.", "Other text.", "c"), ("its words",)):
        files = {"scores.json": claims_card().to_json(), "traces.jsonl": traces(4, passages)}
        done = ragauge("judge", "sheet", "scores.json", "-o", "a.csv", "--traces", "traces.jsonl", files=files)
        refused(done, "was judged by other texts than those of its trace")
    grades = [{"id": "other", "grade": 1, "quote": "", "rationale": "So."}]
    card = judged_card(0.3, metric="context_relevance", grounds=[{"context_relevance": {"texts": grades}}])
    files = {"scores.json": card.to_json(), "traces.jsonl": traces(1)}
    done = ragauge("judge", "sheet", "scores.json", "-o", "a.csv", "--traces", "traces.jsonl", files=files)
    refused(done, "question 'q000' was judged by other texts")


def test_what_goes_with_no_sheet(ragauge):
    files = {"scores.json": claims_card().to_json(), "traces.jsonl": traces(4), "a.judge.csv": "id,judge\n"}
    refused(ragauge("judge", "sheet", "scores.json", "-o", "-", "--blind", files=files), "--blind writes two files")
    refused(ragauge("judge", "sheet", "scores.json", "-o", "a.csv", "--blind"), "a.judge.csv is there already")
    refused(ragauge("judge", "sheet", "scores.json", "-o", "b.csv", "--corpus", "traces.jsonl"), "--traces")
    refused(ragauge("judge", "sheet", "scores.json", "-o", "traces.jsonl", "--traces", "traces.jsonl"), "overwrite")


def test_what_is_no_sheet(ragauge):
    from scorecards import of, scorecard

    plain = {"scores.json": scorecard(of(1.0))}
    refused(ragauge("judge", "sheet", "scores.json", "-o", "a.csv", files=plain), "no metric here is one that a judge")
    files = {"scores.json": a_card().to_json()}
    refused(ragauge("judge", "sheet", "scores.json", "-o", "a.csv", "-m", "recal", files=files), "recal")
    refused(ragauge("judge", "sheet", "scores.json", "-o", "a.csv", "-m", "mrr", files=files), "no judge gave mrr")
    refused(ragauge("judge", "sheet", "scores.json", "-o", "no/a.csv", files=files), "no/a.csv")
    refused(ragauge("judge", "sheet", "scores.json", files=files), "--output")
