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


def test_what_is_no_sheet(ragauge):
    from scorecards import of, scorecard

    plain = {"scores.json": scorecard(of(1.0))}
    refused(ragauge("judge", "sheet", "scores.json", "-o", "a.csv", files=plain), "no metric here is one that a judge")
    files = {"scores.json": a_card().to_json()}
    refused(ragauge("judge", "sheet", "scores.json", "-o", "a.csv", "-m", "recal", files=files), "recal")
    refused(ragauge("judge", "sheet", "scores.json", "-o", "a.csv", "-m", "mrr", files=files), "no judge gave mrr")
    refused(ragauge("judge", "sheet", "scores.json", "-o", "no/a.csv", files=files), "no/a.csv")
    refused(ragauge("judge", "sheet", "scores.json", files=files), "--output")
