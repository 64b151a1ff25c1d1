"""`ragauge compare`: better, worse, or no difference shown, on scorecards made by hand and on runs."""

import json
import os
import re

import pytest

from scorecards import of, refused, rendered, scorecard, zeros_then_ones

EIGHT = ("recall@5", "recall@10", "precision@5", "mrr", "map", "rprec", "success@5", "need_recall@5")
GOLD = "id,question,lang,gold\nq1,Ёж?,ru,a\nq2,How?,en,b\nq3,Was?,de,c\n"
BASE_RUN = '{"id":"q1","hits":["x","a"]}\n{"id":"q2","hits":["b"]}\n{"id":"q3","hits":["c"]}\n'
BETTER_RUN = '{"id":"q1","hits":["a","x"]}\n{"id":"q2","hits":["b"]}\n{"id":"q3","hits":["c"]}\n'
RUNS = {"gold.csv": GOLD, "one.jsonl": BASE_RUN, "two.jsonl": BETTER_RUN}


@pytest.fixture
def compared(ragauge):
    """Compare two scorecards, given as {metric: {question: value}} or JSON, and read the JSON that comes."""

    def run(base, candidate, *arguments):
        texts = {"base.json": base, "cand.json": candidate}
        files = {name: card if isinstance(card, str) else scorecard(card) for name, card in texts.items()}
        done = ragauge("compare", "base.json", "cand.json", "--json", "-", *arguments, files=files)
        assert done.code == 0, done.err
        return json.loads(done.out)

    return run


def overall(comparison, metric="recall@5"):
    (found,) = (one for one in comparison["differences"] if one["metric"] == metric and one["slice"] is None)
    return found


def test_three_lost_and_two_won_of_twenty_is_no_difference(compared):
    base = of(*[1.0] * 3, *[0.0] * 2, *[1.0] * 12, *[0.0] * 3)
    candidate = of(*[0.0] * 3, *[1.0] * 2, *[1.0] * 12, *[0.0] * 3)
    one = overall(compared(base, candidate))
    assert (one["n"], one["wins"], one["ties"], one["losses"]) == (20, 2, 15, 3)
    assert (one["base"], one["candidate"]) == (0.75, 0.7)
    assert one["difference"] == pytest.approx(-0.05, abs=1e-12)
    assert one["p"] == one["p_adjusted"] == 1.0
    assert one["resolution"] == 0.05
    assert one["interval"]["low"] <= one["difference"] <= one["interval"]["high"]
    assert one["interval"]["low"] < 0 < one["interval"]["high"]
    assert one["detectable"] > 0
    assert one["verdict"] == "no difference shown"


@pytest.mark.parametrize(("before", "after", "verdict"), [(1.0, 0.0, "worse"), (0.0, 1.0, "better")])
def test_eight_of_eight_is_a_difference(compared, before, after, verdict):
    one = overall(compared(of(*[before] * 8), of(*[after] * 8)))
    assert one["p"] == pytest.approx(2 / 256, abs=1e-15)
    assert one["difference"] == after - before
    assert one["verdict"] == verdict


def test_four_of_four_is_none(compared):
    one = overall(compared(of(*[1.0] * 4), of(*[0.0] * 4)))
    assert (one["p"], one["verdict"]) == (pytest.approx(2 / 16, abs=1e-15), "no difference shown")


def test_sign_flips_are_enumerated(compared):
    """Of the 8 sums of ±0.5 ± 0.25 ± 0.125, six are at least as far from 0 as 0.375; zeros change nothing."""
    for ties in ((), (0.5, 0.5)):
        one = overall(compared(of(0.5, 0.5, 0.5, *ties), of(1.0, 0.25, 0.625, *ties)))
        assert one["p"] == pytest.approx(6 / 8, abs=1e-12)


def test_a_single_question_shows_nothing(compared):
    one = overall(compared(of(1.0), of(0.0)))
    assert (one["n"], one["p"], one["verdict"]) == (1, 1.0, "no difference shown")


