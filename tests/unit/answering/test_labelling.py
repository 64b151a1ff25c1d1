"""What each verdict is about: the texts that people need who label it."""

from dataclasses import replace

import polars as pl
import pytest

from judged_cards import claim, judged_card
from ragauge.answering.labelling import ROOM, with_texts
from ragauge.core.anchors import Anchor
from ragauge.core.trace import StageHits, Trace
from ragauge.evaluation import Surroundings
from ragauge.io.trace_tables import traced_of
from ragauge.judging.measured.sheet import make_sheet
from ragauge.tables.traced import TOLD

TEXTS = ("Lamps hum.", "its words", "Two years.")
WHY = {"rationale": "So."}


def shown(metric, grounds, texts=TEXTS, references=None):
    """By the place of a verdict its texts, and how many have none."""
    card = judged_card(1.0, metric=metric, grounds=[{metric: grounds}])
    ids = [f"c{at}" for at in range(len(texts))]
    stages = (StageHits("prompt", "context", tuple((one, None) for one in ids)),)
    places = {one: Anchor(document="d", quote=text) for one, text in zip(ids, texts, strict=True) if text is not None}
    traced = traced_of([Trace("q000", stages=stages, anchors=places, answer="It hums [1].")])
    if references is not None:
        told = pl.DataFrame([(0, references, None)], schema=TOLD, orient="row")
        traced = replace(traced, told=told)
    sheet, lacking = with_texts(make_sheet(card, metric), card, traced, Surroundings())
    assert {one.answer.partition(" [")[0] for one in sheet.shown} <= {"It hums.", "It hums"}
    return {row.place: one.texts for row, one in zip(sheet.rows, sheet.shown, strict=True)}, lacking


ALL = "[1] Lamps hum.\n\n[2] its words\n\n[3] Two years."
SENTENCE = {"sentence": "It hums.", "cited": [0, 2], "unknown": 0, "support": "full", "quotes": ["hum"], **WHY}


@pytest.mark.parametrize(
    ("metric", "grounds", "wanted"),
    [
        ("faithfulness", {"claims": [{**claim("a"), "passages": [1]}, claim("b", "not_found")]},
         {"verdict claims 1": ALL, "verdict claims 2": ALL}),
        ("context_relevance", {"texts": [{"id": f"c{at}", "grade": at, "quote": "", **WHY} for at in range(3)]},
         {f"grade texts {at}": f"[{at}] {text}" for at, text in enumerate(TEXTS, start=1)}),
        ("citation_support", {"sentences": [SENTENCE]}, {"support sentences 1": "[1] Lamps hum.\n\n[3] Two years."}),
        ("factual_correctness", {"reference": "It sings.", "claims": [claim("a")], "reference_claims": [claim("b")]},
         {"verdict claims 1": "[1] It sings.", "verdict reference_claims 1": ""}),
        ("claim_utilisation", {"reference": "r", "reference_claims": [{**claim("b", "not_found"), "stated": True}]},
         {"verdict reference_claims 1": ALL, "stated reference_claims 1": ""}),
        ("nugget_recall", {"refused": False, "nuggets": [{"nugget": "n", "stated": "none", "quotes": [], **WHY}]},
         {"stated nuggets 1": ""}),
        ("answer_relevance", {"distribution": {"4": 1.0}}, {"score": ""}),
    ],
)  # fmt: skip
def test_each_verdict_has_what_it_was_held_against(metric, grounds, wanted):
    assert shown(metric, grounds) == (wanted, 0)


def test_what_is_not_known_is_counted():
    grounds = {"claims": [claim("a", "not_found", right=True)]}
    assert shown("hallucination", grounds) == ({"verdict claims 1": ALL, "right claims 1": ""}, 1)
    assert shown("hallucination", grounds, references=["It sings."])[0]["right claims 1"] == "[1] It sings."
    assert shown("faithfulness", {"claims": [claim("a")]}, texts=("Lamps hum.", None)) == ({"verdict claims 1": ""}, 1)


def test_questions_that_were_only_numbered_are_known_by_their_words():
    """Trace 1 is of question 2: ids that are numbers of rows mean nothing to the traces."""
    grounds = [{"faithfulness": {"claims": [claim("a", "not_found")]}}] * 2
    card = judged_card(0.0, 0.0, grounds=grounds, columns={"question": ["How long?", "Which port?"]})
    card = replace(card, questions=("1", "2"), provenance={**card.provenance, "gold": {"numbered": True}})
    traces = [Trace(name, text=text, stages=(StageHits("prompt", "context", ()),), answer=f"To {text}")
              for name, text in (("1", "Which port?"), ("2", "How long?"))]  # fmt: skip
    sheet, _ = with_texts(make_sheet(card), card, traced_of(traces), Surroundings())
    told = {row.question: one.answer for row, one in zip(sheet.rows, sheet.shown, strict=True)}
    assert told == {"1": "To How long?", "2": "To Which port?"}


def test_texts_are_cut_only_where_a_cell_is_too_small():
    grounds = {"claims": [claim("a", "not_found")]}
    whole = shown("faithfulness", grounds, texts=("a" * 20_000, "b" * 9_900))[0]["verdict claims 1"]
    assert (whole.count("a"), whole.count("b")) == (20_000, 9_900)
    cut = shown("faithfulness", grounds, texts=("a" * 40_000, "b", "c" * 40_000))[0]["verdict claims 1"]
    assert len(cut) < ROOM
    assert (cut.count("…"), cut.count("a"), cut.count("b")) == (2, cut.count("c"), 1)
