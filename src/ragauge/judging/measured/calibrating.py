"""Holding a judge against human labels."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge._version import __version__
from ragauge.core.errors import InputError, Problem
from ragauge.judging.measured.agreement_figures import chosen_weights, human_figures, judge_figures, pair_figure
from ragauge.judging.measured.calibration import Calibration, Figure, Scores
from ragauge.judging.measured.estimating import estimate
from ragauge.judging.measured.plain_label import number_of
from ragauge.judging.measured.scale import Scale, kind_of, positive_of, scale_of
from ragauge.judging.measured.score_figures import calibration_figures, score_part
from ragauge.judging.measured.settings import Settings
from ragauge.judging.measured.warning import verdict_of, warnings_of
from ragauge.stats.agreement import per_label
from ragauge.stats.confusion import confusion_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.judging.measured.labels import Labels
    from ragauge.judging.measured.settings import Kind

EMPTY = "(empty)"


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """The labels on their scale: consensus, and the judge's replies as numbers (places or scores), None if failed."""

    labels: Labels
    settings: Settings
    kind: Kind
    scale: Scale
    positive: str | None
    consensus: Sequence[str | None]
    replies: Sequence[float | None]

    def read(self, reply: str | None) -> float | None:
        """A reply as a place on the scale, or as a score; None when it is neither."""
        if self.kind == "score":
            return None if reply is None else number_of(reply)
        place = self.scale.place(reply)
        return None if place < 0 else float(place)

    @property
    def both(self) -> list[int]:
        """The rows with a label and a verdict."""
        pairs = zip(self.consensus, self.replies, strict=True)
        return [row for row, (label, reply) in enumerate(pairs) if label is not None and reply is not None]


def calibrate(
    labels: Labels,
    settings: Settings = Settings(),  # noqa: B008 - frozen
    *,
    unlabelled: Sequence[str | None] = (),
    unlabelled_clusters: Sequence[str] | None = None,
    notes: Sequence[str] = (),
) -> Calibration:
    """Measure a judge: agreement beyond chance, threshold, the true rate, and how many labels to make next.

    ``unlabelled`` are judgements of items without labels, disjoint from the labelled ones and from the same pool; rows
    of ``labels`` without a human label are such items too. Several annotators count by their majority.

    Raises: InputError for labels that are not on the given scale, a positive label that is not among them or is not
    clear for a judge of scores, and when no item has both a label and a verdict.
    """
    consensus, undecided = labels.consensus()
    kind = kind_of(labels, settings)
    scale = scale_of(labels, settings, kind)
    ground = _Ground(labels, settings, kind, scale, positive_of(scale, settings), consensus, ())
    ground = replace(ground, replies=[ground.read(reply) for reply in labels.judge])
    _refuse(ground)
    rows, clusters = ground.both, labels.cluster_codes(ground.both)
    human = np.array([scale.place(consensus[row]) for row in rows], dtype=np.int64)
    replies = np.array([ground.replies[row] for row in rows], dtype=np.float64)
    judge, scores, more = _verdicts(ground, human, replies, clusters)
    table = confusion_table(human, judge, len(scale.labels))
    found = Calibration(
        identity=labels.identity,
        source=labels.source,
        columns=labels.columns,
        fingerprint=_fingerprint(consensus, labels.judge),
        kind=kind,
        scale=scale.labels,
        ordered=scale.ordered,
        positive=ground.positive,
        items=len(labels),
        n=len(rows),
        failed=_failed([*labels.judge, *unlabelled], ground),
        undecided=undecided,
        verdict="",
        weights=chosen_weights(scale, settings),
        figures=(*judge_figures(human, judge, scale, settings, clusters), *_bounds(ground, human, judge), *more),
        confusion=tuple(tuple(int(count) for count in row) for row in table),
        per_label=tuple(zip(scale.labels, per_label(table), strict=True)),
        humans=_humans(ground) if len(labels.humans) > 1 else (),
        scores=scores,
        provenance={"ragauge": __version__, "settings": _plain(settings)},
    )  # fmt: skip
    found = _estimated(found, ground, unlabelled, unlabelled_clusters)
    found = replace(found, verdict=verdict_of(found))
    return replace(found, warnings=(*notes, *warnings_of(found)))


def _humans(ground: _Ground) -> tuple[Figure, ...]:
    """The annotators among themselves, and the judge with each of them."""
    labels = ground.labels
    places = {name: [ground.scale.place(label) for label in given] for name, given in labels.humans.items()}
    columns = {name: np.array(given, dtype=np.int64) for name, given in places.items()}
    clusters = labels.cluster_codes(range(len(labels)))
    everyone = np.column_stack(list(columns.values()))
    found = human_figures(everyone, ground.scale, ground.settings, clusters)
    if ground.kind == "label":
        replies = np.array([-1 if reply is None else reply for reply in ground.replies], dtype=np.int64)
        columns["the judge"] = replies
    pairs = combinations(columns.items(), 2)
    return (*found, *(pair_figure(one, two, ground.scale, ground.settings, clusters) for one, two in pairs))


