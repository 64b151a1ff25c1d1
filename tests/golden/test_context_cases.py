"""The context of a prompt against users' cases: RAGAUGE_CASES."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from ragauge.core.records import Chunk, Hit
from ragauge.pipeline.context.assemble import assemble
from ragauge.pipeline.generation.prompted import PromptedAnswerer

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def users(cases_dir: Path) -> dict[str, Any]:
    rows = map(json.loads, (cases_dir / "users.jsonl").read_text(encoding="utf-8").splitlines())
    return {row["id"]: row["input"] for row in rows}


class Citing:
    """Answers every prompt alike, with one marker."""

    def __init__(self, marker: int) -> None:
        self.marker = marker
        self.asked = ""

    def complete(self, prompt: str) -> str:
        self.asked = prompt
        return f"So it is [{self.marker}]."


def test_u037_a_marker_means_a_place_in_the_prompt_and_not_in_the_list_that_was_chosen_from(
    users: dict[str, Any],
) -> None:
    given = users["U037"]
    chunks = {name: Chunk(name, name, 0, 6, f"text {name}") for name in given["resolver_order"]}
    hits = [Hit(name, -float(place)) for place, name in enumerate(given["prompt_order"])]
    context = assemble(hits, chunks)
    assert list(context.entered) == given["prompt_order"]
    generator = Citing(given["answer_marker"])
    answer = PromptedAnswerer(generator)("?", context)
    cited = given["prompt_order"][given["answer_marker"] - 1]
    assert context.passage(given["answer_marker"]).chunks == answer.citations == (cited,)
    assert cited != given["resolver_order"][given["answer_marker"] - 1]
    assert generator.asked.index(f"text {cited}") < generator.asked.index(f"text {given['prompt_order'][1]}")
