"""Scores on a scale, by a judge, as in G-Eval: the mean over all that it could have said."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ragauge.core.flows import Grounded, JudgeError, Request
from ragauge.core.texts.thoughts import without_thought
from ragauge.metrics.generation.scored_replies import expected_score, read_score
from ragauge.metrics.judge_cases import refuse_too_long

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.flows import Asking, Flow, Reply


def geval(
    task: str, version: int, prompt: str, asking: Asking, *, low: int = 1, high: int = 5, samples: int = 5
) -> Flow:
    """A flow that asks for one score from ``low`` to ``high``, and gives the expected one as a number from 0 to 1.

    Formula: (Σ s · p(s) − low) ÷ (high − low). p(s) are the probabilities of the judge's tokens where it tells them,
    else the shares of s among ``samples`` replies; the grounds say which (``by``), with the score on its own scale and
    the distribution.

    For criteria of one's own: say in the prompt what is judged, by which steps, what each score means, and that the
    reply is one number and nothing else; put data between tags with ``ragauge.prompts.filling.block``. ``task`` and
    ``version`` name the prompt: raise the version when its words change. Run flows with
    ``ragauge.judging.running.run_flows``.

    Raises: ValueError for a scale or samples that are none; JudgeError of the kind ``too_long`` where the prompt does
        not fit the window, ``unparsable`` for a reply that is no number, ``not_allowed`` for one that is not on the
        scale. One bad reply among the samples is enough: left out, or taken for 0 as G-Eval does, it would change the
        mean.
    Source: Liu et al. 2023, G-Eval; its code takes 20 samples at a temperature of 2.

    >>> from ragauge.core.flows import Asking, Reply
    >>> flow = geval("tone", 1, "Is it polite? One number from 1 to 5.", Asking())
    >>> (request,) = next(flow)
    >>> request.labels, request.samples
    (('1', '2', '3', '4', '5'), 5)
    >>> try:
    ...     flow.send((Reply("4", probabilities={"4": 0.75, "5": 0.25}),))
    ... except StopIteration as done:
    ...     print(done.value)
    Grounded(value=0.8125, grounds={'by': 'probabilities', 'score': 4.25, 'distribution': {'4': 0.75, '5': 0.25}})
    """
    if not 0 <= low < high or samples < 1:
        raise ValueError(f"no scale from {low} to {high}, or not {samples} samples")
    refuse_too_long(prompt, asking)
    labels = tuple(str(score) for score in range(low, high + 1))
    (reply,) = yield (Request(task, version, prompt, labels=labels, samples=samples),)
    weights, grounds = _weights(reply, labels)
    score = expected_score(weights)
    total = sum(weights.values())
    shares = {label: weights[label] / total for label in labels if weights.get(label)}
    return Grounded((score - low) / (high - low), {**grounds, "score": score, "distribution": shares})


def _weights(reply: Reply, labels: Sequence[str]) -> tuple[Mapping[str, float], Mapping[str, Any]]:
    """How much each label weighs, and what that was taken from."""
    if reply.probabilities is None:
        texts = reply.texts or (reply.text,)
        return Counter(read_label(text, labels) for text in texts), {"by": "samples", "samples": len(texts)}
    found = dict.fromkeys(labels, 0.0)
    for token, probability in reply.probabilities.items():
        if token.strip() in found:
            found[token.strip()] += probability
    return found, {"by": "probabilities"}


def read_label(text: str, labels: Sequence[str]) -> str:
    """The label that a reply says, thoughts before it apart.

    >>> read_label("<think>Fine.</think> 4/5", ("1", "2", "3", "4", "5"))
    '4'

    Raises: JudgeError of the kind ``unparsable`` where it is no number, ``not_allowed`` where it is none of these, or
        out of another number than the highest.
    """
    said = without_thought(text)
    score = read_score(said)
    out_of = said.partition("/")[2].strip().rstrip(".")
    label = str(int(score)) if score.is_integer() else said
    if label not in labels or out_of not in ("", labels[-1]):
        raise JudgeError("not_allowed", f"a score is a whole number from {labels[0]} to {labels[-1]}: {said[:100]!r}")
    return label
