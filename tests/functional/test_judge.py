"""`ragauge judge`: what it says of judges with planted faults, and of stored ones."""

import json
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


def csv(rows, *columns):
    return "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n"


def calibration(ragauge, content, *options, name="labels.csv", **files):
    done = ragauge("judge", "calibrate", name, *options, "--json", "-", files={name: content, **files})
    assert done.code == 0, done.err
    return json.loads(done.out)


def warned(found, words):
    return any(words in warning for warning in found["warnings"])


def test_the_constant_judge_has_no_skill(ragauge):
    rows = [(i, "fail" if i == 9 else "pass", "pass", "v1") for i in range(10)]
    found = calibration(ragauge, csv(rows, "id", "human", "judge", "label_policy"))
    assert found["verdict"] == "no evidence of skill"
    assert found["figures"]["agreement"]["value"] == found["figures"]["constant judge"]["value"] == 0.9
    assert found["figures"]["kappa"]["value"] == 0.0
    assert (found["per_label"]["fail"]["human"], found["per_label"]["fail"]["recall"]) == (1, 0.0)
    assert found["label_policy"] == "v1"
    assert warned(found, "gives 'pass' to every item")


def test_labels_of_two_policies_are_not_mixed(ragauge):
    rows = [(i, "pass", "pass", f"v{i % 2}") for i in range(10)]
    content = csv(rows, "id", "human", "judge", "label_policy")
    done = ragauge("judge", "calibrate", "labels.csv", files={"labels.csv": content})
    assert done.code == 2
    assert "--only label_policy=VALUE" in done.err
    assert calibration(ragauge, content, "--only", "label_policy=v1")["labels"]["items"] == 5


def test_one_spelling_and_failed_replies(ragauge):
    """ "yes." is yes; what is no verdict is a failure, neither pass nor fail, and leaves bounds."""
    rows = [(i, "yes" if i % 2 else "no", "Yes." if i % 2 else " NO") for i in range(8)]
    rows += [(8, "yes", "I cannot grade this"), (9, "no", "")]
    found = calibration(ragauge, csv(rows, "id", "human", "judge"))
    assert found["scale"] == ["no", "yes"]
    assert found["labels"]["failed"] == {"i cannot grade this": 1, "(empty)": 1}
    assert (found["labels"]["n"], found["figures"]["agreement"]["value"]) == (8, 1.0)
    assert found["figures"]["agreement, failed replies wrong"]["value"] == 0.8
    assert found["estimate"]["judge_alone"] == {
        "value": 0.5,
        "n": 8,
        "items": 10,
        "worst": 0.4,
        "best": 0.6,
        "coverage": 0.8,
    }
    assert warned(found, "neither pass nor fail")
    assert found["figures"]["kappa"]["interval"] is None  # no disagreement is no certainty


def test_a_failed_score_is_no_default(ragauge):
    """A reply that is no number of the scale is not 3, the pass mark."""
    rows = [(i, 1 + i % 5, 1 + (i + (i % 4 == 0)) % 5 if i else "I cannot grade this.") for i in range(20)]
    found = calibration(ragauge, csv(rows, "id", "human", "judge"), "--scale", "1,2,3,4,5")
    assert found["labels"]["failed"] == {"i cannot grade this": 1}
    assert found["labels"]["n"] == 19
    assert found["figures"]["kappa"]["note"] == "weights: quadratic"
    assert found["figures"]["alpha"]["note"] == "level: ordinal"


def test_the_scale_holds_labels_that_nobody_used(ragauge):
    rows = list(zip("12345", "12551", "15522", strict=True))
    content = csv(rows, "id", "human", "judge")
    seen = calibration(ragauge, content, "--weights", "linear")["figures"]["kappa"]["value"]
    whole = calibration(ragauge, content, "--weights", "linear", "--scale", "1,2,3,4,5")["figures"]["kappa"]["value"]
    assert (seen, whole) == pytest.approx((0.34782608695652173, 0.25531914893617036), abs=1e-9)


def test_the_prevalence_paradox_is_named(ragauge):
    rows = [(i, int(i != 0), int(i != 1)) for i in range(20)]
    found = calibration(ragauge, csv(rows, "id", "human", "judge"))
    assert found["figures"]["AC1"]["value"] == pytest.approx(0.8895, abs=1e-4)
    assert warned(found, "prevalence paradox")
    assert found["verdict"] == "no evidence of skill"


