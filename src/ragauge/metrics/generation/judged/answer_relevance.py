"""Whether the answer addresses the question, by a judge, on a scale from 1 to 5."""

from __future__ import annotations

from typing import Annotated

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow
from ragauge.core.parameters import Bounds
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases, is_blank, nothing_said, plain_answer
from ragauge.metrics.judge_cases import JUDGED
from ragauge.metrics.judge_scores import geval
from ragauge.prompts.filling import block, filled, language_for

TASK, VERSION = "answer_relevance", 1
Samples = Annotated[int, Bounds(1, 100)]
"""samples: so many replies are asked for where the judge tells no probabilities."""


@metric(
    stage="generation",
    direction="higher",
    inputs=JUDGED,
    undefined=cases("no_question", "refused", "no_answer"),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.18653/v1/2023.emnlp-main.153", "This project: a reply that cannot be read is no grade"),
)
def answer_relevance(one: Answered, asking: Asking, *, samples: Samples = 5) -> Flow:
    """How far the answer addresses what was asked, by a judge.

    Formula: (E[s] − 1) ÷ 4 with a score s from 1 to 5, E[s] = Σ s · p(s) over the probabilities of the judge's tokens
    where it tells them, else the mean of ``samples`` replies. The grounds say which of the two it was; judges of one
    kind and of the other must not be compared.

    1: not addressed, or evaded; 2: the subject is touched; 3: a part, or all among much else; 4: little is missing or
    beside the point; 5: every part, and nothing else.

    Returns: one number a question in [0, 1]; higher is better. It does not say whether the answer is true.
    Undefined: no_question (its words are not recorded), refused (whether that was right is another question),
    no_answer, missing, failed (the trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``; scores of this kind cluster at the top. An answer
    that does not fit its window is a failure (too_long).
    Source: Liu et al. 2023, G-Eval, which writes the steps by a model; scale, steps and prompts are this project's. It
    is not ragas' response relevancy, which compares questions made from the answer (see ``mean_likeness``).

    Example: probabilities of 0.8 and 0.2 for 5 and 4.
        >>> from ragauge.core.flows import Reply
        >>> flow = answer_relevance(Answered("q1", "How long is the warranty?", "Two years."), Asking())
        >>> _ = next(flow)
        >>> try:
        ...     flow.send((Reply("5", probabilities={"5": 0.8, "4": 0.2}),))
        ... except StopIteration as done:
        ...     print(round(done.value.value, 6))
        0.95
    """
    case = "no_question" if is_blank(one.text) else nothing_said(one)
    if case:
        return case
    question, answer = one.text or "", plain_answer(one)
    language = language_for(asking, answer, question)
    fields = {"question": block("question", question), "answer": block("answer", answer)}
    return (yield from geval(TASK, VERSION, filled(TASK, VERSION, language, **fields), asking, samples=samples))
