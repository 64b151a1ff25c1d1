"""The list of questions: filters, words and order, against the data it is made of."""

import pytest
from watched_page import choose, texts


def all_rows(page):
    while page.locator("#question-list .more button").count():
        page.click("#question-list .more button")
    return texts(page, "#question-list tbody th")


def count(page, shown):
    page.wait_for_function(
        "(n) => document.getElementById('question-count').textContent.startsWith(`${n} `)", arg=shown
    )


def test_a_slice_is_chosen_in_the_list_and_in_the_table_of_slices(page, demo):
    rows = demo.sections["questions"]
    wanted = [name for name, cell in zip(rows["ids"], rows["slices"]["type"], strict=True) if cell == "multi_hop"]
    page.select_option("[data-filter='slice.type']", "multi_hop")
    assert all_rows(page) == wanted
    page.select_option("[data-filter='slice.lang']", "ru")
    both = [
        name for name, lang in zip(rows["ids"], rows["slices"]["lang"], strict=True) if lang == "ru" and name in wanted
    ]
    assert all_rows(page) == both
    page.click("text=Clear")
    assert len(all_rows(page)) == len(rows["ids"])
    page.click("#slices a >> text=multi_hop")
    count(page, len(wanted))
    assert all_rows(page) == wanted


@pytest.mark.parametrize("typed", ["centrifuge", "ЦЕНТРИФУГ", "en-00", "нет такого слова"])
def test_words_are_looked_for_in_any_case_and_script(page, demo, typed):
    rows = demo.sections["questions"]
    pairs = zip(rows["ids"], rows["texts"], strict=True)
    wanted = [name for name, text in pairs if typed.lower() in name.lower() or typed.lower() in text.lower()]
    page.fill("#question-search", typed)
    count(page, len(wanted))
    assert all_rows(page) == wanted
    assert page.locator("text=Nothing here").count() == (not wanted)


@pytest.mark.parametrize("metric", ["mrr", "token_f1", "ndcg@10"])
def test_a_metric_orders_the_list_both_ways_and_what_has_no_value_stands_last(page, demo, metric):
    rows = demo.sections["questions"]
    cells = dict(zip(rows["ids"], rows["metrics"][metric], strict=True))
    numbers = [name for name, cell in cells.items() if isinstance(cell, float | int)]
    words = [name for name, cell in cells.items() if isinstance(cell, str)]
    assert numbers
    assert words
    head = page.locator("#question-list thead th", has_text=metric)
    for wanted, told in ((sorted(numbers, key=cells.get), "ascending"),
                         (sorted(numbers, key=lambda name: -cells[name]), "descending")):  # fmt: skip
        head.locator("button").click()
        assert head.get_attribute("aria-sort") == told
        assert [cells[name] for name in all_rows(page)[: len(numbers)]] == [cells[name] for name in wanted]
        assert set(all_rows(page)[len(numbers) :]) == set(words)


def test_what_is_0_and_what_was_left_out_can_be_listed(page, demo):
    rows = demo.sections["questions"]
    for key, fits in (("low", lambda cell: cell == 0), ("left", lambda cell: isinstance(cell, str))):
        page.select_option(f"[data-filter='{key}']", "mrr")
        wanted = [name for name, cell in zip(rows["ids"], rows["metrics"]["mrr"], strict=True) if fits(cell)]
        assert wanted
        assert all_rows(page) == wanted
        page.select_option(f"[data-filter='{key}']", "")


def test_the_choice_stays_when_the_language_changes(page):
    page.select_option("[data-filter='slice.lang']", "ru")
    before = all_rows(page)
    choose(page, "language", "ru")
    assert all_rows(page) == before