def ordinal(share, unlike):
    """150 items on 0 to 3: that share has the label 1, and on the last ones the judge is three grades off or less."""
    dominant = round(150 * share)
    human = [1] * dominant + [(0, 2, 3)[i % 3] for i in range(150 - dominant)]
    judge = [3 - label if at >= 150 - unlike else label for at, label in enumerate(human)]
    return csv([(at, *pair) for at, pair in enumerate(zip(human, judge, strict=True))], "id", "human", "judge")


def test_a_weighted_kappa_makes_no_paradox(ragauge):
    """Without weights the judge is good; a few verdicts that are far off lower the weighted kappa alone."""
    found = calibration(ragauge, ordinal(0.47, 30))
    figures = {name: one["value"] for name, one in found["figures"].items()}
    assert figures["kappa"] == figures["kappa, quadratic"] < figures["AC1"] - 0.2
    assert figures["kappa, none"] > figures["AC1"] - 0.2
    assert figures["agreement"] >= 0.8
    assert not warned(found, "prevalence paradox")
    assert found["weights"] == "quadratic"
    rare = calibration(ragauge, ordinal(0.9, 15))
    assert rare["figures"]["kappa, none"]["value"] < rare["figures"]["AC1"]["value"] - 0.2
    assert warned(rare, "90% of the labels are the same")


@pytest.mark.parametrize(("most", "named"), [(13, False), (14, True)])
def test_the_paradox_takes_a_dominant_label(ragauge, monkeypatch, most, named):
    """13 or 14 of 20 labels are the same: below and at the share from which on prevalence is blamed."""
    monkeypatch.setattr("ragauge.judging.measured.warning.PARADOX", -1.0)
    rows = [(i, int(i < most), int(i < most - 1)) for i in range(20)]
    assert warned(calibration(ragauge, csv(rows, "id", "human", "judge")), "prevalence paradox") == named


def scored(n, seed=1):
    import numpy as np

    rng = np.random.default_rng(seed)
    rows = []
    for i in range(n):
        good = rng.random() < 0.7
        rows.append(
            (f"q{i}", "да" if good else "нет", round(1 / (1 + np.exp(-rng.normal(1.5 if good else -1.0, 1.0))), 4))
        )
    return rows


def test_scores_get_a_threshold_and_the_true_rate(ragauge):
    rows = scored(900)
    labelled = csv(rows[:200], "id", "human", "judge")
    others = csv([(row[0], row[2]) for row in rows[190:]], "id", "judge")
    found = calibration(ragauge, labelled, "--unlabelled", "more.csv", **{"more.csv": others})
    assert (found["kind"], found["positive"]) == ("score", "да")
    assert 0.3 < found["threshold"]["recommended"]["value"] < 0.7
    assert found["threshold"]["recommended"]["held_out"]["balanced_accuracy"] > 0.8
    assert found["threshold"]["fixed"]["value"] == 0.5
    estimate = found["estimate"]
    assert (estimate["n"], estimate["unlabelled"]) == (200, 700)
    assert warned(found, "10 rows of more.csv are left out")
    truth = sum(row[1] == "да" for row in rows) / 900
    assert estimate["interval"]["low"] < truth < estimate["interval"]["high"]
    alone = estimate["labels_alone"]["interval"]
    assert estimate["interval"]["high"] - estimate["interval"]["low"] < 0.85 * (alone["high"] - alone["low"])
    assert found["next_round"]["with_judge"] < found["next_round"]["labels_alone"]
    one_file = csv([(row[0], row[1] if i < 200 else "", row[2]) for i, row in enumerate(rows)], "id", "human", "judge")
    assert calibration(ragauge, one_file)["estimate"]["value"] == pytest.approx(estimate["value"], abs=1e-12)


def test_a_judge_against_the_humans_adds_nothing(ragauge):
    rows = [(i, i % 2, 1 - i % 2) if i < 60 else (i, "", i % 2) for i in range(120)]
    found = calibration(ragauge, csv(rows, "id", "human", "judge"))
    assert found["estimate"]["tuning"] == 0
    assert found["estimate"]["value"] == found["estimate"]["labels_alone"]["value"] == 0.5
    assert warned(found, "worse than no judge")
    assert warned(found, "λ is 0")
    assert found["verdict"] == "no evidence of skill"


