"""Words of answers that stand in the prompt, and answers that agree with a reference."""

import pytest

from ragauge.core.anchors import Anchor
from ragauge.core.trace import StageHits, Trace
from ragauge.funnel.agreement import agrees, content, numbers
from ragauge.funnel.grounding import grounding
from ragauge.io.trace_tables import traced_of

TEXTS = {"c1": "The lamp has two years of warranty.", "c2": "Гарантия на насос 14 месяцев."}


def prompt(*items, answer, question="q", texts=TEXTS, **parts):
    places = {item: Anchor(chunk=item, quote=texts.get(item)) for item in items}
    stages = (StageHits("prompt", "context", tuple((item, None) for item in items)),)
    return Trace(question, stages=stages, anchors=places, answer=answer, **parts)


@pytest.mark.parametrize(
    ("answer", "share"),
    [
        ("Two years of warranty.", 1.0),
        ("Warranties: two years", 1.0),
        ("Two years of warranty, in Norway.", 0.75),
        ("Three months", 0.0),
        ("На насосы гарантия 14 месяцев", 1.0),
        ("15 месяцев", 0.5),
    ],
)
def test_the_share_of_words_and_numbers_that_the_prompt_has(answer, share):
    assert grounding(traced_of([prompt("c1", "c2", answer=answer)])) == (share, 1)


def test_what_cannot_be_looked_at_is_not_counted():
    mute = [
        prompt("c1", answer=None),
        prompt("c1", answer="The.", question="q2"),
        prompt("c1", answer="I cannot tell.", question="q3", refusal=True),
        prompt("c1", "c9", answer="Two years", question="q4"),
    ]
    assert grounding(traced_of(mute)) == (None, 0)
    assert grounding(traced_of([*mute, prompt("c1", answer="Two years", question="q5")])) == (1.0, 1)
    bare = Trace("q", stages=(StageHits("bm25", "lane", (("c1", None),)),), answer="Two years")
    assert grounding(traced_of([bare])) == (None, 0)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,200.50 and 14", {1200.5, 14}),
        ("1200,50 и 14", {1200.5, 14}),
        ("1.200,50", {1200.5}),
        ("1 200 000 рублей", {1200000}),
        ("1\u00a0200", {1200}),
        ("1.200.000", {1200000}),
        ("3.25", {3.25}),
        ("0,5 %", {0.5}),
        ("none", set()),
    ],
)
def test_numbers_by_their_value(text, values):
    assert numbers(text) == values


def test_small_words_say_nothing():
    assert content("It is not the lamp of the lamps") == content("lamp")
    assert content("и в этом") <= content("этом")


@pytest.mark.parametrize(
    ("answer", "reference", "verdict"),
    [
        ("You have 14 days to return it.", "Within 14 days", True),
        ("You have 30 days to return it.", "Within 14 days", False),
        (
            "Wait until the rotor has stopped, then pull the cord.",
            "Wait until the rotor stops, then pull the cord",
            True,
        ),
        ("Wait.", "Wait until the rotor stops, then pull the cord", False),
        ("Два года гарантии на лампы", "Гарантия на лампу: два года", True),
        ("", "Two years", False),
        ("anything", "the of", None),
    ],
)
def test_agreement(answer, reference, verdict):
    assert agrees(answer, [reference]) is verdict


def test_any_reference_will_do_and_none_is_no_verdict():
    assert agrees("14 days", ["30 days", "14 days"]) is True
    assert agrees("14 days", []) is None
