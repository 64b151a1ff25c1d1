"""Laws of ids: no order matters, nothing unrelated changes a match, and folding is done once."""

from __future__ import annotations

import unicodedata

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ragauge.golden.ids.folding import FOLDINGS, fold_ids
from ragauge.golden.ids.match import note
from ragauge.golden.ids.stages import match_ids
from ragauge.golden.reading.separators import Separator, find_separator, split

PIECES = [
    "doc", "Doc", "DOC", "a", "1", "12", "2021", "отчёт", "Отчёт", "é", "e\u0301", "Straße", "İ", "手册", "C#",
    ".pdf", ".PDF", ".md", ".gz", "/", "\\", "//", "./", "-", "_", " ", "\u00a0", "\u200b", "\t", "#page=3", "#",
    "_chunk_3", "::", "::2", " [chunk 1/9]", "%20", "%D0", "%2F", "https://", "www.", "example.org", ":443",
    "file://", "C:", "?q=1", "+", ".",
]  # fmt: skip
ids = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)
names = st.one_of(ids, ids, st.text(max_size=8))
sets = st.lists(names, max_size=8)
many = settings(max_examples=200, deadline=None)


@many
@given(sets, sets, st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_the_ids_does_not_matter(gold: list[str], run: list[str], complete: bool, random: object) -> None:
    match = match_ids(gold, run, complete=complete)
    shuffled = [sorted(side, key=lambda _: random.random()) for side in (gold, run)]  # type: ignore[attr-defined]
    again = match_ids(*shuffled, complete=complete)
    assert again == match
    assert note(again) == note(match)


@many
@given(sets, sets, sets, st.booleans())
def test_more_ids_never_change_an_exact_match(gold: list[str], run: list[str], more: list[str], complete: bool) -> None:
    before, after = match_ids(gold, run, complete=complete), match_ids(gold, run + more, complete=complete)
    for name in (set(gold) & set(run)) - {name for name in gold if "\0" in name}:
        assert before.given_to[name] == after.given_to[name] == name
        assert before.stage_of[name] == after.stage_of[name] == "exact"


@many
@given(sets, sets, st.booleans())
def test_every_gold_id_is_matched_unmatched_or_ambiguous(gold: list[str], run: list[str], complete: bool) -> None:
    match = match_ids(gold, run, complete=complete)
    groups = [set(match.stage_of), set(match.unmatched), set(match.ambiguous)]
    assert set.union(*groups) == set(gold)
    assert sum(map(len, groups)) == len(set(gold))
    assert set(match.wanted_to) == set(gold)
    assert set(match.given_to) <= set(run)
    assert set(match.given_to.values()) <= set(match.wanted_to.values())
    assert {match.wanted_to[name] for name in match.stage_of} <= set(match.given_to.values())
    assert bool(match.ambiguous) <= bool(match.problems)


@many
@given(names, st.sampled_from(list(FOLDINGS)))
def test_folding_is_done_once(name: str, stage: str) -> None:
    assume("%" not in name and "\0" not in name)
    once = fold_ids([name], stage)
    assert fold_ids(once, stage) == once


@many
@given(sets, st.sampled_from(list(FOLDINGS)))
def test_ids_are_folded_one_by_one(listed: list[str], stage: str) -> None:
    listed = [name for name in listed if "\0" not in name]
    assert fold_ids(listed, stage) == [fold_ids([name], stage)[0] for name in listed]


@many
@given(st.text(max_size=20))
def test_both_unicode_forms_of_an_id_are_one(name: str) -> None:
    assume("\0" not in name)
    both = [unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)]
    assert len(set(fold_ids(both, "unicode"))) == 1


plain = st.text(
    st.characters(blacklist_characters=";|,\n\t+[{\0", blacklist_categories=["Cs", "Zs", "Cc", "Zl", "Zp"]), min_size=1
)


@many
@given(st.lists(plain, min_size=1, max_size=6), st.sampled_from([";", "|", "\n", "\t", " + ", ","]))
def test_what_is_joined_is_split_again(parts: list[str], mark: str) -> None:
    assert split(mark.join(parts), Separator(mark, "")) == parts


@many
@given(st.lists(st.one_of(st.none(), st.integers(), st.text(max_size=12), st.lists(st.text(max_size=3))), max_size=8))
def test_any_column_has_a_rule_that_does_not_depend_on_order(cells: list[object]) -> None:
    found = find_separator(cells)
    assert found.text == find_separator(cells[::-1]).text
    for cell in cells:
        split(cell, found)