def test_the_same_numbers_are_identical(compared, ragauge):
    one = overall(compared(zeros_then_ones(3, 20), zeros_then_ones(3, 20)))
    assert (one["verdict"], one["difference"], one["ties"]) == ("identical", 0.0, 20)
    done = ragauge("compare", "base.json", "base.json")
    assert done.code == 0
    assert "identical" in done.out


def test_lower_is_better_where_the_metric_says_so(compared):
    worse = compared(zeros_then_ones(8, 8, "empty_rate"), zeros_then_ones(0, 8, "empty_rate"))
    one = overall(worse, "empty_rate")
    assert (one["verdict"], one["difference"], one["wins"], one["losses"]) == ("worse", 1.0, 0, 8)
    better = compared(zeros_then_ones(0, 8, "empty_rate"), zeros_then_ones(8, 8, "empty_rate"))
    assert overall(better, "empty_rate")["verdict"] == "better"


def test_a_metric_without_a_direction_is_higher_or_lower_and_no_part_of_the_family(compared):
    names = ("recall@5", "judged@5")
    fallen = [{name: dict.fromkeys("abcdefgh", value) for name in names} for value in (1.0, 0.0)]
    data = compared(*fallen)
    assert data["family"] == 1
    assert overall(data, "judged@5")["verdict"] == "lower"
    assert overall(data)["p_adjusted"] == pytest.approx(2 / 256, abs=1e-15)
    assert overall(compared(*fallen[::-1]), "judged@5")["verdict"] == "higher"


def test_many_metrics_are_corrected_for(compared):
    base, candidate = ({name: dict.fromkeys("abcdefgh", value) for name in EIGHT} for value in (1.0, 0.0))
    data = compared(base, candidate)
    assert (data["family"], data["correction"]) == (8, "Holm")
    for name in EIGHT:
        one = overall(data, name)
        assert one["p"] == pytest.approx(2 / 256, abs=1e-15)
        assert one["p_adjusted"] == pytest.approx(8 * 2 / 256, abs=1e-12)
        assert one["verdict"] == "no difference shown"
    assert overall(compared(base, candidate, "--level", "0.9"))["verdict"] == "worse"
    alone = compared(base, candidate, "-m", "recall@5")
    assert [one["metric"] for one in alone["differences"]] == ["recall@5"]
    assert (alone["family"], overall(alone)["verdict"]) == (1, "worse")


def test_holm_steps_down(compared):
    """p of 2/256 is doubled, and the second, 1, stays."""
    base = {**of(*[1.0] * 8), **of(*[1.0, 0.0] * 4, metric="mrr")}
    candidate = {**of(*[0.0] * 8), **of(*[0.0, 1.0] * 4, metric="mrr")}
    data = compared(base, candidate)
    assert overall(data)["p_adjusted"] == pytest.approx(4 / 256, abs=1e-12)
    assert overall(data, "mrr")["p_adjusted"] == 1.0


def test_the_level_is_that_of_the_interval(compared):
    wide, narrow = (
        overall(compared(zeros_then_ones(3, 20), zeros_then_ones(9, 20), "--level", level))["interval"]
        for level in ("0.99", "0.8")
    )
    assert (wide["level"], narrow["level"]) == (0.99, 0.8)
    assert wide["low"] <= narrow["low"] < narrow["high"] <= wide["high"]
    assert wide["high"] - wide["low"] > narrow["high"] - narrow["low"]


@pytest.mark.parametrize("level", ["0", "1", "1.5", "-1", "nan", "x"])
def test_a_level_that_is_none_is_refused(ragauge, level):
    files = {"base.json": scorecard(of(1.0, 0.0))}
    refused(ragauge("compare", "base.json", "base.json", "--level", level, files=files), "level")


