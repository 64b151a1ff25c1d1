"""Answers as systems give them, odd ones above all: every undefined case of every metric of answers is among them."""

from __future__ import annotations

from ragauge.core.answered import Answered, Answers, Nugget

TEXTS = (
    "Mars has two moons, Phobos and Deimos. NASA's Curiosity rover landed on Mars on 6 August 2012.",
    "The warranty of Velden Mill is two years, or 24 months, and costs 1,200.50 €.",
    "Гарантия на лампы действует 2 года с 31 марта 2025 г. Лампы гудят.",
)
NEED = (("two moons",), ("warranty of Velden Mill",), ("words that stand nowhere",))
GIVEN = {"contexts": TEXTS, "ids": ("c1", "c2", "c3"), "answerable": True}
REACHED_WITH = {
    "refusal_unknown": {"refusals": "recorded"},
    ("lexical_nugget_recall", "no_nuggets"): {"over": "vital"},
    ("factual_correctness", "refused"): {"mode": "precision"},
}
"""The parameters with which a case is reached, where it is not with the usual ones."""


def odd_answers() -> Answers:
    """All of them; the last two questions have no trace, and one that failed."""
    nuggets = (Nugget("Mars has two moons."), Nugget("Curiosity is a rover.", vital=False))
    said = "Mars has two moons [1]. “The warranty of Velden Mill” is 24 months [2][3], from 31 March 2025 [9]."
    rows = [
        Answered("full", "How many?", said, False, references=("two moons",), nuggets=nuggets, evidence=NEED,
                 met=(True, True, False), retrieved=(TEXTS[1], TEXTS[0]), prompt_tokens=10, window=8,
                 samples=("two", "Two."), **GIVEN),
        Answered("as a whole", answer="Mars has two moons. It is red.", citations=("c1", "gone"), **GIVEN),
        Answered("cites nothing", answer="Mars has two moons.", citations=(), references=("2 луны",),
                 retrieved=(*TEXTS, "more"), evidence=(("words that stand nowhere",),), **GIVEN),
        Answered("not recorded", answer="Two years."),
        Answered("context not recorded", "How long?", answer="Two years.", references=("It is two years.",)),
        Answered("refuses", "How long?", answer="The manual does not say.", contexts=("unrelated",), answerable=False),
        Answered("makes up", answer="42 in Nowhere.", contexts=(), answerable=False, references=("42",)),
        Answered("refuses wrongly", answer="Я не знаю.", references=("два года",), nuggets=nuggets, **GIVEN),
        Answered("refuses without words", refusal=True, references=("2",), **GIVEN),
        Answered("blank", "Какой срок?", " \n", references=("2",), evidence=NEED, met=(False,), nuggets=nuggets,
                 **GIVEN),
        Answered("none", references=("2",), answerable=True),
        Answered("no words", answer="?!", references=("2",), citations=("c1",), **GIVEN),
        Answered("yes", answer="Yes.", references=("Yes.",), citations=(), nuggets=nuggets[1:], **GIVEN),
        Answered("symbols", answer="∑ 🪔 ٣", references=("🪔", "the", ""), contexts=("🪔",), ids=("c",),
                 citations=("c",), answerable=True),
        Answered("han", answer="保証は二年です。", references=("二年",), contexts=("保証は二年です。",),
                 evidence=(("保証は二年",),), retrieved=("保証は二年です。",), answerable=True),
        Answered("says nothing of what is not there", answerable=False),
        Answered("gold without words", contexts=TEXTS, retrieved=TEXTS, met=(True,), answerable=True),
        Answered("empty", answer="Two years [1].", contexts=(), ids=(), citations=(), evidence=NEED, answerable=True,
                 references=("Two years.",), retrieved=TEXTS),
        Answered("bare", answer="Two years.", contexts=TEXTS, retrieved=(), references=("?",), answerable=True),
        Answered("twice", answer="The lamp hums [1].", contexts=("The lamp hums.", "the LAMP hums"), ids=("a", "b"),
                 retrieved=("The lamp hums.", "the LAMP hums"), evidence=NEED),
        Answered("failed", error="the model was not there"),
        Answered("missing"),
    ]  # fmt: skip
    return Answers(tuple(rows), frozenset(["missing"]))
