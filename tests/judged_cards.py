"""Scorecards of metrics that asked a judge, made by hand."""

from dataclasses import replace

from ragauge import Scorecard
from scorecards import of, scorecard

PROMPTS = {"claims": 1, "entailment": 1}
SKILLED = {
    "file": "calibration.json",
    "verdict": "agrees beyond chance",
    "kappa": 0.62,
    "kappa_interval": {"low": 0.48, "high": 0.74, "level": 0.95, "method": "percentile bootstrap"},
    "n": 120,
}
UNSKILLED = {**SKILLED, "verdict": "no evidence of skill", "kappa": 0.05,
             "kappa_interval": {"low": -0.1, "high": 0.2, "level": 0.95, "method": "percentile bootstrap"}}  # fmt: skip


def provenance(calibration=None, metric="faithfulness", model="qwen2.5:7b", prompts=None):
    """What a scorecard tells of its judge."""
    return {
        "identity": f"openai {model}",
        "model": model,
        "language": None,
        "prompts": {metric: prompts or PROMPTS},
        "calibration": {metric: calibration},
        "coverage": 1.0,
    }


def judged_card(*values, calibration=None, metric="faithfulness", grounds=None, beside=None, columns=None, **judge):
    """A scorecard of one judged metric, and of others beside it ({metric: {question: value}})."""
    known = provenance(calibration, metric, **judge)
    card = Scorecard.from_json(
        scorecard({**of(*values, metric=metric), **(beside or {})}, columns=columns, judge=known)
    )
    return card if grounds is None else replace(card, evidence={**card.evidence, "grounds": grounds})


def claim(text, verdict="supported", quotes=("its words",), **more):
    """A verdict on a claim, as metrics keep it."""
    quotes = list(quotes) if verdict == "supported" else []
    mode = "none" if verdict == "supported" else "fabrication"
    return {"claim": text, "verdict": verdict, "passages": [0] * len(quotes), "quotes": quotes, "failure_mode": mode,
            "rationale": "So it says.", **more}  # fmt: skip