def test_questions_without_a_pair_are_left_out_and_counted(compared):
    base = of(1.0, 1.0, 0.0, "no_relevant", 1.0)
    data = compared(base, of(1.0, "failed: timeout", 0.0, "no_relevant", 1.0))
    one = overall(data)
    assert data["pairing"]["common"] == 5
    assert (one["n"], one["base"], one["candidate"]) == (3, pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert sum(one["left_out"].values()) == 2
    assert one["left_out"]["no_relevant"] == 1
    assert any("timeout" in reason for reason in one["left_out"])


def test_a_metric_without_any_pair_is_not_measured(ragauge):
    base = {**of(1.0, 1.0), **of(1.0, 0.5, metric="mrr")}
    files = {
        "base.json": scorecard(base),
        "cand.json": scorecard({**base, **of("failed: timeout", "failed: timeout", metric="mrr")}),
    }
    done = ragauge("compare", "base.json", "cand.json", "--json", "-", files=files)
    one = overall(json.loads(done.out), "mrr")
    assert (one["n"], one["difference"], one["p"], one["verdict"]) == (0, None, None, "not measured")
    assert "not measured" in ragauge("compare", "base.json", "cand.json").out
    assert ragauge("compare", "base.json", "cand.json", "-m", "mrr").code == 2


def test_a_metric_that_only_one_has_is_told(ragauge):
    files = {
        "base.json": scorecard({**of(1.0, 0.0), **of(1.0, 0.5, metric="mrr")}),
        "cand.json": scorecard(of(1.0, 0.0)),
    }
    done = ragauge("compare", "base.json", "cand.json", files=files)
    assert done.code == 0
    assert "mrr" in done.out + done.err
    refused(ragauge("compare", "base.json", "cand.json", "-m", "mrr"), "recall@5")
    refused(ragauge("compare", "base.json", "cand.json", "-m", "recal@5"), "recall")
    files["cand.json"] = scorecard(of(1.0, 0.0, metric="map"))
    refused(ragauge("compare", "base.json", "cand.json", files=files), "metric")


def test_names_of_metrics_are_read_as_everywhere(compared):
    base = {**of(1.0, 0.0), **of(1.0, 0.5, metric="mrr")}
    assert [one["metric"] for one in compared(base, base, "-m", "MRR")["differences"]] == ["mrr"]


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({"fingerprints": {"gold": "77b0"}}, "golden set"),
        ({"fingerprints": {}}, "golden set"),
        ({"fingerprints": {"gold": "5f3a", "corpus": "1"}}, "corpus"),
        ({"metrics": {"recall@5": 99}}, "revision"),
        ({"policies": {"unjudged": "drop"}}, "unjudged"),
    ],
)
def test_what_measures_something_else_is_not_compared(ragauge, tmp_path, known, words):
    files = {"base.json": scorecard(of(*[1.0] * 8)), "cand.json": scorecard(of(*[0.0] * 8), **known)}
    done = ragauge("compare", "base.json", "cand.json", "--json", "out.json", files=files)
    refused(done, "not comparable", words)
    data = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert (data["comparable"], data["differences"]) == (False, [])
    assert any(words in reason for reason in data["reasons"])


def test_other_seeds_runs_and_versions_are_compared(compared):
    known = {
        "seed": 9,
        "level": 0.9,
        "ragauge": "9.9",
        "run": {"source": "other"},
        "policies": {"level": 0.9, "seed": 9},
    }
    assert compared(scorecard(of(1.0)), scorecard(of(1.0), **known))["comparable"] is True


def test_several_candidates_are_one_family(ragauge):
    files = {
        "base.json": scorecard(of(*[1.0] * 8)),
        "один.json": scorecard(of(*[0.0] * 8)),
        "two.json": scorecard(of(*[0.0] * 8)),
    }
    done = ragauge("compare", "base.json", "один.json", "two.json", "--json", "-", files=files)
    assert done.code == 0, done.err
    data = json.loads(done.out)
    assert list(data) == ["comparisons"]
    assert len(data["comparisons"]) == 2
    for one in data["comparisons"]:
        assert one["family"] == 2
        assert overall(one)["p_adjusted"] == pytest.approx(4 / 256, abs=1e-12)
    shown = ragauge("compare", "base.json", "один.json", "two.json").out
    assert "один.json" in shown
    assert "two.json" in shown
    files["two.json"] = scorecard(of(*[0.0] * 8), fingerprints={"gold": "77b0"})
    refused(ragauge("compare", "base.json", "один.json", "two.json", files=files), "not comparable")


