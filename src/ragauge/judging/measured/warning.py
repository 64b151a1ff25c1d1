"""What to know before believing a calibration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.judging.measured.skill import skill_of
from ragauge.stats.kappa import cohen_kappas
from ragauge.stats.ratios import ratio_or_none

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.judging.measured.calibration import Calibration, Estimate

FEW = 50
RARE = 10
PARADOX = 0.2
HIGH = 0.8
DOMINANT = 0.7
"""From this share of one label on prevalence may be why kappa is low: two raters who give it so often, each without
a look, agree on 58 % of the items."""
SHOWN = 5


def verdict_of(calibration: Calibration) -> str:
    """Whether its kappa is evidence of skill."""
    kappa = calibration.figure("kappa")
    return skill_of(kappa.value, None if kappa.interval is None else kappa.interval.low)


def warnings_of(calibration: Calibration) -> Iterator[str]:
    """One sentence each: failed replies, few labels, a judge that never looks, prevalence, humans that disagree."""
    yield from _counts(calibration)
    judged = {label: one for label, one in calibration.per_label if one.judge}
    if calibration.n and len(judged) == 1:
        yield f"the judge gives {next(iter(judged))!r} to every item: no agreement with it is evidence of anything"
    elif _value(calibration, "agreement") <= _value(calibration, "constant judge"):
        yield "the judge agrees no more often than one that always gives the most frequent label"
    if len(judged) > 1:
        yield from _prevalence(calibration)
    yield from _annotators(calibration)
    if calibration.scores is not None and calibration.scores.reason:
        yield f"no threshold: {calibration.scores.reason}"
    if calibration.estimate is not None:
        yield from _trust(calibration.estimate)


def _counts(calibration: Calibration) -> Iterator[str]:
    failed = sum(calibration.failed.values())
    if failed:
        words = sorted(calibration.failed.items(), key=lambda item: (-item[1], item[0]))
        listed = ", ".join(f"{word!r} ({count})" for word, count in words[:SHOWN])
        yield f"{failed} replies of the judge are no verdict and count as failed, neither pass nor fail: {listed}"
    if calibration.undecided:
        rest = "what is left is easier, for the judge too"
        yield f"{calibration.undecided} items have evenly divided annotators, and count in the estimate alone: {rest}"
    if calibration.n < FEW:
        yield f"only {calibration.n} labelled items: intervals are wide, and that of PPI++ is too narrow"
    rare = [f"{label!r} ({one.human})" for label, one in calibration.per_label if one.human < RARE]
    if rare:
        yield f"fewer than {RARE} human labels of {', '.join(rare)}: recall there rests on these few"


def _prevalence(calibration: Calibration) -> Iterator[str]:
    """All three without weights: beside them a weighted kappa would only show that the weights matter."""
    kappa, ac1 = _unweighted(calibration), calibration.figure("AC1").value
    agreement = _value(calibration, "agreement")
    share = max(one.human for _, one in calibration.per_label) / calibration.n
    if kappa is None or ac1 is None or share < DOMINANT:
        return
    if ac1 - kappa > PARADOX and agreement >= HIGH:
        figures = f"agreement {agreement:.2f}, AC1 {ac1:.2f}, but unweighted kappa {kappa:.2f}"
        yield f"prevalence paradox: {figures}, because {share:.0%} of the labels are the same; label more rare ones"


def _unweighted(calibration: Calibration) -> float | None:
    table = np.array(calibration.confusion, dtype=np.float64)
    return ratio_or_none(cohen_kappas(table[None], weights="none"))


def _annotators(calibration: Calibration) -> Iterator[str]:
    among = next((one.value for one in calibration.humans if one.name == "alpha of the humans"), None)
    alpha = calibration.figure("alpha").value
    if among is not None and among < 0.667:
        yield f"the humans agree with each other by alpha {among:.2f} only: the labels are a weak yardstick"
    if among is not None and alpha is not None and alpha > among:
        yield "the judge agrees with the humans' majority more than they agree with each other"


def _trust(estimate: Estimate) -> Iterator[str]:
    if estimate.correlation is not None and estimate.correlation < 0:
        yield f"the judge goes against the humans (correlation {estimate.correlation:.2f}): worse than no judge"
    if estimate.powered.unlabelled and estimate.powered.tuning == 0:
        yield "λ is 0: the judge adds nothing to the human labels, and the estimate is theirs alone"


def _value(calibration: Calibration, name: str) -> float:
    return calibration.figure(name).value or 0.0
