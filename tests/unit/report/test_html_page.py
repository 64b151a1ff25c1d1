"""The page as text: its policy, what is packed in it, and that nothing of the data is markup."""

import base64
import gzip
import hashlib
import html
import json
import re
from importlib.resources import files

import pytest

from ragauge.core.trace import StageHits, Trace
from ragauge.evaluation import Surroundings
from ragauge.funnel.diagnosing import follow
from ragauge.golden.chunks.table import chunk_table
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden
from ragauge.report.diagnosis_json import diagnosis_data
from ragauge.report.html.document import document
from ragauge.report.html.inputs import Inputs
from ragauge.report.html.page import BLOCK, SCRIPTS, STYLES, page
from ragauge.report.html.sections.details import MOST_HITS
from ragauge.report.html.sections.texts import ALL, SHORTEST, Texts

ELEMENT = re.compile(r"<(script|style)([^>]*)>(.*?)</\1>", re.DOTALL)
HOSTILE = "</script><script>alert(1)</script><!-- \u2028 \x00"


def packed(text):
    """What is packed in a page, by the id of its element."""
    found = {}
    for _, given, content in ELEMENT.findall(text):
        if "text/plain" in given:
            name = re.search('id="([^"]+)"', given).group(1)
            found[name] = gzip.decompress(base64.b64decode(content)).decode("utf-8")
    return found


def report(hits=("c1", "c2"), count=1, quote="two years"):
    chunks = chunk_table([{"id": f"c{n}", "text": f"Text {n}. It is covered for two years."} for n in range(1, 31)])
    rows = [
        {"id": f"q{n}", "question": "How long?", "evidence": [[{"chunk": "c1", "quote": quote}]]} for n in range(count)
    ]
    golden = load_golden(rows)
    told = [Trace(row["id"], stages=(StageHits("bm25", "lane", tuple((hit, 1 / 3) for hit in hits)),)) for row in rows]
    traced, around = traced_of(told), Surroundings(chunks=chunks)
    diagnosis = diagnosis_data(follow(golden, traced, around))
    return document(Inputs("r", diagnosis=diagnosis, golden=golden, traced=traced, around=around))


def test_the_policy_names_every_script_and_style_and_nothing_else():
    text = page({"title": "r", "sections": {}})
    policy = html.unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', text).group(1))
    rules = dict(one.split(" ", 1) for one in policy.split("; "))
    own = [content for tag, given, content in ELEMENT.findall(text) if tag == "script" and "text/plain" not in given]
    own.append(packed(text)["library"])
    hashes = ["'sha256-" + base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() + "'" for one in own]
    assert rules["script-src"].split() == hashes
    assert len(hashes) == 2
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "connect-src" not in rules
    assert "unsafe" not in policy


def test_no_data_are_markup():
    text = page({"title": HOSTILE, "sections": {"x": HOSTILE}}, [{"text": HOSTILE}], [{"text": HOSTILE}])
    assert "alert(1)" not in re.sub("<title>.*?</title>", "", text)
    assert html.unescape(re.search("<title>(.*?)</title>", text).group(1)) == HOSTILE
    found = packed(text)
    assert json.loads(found["document"])["sections"] == {"x": HOSTILE}
    assert json.loads(found["details-0"]) == json.loads(found["texts-0"]) == [{"text": HOSTILE}]


def test_every_file_of_the_app_is_in_the_page_once():
    names = {one.name for one in files("ragauge.report.html").joinpath("app").iterdir()}
    assert sorted([*SCRIPTS, *STYLES]) == sorted(names)


def test_the_same_results_give_the_same_bytes():
    assert page(*report()) == page(*report())


def test_what_is_no_number_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        page({"title": "r", "sections": {"x": float("nan")}})


def test_halves_of_characters_can_be_written():
    page({"title": "\ud800", "sections": {"\udfff": "a\ud800b"}}).encode("utf-8")


def test_questions_and_texts_are_packed_in_blocks():
    found = packed(
        page({"title": "r", "sections": {}}, [{"n": n} for n in range(BLOCK + 1)], [{"text": "t"}] * (2 * BLOCK))
    )
    assert len(json.loads(found["details-0"])) == BLOCK
    assert json.loads(found["details-1"]) == [{"n": BLOCK}]
    assert [name for name in found if name.startswith("texts")] == ["texts-0", "texts-1"]


def test_a_text_stands_in_the_page_once_however_many_questions_have_found_it():
    _, details, texts = report(hits=("c2", "c1"), count=5, quote="nowhere else")
    assert [one["items"] for one in details] == [[["c2", 0], ["c1", 1]]] * 5
    assert [one["text"][:7] for one in texts] == ["Text 2.", "Text 1."]


def test_quotes_are_marked_in_the_passages_of_their_question():
    _, (one,), texts = report(hits=("c1", "c2"))
    assert {at: [passage["text"][a:b] for a, b in passage["marks"]] for at, passage in one["passages"].items()} == {
        0: ["two years"],
        1: ["two years"],
    }
    assert [item for item, _ in one["items"]] == ["c1", "c2"]
    assert one["items"][0][1] is None
    assert texts == []


def test_hits_that_are_needed_are_shown_however_low_they_stand():
    hits = [*(f"c{n}" for n in range(2, 27)), "c1", "c30"]
    _, (one,), _ = report(hits=hits)
    (stage,) = one["stages"]
    assert stage["count"] == len(hits) == 27
    shown = [(rank, one["items"][item][0], needs) for rank, item, _, needs in stage["hits"]]
    assert [rank for rank, _, _ in shown] == [*range(1, MOST_HITS + 1), 26]
    assert shown[-1] == (26, "c1", [0])
    assert {score for _, _, score, _ in stage["hits"]} == {0.33333}


def test_many_texts_are_shown_shorter_and_say_so():
    count = ALL // SHORTEST * 2
    texts = Texts({str(n): "x" * 1000 for n in range(count)})
    for n in range(count):
        texts.place(str(n))
    shown = texts.shown()
    assert len(shown) == count
    assert shown[-1] == {"text": "x" * SHORTEST, "after": 1000 - SHORTEST}