def test_slices_come_from_the_columns_and_are_a_family_of_their_own(compared):
    columns = {"язык": ["русский"] * 8 + ["english"] * 8 + [None]}
    base = scorecard(of(*[1.0] * 17), columns=columns)
    data = compared(base, scorecard(of(*[0.0] * 8, *[1.0] * 9), columns=columns), "--by", "язык")
    slices = {one["slice"]["язык"]: one for one in data["differences"] if one["slice"]}
    assert {name: one["n"] for name, one in slices.items()} == {"русский": 8, "english": 8, "(blank)": 1}
    assert slices["english"]["verdict"] == "identical"
    assert slices["русский"]["difference"] == -1.0
    assert slices["русский"]["p"] == pytest.approx(2 / 256, abs=1e-15)
    assert data["family"] == 1
    assert overall(data)["p_adjusted"] == pytest.approx(2 / 256, abs=1e-15)
    assert "slice" in data["differences"][0]


def test_a_column_that_is_not_there_is_refused(ragauge):
    files = {"base.json": scorecard(of(1.0), columns={"lang": ["ru"]})}
    refused(ragauge("compare", "base.json", "base.json", "--by", "langs", files=files), "lang")


def test_the_questions_that_moved_most_come_first(compared):
    base = of(*[0.5] * 8)
    candidate = of(0.5, 1.0, 0.125, 0.75, 0.4375, 0.625, 0.46875, 0.5)
    moved = compared(base, candidate)["moved"]
    assert [one["question"] for one in moved] == ["q001", "q002", "q003", "q005", "q004"]
    assert [one["better"] for one in moved] == [True, False, True, True, False]
    assert (moved[0]["text"], moved[0]["base"], moved[0]["candidate"]) == ("q001?", 0.5, 1.0)
    assert [one["question"] for one in compared(base, candidate, "--moved", "2")["moved"]] == ["q001", "q002"]
    assert len(compared(base, candidate, "--moved", "100")["moved"]) == 6
    assert compared(base, candidate, "--moved", "0")["moved"] == []


def test_runs_are_measured_on_the_spot(ragauge):
    arguments = ("compare", "one.jsonl", "two.jsonl", "--gold", "gold.csv", "-m", "mrr", "--match", "all")
    done = ragauge(*arguments, "--by", "lang", "--json", "-", files=RUNS)
    assert done.code == 0, done.err
    data = json.loads(done.out)
    one = overall(data, "mrr")
    assert (one["n"], one["base"], one["candidate"]) == (3, pytest.approx(2.5 / 3), 1.0)
    assert (one["wins"], one["ties"], one["losses"]) == (1, 2, 0)
    assert one["difference"] == pytest.approx(0.5 / 3, abs=1e-12)
    (moved,) = data["moved"]
    assert (moved["question"], moved["text"], moved["better"]) == ("q1", "Ёж?", True)
    assert (moved["base_hits"], moved["candidate_hits"]) == (["x", "a"], ["a", "x"])
    assert (moved["base_relevant"], moved["candidate_relevant"]) == ([2], [1])
    assert {one["slice"]["lang"] for one in data["differences"] if one["slice"]} == {"ru", "en", "de"}
    shown = ragauge(*arguments)
    assert shown.code == 0
    assert "Ёж?" in shown.out


def test_scorecards_and_runs_say_the_same(ragauge):
    ragauge("--version", files=RUNS)
    for name in ("one", "two"):
        assert ragauge("eval", "gold.csv", f"{name}.jsonl", "-m", "mrr", "--json", f"{name}.json").code == 0
    cards = json.loads(ragauge("compare", "one.json", "two.json", "--json", "-").out)
    runs = json.loads(
        ragauge("compare", "one.jsonl", "two.jsonl", "--gold", "gold.csv", "-m", "mrr", "--json", "-").out
    )
    assert cards["differences"] == runs["differences"]