def _bounds(ground: _Ground, human: IntArray, judge: IntArray) -> list[Figure]:
    """What the agreement would be if all failed replies were wrong, and if all were right."""
    pairs = zip(ground.consensus, ground.replies, strict=True)
    failed = sum(label is not None and reply is None for label, reply in pairs)
    if not failed:
        return []
    agreed, items = int((human == judge).sum()), len(human) + failed
    return [
        Figure("agreement, failed replies wrong", agreed / items, note=f"{failed} of {items} failed"),
        Figure("agreement, failed replies right", (agreed + failed) / items),
    ]


def _refuse(ground: _Ground) -> None:
    source = ground.labels.source
    if len(ground.scale.labels) < 1 or not ground.both:
        raise InputError([Problem("no item has both a human label and a verdict of the judge", source)])
    if ground.kind == "score":
        if len(ground.scale.labels) > 2:
            raise InputError([Problem("a judge of scores needs human labels of two kinds", source)])
        if ground.positive is None:
            listed = ", ".join(ground.scale.labels)
            raise InputError([Problem(f"which label do high scores stand for ({listed})? say --positive", source)])


def _verdicts(
    ground: _Ground, human: IntArray, replies: FloatArray, clusters: IntArray | None
) -> tuple[IntArray, Scores | None, list[Figure]]:
    """The judge's labels; of a judge of scores those at thresholds that were chosen without the item."""
    if ground.kind == "label":
        return replies.astype(np.int64), None, []
    yes = ground.scale.place(ground.positive)
    positive = (human == yes).astype(np.float64)
    part = score_part(replies, positive, ground.settings, clusters)
    if part.threshold is not None:
        calls = part.threshold.calls
    elif part.fixed is not None:
        calls = replies >= part.fixed[0]
    else:
        raise InputError([Problem(f"{part.reason}; or say --threshold", ground.labels.source)])
    no = 1 - yes if len(ground.scale.labels) == 2 else yes
    if no == yes and not calls.all():
        raise InputError([Problem("humans gave one label only; say --scale with both", ground.labels.source)])
    return np.where(calls, yes, no).astype(np.int64), part, calibration_figures(replies, positive, part)


def _estimated(
    found: Calibration, ground: _Ground, unlabelled: Sequence[str | None], clusters: Sequence[str] | None
) -> Calibration:
    """With the estimate, where there is something to estimate: a rate, or a mean of numbers."""
    values = _values(ground)
    if values is None:
        return found
    human = [_mean_label(ground, row, values) for row in range(len(ground.labels))]
    replies = [_worth(ground, reply, values) for reply in ground.replies]
    beyond = [_worth(ground, ground.read(reply), values) for reply in unlabelled]
    judged = [row for row, reply in enumerate(replies) if reply is not None]
    labelled = [row for row in judged if human[row] is not None]
    others = [row for row in judged if human[row] is None]
    made, size = estimate(
        "mean" if ground.positive is None else f"rate of {ground.positive!r}",
        np.array([human[row] for row in labelled], dtype=np.float64),
        np.array([replies[row] for row in labelled], dtype=np.float64),
        np.array([*(replies[row] for row in others), *(one for one in beyond if one is not None)], dtype=np.float64),
        [*replies, *beyond],
        ends=(0.0, 1.0) if ground.positive is not None else (float(values.min()), float(values.max())),
        settings=ground.settings,
        clusters=_split(ground.labels.clusters, labelled, others, beyond, clusters),
    )
    return replace(found, estimate=made, next_round=size)


def _values(ground: _Ground) -> FloatArray | None:
    """What each label is worth: 1 for the positive one, or its number; None where there is nothing to estimate."""
    if ground.positive is not None:
        return np.array([label == ground.positive for label in ground.scale.labels], dtype=np.float64)
    return ground.scale.numbers if len(ground.scale.labels) > 2 else None


def _worth(ground: _Ground, reply: float | None, values: FloatArray) -> float | None:
    return reply if reply is None or ground.kind == "score" else float(values[int(reply)])


def _mean_label(ground: _Ground, row: int, values: FloatArray) -> float | None:
    """What the annotators of an item say on average; nobody is outvoted, so no item is left out."""
    given = [ground.scale.place(labels[row]) for labels in ground.labels.humans.values() if labels[row] is not None]
    return float(np.mean(values[given])) if given else None


def _split(
    names: Sequence[str] | None,
    labelled: Sequence[int],
    others: Sequence[int],
    beyond: Sequence[float | None],
    beyond_names: Sequence[str] | None,
) -> tuple[IntArray, IntArray] | None:
    """The clusters of labelled and unlabelled items, under the same numbers; None without clusters."""
    if names is None:
        return None
    outside = [name for name, reply in zip(beyond_names or (), beyond, strict=True) if reply is not None]
    all_names = [names[row] for row in (*labelled, *others)] + outside
    codes = np.unique(all_names, return_inverse=True)[1].astype(np.int64)
    return codes[: len(labelled)], codes[len(labelled) :]


def _failed(replies: Sequence[str | None], ground: _Ground) -> dict[str, int]:
    return dict(Counter(EMPTY if reply is None else reply for reply in replies if ground.read(reply) is None))


def _fingerprint(consensus: Sequence[str | None], judge: Sequence[str | None]) -> str:
    pairs = sorted(json.dumps(pair, ensure_ascii=False) for pair in zip(consensus, judge, strict=True))
    return hashlib.sha256("\n".join(pairs).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _plain(settings: Settings) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}
