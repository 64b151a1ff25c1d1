"""What could let a loss through unseen: values and slices that vanish, levels, clusters, damaged scorecards."""

import json

import pytest
from test_gate import config

from scorecards import of, refused, scorecard, zeros_then_ones

ONES = of(*[1.0] * 200)


def card(values, **columns):
    return scorecard(values, columns={name: list(cells) for name, cells in columns.items()})


@pytest.fixture
def gate(ragauge):
    def run(rule, now, before=None, head=""):
        files = {"s.json": now if isinstance(now, str) else scorecard(now), "ragauge.toml": config(rule, head=head)}
        if before is not None:
            files["baseline.json"] = before if isinstance(before, str) else scorecard(before)
        done = ragauge("gate", "s.json", "--json", "-", files=files)
        return done.code, json.loads(done.out)["rules"][0] if done.out else None, done

    return run


@pytest.mark.parametrize("case", ["missing", "failed: timeout"])
@pytest.mark.parametrize("gone", [15, 17, 20])
def test_a_slice_that_loses_its_values_is_still_gated(gate, case, gone):
    langs = ["ru"] * 20 + ["en"] * 180
    now = card(of(*[case] * gone, *[1.0] * (200 - gone)), lang=langs)
    rule = 'max_regression = 0.02\nmin_coverage = 0.85\nmax_error_rate = 0.15\nslices = ["lang"]'
    code, found, _ = gate(rule, now, card(ONES, lang=langs))
    assert code == 1
    assert found["verdict"] == "fail"


def test_questions_that_lost_their_value_are_no_identity(gate):
    now = of(*["missing"] * 20, *[1.0] * 180)
    code, found, _ = gate("max_regression = 0.02", now, ONES)
    assert (code, found["verdict"]) == (0, "inconclusive")
    assert "20 questions that had a value in the baseline have none now" in found["findings"][0]["reason"]
    assert gate('max_regression = 0.02\non_inconclusive = "fail"', now, ONES)[0] == 1
    assert gate("max_regression = 0.3", now, ONES)[1]["verdict"] == "pass"  # even if all of them were lost
    assert gate("max_losses = 0", now, ONES)[1]["verdict"] == "inconclusive"
    assert gate("max_losses = 20", now, ONES)[1]["verdict"] == "pass"


def test_failures_that_are_allowed_are_allowed(gate):
    now = of("failed: timeout", *[1.0] * 199)
    assert gate("max_regression = 0.001", now, ONES)[1]["verdict"] == "inconclusive"
    assert gate("max_regression = 0.001\nmax_error_rate = 0.01", now, ONES)[1]["verdict"] == "pass"
    assert gate("min = 0.98", now)[1]["verdict"] == "inconclusive"
    assert gate("min = 0.98\nmax_error_rate = 0.01", now)[1]["verdict"] == "pass"


def test_an_optional_rule_still_fails_where_it_was_asked_to(gate):
    rule = 'min = 0.7\nmax_regression = 0.02\nrequired = false\non_inconclusive = "fail"'
    assert gate(rule, zeros_then_ones(60, 200))[0] == 1


def test_a_collapse_of_a_metric_without_a_bound_fails(gate):
    rule = 'metric = "dcg@10"\nmin = 1.0'
    assert gate(rule, of(*[0.0] * 200, metric="dcg@10"))[:2][0] == 1
    assert gate(rule, of(*[2.0] * 200, metric="dcg@10"))[1]["verdict"] == "pass"
    assert gate(rule, of(2.0, 2.0, metric="dcg@10"))[1]["verdict"] == "inconclusive"


def test_a_hard_rule_waits_for_nobody_when_it_is_broken(gate):
    rule = 'metric = "empty_rate"\nmax = 0\nhard = true\nmin_n = 50'
    assert gate(rule, of(*[1.0] * 20, metric="empty_rate"))[0] == 1
    assert gate(rule, of(*[0.0] * 20, metric="empty_rate"))[1]["verdict"] == "inconclusive"
    assert gate("max_losses = 0\nmin_n = 50", of(1.0, 1.0), of(1.0, 1.0))[1]["verdict"] == "inconclusive"


def test_a_slice_that_only_the_baseline_has_is_told(gate):
    before, now = card(ONES, lang=["ru"] * 20 + ["en"] * 180), card(ONES, lang=["en"] * 200)
    done = gate('max_regression = 0.02\nslices = ["lang"]', now, before)[2]
    assert "slices of lang that only the baseline has: ru" in json.loads(done.out)["notes"]


