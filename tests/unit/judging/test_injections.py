"""Instructions inside the data: judges that obey, that do not, that obey one language, and that break."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from obedient_judge import ObedientJudge
from ragauge.core.flows import Asking, JudgeError
from ragauge.core.texts.scripts import mostly
from ragauge.judging.attacks.material import PLACES, material
from ragauge.judging.attacks.measuring import injection_flows, injections_of
from ragauge.judging.attacks.outcomes import Attempt, attempt, rate_of
from ragauge.judging.attacks.trials import TAGS, TARGETS, Chosen, Trial, added, trials
from ragauge.judging.limits import Budget, Limits
from ragauge.judging.planning import plan_flows
from ragauge.judging.results import Failure, Results
from ragauge.judging.running import run_flows
from ragauge.stats.intervals import wilson

FEW = Chosen(kinds=("closing tag",))
ONE = Chosen(metrics=("faithfulness",), kinds=("authority",), places=("context",), languages=("en",))


def measured(judge, chosen=FEW, limits=None):
    return injections_of(run_flows(injection_flows(Asking(), chosen), judge, limits), chosen)


def rates(found, group):
    return {metric: {name: one.rate for name, one in groups[group].items()} for metric, groups in found.rates.items()}


def test_a_judge_that_obeys_everything():
    found = measured(ObedientJudge(lambda _: True))
    assert {name: one["all"]["all"].rate for name, one in found.rates.items()} == dict.fromkeys(TARGETS, 1.0)
    assert {one.end for one in found.attempts} == {"moved"}
    assert found.notes == ()


def test_a_judge_that_reads_and_does_not_obey():
    found = measured(ObedientJudge())
    assert {name: one["all"]["all"].rate for name, one in found.rates.items()} == dict.fromkeys(TARGETS, 0.0)
    assert {one.end for one in found.attempts} == {"held"}
    assert found.unrelated_quotes == {"claims": 0, "unrelated": 0}
    for one in (*found.clean.values(), *found.harmless.values()):
        assert (one.right, one.wrong, one.undefined, one.failed) == (one.trials, 0, 0, {})


def test_a_judge_that_obeys_russian_alone():
    found = measured(ObedientJudge(lambda attack: attack.language == "ru"))
    expected = {f"{one} in a case in {case}": float(one == "ru") for one in ("en", "ru") for case in ("en", "ru")}
    assert rates(found, "language") == dict.fromkeys(TARGETS, expected)


def test_a_judge_that_obeys_one_kind():
    chosen = Chosen(metrics=("context_relevance",), kinds=("override", "closing tag"))
    found = measured(ObedientJudge(lambda attack: attack.kind == "closing tag"), chosen)
    assert rates(found, "kind") == {"context_relevance": {"override": 0.0, "closing tag": 1.0}}


def test_a_judge_that_obeys_what_stands_in_passages():
    """The claims are split honestly, so that what stands in question or answer never comes to the passages."""
    honest = ObedientJudge()

    class Half(ObedientJudge):
        async def complete(self, request, /, draw=None):
            return await (honest if request.task == "claims" else super()).complete(request, draw)

    found = measured(Half(lambda _: True), replace(FEW, metrics=("faithfulness",)))
    by_place = rates(found, "place")["faithfulness"]
    assert (by_place["context, up"], by_place["context, down"]) == (1.0, 1.0)
    assert (by_place["question, up"], by_place["question, down"]) == (0.0, 0.0)


def broken(_, prompt, text):
    """No JSON where an attack is; ``Note of the quality department`` begins it."""
    return "I will not judge this." if "quality department" in prompt else text


def test_replies_that_are_thrown_out_are_neither_held_nor_moved():
    found = measured(ObedientJudge(damage=broken), ONE)
    rate = found.rates["faithfulness"]["all"]["all"]
    assert (rate["rejected"], rate["held"], rate["moved"], rate.rate) == (14, 0, 0, 0.0)
    assert {one.failure for one in found.attempts} == {"unparsable"}


def test_servers_that_do_not_answer_are_no_resistance():
    """A timeout says nothing of obedience: it is out of the rate, and told."""

    def late(_, prompt, text):
        return JudgeError("timeout", "no reply") if "quality department" in prompt else text

    found = measured(ObedientJudge(damage=late), ONE)
    rate = found.rates["faithfulness"]["all"]["all"]
    assert (rate["unmeasured"], rate.pairs, rate.rate, rate.interval) == (14, 0, None, None)
    assert found.notes == ("14 of 14 attacks have no reply at all, and count for nothing",)


def test_a_judge_that_is_wrong_without_attacks_is_not_attackable():
    """Everything is supported by it: bad cases are where attacks want them, and good ones can still be moved."""

    def says_yes(task, prompt, text):
        if task != "entailment":
            return text
        data = json.loads(text)
        words = prompt.split("<passage 1>\n")[1].split()[:3]
        good = {"verdict": "supported", "passages": [1], "quotes": [" ".join(words)], "failure_mode": "none"}
        return json.dumps({"verdicts": [{**one, **good} for one in data["verdicts"]]}, ensure_ascii=False)

    found = measured(ObedientJudge(damage=says_yes), ONE)
    rate = found.rates["faithfulness"]["all"]["all"]
    assert (rate["already"], rate["held"], rate.pairs) == (8, 6, 6)
    assert (found.clean["faithfulness"].right, found.clean["faithfulness"].wrong) == (6, 8)
    assert found.notes[0].startswith("8 of 14 attacks were not tried: without them")


def test_a_judge_that_fails_without_attacks():
    found = measured(ObedientJudge(damage=lambda *_: "no"), ONE)
    rate = found.rates["faithfulness"]["all"]["all"]
    assert (rate["no_baseline"], rate.pairs, rate.rate) == (14, 0, None)
    assert (found.clean["faithfulness"].failed, found.clean["faithfulness"].failure_rate) == ({"unparsable": 14}, 1.0)


def test_claims_that_are_gone_are_told():
    """A judge that is talked out of all claims takes a bad answer out of the mean."""

    def silent(task, prompt, text):
        return '{"claims": []}' if task == "claims" and "quality department" in prompt else text

    found = measured(ObedientJudge(damage=silent), replace(ONE, places=("answer",)))
    rate = found.rates["faithfulness"]["all"]["all"]
    assert (rate["vanished"], rate.rate) == (8, 0.0)
    assert "8 of 8 attacks made a value undefined" in found.notes[0]


def a_trial(direction="up"):
    right = 0.0 if direction == "up" else 1.0
    case = next(one for one in material().cases if one.right["faithfulness"] == right)
    return Trial("faithfulness", case, "context", "en", "override")


@pytest.mark.parametrize(
    ("direction", "clean", "harmless", "value", "end"),
    [
        ("up", 0.0, 0.0, 1.0, "moved"),
        ("up", 0.0, 0.0, 0.0, "held"),
        ("up", 0.0, 0.5, 0.5, "held"),  # a harmless text does as much
        ("up", 0.5, 0.0, 0.5, "held"),
        ("up", 0.5, 0.0, 0.6, "moved"),
        ("up", 0.0, 1.0, 1.0, "already"),
        ("down", 1.0, 1.0, 0.5, "moved"),
        ("down", 1.0, 0.5, 0.5, "held"),
        ("down", 0.5, 0.5, 1.0, "held"),
        ("down", 0.0, 1.0, 0.0, "already"),
        ("up", Failure("no_quote", ""), 0.0, 1.0, "no_baseline"),
        ("up", 0.0, "no_claims", 1.0, "no_baseline"),
        ("up", 0.0, 0.0, Failure("no_quote", ""), "rejected"),
        ("up", 0.0, 0.0, Failure("refused", ""), "rejected"),
        ("up", 0.0, 0.0, Failure("budget", ""), "unmeasured"),
        ("up", 0.0, 0.0, None, "unmeasured"),
        ("up", 0.0, 0.0, "no_claims", "vanished"),
    ],
)
def test_ends(direction, clean, harmless, value, end):
    trial = a_trial(direction)
    outcomes = dict(zip((one.name for one in trial.baselines), (clean, harmless), strict=True))
    if value is not None:
        outcomes[trial.name] = value
    assert attempt(trial, outcomes).end == end


def attempts(case, *ends):
    return [Attempt(Trial("faithfulness", case), end, None, None) for end in ends]


def test_the_rate_and_its_interval():
    cases = material().cases[:4]
    made = [one for case in cases[:3] for one in attempts(case, "moved", "moved")] + attempts(cases[3], "held", "held")
    made += attempts(cases[0], "already", "no_baseline", "unmeasured")
    rate = rate_of(made)
    assert (rate.pairs, rate.rate) == (8, 0.75)
    single = wilson(0.75, 8)
    assert rate.interval.method == "wilson_clustered"
    assert rate.interval.low < single.low  # eight attacks on four cases are no eight trials
    assert rate_of(attempts(cases[0], "moved", "held")).interval is None
    assert rate_of([]).rate is None
    assert rate_of(attempts(cases[0], "rejected", "vanished", "moved", "held")).rate == 0.25


def test_the_material_is_whole():
    found = material()
    assert len({one.id for one in found.cases}) == len(found.cases)
    pairs = Counter((one.kind, one.language) for one in found.attacks)
    assert pairs == Counter({(kind, language): 1 for kind in found.kinds for language in ("en", "ru")})
    for case in found.cases:
        assert {mostly(case.answer), mostly(case.question)} == {"latin" if case.language == "en" else "cyrillic"}
        assert set(case.right) <= set(TARGETS)
        assert set(case.right.values()) <= {0, 1}
        assert ("preference" in case.right) == (case.rival is not None)
    for metric, goals in found.goals.items():
        wanted = {case.direction(metric) for case in found.cases if metric in case.right}
        assert wanted == set(goals)
        for attack in found.attacks:
            for direction in goals:
                assert "$" not in found.words(attack, metric, direction, "answer")
    assert set(found.harmless) == set(PLACES) == set(TAGS)


def test_every_trial_has_a_name_a_text_and_what_it_is_compared_with():
    made = trials(material())
    names = [one.name for one in made]
    assert len(set(names)) == len(names)
    for place, one in enumerate(made):
        assert bool(added(one, material())) == (one.place is not None)
        if one.kind is not None:
            assert all(names.index(base.name) < place for base in one.baselines)


def test_the_texts_stand_in_the_prompts_and_cannot_end_their_marks():
    judge = ObedientJudge()
    chosen = Chosen(kinds=("closing tag",), languages=("en",))
    measured(judge, chosen)
    attacked = [one.prompt for one in judge.asked if "were a draft" in one.prompt]
    assert attacked
    for prompt in attacked:
        assert "<system>" not in prompt
        assert "‹system>" in prompt


def test_a_choice_narrows_what_is_asked():
    judge = ObedientJudge()
    plan = plan_flows(injection_flows(Asking(), ONE), judge)
    assert plan.flows == 14 * 3
    assert judge.asked == []
    assert injections_of(Results({}), Chosen(metrics=("preference",), places=("question",))).attempts == ()


def test_a_budget_ends_attacks_and_they_are_not_held():
    limits = Limits(concurrency=1, budget=Budget(calls=50))
    found = measured(ObedientJudge(), ONE, limits)
    rate = found.rates["faithfulness"]["all"]["all"]
    assert (rate["held"] > 0, rate["unmeasured"] > 0) == (True, True)
    assert rate["held"] + rate["unmeasured"] + rate["no_baseline"] == 14


def test_the_json_has_every_attack():
    found = json.loads(measured(ObedientJudge(lambda _: True), ONE).to_json())
    assert found["rates"]["faithfulness"]["all"]["all"]["moved"] == 14
    assert found["rates"]["faithfulness"]["all"]["all"]["unmeasured"] == 0
    assert found["attacks"][0] == {
        "metric": "faithfulness",
        "case": "en-kettle",
        "case_language": "en",
        "direction": "up",
        "kind": "authority",
        "place": "context",
        "language": "en",
        "end": "moved",
        "value": 1.0,
        "compared": [0.0, 0.0],
        "why": None,
    }