def test_the_options_of_eval_hold_for_runs(ragauge):
    files = {"g.csv": "id,question,gold\nq1,?,a;b\nq2,?,c\n", "one.jsonl": '{"id":"q1","hits":["a"]}\n'}
    arguments = ("compare", "one.jsonl", "one.jsonl", "--gold", "g.csv", "-m", "recall@5", "--json", "-")
    data = json.loads(ragauge(*arguments, "--match", "any", "--skip-missing", files=files).out)
    assert (overall(data)["n"], overall(data)["base"]) == (1, 1.0)
    data = json.loads(ragauge(*arguments, "--match", "all").out)
    assert (overall(data)["n"], overall(data)["base"]) == (2, 0.25)
    refused(ragauge("compare", "one.jsonl", "one.jsonl", "--gold", "no.csv"), "no.csv")
    refused(ragauge("compare", "one.jsonl", "no.jsonl", "--gold", "g.csv", "--match", "all"), "no.jsonl")


def test_the_common_questions_of_two_golden_sets(ragauge):
    rows = {number: f"q{number},Вопрос {number}?,d{number}\n" for number in range(1, 8)}
    head = "id,question,gold\n"
    old = head + "".join(rows[number] for number in range(1, 7))
    new = head + "".join(rows[number] for number in (7, 6, 5, 4, 2)) + "q3,Вопрос 3?,d99\n"
    run = "".join(f'{{"id": "q{number}", "hits": ["d{number}"]}}\n' for number in range(1, 8))
    other = "".join(f'{{"id": "q{number}", "hits": ["d{number if number != 5 else 0}"]}}\n' for number in range(1, 8))
    ragauge("--version", files={"old.csv": old, "new.csv": new, "r.jsonl": run, "s.jsonl": other})
    assert ragauge("eval", "old.csv", "r.jsonl", "-m", "mrr", "--json", "old.json").code == 0
    assert ragauge("eval", "new.csv", "s.jsonl", "-m", "mrr", "--json", "new.json").code == 0
    refused(ragauge("compare", "old.json", "new.json"), "not comparable")
    done = ragauge("compare", "old.json", "new.json", "--common-only", "--json", "-")
    assert done.code == 0, done.err
    data = json.loads(done.out)
    assert data["pairing"] == {"common": 4, "only_base": ["q1"], "only_candidate": ["q7"], "changed": ["q3"]}
    one = overall(data, "mrr")
    assert (one["n"], one["base"], one["candidate"], one["losses"]) == (4, 1.0, 0.75, 1)
    shown = ragauge("compare", "old.json", "new.json", "--common-only").out
    for name in ("q1", "q7", "q3"):
        assert name in shown


def test_golden_sets_without_a_common_question_are_not_comparable(ragauge):
    files = {"a.csv": "id,question,gold\nq1,A?,a\n", "b.csv": "id,question,gold\nq2,B?,b\n"}
    files |= {"a.jsonl": '{"id":"q1","hits":["a"]}', "b.jsonl": '{"id":"q2","hits":["b"]}'}
    ragauge("--version", files=files)
    for name in "ab":
        assert ragauge("eval", f"{name}.csv", f"{name}.jsonl", "-m", "mrr", "--json", f"{name}.json").code == 0
    refused(ragauge("compare", "a.json", "b.json", "--common-only"), "not comparable")


def test_common_only_takes_no_gold_for_the_same_unseen(ragauge):
    """Scorecards that do not say the gold of their questions have none in common that anybody could know of."""
    files = {"a.json": scorecard(of(1.0)), "b.json": scorecard(of(1.0), fingerprints={"gold": "77b0"})}
    refused(ragauge("compare", "a.json", "b.json", "--common-only", files=files), "not comparable")
    assert ragauge("compare", "a.json", "a.json", "--common-only").code == 0