def test_a_worse_mean_within_the_budget_is_called_worse(gate):
    before, now = of(*[1.0] * 200), of(*[0.0] * 20, *[1.0] * 180)
    assert "worse than the baseline, but not shown to be by more than 0.08" in str(
        gate("max_regression = 0.08", now, before)
    )


def test_rounding_is_no_loss(ragauge):
    base, now = of(*[0.3] * 12, metric="mrr"), of(*[0.3 - 1e-16] * 12, metric="mrr")
    done = ragauge("compare", "a.json", "b.json", "--json", "-",
                   files={"a.json": scorecard(base), "b.json": scorecard(now)})  # fmt: skip
    (one,) = json.loads(done.out)["differences"]
    assert (one["verdict"], one["losses"]) == ("identical", 0)


def test_pages_and_documents_are_not_comparable(ragauge):
    gold = "id,question,document,page\n" + "".join(f"q{n},T{n}?,d{n}.pdf,{n + 1}\n" for n in range(8))
    paged = "".join(
        f'{{"id": "q{n}", "hits": [{{"document": "d{n}.pdf", "page": {n + 1 + n % 2}}}]}}\n' for n in range(8)
    )
    plain = "".join(f'{{"id": "q{n}", "hits": [{{"document": "d{n}.pdf"}}]}}\n' for n in range(8))
    files = {"g.csv": gold, "old.jsonl": paged, "new.jsonl": plain}
    done = ragauge("compare", "old.jsonl", "new.jsonl", "--gold", "g.csv", files=files)
    refused(done, "not comparable", "page", "document")


@pytest.mark.parametrize("name", ["status", "mrr", "Тип"])
def test_clusters_are_the_column_that_eval_took(ragauge, name):
    gold = f"id,question,gold,{name},user\n" + "".join(f"q{n},T{n}?,d{n},{n // 4},{n}\n" for n in range(16))
    runs = {f"{shift}.jsonl": "".join(f'{{"id": "q{n}", "hits": ["d{(n + shift) % 16}"]}}\n' for n in range(16))
            for shift in (0, 1)}  # fmt: skip
    asked = "type" if name == "Тип" else name
    for run in runs:
        done = ragauge("eval", "g.csv", run, "-m", "mrr", "--clusters", asked, "--json", f"{run}.json",
                       files={"g.csv": gold, **runs})  # fmt: skip
        assert done.code == 0, done.err
    done = ragauge("compare", "0.jsonl.json", "1.jsonl.json", "--json", "-")
    (one,) = json.loads(done.out)["differences"]
    assert one["p"] == 2 / 2**4
    assert one["interval"]["method"] == "t_guarded_clustered"