def test_several_annotators_and_clusters(ragauge):
    rows = [(i, i // 4, "ab"[i % 2], "ab"[(i + (i % 7 == 0)) % 2], "ab"[(i + (i % 5 == 0)) % 2]) for i in range(80)]
    content = csv(rows, "id", "talk", "human_1", "human_2", "judge")
    found = calibration(ragauge, content, "--positive", "a", "--cluster", "talk")
    assert found["labels"]["humans"] == ["human_1", "human_2"]
    assert found["labels"]["undecided"] == 12
    assert found["estimate"]["n"] == 80
    assert found["figures"]["agreement"]["interval"]["method"] == "wilson_clustered"
    assert found["humans"]["agreement of pairs"]["value"] == pytest.approx(68 / 80)
    assert "kappa, human_1 and the judge" in found["humans"]
    assert warned(found, "evenly divided")


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        ("id,human\n1,a\n", (), "no column is clearly the judge's; name it with --judge"),
        ("id,judge\n1,a\n", (), "no column is clearly a human label"),
        ("id,human,judge\n1,a,b\n", ("--human", "x", "--human", "y"), "no column 'y'"),
        ("id,human,judge\n1,a,b\n1,a,b\n", (), "'1' stands 2 times"),
        (
            "id,human,judge\n1,7,1\n2,9,1\n",
            ("--scale", "1,2,3"),
            "labels.csv:3: column 'human': '9' is not on the scale",
        ),
        ("id,human,judge\n1,a,a\n", ("--positive", "c"), "is not among the labels"),
        ("id,human,judge\n1,a,\n2,,b\n", (), "no item has both"),
        ("id,human,judge\n1,a,0.2\n2,b,0.7\n", (), "say --positive"),
        ("id,human,judge,c\n1,a,a,\n2,b,b,x\n", ("--cluster", "c"), "every item needs its cluster"),
        ("", (), "the file is empty"),
    ],
)
def test_bad_input_is_one_message(ragauge, content, options, words):
    done = ragauge("judge", "calibrate", "labels.csv", *options, "--json", "o.json", files={"labels.csv": content})
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err
    assert not Path("o.json").exists()


def test_tables_and_markdown(ragauge):
    rows = scored(120)
    content = csv(rows, "id", "human", "judge")
    done = ragauge("judge", "calibrate", "l.csv", files={"l.csv": content})
    assert done.code == 0
    for words in ("recommended, held out", "reliability", "human labels alone", "agrees beyond chance"):
        assert words in done.out
    made = ragauge("judge", "calibrate", "l.csv", "--markdown", "m.md", "--json", "c.json")
    assert made.code == 0
    assert Path("m.md").read_text().startswith("## judge: agrees beyond chance")
    first = Path("c.json").read_bytes()
    assert ragauge("judge", "calibrate", "l.csv", "--json", "c.json").code == 0
    assert Path("c.json").read_bytes() == first
    assert ragauge("judge", "calibrate", "l.csv", "--json", "l.csv").code == 2


PAIRS = [("A", "A"), ("A", "B"), ("B", "B"), ("A", "tie"), ("tie", "tie"), ("B", "A")]


def biases(ragauge, content, *options):
    done = ragauge("judge", "bias", "pairs.csv", *options, "--json", "-", files={"pairs.csv": content})
    assert done.code == 0, done.err
    return json.loads(done.out)


def test_position_bias_from_answers_and_from_places(ragauge):
    named = biases(ragauge, csv([(i, *one) for i, one in enumerate(PAIRS)], "id", "forward", "swapped"))
    turned = {"A": "second", "B": "first", "tie": "tie"}
    placed = [(i, one, turned[two]) for i, (one, two) in enumerate(PAIRS)]
    places = biases(ragauge, csv(placed, "id", "forward", "swapped"), "--verdicts", "places")
    for found in (named, places):
        position = found["judges"][0]["position"]
        assert (position["consistency"], position["flip_rate"]) == pytest.approx((0.5, 1 / 3))
        assert position["first_slot_share"] == pytest.approx(5 / 9)
        assert (position["adjusted_win_rate"], position["mean_of_orders"]) == pytest.approx((0.5, 13 / 24))


def test_failed_verdicts_are_counted_and_one_order_says_nothing(ragauge):
    rows = [(0, "A", "A"), (1, "error", "B"), (2, "[[B]]", "b.")]
    found = biases(ragauge, csv(rows, "id", "forward", "swapped"))
    assert (found["judges"][0]["position"]["n"], found["judges"][0]["failed"]) == (2, 1)
    assert found["failed"] == {"error": 1}
    single = biases(ragauge, csv([(0, "A"), (0, "B"), (0, "A")], "id", "verdict"))
    assert any("both orders" in note for note in single["notes"])
    assert single["judges"][0]["repeats"]["modal_share"] == pytest.approx(2 / 3)
    assert single["judges"][0]["repeats"]["pairwise"] == pytest.approx(1 / 3)


