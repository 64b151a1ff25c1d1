"""The study of fusion on lists that are made so that the answer is known."""

import json

import pytest

from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.pipeline.reference.setup import Setup
from ragauge.studying.fusion.settings import Lane, norms_of
from ragauge.studying.fusion.study import fusion_study
from studies import ranked, says, subject, table

GOLD = {f"q{place:02}": [f"d{place}"] for place in range(24)}
JUNK = [f"junk{place}" for place in range(12)]


def lane(name, found, **known):
    """A lane that has the right document second for these questions, and nothing of use for the others."""
    lists = {q: ranked(JUNK[0], gold[0]) if q in found else ranked(*JUNK[:8]) for q, gold in GOLD.items()}
    return Lane(name, lists, **known)


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    return subject(
        tmp_path_factory.mktemp("fusion"),
        GOLD,
        {**dict.fromkeys((gold[0] for gold in GOLD.values()), "x"), "junk0": "y"},
    )


def halves():
    names = list(GOLD)
    return lane("even", names[::2], minimum=0.0), lane("odd", names[1::2], minimum=0.0)


@pytest.fixture(scope="module")
def of_halves(one):
    return fusion_study(one, halves())


def test_two_halves_are_better_together(of_halves):
    study = of_halves
    rows = {row["lists"]: row for row in table(study, "lanes alone and fused: recall@5")}
    assert rows["even"]["recall@5"] == rows["odd"]["recall@5"] == 0.5
    assert rows["rrf k=60"]["recall@5"] == 1.0
    assert rows["rrf k=60"]["verdict"] == "better"
    assert rows["even"]["difference"] is None
    assert says(study)["lanes"] == "fuse: rrf k=60"
    assert all(row["n"] == 24 and row["interval"] is not None for row in rows.values())


def test_what_only_one_lane_finds(of_halves):
    rows = {row["lane"]: row for row in table(of_halves, "what each lane finds")}
    assert (rows["even"]["met"], rows["even"]["only by it"], rows["even"]["share only by it"]) == (12, 12, 0.5)
    assert rows["all together"]["met"] == rows["all together"]["needs"] == 24


def test_a_span_in_parts_is_found_by_who_has_all_of_them(tmp_path):
    """One lane has both halves of a quote, and of another one each lane has one half."""
    words = " ".join(f"w{place}" for place in range(40))
    quotes = {"q": "w9 w10", "r": "w29 w30"}
    gold = [{"id": q, "question": "?", "evidence": [[{"document": "a", "quote": quotes[q]}]]} for q in quotes]
    split = subject(tmp_path, gold, {"a": words}, setup=Setup("fixed", {"size": 10, "overlap": 0}))
    first, second, third, fourth = split.texts
    lanes = (
        Lane("one", {"q": ranked(second, first), "r": ranked(third)}, 0.0),
        Lane("other", {"q": ranked(third), "r": ranked(fourth)}, 0.0),
    )
    rows = {row["lane"]: row for row in table(fusion_study(split, lanes), "what each lane finds")}
    assert [rows[name]["met"] for name in ("one", "other", "all together")] == [1, 0, 2]
    assert rows["one"]["only by it"] == 1


def test_a_lane_that_only_harms(one):
    """What both lanes have beats what one of them has second: five such documents push it out of the first five."""
    good = Lane("good", {q: ranked(JUNK[0], gold[0], *JUNK[1:9]) for q, gold in GOLD.items()}, 0.0)
    far = Lane("noise", {q: ranked(*JUNK[1:9]) for q in GOLD}, 0.0)
    study = fusion_study(one, (good, far))
    advice = {told.subject: told for told in study.advice}
    assert advice["lanes"].says == "one lane: good"
    assert advice["rrf k=60"].says == "worse than its best lane"
    assert "good is better by recall@5: -1.0000" in advice["rrf k=60"].because


def test_ids_of_two_kinds_are_told(one):
    documents = lane("documents", list(GOLD))
    chunks = Lane("chunks", {q: ranked(f"{gold[0]}#0", "junk#1") for q, gold in GOLD.items()})
    study = fusion_study(one, (documents, chunks))
    assert "disjoint ids" in says(study)["lanes"]
    (row,) = table(study, "what lanes share")
    assert (row["Jaccard@5"], row["questions that share no id"]) == (0.0, 24)