DAMAGES = {
    "values are a list": lambda d: d["questions"].update(values=[]),
    "columns are a text": lambda d: d["questions"].update(columns="x"),
    "columns are null": lambda d: d["questions"].update(columns=None),
    "gold is empty": lambda d: d["questions"].update(gold=[]),
    "hits are numbers": lambda d: d["questions"].update(hits=[[1]] * 3),
    "ranks are texts": lambda d: d["questions"].update(relevant=[["1"]] * 3),
    "provenance is a list": lambda d: d.update(provenance=[]),
    "fingerprints are a text": lambda d: d["provenance"].update(fingerprints="x"),
    "run is a text": lambda d: d["provenance"].update(run="x"),
    "policies are a list": lambda d: d["provenance"].update(policies=[]),
    "a huge number": lambda d: d["questions"]["values"].update({"recall@5": [10**400, 1.0, 0.0]}),
    "a value beyond the range": lambda d: d["questions"]["values"].update({"recall@5": [7.0, 1.0, 0.0]}),
    "a value as text": lambda d: d["questions"]["values"].update({"recall@5": ["0.5", 1.0, 0.0]}),
    "a value that is true": lambda d: d["questions"]["values"].update({"recall@5": [True, 1.0, 0.0]}),
    "another mean": lambda d: d["scores"][0].update(value=0.99),
    "another number": lambda d: d["scores"][0].update(n=2, items=2),
    "a score without values": lambda d: d["questions"]["values"].clear(),
    "no metric": lambda d: d["scores"][0].update(metric=None),
    "a slice that is a text": lambda d: d["scores"][0].update(slice="x"),
    "a value that is a text": lambda d: d["scores"][0].update(value="x"),
    "warnings are numbers": lambda d: d.update(warnings=[1]),
    "status is null": lambda d: d["questions"].update(status=None),
    "format is true": lambda d: d.update(format=True),
    "clusters are a list": lambda d: d["provenance"].update(clusters=[]),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_scorecard_is_refused_everywhere(ragauge, damage):
    data = json.loads(scorecard(of(1.0, 1.0, 0.0)))
    DAMAGES[damage](data)
    files = {
        "good.json": scorecard(of(1.0, 1.0, 0.0)),
        "bad.json": json.dumps(data),
        "ragauge.toml": config("min = 0.5"),
    }
    for command in (
        ("compare", "good.json", "bad.json"),
        ("compare", "bad.json", "good.json"),
        ("gate", "bad.json"),
        ("gate", "good.json", "--baseline", "bad.json"),
        ("baseline", "save", "bad.json", "-o", "b.json"),
        ("baseline", "show", "bad.json"),
    ):
        refused(ragauge(*command, files=files), "bad.json")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("a = " + "[" * 5000, "not TOML"),
        ("a = " + "9" * 5000, "not TOML"),
        (config("max_regression = " + "9" * 400), "max_regression"),
        (config("min = 0.5", head="alpha = 1e-17"), "alpha"),
        ("[gates]\n[[gates.rules]]\n", "[gates]"),
        (config("min = 0.5") + '[[rules]]\nmetric = "mrr"\n', "rules"),
    ],
)
def test_odd_rules_are_one_message(ragauge, text, word):
    refused(ragauge("gate", "s.json", files={"s.json": scorecard(ONES), "ragauge.toml": text}), "ragauge.toml", word)


@pytest.mark.parametrize("tool", ["tool = 3", 'tool = "ragauge"', "[tool]\nragauge = 3"])
def test_odd_tools_are_one_message(ragauge, tool):
    refused(ragauge("gate", "s.json", files={"s.json": scorecard(ONES), "pyproject.toml": tool}))


def test_the_rules_of_a_base_branch_under_another_name(ragauge):
    base = (
        '[tool.ragauge.gate]\n[[tool.ragauge.gate.rules]]\nmetric = "recall@5"\nmin = 0.6\non_inconclusive = "fail"\n'
    )
    files = {
        "s.json": scorecard(ONES),
        "base.toml": base,
        "ragauge.toml": config("min = 0.6", head='baseline = "x.json"'),
    }
    done = ragauge("gate", "s.json", "--base-config", "base.toml", files=files)
    assert done.code == 0
    text = " ".join(done.out.split())
    assert "recall@5: min 0.6, on_inconclusive fail; is: recall@5: min 0.6" in text
    assert "baseline was baseline.json, is x.json" in text


