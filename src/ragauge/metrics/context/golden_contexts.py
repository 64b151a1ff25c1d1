"""Whether the contexts are the gold's own: then the golden set is graded, and not the system."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragauge.core.answered import Answered, Answers


def warnings_of_golden_contexts(answers: Answers) -> tuple[str, ...]:
    """A warning if the texts in the prompt are the words of the gold on all questions that have both.

    A system that hands on nothing but the gold, letter by letter, every time, is rare; reference contexts that were
    given to a tool in the place of the retrieved ones are not.

    >>> from ragauge.core.answered import Answered, Answers
    >>> warnings_of_golden_contexts(Answers((Answered("q1", contexts=("R",), evidence=(("R",),)),)))[0][:55]
    "grading the golden set: the contexts are the gold's own"
    >>> warnings_of_golden_contexts(Answers((Answered("q1", contexts=("S",), evidence=(("R",),)),)))
    ()
    """
    both = [one for one in answers.cases if one.contexts and one.evidence]
    if not both or not all(map(_is_gold, both)):
        return ()
    why = "if these are not the texts of traces, the golden set is measured, and not the system"
    return (f"grading the golden set: the contexts are the gold's own words, of all {len(both)} with both; {why}",)


def _is_gold(one: Answered) -> bool:
    told = {_plain(text) for need in one.evidence for text in need}
    given = {_plain(text) for text in one.contexts or ()}
    met = all(any(_plain(text) in given for text in need) for need in one.evidence)
    return given <= told and met


def _plain(text: str) -> str:
    return " ".join(text.split())