@pytest.mark.parametrize(
    ("lost", "won", "shown"),
    [(3, 2, True), (8, 0, False)],
)
def test_the_cheaper_one_is_not_shown_to_be_worse(ragauge, lost, won, shown):
    base = of(*[1.0] * lost, *[0.0] * won, *[1.0] * 10)
    candidate = of(*[0.0] * lost, *[1.0] * won, *[1.0] * 10)
    files = {"base.json": scorecard(base), "cand.json": scorecard(candidate)}
    done = ragauge("compare", "base.json", "cand.json", "--cheaper", "candidate", files=files)
    assert done.code == 0
    assert ("not shown to be worse" in " ".join(done.out.split())) is shown
    turned = " ".join(ragauge("compare", "cand.json", "base.json", "--cheaper", "base").out.split())
    assert ("not shown to be worse" in turned) is shown
    assert "cheaper" not in ragauge("compare", "base.json", "cand.json").out
    refused(ragauge("compare", "base.json", "cand.json", "--cheaper", "both"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "not JSON",
        '{"format": 1, "scores": [',
        scorecard(of(1.0)).replace('"format": 1', '"format": 99'),
        scorecard(of(0.5)).replace("0.5", "NaN"),
        scorecard(of(0.5, 1.0)).replace('"q001"\n', '"q000"\n', 1),
        b"\xff\xfe\x00",
        '{"id": "q1", "hits": ["a"]}\n',
        "[" * 100_000,
    ],
    ids=["empty", "object", "list", "null", "text", "cut", "format", "nan", "twice", "bytes", "run", "deep"],
)
def test_what_is_no_scorecard_is_one_message(ragauge, text):
    files = {"base.json": scorecard(of(1.0)), "bad.json": text}
    for pair in (("base.json", "bad.json"), ("bad.json", "base.json")):
        refused(ragauge("compare", *pair, files=files), "bad.json")


def test_files_that_are_not_there_are_told(ragauge):
    refused(ragauge("compare", "base.json", "нет.json", files={"base.json": scorecard(of(1.0))}), "нет.json")
    refused(ragauge("compare", "base.json"))


def test_the_same_input_gives_the_same_bytes(ragauge):
    values = [(place * 7 % 11) / 11 for place in range(40)]
    files = {"base.json": scorecard(of(*values)), "cand.json": scorecard(of(*values[::-1]))}
    first = ragauge("compare", "base.json", "cand.json", "--json", "-", files=files).out
    assert first == ragauge("compare", "base.json", "cand.json", "--json", "-").out
    assert "NaN" not in first
    seeded = [ragauge("compare", "base.json", "cand.json", "--json", "-", "--seed", "5").out for _ in range(2)]
    assert seeded[0] == seeded[1]
    one, other = (overall(json.loads(text)) for text in (first, seeded[0]))
    assert (one["difference"], one["wins"], one["losses"]) == (other["difference"], other["wins"], other["losses"])
    assert one["p"] == pytest.approx(other["p"], abs=0.05)


@pytest.mark.parametrize("turned", [(True, False), (True, True)])
def test_the_order_of_the_rows_does_not_matter(compared, turned):
    values = [(place * 7 % 11) / 11 for place in range(40)]
    cards = [of(*values), of(*[min(1.0, value + place / 500) for place, value in enumerate(values)])]
    reversed_cards = [
        {"recall@5": dict(reversed(card["recall@5"].items()))} if turn else card
        for card, turn in zip(cards, turned, strict=True)
    ]
    first, second = compared(*cards), compared(*reversed_cards)
    assert first["differences"] == second["differences"]
    assert first["pairing"] == second["pairing"]


def test_turned_round_it_says_the_opposite(compared):
    values = [(place * 7 % 11) / 11 for place in range(12)]
    one, other = of(*values), of(*[value * 0.5 for value in values])
    there, back = overall(compared(one, other)), overall(compared(other, one))
    assert there["difference"] == -back["difference"]
    assert (there["wins"], there["losses"]) == (back["losses"], back["wins"])
    assert there["p"] == back["p"]
    assert (there["verdict"], back["verdict"]) == ("worse", "better")


def test_the_terminal_says_it_in_words(ragauge):
    files = {"база.json": scorecard(of(*[1.0] * 8)), "кандидат.json": scorecard(of(*[0.0] * 8))}
    done = ragauge("compare", "база.json", "кандидат.json", files=files)
    assert done.code == 0
    for text in ("recall@5", "worse", "база.json", "кандидат.json", "q000"):
        assert text in done.out


