"""How many of the facts that a good answer states are in it, by a judge."""

from __future__ import annotations

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow, Grounded
from ragauge.core.parameters import Share
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases, is_blank, plain_answer, refuses
from ragauge.metrics.generation.nuggets import Over, nugget_score
from ragauge.metrics.judge_cases import JUDGED
from ragauge.metrics.judge_nuggets import JudgedNugget, asked_nuggets


@metric(
    stage="generation",
    direction="higher",
    inputs=JUDGED,
    undefined=cases("no_nuggets", "no_answer"),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.48550/arXiv.2411.09607", "This project: a nugget that is stated needs the words that state it"),
)
def nugget_recall(one: Answered, asking: Asking, *, over: Over = "all", partial: Share = 0.0) -> Flow:
    """Share of the question's nuggets that the answer states, by a judge.

    Formula: Σ w · (1 if stated, ``partial`` if stated in part) ÷ Σ w, over all nuggets (``over=all``) or the vital ones
    (``vital``) with w = 1, or over all with w = 1 for vital and 0.5 for okay ones (``weighted``). ``partial=0`` is the
    strict score, 0.5 the lenient one.

    The judge gives each nugget one of support, partial_support and not_support, with the words of the answer that state
    it; the score is counted from the verdicts. All nuggets are asked for, ten at most in a request, whichever of them
    count: all six scores of a question take the same requests, which are sent once.

    Returns: one ratio a question in [0, 1]; higher is better. A refusal states nothing: 0, and nobody is asked.
    Undefined: no_nuggets (none, or none that is vital with ``over=vital``), no_answer, missing, failed (the trace, or
    the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. An answer that does not fit its window is a failure
    (too_long) and not judged in parts.
    Source: Pradeep et al. 2024, TREC RAG, AutoNuggetizer, whose judge quotes nothing; weighted without its max(n, 1)
    (see ``nugget_score``). Prompts and checks are this project's.

    Example: of a vital and an okay nugget the vital one is stated.
        >>> from ragauge.core.answered import Nugget
        >>> from ragauge.core.flows import played
        >>> nuggets = (Nugget("The warranty is two years."), Nugget("It covers the battery.", vital=False))
        >>> one = Answered("q1", "How long is the warranty?", "You are covered for 24 months.", nuggets=nuggets)
        >>> verdicts = [
        ...     {"nugget": 1, "rationale": "24 months.", "verdict": "support", "quotes": ["covered for 24 months"]},
        ...     {"nugget": 2, "rationale": "No word of it.", "verdict": "not_support", "quotes": []},
        ... ]
        >>> flows = nugget_recall(one, Asking()), nugget_recall(one, Asking(), over="weighted")
        >>> [round(played(flow, {"nuggets": {"verdicts": verdicts}}), 6) for flow in flows]
        [0.5, 0.666667]
    """
    if not one.nuggets:
        return "no_nuggets"
    refused = bool(refuses(one))
    if is_blank(one.answer) and not refused:
        return "no_answer"
    if over == "vital" and not any(nugget.vital for nugget in one.nuggets):
        return "no_nuggets"
    if refused:
        verdicts = [JudgedNugget(nugget.text, nugget.vital, "none") for nugget in one.nuggets]
    else:
        verdicts = yield from asked_nuggets(one.text, plain_answer(one), one.nuggets, asking)
    score = nugget_score([(verdict.vital, verdict.stated) for verdict in verdicts], over=over, partial=partial)
    grounds = {"refused": refused, "nuggets": [verdict.to_dict() for verdict in verdicts]}
    return "no_nuggets" if score is None else Grounded(score, grounds)