def test_what_nobody_was_asked_is_no_failure(ragauge):
    """Both verdicts empty, and no outcome that says that the judge failed."""
    rows = [(0, "A", "A", "A"), (1, "", "", "same_answer"), (2, " ", "", "no_answer_a"), (3, "", "", "judge_timeout"),
            (4, "A", "", "A"), (5, "A", "??", "A")]  # fmt: skip
    found = biases(ragauge, csv(rows, "id", "forward", "swapped", "outcome"))
    one = found["judges"][0]
    assert (one["rows"], one["failed"], one["unasked"], one["position"]["n"]) == (6, 3, 2, 1)
    assert found["failed"] == {"judge_timeout": 1, "(empty)": 1, "??": 1}
    assert "2 rows have no verdict at all: nobody was asked, and they count nowhere" in found["notes"]
    without = biases(ragauge, csv([row[:3] for row in rows], "id", "forward", "swapped"))
    assert (without["judges"][0]["failed"], without["judges"][0]["unasked"]) == (2, 3)


def test_a_judge_of_lengths_and_a_judge_of_its_own_are_found(ragauge):
    rows = []
    for i in range(60):
        a, b = (900, 100) if i % 2 else (100, 900)
        longer, shorter = ("A", "B") if i % 2 else ("B", "A")
        human = shorter if i % 3 else longer
        rows.append((i, "gpt-5", "gpt-4", "claude", a, b, "A", "A", human))
        rows.append((i, "llama", "gpt-4", "claude", a, b, longer, longer, human))
    columns = ("id", "judge", "model_a", "model_b", "length_a", "length_b", "forward", "swapped", "human")
    found = biases(ragauge, csv(rows, *columns), "--family", "gpt-5=gpt", "--family", "gpt-4=gpt")
    llama = next(one for one in found["judges"] if one["judge"] == "llama")
    assert llama["verbosity"]["longer"] == 1.0
    assert llama["verbosity"]["human"] == pytest.approx(1 / 3)
    assert llama["verbosity"]["controlled"]["reason"] == "separated"
    own = found["self_preference"]["gpt"]
    assert own["own"] == 1.0
    assert 0 < own["neutral"] < 1
    assert own["interval"]["low"] > 0
    done = ragauge("judge", "bias", "pairs.csv", "--family", "gpt-5=gpt", "--family", "gpt-4=gpt")
    assert "self-preference, where humans took the other or a tie" in done.out
    assert ragauge("judge", "bias", "pairs.csv", "--family", "gpt").code == 2
    assert ragauge("judge", "bias", "pairs.csv", "--forward", "nope").code == 2


def test_a_length_that_is_none_is_named(ragauge):
    content = csv([(0, "A", 5, "x"), (1, "A", 5, 7)], "id", "forward", "length_a", "length_b")
    done = ragauge("judge", "bias", "pairs.csv", files={"pairs.csv": content})
    assert done.code == 2
    assert "pairs.csv:2: column 'length_b': 'x' is no length" in done.err


def test_stored_judges_of_llmbar_and_ragchecker(data_dir, ragauge, monkeypatch):
    """Counts that were taken from the files by hand: GPT-4 with the plain prompt, and the two annotators."""
    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
    import judges

    rows = judges.llmbar_rows(data_dir / "llmbar/LLMBar/Natural")
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    done = ragauge("judge", "bias", "natural.jsonl", "--json", "-", files={"natural.jsonl": lines})
    found = {one["judge"]: one for one in json.loads(done.out)["judges"]}
    plain = found["GPT-4 Vanilla"]["position"]
    assert (plain["n"], plain["same"], plain["flipped"], plain["first_slot"]) == (100, 95, 5, 101)
    assert found["ChatGPT CoT"]["failed"] == 1
    assert found["ChatGPT CoT"]["position"]["flip_rate"] == pytest.approx(35 / 99)
    lines = "".join(json.dumps(row) + "\n" for row in judges.ragchecker_rows(data_dir / "ragchecker_meta"))
    options = ("--judge", "overall_judge", "--human", "overall_1", "--human", "overall_2", "--scale=-1,0,1")
    told = calibration(ragauge, lines, *options, name="overall.jsonl")
    assert (told["labels"]["items"], told["labels"]["n"], told["labels"]["undecided"]) == (280, 188, 92)
    assert told["humans"]["agreement of pairs"]["value"] == pytest.approx(188 / 280)
