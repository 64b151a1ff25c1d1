"""The sentences at the top of a report: which rules say them, and that each is said only where it holds."""

import json

import numpy as np
import pytest

from ragauge.core.score import Interval, Score, Values
from ragauge.core.scorecard import Scorecard
from ragauge.report.html.inputs import Inputs
from ragauge.report.html.sections import funnel, verdict
from ragauge.report.html.strings import LANGUAGES, strings


def card(*scores, provenance=None):
    found = {one.metric: Values(np.zeros(one.items), {"none": np.ones(one.items, dtype=bool)}) for one in scores}
    return Scorecard(scores, tuple(f"q{n}" for n in range(scores[0].items)), found, provenance=provenance or {})


def score(metric, value=0.5, n=40, items=40, low=0.4, high=0.55, **more):
    interval = None if value is None else Interval(low, high, 0.95, "wilson")
    excluded = {"refused": items - n} if items > n else {}
    return Score(metric, value, interval, n, items, excluded=excluded, **more)


def said(kind, **given):
    found = verdict.build(Inputs(title="t", **given))
    return [] if found is None else [(one["key"], one["values"]) for one in found[kind]]


def row(first, needs, *, loss=True, entered=10):
    return {"first": first, "last": first, "loss": loss, "needs": needs, "questions": needs, "entered": entered,
            "share": needs / entered, "interval": [0.1, 0.5]}  # fmt: skip


def diagnosis(*rows, recovery=()):
    return {"rows": list(rows), "recovery": list(recovery), "notes": [], "needs": [], "figures": {}}


def back(first, needs, goal="prompt"):
    return {"first": first, "last": first, "needs": needs, "share": 0.1, "interval": None, "goal": goal}


def test_the_headline_is_the_first_metric_with_a_value():
    cards = (card(score("context_recall", None, n=0), score("token_f1")),)
    assert said("headline", cards=cards)[0] == (
        "score", {"metric": "token_f1", "value": "0.5000", "interval": "[0.400, 0.550]", "n": "40"},
    )  # fmt: skip
    assert ("not_measured", {"metrics": "context_recall"}) in said("unknown", cards=cards)


def test_wrong_refusals_are_counted_and_none_is_not_told():
    bad = said("bad", cards=(card(score("recall@5"), score("wrong_refusal", 0.25, n=20)),))
    assert [(key, values["count"], values["n"]) for key, values in bad] == [("wrong_refusal", 5, "20")]
    assert said("bad", cards=(card(score("recall@5"), score("wrong_refusal", 0.0, n=20, low=0, high=0.1)),)) == []


def test_questions_that_failed_are_told_once_for_all_metrics_that_lack_them():
    scores = [Score(name, 0.5, None, 3, 5, failed={"timeout": 2}) for name in ("mrr", "recall@5")]
    assert ("failed", {"metrics": "mrr, recall@5", "count": 2}) in said("unknown", cards=(card(*scores),))


def test_losses_stand_by_what_fixing_them_brings_back():
    found = diagnosis(row("cut", 5), row("filter", 3), recovery=[back("cut", 1.0), back("filter", 3.0, "right")])
    assert [(key, values["place"], values["back"]) for key, values in said("bad", diagnosis=found)] == [
        ("lost_and_right", "place.filter", "3.0"), ("lost_and_back", "place.cut", "1.0"),
    ]  # fmt: skip


def test_a_loss_that_brings_nothing_back_is_not_worth_a_sentence():
    assert said("bad", diagnosis=diagnosis(row("cut", 5), recovery=[back("cut", 0.04)])) == []


def test_what_did_not_end_well_is_not_counted_as_kept():
    found = diagnosis(row("companion", 4, loss=False), row("right", 6, loss=False))
    assert ("kept", {"kept": 6, "whole": 10}) in said("headline", diagnosis=found)
    assert ("nothing_lost", {"whole": 10}) in said("good", diagnosis=found)


def test_without_any_need_there_is_no_funnel():
    assert funnel.build(Inputs(title="t", diagnosis=diagnosis())) is None
    assert verdict.build(Inputs(title="t", diagnosis=diagnosis())) is None


def gate(verdict_of_rule, *, advisory=False):
    return {"rules": [{"rule": {"text": "mrr: min 0.5"}, "verdict": verdict_of_rule, "advisory": advisory}]}


@pytest.mark.parametrize(
    ("told", "kind"), [("pass", "good"), ("fail", "bad"), ("inconclusive", "unknown"), ("not measured", "unknown")]
)
def test_rules_of_a_gate(told, kind):
    assert said(kind, gate=gate(told)) == [(f"gate_{kind}", {"rule": "mrr: min 0.5"})]
    for other in {"good", "bad", "unknown"} - {kind}:
        assert said(other, gate=gate(told)) == []