def test_alpha_is_told_where_it_was_not_chosen(of_halves):
    study = of_halves
    rows = table(study, "α by cross-validation")
    assert [row["scores"] for row in rows] == ["min-max", "z-score", "theoretical min-max"]
    for row in rows:
        assert len(row["α of the folds"].split(", ")) == 5
        assert row["in sample"] - row["held out"] == row["in sample − held out"]
        assert row["optimum"] in ("flat", "sharp")
    sweep = [row for row in table(study, "convex combination") if row["scores"] == "min-max"]
    assert [row["α"] for row in sweep] == ["0", *(f"0.{place}" for place in range(1, 10)), "1"]
    assert (sweep[0]["recall@5"], sweep[-1]["recall@5"]) == (0.5, 0.5)  # one lane alone at either end
    assert max(row["recall@5"] for row in sweep) == rows[0]["in sample"]


def test_lanes_without_scores_are_fused_by_ranks_alone(one):
    even, odd = halves()
    study = fusion_study(one, (even, Lane("odd", odd.lists, scored=False)))
    names = [row["lists"] for row in table(study, "lanes alone and fused: mrr")]
    assert names == ["even", "odd", "rrf k=60"]
    assert any("odd have no scores" in note for note in study.notes)


def test_no_theoretical_minimum_without_one():
    with_, without = Lane("a", {"q": ranked("x")}, 0.0), Lane("b", {"q": ranked("x")})
    assert norms_of([with_, with_]) == ["minmax", "zscore", "theoretical"]
    assert norms_of([with_, without]) == ["minmax", "zscore"]
    below = Lane("c", {"q": [Hit("x", -3.0)]}, -1.0)
    assert norms_of([with_, below]) == ["minmax", "zscore"]


def test_three_lanes_have_equal_weights_only(one):
    names = list(GOLD)
    lanes = [lane(str(part), names[part::3], minimum=0.0) for part in range(3)]
    study = fusion_study(one, lanes)
    assert not [made for made in study.tables if made.title.startswith("convex")]
    assert len(table(study, "what lanes share")) == 3
    assert any("α weighs two lanes" in note for note in study.notes)


def test_the_same_for_another_order_of_the_questions(tmp_path, of_halves):
    texts = dict.fromkeys((gold[0] for gold in GOLD.values()), "x")
    back = fusion_study(subject(tmp_path, dict(reversed(GOLD.items())), texts), halves())
    assert [one.rows for one in of_halves.tables] == [one.rows for one in back.tables]
    assert json.loads(back.to_json())["study"] == "fusion"


def test_questions_that_belong_together(tmp_path):
    rows = [{"id": q, "question": f"{q}?", "gold": gold, "chat": f"c{place % 2}"} for place, (q, gold) in
            enumerate(GOLD.items())]  # fmt: skip
    texts = dict.fromkeys((gold[0] for gold in GOLD.values()), "x")
    known = [("q00", "d0"), ("q01", "d1")]
    lanes = [Lane(one.name, {**one.lists, **{q: ranked(name) for q, name in known}}, 0.0) for one in halves()]
    study = fusion_study(subject(tmp_path, rows, texts, clusters="chat"), lanes)
    fused = table(study, "lanes alone and fused: recall@5")[2]
    assert fused["verdict"] == "no difference shown"  # two conversations show nothing
    assert says(study)["lanes"].startswith("one lane")


def test_what_cannot_be_fused_is_refused(one):
    even, odd = halves()
    with pytest.raises(InputError, match="two lanes or more, not even"):
        fusion_study(one, [even])
    with pytest.raises(InputError, match="two lanes are called 'even'"):
        fusion_study(one, [even, Lane("even", odd.lists)])


def test_nothing_measured_is_no_best_lane(tmp_path):
    nothing = subject(tmp_path, {"q": []}, {"d0": "x"})
    with pytest.raises(InputError, match="no value for any question"):
        fusion_study(nothing, [Lane("a", {"q": ranked("d0")}), Lane("b", {"q": ranked("d0")})])
