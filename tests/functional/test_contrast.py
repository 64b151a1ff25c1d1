"""Beside each place stand figures that see a loss there, and figures that do not: both checked on planted faults."""

import pytest

import planted
from ragauge.core.trace import StageHits, Trace
from ragauge.funnel.contrast import BLIND, CITED, CUT, GROUNDED, PROMPT, RIGHT, SEES, advice, contrast, figures
from ragauge.funnel.diagnosing import follow
from ragauge.funnel.places import LOSSES, Place
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden
from ragauge.pipeline.generation.records import Answer

FAITHFUL = ("FILTER", "RERANK", "CUT")
"""Faults that are asked with a reader that says what its prompt says: only with such a one can words be grounded."""
THIRD = 3
"""Every third question is enough."""
FELL, STAYED = 0.04, 0.02
"""A figure that falls by less than the second is as it was; it fell if by more than the first."""


def refuses(question, context):
    return Answer("I cannot tell.", (), refusal=True)


def reads_the_wrong_line(question, context):
    """Cites what it should, and says something else that stands in the prompt."""
    cited = tuple(chunk for passage in context.passages for chunk in passage.chunks)
    return Answer(" ".join(context.text.split()[-20:]), cited, refusal=False)


BY_READER = {"REFUSAL": refuses, "ANSWER": reads_the_wrong_line, "USE": planted.ignores_the_context}


def before_and_after(place):
    """The healthy pipeline and the faulty one, both with the same reader."""
    if place in BY_READER:
        return planted.healthy(every=THIRD), planted.healthy(BY_READER[place], THIRD)
    if place in FAITHFUL:
        return planted.healthy(planted.faithful, THIRD), planted.faulty(place, planted.faithful, THIRD)
    return planted.healthy(every=THIRD), planted.faulty(place, every=THIRD)


@pytest.mark.parametrize("place", [place.name for place in LOSSES if place is not Place.CORPUS])
def test_what_sees_a_loss_falls_and_what_does_not_stays(place):
    healthy, faulty = (figures(case.diagnosis) for case in before_and_after(place))
    seen = contrast(before_and_after(place)[1].diagnosis, Place[place])
    assert seen.sees
    assert seen.blind
    for one in seen.sees:
        assert healthy[one.name].value - faulty[one.name].value > FELL, one.name
    blind = [one for one in seen.blind if one.name != GROUNDED or place in (*FAITHFUL, *BY_READER)]
    for one in blind:
        assert healthy[one.name].value - faulty[one.name].value < STAYED, one.name


def test_a_faithful_reader_is_grounded_whatever_the_filter_takes_away():
    healthy, faulty = (figures(case.diagnosis) for case in before_and_after("FILTER"))
    assert healthy[CUT].value - faulty[CUT].value > 0.3
    assert healthy[GROUNDED].value >= 0.9
    assert faulty[GROUNDED].value >= 0.9


def test_every_loss_has_figures_that_see_it_and_figures_that_do_not():
    assert set(SEES) == set(BLIND) == set(LOSSES)
    assert not any(set(SEES[place]) & set(BLIND[place]) for place in LOSSES)


def test_what_is_not_recorded_is_no_figure():
    found = follow(load_golden({"q": ["d"]}), traced_of([Trace("q", stages=(StageHits("a", "lane", ()),))]))
    known = figures(found)
    assert (known[PROMPT].value, known[PROMPT].n, known[CITED].value, known[RIGHT].value) == (None, 0, None, None)
    assert [one.name for one in contrast(found, Place.RETRIEVAL).sees] == ["needs in every lane"]


def told(found, *, grounded, right, recall=1.0):
    """The advice where the prompts have such a share of the needs, and the answers such words."""
    count = 20
    traces, verdicts = [], {}
    for n in range(count):
        items = ("d",) if n < recall * count else ("x",)
        answer = "lamp cord" if n < grounded * count else "other words"
        lists = tuple(StageHits(name, name, tuple((item, None) for item in items)) for name in ("lane", "context"))
        traces.append(Trace(f"q{n}", stages=lists, answer=answer, anchors=found))
        verdicts[f"q{n}"] = n < right * count
    gold = load_golden({f"q{n}": ["d"] for n in range(count)})
    return advice(follow(gold, traced_of(traces), right=verdicts))


def test_advice():
    from ragauge.core.anchors import Anchor

    texts = {"d": Anchor(document="d", quote="lamp cord"), "x": Anchor(document="x", quote="lamp cord")}
    (search,) = told(texts, recall=0.4, grounded=1.0, right=0.4)
    assert "0.40: fix the search first, whatever the answers' faithfulness says" in search
    (generation,) = told(texts, grounded=0.3, right=0.3)
    assert "fix generation" in generation
    (reference,) = told(texts, grounded=1.0, right=0.5)
    assert "check the reference answers and whether the documents are current" in reference
    assert told(texts, grounded=1.0, right=0.9) == []
    assert told(texts, recall=0.7, grounded=0.3, right=0.3) == []  # neither low nor high