@pytest.mark.parametrize("told", ["pass", "fail"])
def test_what_a_judge_may_not_decide_is_neither_good_nor_bad(told):
    assert said("unknown", gate=gate(told, advisory=True)) == [("gate_advisory", {"rule": "mrr: min 0.5"})]
    assert said("good", gate=gate(told, advisory=True)) == said("bad", gate=gate(told, advisory=True)) == []


def test_a_judge_that_agrees_by_chance_is_told():
    judge = {"prompts": {"faithfulness": {}}, "calibration": {"faithfulness": {
        "verdict": "no evidence of skill", "kappa": 0.01, "n": 50}}}  # fmt: skip
    cards = (card(score("faithfulness"), provenance={"judge": judge}),)
    assert ("no_skill", {"metrics": "faithfulness"}) in said("unknown", cards=cards)
    cards = (card(score("faithfulness"), provenance={"judge": {"prompts": {"faithfulness": {}}}}),)
    assert ("uncalibrated", {"metrics": "faithfulness"}) in said("unknown", cards=cards)


def changed(verdict_of_row):
    interval = {"low": -0.1, "high": 0.3}
    difference = {"metric": "mrr", "slice": None, "base": 0.5, "candidate": 0.6, "difference": 0.1, "n": 9,
                  "interval": interval, "verdict": verdict_of_row, "direction": "higher"}  # fmt: skip
    return {"comparable": True, "reasons": [], "differences": [difference]}


def keys_of_changes(verdict_of_row):
    comparison = changed(verdict_of_row)
    return {
        kind: [key for key, _ in verdict_kinds(comparison)[kind]] for kind in ("headline", "good", "bad", "unknown")
    }


def verdict_kinds(comparison):
    found = {"headline": [], "good": [], "bad": [], "unknown": []}
    for kind, one in verdict._of_comparison(Inputs(title="t", comparison=comparison)):
        found[kind].append((one["key"], one["values"]))
    return found


def test_a_change_is_the_headline_and_good_only_where_it_is_shown():
    assert keys_of_changes("better") == {"headline": ["changed_better"], "good": ["change_good"], "bad": [],
                                         "unknown": []}  # fmt: skip
    assert keys_of_changes("no difference shown") == {"headline": ["changed_open"], "good": [], "bad": [],
                                                      "unknown": ["change_open"]}  # fmt: skip
    ((_, values),) = verdict_kinds(changed("better"))["headline"]
    assert (values["before"], values["after"], values["interval"]) == ("0.5000", "0.6000", "[-0.100, +0.300]")


def test_every_sentence_has_words_in_every_language():
    source = (verdict.__file__, funnel.__file__)
    assert source
    names = [name for name in strings() if name.startswith("verdict.")]
    assert len(names) > 20
    for name in names:
        texts = [strings()[name][language] for language in LANGUAGES]
        fields = [sorted({part.split("}")[0] for part in text.split("{")[1:]}) for text in texts]
        assert fields[0] == fields[1], name
    assert json.dumps(strings(), ensure_ascii=False).count("verdict.") >= len(names)


def test_a_slice_is_told_with_how_many_were_looked_at():
    rows = [score("mrr"), *(score("mrr", 0.2, low=0.1, high=0.3, slice={"lang": cell}) for cell in ("en", "ru"))]
    found = [values for key, values in said("bad", cards=(card(*rows),)) if key == "slice"]
    assert [(one["slice"], one["slices"]) for one in found] == [("lang = en", 2), ("lang = ru", 2)]
    rows[1] = score("mrr", 0.45, low=0.35, high=0.55, slice={"lang": "en"})
    assert [one["slice"] for key, one in said("bad", cards=(card(*rows),)) if key == "slice"] == ["lang = ru"]


def test_citations_of_an_answer_by_what_supports_them():
    from ragauge.core.answered import Answered
    from ragauge.report.html.sections.answers import answer_of

    texts = ("Lamps hum at night.", "The warranty is two years.")
    one = Answered("q", answer="Lamps hum at night [1][2]. They cost 5 € [2][9]. So it is.", contexts=texts)
    first, second = answer_of(one, None)["cited"]
    assert (first["supported"], first["cited"], first["precise"], first["unknown"]) == (True, [0, 1], [0], 0)
    assert (second["supported"], second["cited"], second["precise"], second["unknown"]) == (False, [1], [], 1)
    assert "cited" not in answer_of(Answered("q", answer="Lamps hum.", contexts=texts), None)
