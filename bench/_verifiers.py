"""Claims and answers with the labels of people, and what a verifier's verdicts on them are worth."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.core.texts.markers import without_markers
from ragauge.stats.agreement import balanced_accuracy, constant_agreement, per_label, raw_agreement
from ragauge.stats.bootstrap import percentile_interval
from ragauge.stats.confusion import confusion_cells
from ragauge.stats.kappa import cohen_kappas
from ragauge.stats.ratios import ratio_or_none
from ragauge.stats.resampling import resample_counts
from ragauge.stats.table_bootstrap import RESAMPLES, bootstrap_tables, table_interval

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.score import Interval
    from ragauge.stats.kappa import Weights

SUPPORTED, NOT = "Complete", ("Partial", "Incomplete")


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of an answer with the texts that it cites, and what an expert said of them."""

    item: str
    question: int
    system: str
    claim: str
    passages: tuple[str, ...]
    support: str | None

    @property
    def supported(self) -> bool:
        return self.support == SUPPORTED


def expertqa_claims(data: Path) -> list[Claim]:
    """Every claim, in the order of the file; passages without their links, links without a text left out."""
    made = []
    path = data / "expertqa_lfqa" / "expertqa_lfqa_val_test_union.jsonl.gz"
    for question, row in enumerate(lines_of(path)):
        for system, answer in row["answers"].items():
            for number, told in enumerate(answer["claims"]):
                texts = [text.partition("\n\n")[2].strip() for text in told["evidence"]]
                made.append(
                    Claim(
                        f"{question}/{system}/{number}",
                        question,
                        system,
                        without_markers(told["claim_string"]),
                        tuple(text for text in texts if text),
                        told["support"],
                    )
                )
    return made


def judged(claims: Sequence[Claim]) -> list[Claim]:
    """Those with a text and a label that says whether it supports the claim."""
    return [one for one in claims if one.passages and one.support in (SUPPORTED, *NOT)]


@dataclass(frozen=True, slots=True)
class Worth:
    """What verdicts are worth: each figure None where it does not exist.

    ``gain`` is the agreement less that of the constant judge, which gives people's most frequent label to every item.
    """

    n: int
    agreement: float | None
    constant: float | None
    gain_interval: Interval | None
    kappa: float | None
    kappa_interval: Interval | None
    balanced: float | None
    recalls: tuple[float | None, ...]

    @property
    def gain(self) -> float | None:
        if self.agreement is None or self.constant is None:
            return None
        return self.agreement - self.constant


def worth(
    human: IntArray, verdicts: IntArray, *, labels: int, weights: Weights = "none", clusters: IntArray | None = None
) -> Worth:
    """Places on a scale of labels; whole clusters are drawn for the intervals."""
    cells = confusion_cells(human, verdicts, labels)
    table = cells.sum(axis=0).reshape(labels, labels)
    tables = bootstrap_tables(cells, clusters=clusters).reshape(-1, labels, labels)
    kappas = partial(cohen_kappas, weights=weights)
    most = int(table.sum(axis=1).argmax())
    return Worth(
        n=len(human),
        agreement=raw_agreement(table),
        constant=constant_agreement(table),
        gain_interval=table_interval(tables, lambda drawn: _gains(drawn, most)),
        kappa=ratio_or_none(kappas(table[None])),
        kappa_interval=table_interval(tables, kappas),
        balanced=balanced_accuracy(table),
        recalls=tuple(one.recall for one in per_label(table)),
    )


def _gains(tables: FloatArray, most: int) -> FloatArray:
    n = tables.sum(axis=(1, 2))
    return np.asarray((np.trace(tables, axis1=1, axis2=2) - tables[:, most].sum(axis=1)) / n, dtype=np.float64)


def area_under_curve(human: BoolArray, scores: FloatArray, clusters: IntArray) -> tuple[float, float, float]:
    """P(a supported claim scores above one that is not) + ½ P(equal), and the ends of its interval by clusters.

    It is the balanced accuracy of a verifier that gives verdicts; 0.5 is what a score that knows nothing has. In
    resamples every claim counts as often as its cluster is drawn.
    """
    codes = np.unique(clusters, return_inverse=True)[1]
    drawn = [_areas(human, scores, counts[:, codes]) for counts in resample_counts(int(codes.max()) + 1, RESAMPLES, 0)]
    interval = percentile_interval(np.concatenate(drawn))
    assert interval is not None
    return float(_areas(human, scores, np.ones((1, len(scores))))[0]), interval.low, interval.high


def _areas(human: BoolArray, scores: FloatArray, weights: FloatArray) -> FloatArray:
    """For every row of weights; equal scores are taken together."""
    levels, level = np.unique(scores, return_inverse=True)
    yes, no = (np.zeros((len(weights), len(levels))) for _ in range(2))
    for place in range(len(scores)):
        (yes if human[place] else no)[:, level[place]] += weights[:, place]
    below = np.cumsum(no, axis=1) - no
    won = (yes * (below + no / 2)).sum(axis=1)
    return np.asarray(won / (yes.sum(axis=1) * no.sum(axis=1)), dtype=np.float64)


def lines_of(path: Path) -> list[Any]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def number(value: float | None, *, sign: bool = False) -> str:
    return "–" if value is None else f"{value:+.3f}" if sign else f"{value:.3f}"


def ends(interval: Interval | None) -> str:
    return "–" if interval is None else f"{interval.low:.3f} to {interval.high:.3f}"