def test_markdown_is_a_table_that_data_cannot_break(ragauge, tmp_path):
    texts = {"question": ["<script>alert(1)</script>|x\n| y", "`|` **b**", *["?"] * 6]}
    slices = {"язык": ["a|b<i>"] * 8}
    base = scorecard(of(*[1.0] * 8), columns={**texts, **slices})
    files = {"base.json": base, "cand.json": scorecard(of(*[0.0] * 8), columns={**texts, **slices})}
    done = ragauge("compare", "base.json", "cand.json", "--by", "язык", "--markdown", "-", files=files)
    assert done.code == 0
    assert "worse" in done.out
    assert "<script>" not in done.out
    assert "<i>" not in done.out
    header = next(line for line in done.out.splitlines() if line.startswith("|"))
    assert "metric" in header
    widths = [
        re.sub(r"\\\|", "", line).count("|")
        for line in done.out.splitlines()
        if rendered(line).startswith("| recall@5")
    ]
    assert widths
    assert set(widths) == {header.count("|")}
    assert ragauge("compare", "base.json", "cand.json", "--markdown", "out.md").code == 0
    assert "worse" in (tmp_path / "out.md").read_text("utf-8")


def test_nothing_steers_the_terminal(ragauge):
    texts = {"question": ["\x1b[31mred\x07\u202e", *["?"] * 7], "c": ["\x1b[2J"] * 8}
    cards = [scorecard(of(*[value] * 8), columns=texts, run={"source": "\x1b[31m"}) for value in (1.0, 0.0)]
    files = dict(zip(("base.json", "cand.json"), cards, strict=True))
    for where in ((), ("--markdown", "-")):
        done = ragauge("compare", "base.json", "cand.json", "--by", "c", *where, files=files)
        assert done.code == 0
        assert "31mred" in done.out
        assert not set(done.out + done.err) & set("\x1b\x07\u202e")


@pytest.mark.parametrize("option", ["--json", "--markdown"])
@pytest.mark.parametrize("path", ["base.json", "./cand.json", "ссылка"])
def test_an_input_is_never_overwritten(ragauge, tmp_path, option, path):
    files = {"base.json": scorecard(of(1.0)), "cand.json": scorecard(of(0.0))}
    ragauge("--version", files=files)
    (tmp_path / "ссылка").symlink_to("base.json")
    refused(ragauge("compare", "base.json", "cand.json", option, path), f"{option} would overwrite")
    assert {name: (tmp_path / name).read_text("utf-8") for name in files} == files


def test_the_inputs_of_runs_neither(ragauge, tmp_path):
    for path in ("gold.csv", "one.jsonl", "two.jsonl"):
        arguments = ("compare", "one.jsonl", "two.jsonl", "--gold", "gold.csv", "--json", path)
        refused(ragauge(*arguments, files=RUNS), "--json would overwrite")
        assert (tmp_path / path).read_text("utf-8") == RUNS[path]


def test_all_outputs_are_written_or_none(ragauge, tmp_path):
    files = {"base.json": scorecard(of(1.0))}
    arguments = ("compare", "base.json", "base.json")
    refused(ragauge(*arguments, "--json", "ok.json", "--markdown", "нет/x.md", files=files), "нет/x.md")
    refused(ragauge(*arguments, "--json", "o", "--markdown", "./o"), "places of their own")
    refused(ragauge("compare", "base.json", "no.json", "--json", "ok.json"), "no.json")
    assert [path.name for path in tmp_path.iterdir()] == ["base.json"]


def test_as_a_process_in_an_ascii_locale(ragauge_process):
    files = {"база.json": scorecard(of(*[1.0] * 8)), "новый.json": scorecard(of(*[0.0] * 8))}
    environment = {**os.environ, "LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": ""}
    done = ragauge_process("compare", "база.json", "новый.json", files=files, env=environment)
    assert (done.code, done.err) == (0, "")
    assert "worse" in done.out
