"""The rows of reference implementations again, through metrics that ask a judge which says what the rows give.

Where ragauge takes another value on purpose, the differences are those of the formulas.
"""

from __future__ import annotations

import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from test_generation_cases import DIFFERENCES, NUGGETIZER, OPEN_RAG_EVAL, same

from ragauge.core.answered import Answered, Nugget
from ragauge.core.flows import Asking, Grounded, JudgeError, Reply, played
from ragauge.metrics.context.judged.relevance import ranked_context_precision
from ragauge.metrics.generation.judged.citations import citation_precision, citation_recall
from ragauge.metrics.generation.judged.nuggets import nugget_recall
from ragauge.metrics.judge_scores import geval

if TYPE_CHECKING:
    from pathlib import Path

UNDEFINED = {"no_nuggets", "empty_context", "no_citations"}


def _number(found: float | str) -> float | None:
    assert not isinstance(found, str) or found in UNDEFINED
    return None if isinstance(found, str) else found


def _nuggets(given: dict[str, Any], names: dict[str, tuple[str, float]]) -> dict[str, float | None]:
    nuggets = tuple(Nugget(f"Fact {number}.", kind == "vital") for number, (kind, _) in enumerate(given["nuggets"]))
    one = Answered("q1", "What is so?", "So it is.", nuggets=nuggets)
    rows = [
        {"nugget": number, "rationale": "", "verdict": verdict, "quotes": ["so it is"]}
        for number, (_, verdict) in enumerate(given["nuggets"], start=1)
    ]
    return {
        name: _number(played(nugget_recall(one, Asking(), over=over, partial=share), {"nuggets": {"verdicts": rows}}))
        for name, (over, share) in names.items()
    }


def _alce(given: dict[str, Any]) -> dict[str, float]:
    entails = {
        "D1 entails": lambda shown: "D1" in shown,
        "D1 and D2 together entail": lambda shown: {"D1", "D2"} <= shown,
        "D1&D2 entail": lambda shown: {"D1", "D2"} <= shown,
        "D1 or D2 entails": lambda shown: bool({"D1", "D2"} & shown),
    }[given["nli"]]

    def judge(request: Any) -> dict[str, Any]:
        shown = set(re.findall(r"text (D\d)", request.prompt))
        return {"rationale": "", "support": "full" if entails(shown) else "none", "quotes": ["text"]}

    answer = " ".join(f"{text[0]} lamp{text[1:]}" for text in given["output_sentences"])
    one = Answered("q1", answer=answer, contexts=("text D1", "text D2", "text D3"))
    found = [played(metric(one, Asking()), {"support": judge}) for metric in (citation_recall, citation_precision)]
    return {"citation_rec": 100 * float(found[0]), "citation_prec": 100 * float(found[1])}


def _context_precision(given: dict[str, Any]) -> float | None:
    texts = tuple(f"Text {number} says {verdict}." for number, verdict in enumerate(given["verdicts"]))
    one = Answered("q1", "What is so?", contexts=texts)

    def judge(request: Any) -> dict[str, Any]:
        good = "says 1" in request.prompt
        return {"rationale": "", "grade": 2 if good else 1, "quote": "says 1" if good else ""}

    return _number(played(ranked_context_precision(one, Asking()), {"relevance": judge}))


def _geval(given: dict[str, Any]) -> Any:
    flow = geval("score", 1, "One number from 1 to 10.", Asking(), low=1, high=10)
    next(flow)
    reply = Reply(given.get("text", "8"), probabilities=given.get("top_logprobs_as_probs"))
    with pytest.raises((StopIteration, JudgeError)) as raised:
        flow.send((reply,))
    if isinstance(raised.value, JudgeError):
        return JudgeError
    found = raised.value.value
    assert isinstance(found, Grounded)
    assert found.value == (found.grounds["score"] - 1) / 9
    return found.grounds["score"]


WAYS = {
    "nugget": lambda name, given: _nuggets(given, OPEN_RAG_EVAL if name.endswith("/ore") else NUGGETIZER),
    "alce": lambda _, given: _alce(given),
    "ragas_ctx_precision": lambda _, given: _context_precision(given),
    "geval": lambda _, given: _geval(given),
}
OF_FIVE = {"geval_parse_'4/5'": "a score out of another number than the highest of the scale is refused"}


@pytest.mark.parametrize(("kind", "least"), [("nugget", 7), ("alce", 6), ("ragas_ctx_precision", 5), ("geval", 6)])
def test_rows_by_a_judge(cases_dir: Path, kind: str, least: int) -> None:
    rows = json.loads((cases_dir / "generation.json").read_text(encoding="utf-8"))["cases"]
    mine = [row for row in rows if row["id"].startswith(f"{kind}_") and row["id"] not in OF_FIVE]
    assert len(mine) >= least
    expected = {row["id"]: DIFFERENCES[row["id"]][0] if row["id"] in DIFFERENCES else row["expected"] for row in mine}
    found = {row["id"]: WAYS[kind](row["id"], row["input"]) for row in mine}
    wrong = {name: (found[name], expected[name]) for name in found if not same(found[name], expected[name], 1e-9)}
    assert wrong == {}


def test_four_of_five_on_a_scale_of_ten_and_of_five() -> None:
    flow = partial(geval, "score", 1, "One number.", Asking(), low=1)
    for high, expected in ((5, 0.75), (10, None)):
        one = flow(high=high)
        next(one)
        with pytest.raises(JudgeError if expected is None else StopIteration) as raised:
            one.send((Reply("4/5"),))
        assert expected is None or raised.value.value.value == expected
