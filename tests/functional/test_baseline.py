"""`ragauge baseline`: what may become the number that everything later is held against."""

import json

import pytest

from ragauge import Scorecard
from scorecards import of, refused, scorecard, zeros_then_ones

HEAD = '[gate]\nbaseline = "baseline.json"\n'
FLOOR = '[[gate.rules]]\nmetric = "recall@5"\nmin = 0.5\n'
BUDGET = '[[gate.rules]]\nmetric = "recall@5"\nmax_regression = 0.02\n'
BOTH = f"{FLOOR}max_regression = 0.02\n"
ALL = scorecard(zeros_then_ones(0, 200))
LOST = scorecard(zeros_then_ones(60, 200))
BAD = scorecard(zeros_then_ones(180, 200))
FAILED = scorecard(of(*[1.0] * 199, "failed: timeout"))
EMPTY = scorecard(of(*["no_relevant"] * 20))


@pytest.fixture
def save(ragauge, tmp_path):
    """Save a scorecard; what the baseline holds then, or None."""

    def run(card, *arguments, rules=BOTH, before=None, to="baseline.json"):
        files = {"scores.json": card}
        files |= {} if rules is None else {"ragauge.toml": HEAD + rules}
        files |= {} if before is None else {to: before}
        done = ragauge("baseline", "save", "scores.json", *arguments, files=files)
        path = tmp_path / to
        return done, path.read_text("utf-8") if path.exists() else None

    return run


def same(text, card):
    """Whether a baseline holds a scorecard; only its provenance may say more."""
    now, before = json.loads(text), json.loads(card)
    return all(now[key] == before[key] for key in before if key != "provenance")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_first_baseline_is_saved(save, ragauge):
    done, text = save(ALL)
    assert done.code == 0, done.err
    assert same(text, ALL)
    assert Scorecard.from_json(text)["recall@5"].value == 1.0
    assert "baseline.json" in done.out + done.err
    assert ragauge("gate", "scores.json").code == 0


def test_it_needs_no_configuration(save, ragauge, tmp_path):
    done, text = save(BAD, rules=None)
    assert done.code == 0, done.err
    assert same(text, BAD)
    assert ragauge("baseline", "save", "scores.json", "-o", "базис.json").code == 0
    assert same((tmp_path / "базис.json").read_text("utf-8"), BAD)


def test_it_goes_where_the_configuration_says(ragauge, tmp_path):
    files = {"конфиг/rag.toml": '[gate]\nbaseline = "прежние.json"\n' + FLOOR, "scores.json": ALL}
    assert ragauge("baseline", "save", "scores.json", "--config", "конфиг/rag.toml", files=files).code == 0
    assert same((tmp_path / "конфиг" / "прежние.json").read_text("utf-8"), ALL)
    assert ragauge("baseline", "save", "scores.json", "--config", "конфиг/rag.toml", "-o", "other.json").code == 0
    assert same((tmp_path / "other.json").read_text("utf-8"), ALL)
    assert names(tmp_path) == ["other.json", "scores.json", "конфиг"]


def test_a_failing_first_run_never_becomes_the_baseline(save):
    done, text = save(BAD)
    assert (done.code, text) == (1, None)
    assert "recall@5" in done.out + done.err


def test_a_rise_replaces_the_baseline(save):
    done, text = save(ALL, before=LOST)
    assert done.code == 0, done.err
    assert same(text, ALL)
    done, text = save(LOST, before=LOST)
    assert done.code == 0
    assert same(text, LOST)


def test_a_regression_does_not(save):
    done, text = save(LOST, before=ALL)
    assert (done.code, text) == (1, ALL)
    assert "recall@5" in done.out + done.err
    done, text = save(LOST, before=ALL, rules=BUDGET)
    assert (done.code, text) == (1, ALL)
    done, text = save(LOST, before=ALL, rules=FLOOR)
    assert done.code == 0
    assert same(text, LOST)


def test_small_losses_do_not_add_up_unseen(save):
    """A loss that is neither shown nor ruled out is no reason to block a change, but one to ask for a new baseline."""
    before, card = scorecard(zeros_then_ones(0, 100)), scorecard(zeros_then_ones(3, 100))
    done, text = save(card, before=before)
    assert done.code == 1
    assert "--accept" in done.err
    assert same(text, before)
    done, text = save(card, "--accept", "agreed", before=before)
    assert (done.code, json.loads(text)["provenance"]["accepted"]) == (0, "agreed")
    better = scorecard(zeros_then_ones(1, 100))
    done, text = save(better, before=card)
    assert done.code == 0, done.err
    assert same(text, better)


