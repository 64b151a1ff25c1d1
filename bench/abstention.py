"""Eleven models on NoMIRACL: answers where there is none, refusals where there is one, from their stored replies.

python bench/abstention.py         needs RAGAUGE_DATA; a few seconds
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from _processes import say
from _verifiers import lines_of, markdown
from ragauge.answering.scores import score_answers
from ragauge.catalog import find_metric
from ragauge.core.answered import Answered, Answers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.score import Score

LANGUAGES = ("en", "ru")
SUBSETS = {"non_relevant": False, "relevant": True}
"""Whether the passages of a subset have an answer."""
RATES = ("hallucinated_answer", "wrong_refusal")
HEADS = ("language", "model", "hallucinated", "interval", "of", "wrongly refused", "interval", "of", "unreadable",
         "by phrases: hallucinated", "wrongly refused")  # fmt: skip
DO_NOT_KNOW, PRESENT = "i don't know", "yes, answer is present"


def main() -> int:
    """Print the table as Markdown."""
    data = os.environ.get("RAGAUGE_DATA")
    if not data or not Path(data, "nomiracl_outputs").is_dir():
        say("RAGAUGE_DATA is not set: it names the folder with nomiracl_outputs")
        return 0
    print(markdown(HEADS, table(Path(data))))
    return 0


def table(data: Path) -> list[list[str]]:
    """A row for each language and model."""
    found = [(language, sorted(answers_of_models(data, language), key=_by_name)) for language in LANGUAGES]
    return [[language, model, *_cells(answers)] for language, models in found for model, answers in models]


def _by_name(one: tuple[str, Answers]) -> str:
    return one[0].casefold()


def answers_of_models(data: Path, language: str) -> Iterator[tuple[str, Answers]]:
    """For each model its replies to both subsets; what the benchmark reads as a refusal is recorded as one."""
    cases: dict[str, list[Answered]] = {}
    for subset, answerable in SUBSETS.items():
        for row in lines_of(data / "nomiracl_outputs" / f"{subset}.{language}.test.vanilla_prompt.jsonl.gz"):
            for model, reply in row["results"].items():
                question, text = f"{subset} {row['query_id']}", reply or ""
                one = Answered(question, answer=text, refusal=reading(text), answerable=answerable)
                cases.setdefault(model, []).append(one)
    yield from ((model, Answers(tuple(rows))) for model, rows in cases.items())


def reading(reply: str) -> bool | None:
    """Whether a reply refuses, as the benchmark reads it; None where it says neither, or both.

    The prompt asks for "Yes, answer is present" or "I don't know". Without either, the words "answer is present" or
    "answer is not present" count, and a reply of under ten characters with the number of a passage is an answer.
    """
    text = re.sub(r"[\n\t]", " ", reply).lower()
    if (DO_NOT_KNOW in text) != (PRESENT in text):
        return DO_NOT_KNOW in text
    if DO_NOT_KNOW in text:
        return None
    if "answer is present" in text:
        return False
    if "answer is not present" in text:
        return True
    return False if re.search(r"\[\d+\]", text) and len(text) < 10 else None


def rates(answers: Answers, *, refusals: str) -> list[Score]:
    """Hallucination rate and error rate."""
    measures = [find_metric(f"{name}(refusals={refusals})") for name in RATES]
    return score_answers(answers, measures, [(None, np.ones(len(answers), dtype=bool))])[0]


def _cells(answers: Answers) -> list[str]:
    recorded = rates(answers, refusals="recorded")
    words = Answers(tuple(replace(one, refusal=None) for one in answers.cases))
    unreadable = len(answers) - sum(score.n for score in recorded)
    by_benchmark = [cell for score in recorded for cell in (*_rate(score), str(score.n))]
    return [*by_benchmark, str(unreadable), *(_rate(score)[0] for score in rates(words, refusals="phrases"))]


def _rate(score: Score) -> tuple[str, str]:
    if score.value is None or score.interval is None:
        return "–", "–"
    return f"{score.value:.1%}", f"{score.interval.low:.1%} to {score.interval.high:.1%}"


if __name__ == "__main__":
    sys.exit(main())
