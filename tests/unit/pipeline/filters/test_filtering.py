"""Filters on hits: hard, soft, authorization, leaks; and what holds between two filters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.pipeline.filters.authorization import AuthorizationLeakError, authorization, eligible_gold, guard
from ragauge.pipeline.filters.hard import allowed, hard_filter
from ragauge.pipeline.filters.leaks import leaks
from ragauge.pipeline.filters.metamorphic import equivalent_problem, inconsistencies, tighter_problem
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.filters.soft import boost_sweep, soft_boost

FIELDS = {
    "d1": {"tenant": "acme", "locale": "en-US"},
    "d2": {"tenant": "acme", "locale": "en-GB"},
    "d3": {"tenant": "globex", "locale": "en-US"},
    "d4": {"tenant": "acme", "locale": "en-US"},
    "d5": {"tenant": "acme", "locale": "de-DE"},
}
US, ACME = parse("locale = en-US"), parse("tenant = acme")
RANKED = [Hit(f"d{n}", 10.0 - n) for n in range(1, 6)]


def ids(hits):
    return [hit.item for hit in hits]


def test_the_documents_of_the_worked_example():
    assert allowed(FIELDS, [US]) == {"d1", "d3", "d4"}
    assert allowed(FIELDS, [US, ACME]) == {"d1", "d4"}
    assert allowed(FIELDS, []) == set(FIELDS)
    assert ids(hard_filter(RANKED, FIELDS, [parse("locale prefix en")])) == ["d1", "d2", "d3", "d4"]


def test_a_hit_of_which_nothing_is_known_is_no_silent_pass():
    for call in (hard_filter, leaks, soft_boost, guard):
        with pytest.raises(InputError, match="no metadata for hit 'x'"):
            call([Hit("x", 1.0)], FIELDS, [parse("tenant = acme", authorization=call is guard)])


def test_a_boost_of_nothing_keeps_the_order_and_a_large_one_sorts_by_the_predicate():
    sweep = boost_sweep(RANKED, FIELDS, [US], [0, 0.5, 2])
    assert ids(sweep[0]) == ids(RANKED)
    assert ids(sweep[2]) == ["d1", "d3", "d4", "d2", "d5"]
    assert all(sorted(ids(hits)) == sorted(ids(RANKED)) for hits in sweep.values())


SCORES = st.lists(st.integers(-50, 50), min_size=5, max_size=5)


@given(SCORES, st.lists(st.floats(0, 3), min_size=2, max_size=2))
def test_more_boost_never_puts_a_keeping_document_lower(scores, boosts):
    hits = [Hit(f"d{place}", float(score)) for place, score in enumerate(scores, start=1)]
    low, high = (ids(soft_boost(hits, FIELDS, [US], boost=boost)) for boost in sorted(boosts))
    for keeps in ("d1", "d3", "d4"):
        for other in ("d2", "d5"):
            assert low.index(keeps) > low.index(other) or high.index(keeps) < high.index(other)


@pytest.mark.parametrize(
    ("predicates", "boost", "said"),
    [
        ([US, authorization(ACME)], 0.5, "never softened"),
        ([], 0.5, "at least one predicate"),
        ([US], -1, "from 0"),
        ([US], float("nan"), "from 0"),
    ],
)
def test_what_is_not_softened(predicates, boost, said):
    with pytest.raises(InputError, match=said):
        soft_boost(RANKED, FIELDS, predicates, boost=boost)


def test_kinds_of_leaks_are_told_apart_and_each_document_counts_once():
    fields = {"a": {"n": 1, "t": "x"}, "b": {"n": "1", "t": "y"}, "c": {"t": "x"}, "d": {"n": 2, "t": "y"}}
    report = leaks([Hit(name, 1.0) for name in "abbcd"], fields, [parse("n != 2"), parse("t = x")])
    assert report.returned == 4
    assert [leak.item for leak in report.violations] == ["b", "d"]
    assert [leak.item for leak in report.unknown] == ["c"]
    assert (report.rate, report.mismatches, report.authorization) == (0.5, (), ())
    assert leaks([], fields, [parse("n = 1")]).rate is None


def test_authorization_is_not_hidden_by_a_graver_leak():
    secret = parse("n = 1", authorization=True)
    report = leaks([Hit("b", 1.0)], {"b": {"n": "1", "t": "y"}}, [parse("t = x"), secret])
    assert report.violations[0].predicate.field == "t"
    assert [leak.predicate for leak in report.authorization] == [secret]


@pytest.mark.parametrize("fields", [{"tenant": "globex"}, {"tenant": 1}, {}])
def test_what_is_not_shown_to_be_allowed_is_a_leak(fields):
    with pytest.raises(AuthorizationLeakError) as caught:
        guard([Hit("d", 1.0)], {"d": fields}, [authorization(ACME), US])
    assert [leak.item for leak in caught.value.leaks] == ["d"]


def test_a_denial_on_a_missing_field_is_a_leak_too():
    with pytest.raises(AuthorizationLeakError):
        guard([Hit("d", 1.0)], {"d": {}}, [parse("tenant != globex", authorization=True)])


def test_the_guard_lets_the_rest_pass_and_needs_something_to_guard():
    assert guard(RANKED[:2], FIELDS, [authorization(ACME), US]) == RANKED[:2]
    with pytest.raises(InputError, match="no predicate of authorization"):
        guard(RANKED, FIELDS, [US])
    assert eligible_gold(["d3", "d2"], FIELDS, [authorization(ACME), US]) == ["d2"]
    with pytest.raises(InputError, match="'x'"):
        eligible_gold(["x"], FIELDS, [])


def exact(k):
    return lambda predicates: hard_filter(RANKED, FIELDS, predicates)[:k]


FILTERS = {
    "all": [],
    "english": [parse("locale prefix en-")],
    "listed": [parse("locale in {en-US, en-GB}")],
    "us": [US],
    "us of acme": [US, ACME],
    "none": [parse("locale = fr-FR")],
}


@given(st.integers(1, 6))
def test_an_exact_search_is_consistent_under_any_filters(k):
    assert inconsistencies(exact(k), FILTERS, FIELDS) == []


def test_a_search_that_filters_after_the_cut_is_not():
    def cut_first(predicates):
        return hard_filter(RANKED[:2], FIELDS, predicates) if predicates else RANKED[:2]

    def ignores_members(predicates):
        return RANKED if any(one.op == "in" for one in predicates) else exact(5)(predicates)

    assert inconsistencies(cut_first, FILTERS, FIELDS) == []  # consistently wrong: leaks and recall show it
    found = inconsistencies(ignores_members, FILTERS, FIELDS)
    assert ("equivalent", "english", "listed") in [(one.kind, one.first, one.second) for one in found]
    assert any(one.kind == "tighter" and one.first == "listed" for one in found) is False


def test_pairs_of_results():
    assert equivalent_problem(["p", "q"], ["p", "q"]) is None
    assert equivalent_problem(["p", "q"], ["q", "p"]) == "the results differ: their order"
    assert tighter_problem(["p", "q"], ["p"], frozenset("pq")) == "the tighter filter returned 2, the looser one 1"
    assert tighter_problem(["q"], ["p", "r"], frozenset("q")) is None