def test_a_baseline_of_another_golden_set_is_replaced_on_record(save):
    other = scorecard(zeros_then_ones(0, 100), fingerprints={"gold": "77b0"})
    done, text = save(other, before=ALL)
    assert done.code != 0
    assert "another one" in done.out
    assert same(text, ALL)
    done, text = save(other, "--accept", "new questions", before=ALL)
    assert done.code == 0, done.err
    assert same(text, other)


def test_an_accepted_regression_is_on_record(save, ragauge):
    reason = "Новый корпус: «старое» удалено"
    done, text = save(LOST, "--accept", reason, before=ALL)
    assert done.code == 0, done.err
    assert same(text, LOST)
    assert reason in json.dumps(json.loads(text)["provenance"], ensure_ascii=False)
    assert reason in " ".join(ragauge("baseline", "show").out.split())
    done = ragauge("gate", "scores.json", files={"ragauge.toml": HEAD + BUDGET})
    assert done.code == 0, done.out
    assert reason not in json.dumps(json.loads(save(ALL)[1])["provenance"], ensure_ascii=False)


@pytest.mark.parametrize("before", [None, ALL])
def test_no_reason_lets_an_absolute_failure_through(save, before):
    done, text = save(BAD, "--accept", "it is fine", before=before)
    assert (done.code, text) == (1, before)


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_reason_is_a_reason(save, reason):
    done, text = save(LOST, "--accept", reason, before=ALL)
    assert (done.code, text) == (2, ALL)


@pytest.mark.parametrize("accept", [(), ("--accept", "it is fine")])
@pytest.mark.parametrize("rules", [BOTH, None])
@pytest.mark.parametrize("before", [None, ALL])
@pytest.mark.parametrize("card", [FAILED, EMPTY], ids=["failed rows", "nothing measured"])
def test_failed_rows_and_nothing_never_become_the_baseline(save, accept, rules, before, card):
    done, text = save(card, *accept, rules=rules, before=before)
    assert (done.code, text) == (2, before)
    assert done.out + done.err
    if card is FAILED:
        assert "recall@5" in done.out + done.err


@pytest.mark.parametrize("card", ["{}", "not JSON", '{"id": "q1", "hits": ["a"]}\n'])
def test_what_is_no_scorecard_neither(save, card):
    done, text = save(card, before=ALL)
    refused(done, "scores.json")
    assert text == ALL


def test_a_wrong_configuration_saves_nothing(save):
    done, text = save(ALL, rules='[[gate.rules]]\nmetric = "recal@5"\n')
    refused(done, "ragauge.toml", "recal@5")
    assert text is None


def test_it_is_never_its_own_scorecard(save, tmp_path):
    done, _ = save(ALL, "-o", "scores.json")
    refused(done)
    assert (tmp_path / "scores.json").read_text("utf-8") == ALL
    refused(save(ALL, "-o", "ragauge.toml")[0])
    assert (tmp_path / "ragauge.toml").read_text("utf-8") == HEAD + BOTH


def test_nothing_is_half_written(save, tmp_path):
    done, text = save(ALL, "-o", "нет/b.json")
    refused(done, "нет/b.json")
    assert text is None
    refused(save(ALL, "-o", "/dev/full")[0])
    assert names(tmp_path) == ["ragauge.toml", "scores.json"]


def test_the_same_scorecard_gives_the_same_bytes(save, ragauge, tmp_path):
    _, first = save(ALL)
    assert save(ALL)[1] == first
    assert ragauge("baseline", "save", "scores.json", "-o", "two.json").code == 0
    assert (tmp_path / "two.json").read_text("utf-8") == first


def test_it_is_shown(save, ragauge):
    card = scorecard({**zeros_then_ones(60, 200), **zeros_then_ones(50, 200, "mrr")}, run={"source": "прогон.jsonl"})
    save(card)
    done = ragauge("baseline", "show")
    assert done.code == 0, done.err
    for text in ("recall@5", "mrr", "0.7000", "0.7500", "200"):
        assert text in done.out
    assert "mrr" in ragauge("baseline", "show", "baseline.json").out
    refused(ragauge("baseline", "show", "нет.json"), "нет.json")
    refused(ragauge("baseline", "show", "ragauge.toml"), "ragauge.toml")


def test_no_baseline_to_show(ragauge):
    refused(ragauge("baseline", "show"), "baseline.json")
    files = {"ragauge.toml": '[gate]\nbaseline = "прежние.json"\n' + FLOOR}
    refused(ragauge("baseline", "show", files=files), "прежние.json")


def test_a_hostile_reason_does_not_steer_the_terminal(save, ragauge):
    done, _ = save(LOST, "--accept", "a\x1b[31m\u202eb\x07", before=ALL)
    assert done.code == 0
    shown = ragauge("baseline", "show")
    assert shown.code == 0
    assert not set(done.out + done.err + shown.out + shown.err) & set("\x1b\u202e\x07")
