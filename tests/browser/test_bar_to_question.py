"""From the funnel to the questions of a place, and on to the path of one of them."""

import pytest
from watched_page import texts


def bar(page, words):
    """The middle of the bar of a row of the funnel, on the screen."""
    marks = page.locator("#chart-waterfall .mark-rect path")
    names = page.locator("#chart-waterfall .role-axis-label text").all_text_contents()
    page.locator("#chart-waterfall").scroll_into_view_if_needed()
    return marks.nth([one.strip() for one in names if not one.strip().isdigit()].index(words))


def words(demo, place):
    from ragauge.report.html.strings import strings

    return " – ".join(strings()[one]["en"] for one in place.split("+"))


def questions_of(demo, place):
    rows = demo.sections["questions"]
    return [name for name, ended in zip(rows["ids"], rows["ended"], strict=True) if place in ended]


def test_a_bar_leads_to_the_questions_whose_evidence_ended_there(page, demo):
    lost = [row for row in demo.sections["funnel"]["rows"] if row["kind"] == "lost"]
    assert len(lost) > 2
    for row in lost:
        bar(page, words(demo, row["place"])).click(force=True)
        page.wait_for_url(f"**?ended={row['place'].replace('+', '%2B')}")
        wanted = questions_of(demo, row["place"])
        diagnosis = demo.inputs.diagnosis["needs"]
        ended = {need["question"] for need in diagnosis if (need["first"], need["last"]) == (row["first"], row["last"])}
        assert set(wanted) == ended
        assert (
            page.inner_text("#question-count") == f"{len(wanted)} of {len(demo.sections['questions']['ids'])} questions"
        )
        while page.locator("#question-list .more button").count():
            page.click("#question-list .more button")
        assert texts(page, "#question-list tbody th") == wanted


def test_a_place_in_the_table_leads_to_the_same_questions(page, demo):
    row = next(row for row in demo.sections["funnel"]["rows"] if row["kind"] == "lost")
    page.click(f"#funnel tbody a >> text={words(demo, row['place'])}")
    assert page.locator("#question-list tbody tr").count() == min(25, len(questions_of(demo, row["place"])))


def test_a_question_shows_its_path_with_the_evidence_in_it(page, demo):
    place = next(
        place for place, one in enumerate(demo.details)
        if one["passages"] and len(one["stages"]) > 3 and any(hit[3] for hit in one["stages"][-1]["hits"])
    )  # fmt: skip
    one = demo.details[place]
    page.evaluate("(place) => { location.hash = `question/${place}`; }", place)
    page.wait_for_selector("#question-title")
    assert page.inner_text("#question-title") == demo.sections["questions"]["ids"][place]
    assert texts(page, ".stage > summary b") == [stage["name"] for stage in one["stages"]]
    assert page.locator(".needs > li").count() == len(one["needs"])
    steps = [f"{name}: {f'#{rank}' if rank else 'not there'}" for name, rank in one["needs"][0]["ranks"].items()]
    assert texts(page, ".needs > li:first-child .step") == steps
    for number, stage in enumerate(one["stages"][:-1]):
        page.locator(".stage > summary").nth(number).click()
        shown = texts(page, f".stage >> nth={number} >> .hit summary .mono")
        assert shown == [one["items"][hit[1]][0] for hit in stage["hits"]]
    gold = page.locator(".stage >> nth=-1 >> .hit.gold")
    gold.first.locator("summary").click()
    passage = next(passage for passage in one["passages"].values() if passage["marks"])
    assert page.locator(".passage mark").first.inner_text() in {
        p["text"][a:b] for p in one["passages"].values() for a, b in p["marks"]
    }
    assert passage["text"]


def test_texts_are_looked_up_when_a_hit_is_opened(page, demo):
    from ragauge.answering.cases import item_texts

    known = item_texts(demo.inputs.traced, demo.inputs.around)
    page.evaluate("() => { location.hash = 'question/1'; }")
    page.wait_for_selector("#question-title")
    hits = page.locator(".stage >> nth=-1 >> .hit")
    for number in range(hits.count()):
        name = hits.nth(number).locator("summary .mono").inner_text()
        hits.nth(number).locator("summary").click()
        shown = hits.nth(number).locator(".passage")
        shown.wait_for()
        assert shown.evaluate("(one) => one.textContent") == known[name]


def test_back_and_forward_go_where_the_reader_was(page, demo):
    row = next(row for row in demo.sections["funnel"]["rows"] if row["kind"] == "lost")
    page.click(f"#funnel tbody a >> text={words(demo, row['place'])}")
    first = page.inner_text("#question-count")
    page.click("#question-list tbody a >> nth=0")
    page.wait_for_selector("#question-title")
    title = page.inner_text("#question-title")
    page.click(".question-nav a >> text=next")
    page.wait_for_function("(title) => document.getElementById('question-title').textContent !== title", arg=title)
    page.go_back()
    page.wait_for_function("(title) => document.getElementById('question-title').textContent === title", arg=title)
    page.go_back()
    page.wait_for_selector("#question-title", state="detached")
    assert page.inner_text("#question-count") == first
    page.go_forward()
    page.wait_for_selector("#question-title")
    assert page.inner_text("#question-title") == title


def test_an_address_opens_what_it_names(show, demo):
    page = show(demo.html, "#question/5")
    assert page.inner_text("#question-title") == demo.sections["questions"]["ids"][5]
    page = show(demo.html, "#questions?slice.lang=ru&q=%D0%BA")
    assert page.input_value("#question-search") == "к"
    assert page.input_value("[data-filter='slice.lang']") == "ru"


@pytest.mark.parametrize(
    "place", ["#question/9999", "#question/x", "#question", "#%", "#questions?nothing=1", "#toString"]
)
def test_an_address_that_names_nothing_breaks_nothing(show, demo, place):
    page = show(demo.html, place)
    assert page.locator("#question-title").count() == 0
    assert page.inner_text("#question-count").startswith(str(len(demo.sections["questions"]["ids"])))
