"""Laws of the filter metrics: what they declare, and what binds them to a search under the filter."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragauge import InputError, all_metrics, evaluate, score
from ragauge.core.lists import judge_lists

SPECS = [spec for spec in all_metrics().values() if str(spec.stage) == "filter"]
IDS = [f"d{n}" for n in range(6)]
passes = st.lists(st.sampled_from([*IDS, "x1", "x2"]), max_size=8, unique=True)
gold = st.lists(st.sampled_from(IDS), min_size=1, max_size=4, unique=True)
each = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)


def value(spec: Any, passed: list[str], wanted: list[str]) -> float:
    (cell,) = spec.bind().compute(judge_lists({"q": passed}, {"q": wanted})).cells()
    assert isinstance(cell, float)
    return cell


def test_there_are_two() -> None:
    assert [spec.name for spec in SPECS] == ["filter_exclusion", "filter_false_exclusion"]
    assert all(spec.direction == "lower" and spec.inputs == ("filter", "gold") for spec in SPECS)


@each
@given(passed=passes, wanted=gold, more=st.sampled_from(["y1", "y2"]))
def test_the_declared_laws(spec: Any, passed: list[str], wanted: list[str], more: str) -> None:
    told = value(spec, passed, wanted)
    assert 0 <= told <= 1
    assert value(spec, passed[::-1], wanted) == told, "what passes has no order"
    assert value(spec, [*passed, more], wanted) == told
    assert value(spec, wanted, wanted) == 0, "the best filter scores 0"
    assert value(spec, ["x1"], wanted) == 1, "a filter that lets nothing relevant pass scores 1"


@each
@given(passed=passes, wanted=gold, further=st.sampled_from(IDS))
def test_letting_more_pass_never_excludes_more(spec: Any, passed: list[str], wanted: list[str], further: str) -> None:
    wider = list(dict.fromkeys([*passed, further]))
    assert value(spec, wider, wanted) <= value(spec, passed, wanted)


@given(passed=passes, wanted=gold, order=st.randoms(use_true_random=False), k=st.integers(1, 8))
def test_no_search_under_a_filter_finds_what_it_removes(
    passed: list[str], wanted: list[str], order: Any, k: int
) -> None:
    """Over the whole gold recall is bounded by what is left, and all of it is reached by returning all that passes."""
    by_name = {spec.name: spec for spec in SPECS}
    share = value(by_name["filter_exclusion"], passed, wanted)
    ranked = order.sample(passed, len(passed))
    assert (score(f"recall@{k}", ranked, wanted) or 0) <= 1 - share + 1e-12
    assert score("recall", ranked, wanted) == pytest.approx(1 - share, abs=1e-12)
    assert value(by_name["filter_false_exclusion"], passed, wanted) == float(score("success", ranked, wanted) == 0)


@each
def test_a_run_is_no_filter(spec: Any) -> None:
    for ask in (lambda: evaluate({"q": ["d1"]}, {"q": ["d1"]}, [spec.name]), lambda: score(spec.name, ["d1"], ["d1"])):
        with pytest.raises(InputError, match=rf"^{spec.name} needs the filters .*: ragauge study filter$"):
            ask()