def test_a_summary_that_cannot_be_written_changes_no_verdict(ragauge, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    for rule, code in (("min = 0.5", 0), ("min = 0.5\nstrict = true", 1)):
        values = ONES if code == 0 else of(*[0.0] * 200)
        files = {"s.json": scorecard(values), "ragauge.toml": config(rule)}
        done = ragauge("gate", "s.json", "--github", files=files)
        assert done.code == code
        assert "GITHUB_STEP_SUMMARY" in done.err


@pytest.mark.parametrize(
    "arguments", [("s.json", "--check"), ("--check", "--junit", "x.xml"), ("s.json", "--correlation", "0.7")]
)
def test_options_that_would_do_nothing_are_refused(ragauge, arguments):
    files = {
        "s.json": scorecard(ONES),
        "baseline.json": scorecard(ONES),
        "ragauge.toml": config("max_regression = 0.1"),
    }
    refused(ragauge("gate", *arguments, files=files), "--check")


def test_the_cheaper_one_stands_in_every_output(ragauge):
    files = {"a.json": scorecard(ONES), "b.json": scorecard(ONES)}
    for output in ("--json", "--markdown"):
        done = ragauge("compare", "a.json", "b.json", "--cheaper", "base", output, "-", files=files)
        assert "the cheaper one (a" in done.out


def test_a_scorecard_that_tells_little_is_shown_and_not_compared(ragauge):
    data = json.loads(scorecard(ONES)) | {"provenance": {}}
    files = {"a.json": json.dumps(data)}
    assert ragauge("baseline", "show", "a.json", files=files).code == 0
    refused(ragauge("compare", "a.json", "a.json"), "unknown golden set")


FAILED_ROWS = "".join(f'{{"question": "T{n}?", "error": "timeout"}}\n' for n in range(1, 8))
EIGHT = "question,gold\n" + "".join(f"T{n}?,d{n}\n" for n in range(8))


def measured(ragauge, run, *options, gold=EIGHT):
    done = ragauge("eval", "g.csv", "r.jsonl", "-m", "success@5", "--json", "s.json", *options,
                   files={"g.csv": gold, "r.jsonl": run})  # fmt: skip
    assert done.code == 0, done.err
    return done


def test_searches_that_failed_have_no_value(ragauge, tmp_path):
    done = measured(ragauge, '{"question": "T0?", "retrieved": ["d0"]}\n' + FAILED_ROWS)
    (score,) = json.loads((tmp_path / "s.json").read_text("utf-8"))["scores"]
    assert (score["value"], score["n"], score["failed"], score["missing"]) == (1.0, 1, {"timeout": 7}, 0)
    assert "7 searches failed (timeout)" in " ".join(done.out.split())
    rule = 'metric = "success@5"\nmin = 0.1\nmax_error_rate = 0.25'
    assert ragauge("gate", "s.json", files={"ragauge.toml": config(rule)}).code == 1
    assert ragauge("baseline", "save", "s.json").code in (1, 2)


def test_an_error_beside_hits_is_no_failure(ragauge, tmp_path):
    run = "".join(f'{{"question": "T{n}?", "retrieved": ["d{n}"], "error": "slow"}}\n' for n in range(8))
    measured(ragauge, run)
    assert json.loads((tmp_path / "s.json").read_text("utf-8"))["scores"][0]["failed"] == {}


@pytest.mark.parametrize("options", [(), ("--skip-missing",)])
def test_a_run_that_lost_half_of_the_questions_is_not_covered(ragauge, options):
    run = "".join(f'{{"question": "T{n}?", "retrieved": ["d{n}"]}}\n' for n in range(4))
    measured(ragauge, run, *options)
    rule = 'metric = "success@5"\nmin_coverage = 0.95'
    done = ragauge("gate", "s.json", files={"ragauge.toml": config(rule)})
    assert done.code == 1
    text = " ".join(done.out.split())
    assert "4 of 8 questions that should have a value have one (0.5); 4 are not in the run" in text
    rule = 'metric = "success@5"\nmin = 0.1'
    assert "4 questions with gold are not in the run" in " ".join(
        ragauge("gate", "s.json", files={"ragauge.toml": config(rule)}).out.split()
    )


def test_missing_questions_are_named_when_runs_are_compared(ragauge):
    gold = "id,question,gold\n" + "".join(f"{n},T{n}?,d\n" for n in range(1, 5))
    runs = {name: "".join(f'{{"id": "{n}", "hits": ["d"]}}\n' for n in asked)
            for name, asked in (("a.jsonl", "123"), ("b.jsonl", "234"))}  # fmt: skip
    done = ragauge("compare", "a.jsonl", "b.jsonl", "--gold", "g.csv", files={"g.csv": gold, **runs})
    text = " ".join(done.out.split())
    assert "1 questions of the base are not in its run: 4" in text
    assert "1 questions of the candidate are not in its run: 1" in text


@pytest.mark.parametrize("broken", ["scorecard", "rules"])
def test_files_of_an_earlier_gate_do_not_pass_for_this_one(ragauge, tmp_path, broken):
    files = {"s.json": scorecard(ONES), "ragauge.toml": config("min = 0.5")}
    outputs = ("--json", "o.json", "--junit", "o.xml", "--markdown", "o.md")
    assert ragauge("gate", "s.json", *outputs, files=files).code == 0
    name = "s.json" if broken == "scorecard" else "ragauge.toml"
    assert ragauge("gate", "s.json", *outputs, files={name: "["}).code == 2
    assert json.loads((tmp_path / "o.json").read_text("utf-8"))["verdict"] == "not measured"
    assert 'errors="1"' in (tmp_path / "o.xml").read_text("utf-8")
    assert "NOT MEASURED" in (tmp_path / "o.md").read_text("utf-8")
