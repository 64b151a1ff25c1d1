"""Scores that a judge gives as text: one reading, or the mean over the probabilities of what it could have said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ragauge.core.flows import JudgeError

if TYPE_CHECKING:
    from collections.abc import Mapping

_LEADING = re.compile(r"\s*(?P<score>\d+(?:\.\d+)?)(?:\s*/\s*\d+)?\.?\s*\Z")


def expected_score(probabilities: Mapping[str, float], *, floor: float = 0.0) -> float:
    """The mean of whole scores, weighted by the probabilities of the tokens that say them: G-Eval's Σ s · p(s).

    Tokens that say no whole number are left out, white space around one does not count, and what is left is made to
    sum to 1. The mean lies between the lowest and the highest score that is there.
    ``floor`` leaves out what is less probable; deepeval has 0.01, and drops tokens with white space.

    >>> round(expected_score({"8": 0.6, "7": 0.3, "9": 0.1}), 9), expected_score({"8": 0.5, " 7": 0.5, "eight": 0.1})
    (7.8, 7.5)

    Raises: JudgeError of the kind ``unparsable`` where no token says a score.
    """
    scores: dict[int, float] = {}
    for token, probability in probabilities.items():
        if token.strip().isdecimal() and probability >= floor and probability > 0:
            scores[int(token)] = scores.get(int(token), 0.0) + probability
    if not scores:
        raise JudgeError("unparsable", "no token of the reply is a score")
    mean = sum(score * weight for score, weight in scores.items()) / sum(scores.values())
    return min(max(mean, float(min(scores))), float(max(scores)))  # by rounding 5w ÷ w can be above 5


def read_score(text: str) -> float:
    """The score that a reply consists of: a number, with the number that it is out of if that is there.

    >>> read_score("4/5"), read_score("10.")
    (4.0, 10.0)

    Raises: JudgeError of the kind ``unparsable`` for any other text; G-Eval takes 0 for it, which is a bad grade.
    """
    found = _LEADING.match(text)
    if found is None:
        raise JudgeError("unparsable", f"no score: {text[:100]!r}")
    return float(found["score"])
