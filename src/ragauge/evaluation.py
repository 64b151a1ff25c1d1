"""Data and metrics into a Scorecard."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ragauge._version import __version__
from ragauge.catalog import find_metric
from ragauge.core.errors import InputError
from ragauge.core.judged import EXCLUSIONS, SCORED
from ragauge.core.lists import judge_lists
from ragauge.core.options import Options
from ragauge.core.score import Score, Values
from ragauge.core.scorecard import Scorecard
from ragauge.core.ties import over_ties
from ragauge.core.unjudged import all_relevant, condensed
from ragauge.loading import load_golden, load_run
from ragauge.stats.intervals import mean_interval
from ragauge.tables.join import Joined, join
from ragauge.tables.observations import observations

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.core.judged import Judged
    from ragauge.core.lists import Gold, Ranking
    from ragauge.core.spec import Measure
    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run

DEFAULT_K = 5
LARGEST_SLICE_COLUMN = 100


def default_metrics(k: int = DEFAULT_K) -> list[str]:
    """What is measured when nobody asks for anything in particular."""
    return [f"recall@{k}", f"need_success@{k}", f"precision@{k}", "mrr", f"ndcg@{max(k, 10)}", f"judged@{k}"]


def score(metric: str, ranking: Ranking, gold: Gold, *, match: str = "all") -> float | None:
    """One metric of one question; None where it is undefined.

    >>> score("recall@5", ["m1", "m1"], ["m1", "m2"])
    0.5
    >>> score("ndcg@10", ["g1"], []) is None
    True

    Raises: MetricNameError for an unknown metric, InputError for a score that is not finite.
    """
    judged = judge_lists({"q": ranking}, {"q": gold}, match=match)
    (item,) = find_metric(metric).compute(judged).items(("q",))
    return item.value


def evaluate(
    gold: Any,
    run: Any,
    metrics: Sequence[str] | None = None,
    *,
    by: str | Sequence[str] = (),
    k: int = DEFAULT_K,
    options: Options | None = None,
    **policies: Any,
) -> Scorecard:
    """Measure a run against a golden set.

    ``gold`` and ``run`` are paths, mappings, data frames, or what ``load_golden`` and ``load_run`` gave.
    ``by`` names columns of the golden set to slice by. ``policies`` are the fields of ``Options``.

    >>> card = evaluate({"q1": ["d1"], "q2": ["d2"]}, {"q1": ["d1"], "q2": ["x"]}, ["recall@5"])
    >>> card["recall@5"].value
    0.5

    Raises: InputError for anything wrong with the files, MetricNameError for unknown metrics.
    """
    return measure(load_golden(gold), load_run(run), metrics, by=by, k=k, options=options or Options(**policies))[0]


def measure(
    gold: Golden, run: Run, metrics: Sequence[str] | None, *, by: str | Sequence[str], k: int, options: Options
) -> tuple[Scorecard, Joined]:
    """The scorecard, and the join it was computed from, for those who look at single questions."""
    measures = list({m.name: m for m in map(find_metric, metrics or default_metrics(k))}.values())
    columns = [by] if isinstance(by, str) else list(by)
    slices = list(_slices(gold, columns))
    clusters = _clusters(gold, options.clusters)
    with ThreadPoolExecutor(1) as pool:  # the fingerprint sorts while the join, on one core, goes on
        fingerprint = pool.submit(gold.fingerprint)
        joined = join(gold, _as_ranked(run, options), duplicates=options.duplicates, depth=options.depth)
        judged = _with_policies(joined.judged, options)
        scores, values = _scores(measures, judged, slices, clusters, options)
    card = Scorecard(
        scores=tuple(scores),
        questions=judged.questions,
        values=values,
        columns={"text": gold.questions["text"].to_list(), **{c: gold.questions[c].to_list() for c in gold.columns}},
        warnings=tuple(observations(gold, run, joined, judged)),
        provenance=_provenance(gold, fingerprint.result(), run, joined, measures, options),
    )
    return card, joined


def _scores(
    measures: Sequence[Measure],
    judged: Judged,
    slices: Sequence[tuple[dict[str, str], BoolArray]],
    clusters: IntArray | None,
    options: Options,
) -> tuple[list[Score], dict[str, Values]]:
    everyone = np.ones(len(judged), dtype=bool)
    scores, values = [], {}
    for one in measures:
        value, bounds = _values(one, judged, options)
        values[one.name] = value
        for where, mask in ((None, everyone), *slices):
            scores.append(_aggregate(one, value, bounds, judged, mask, where, clusters, options))
    return scores, values


def _as_ranked(run: Run, options: Options) -> Run:
    if options.compat == "trec_eval-9":
        frame = run.frame.with_columns(pl.col("score").cast(pl.Float32).cast(pl.Float64))
        run = replace(run, frame=frame)
    return run.reversed_scores() if options.lower_is_better else run


def _with_policies(judged: Judged, options: Options) -> Judged:
    status = judged.status.copy()
    if options.no_relevant == "exclude":
        status[judged.none_relevant] = 1 + EXCLUSIONS.index("no_relevant")
    if options.skip_missing:
        status[~judged.in_run & (status == SCORED)] = 1 + EXCLUSIONS.index("missing")
    judged = replace(judged, status=status)
    return condensed(judged) if options.unjudged == "drop" else judged


def _values(one: Measure, judged: Judged, options: Options) -> tuple[Values, dict[str, Values]]:
    """The values, and those at the bounds that were asked for."""

    def compute(data: Judged) -> Values:
        return one.compute(data, compat=options.compat)

    if options.ties == "average":
        result = over_ties(judged, compute, seed=options.seed)
        return result.mean, {"ties_worst": result.low, "ties_best": result.high}
    values = compute(judged)
    if options.unjudged == "bounds":
        depth = one.given.get("k")
        best = compute(all_relevant(judged, depth=int(depth) if depth else None))
        return values, {"unjudged_not_relevant": values, "unjudged_relevant": best}
    return values, {}


def _aggregate(
    one: Measure,
    values: Values,
    bounds: dict[str, Values],
    judged: Judged,
    mask: BoolArray,
    where: dict[str, str] | None,
    clusters: IntArray | None,
    options: Options,
) -> Score:
    defined = values.defined & mask
    chosen = values.value[defined]
    interval = mean_interval(
        chosen,
        binary=one.spec.binary and options.ties == "id",
        bounds=one.spec.range,
        clusters=None if clusters is None else clusters[defined],
        level=options.level,
        seed=options.seed,
    )
    scored = mask & (judged.status == SCORED)
    flagged = {
        "empty_result": int((judged.empty & defined).sum()),
        "no_relevant": int((judged.none_relevant & defined).sum()),
    }
    return Score(
        metric=one.name,
        value=float(chosen.mean()) if len(chosen) else None,
        interval=interval,
        n=len(chosen),
        items=int(mask.sum()),
        excluded={
            case: count for case, undefined in values.undefined.items() if (count := int((undefined & mask).sum()))
        },
        missing=int((~judged.in_run & (scored | _missing(judged, mask))).sum()),
        flagged={name: count for name, count in flagged.items() if count},
        bounds={name: float(v.value[defined].mean()) for name, v in bounds.items()} if bounds and len(chosen) else None,
        slice=where,
    )


def _missing(judged: Judged, mask: BoolArray) -> BoolArray:
    missing: BoolArray = mask & (judged.status == 1 + EXCLUSIONS.index("missing"))
    return missing


def _slices(gold: Golden, columns: Sequence[str]) -> Iterator[tuple[dict[str, str], BoolArray]]:
    for column in columns:
        if column not in gold.columns:
            known = ", ".join(gold.columns) or "none"
            raise InputError(f"{gold.source}: no column {column!r} to slice by; there are: {known}")
        cells = gold.questions[column].fill_null("(blank)")
        if cells.n_unique() > LARGEST_SLICE_COLUMN:
            raise InputError(
                f"{gold.source}: column {column!r} has {cells.n_unique()} different values; too many to slice by"
            )
        for cell in sorted(cells.unique().to_list()):
            yield {column: cell}, (cells == cell).to_numpy()


def _clusters(gold: Golden, column: str | None) -> IntArray | None:
    if column is None:
        return None
    if column not in gold.columns:
        raise InputError(
            f"{gold.source}: no column {column!r} to cluster by; there are: {', '.join(gold.columns) or 'none'}"
        )
    # a question without a cluster stands for itself
    cells = gold.questions.select(pl.col(column).fill_null(pl.format("\0{}", "question"))).to_series()
    codes: IntArray = cells.rank("dense").cast(pl.Int64).to_numpy()
    return codes


def _provenance(
    gold: Golden, fingerprint: str, run: Run, joined: Joined, measures: list[Measure], options: Options
) -> dict[str, Any]:
    tied = Counter((joined.judged.tie_size > 1).tolist())[True]
    return {
        "ragauge": __version__,
        "numpy": np.__version__,
        "polars": pl.__version__,
        "metrics": {one.name: one.spec.revision for one in measures},
        "gold": {
            "source": gold.source,
            "fingerprint": fingerprint,
            "questions": len(gold),
            "match": gold.match,
        },
        "run": {
            "source": run.source,
            "hits": len(run),
            "order": run.order,
            "ignored_questions": joined.ignored_questions,
            "duplicate_hits": joined.duplicate_hits,
            "tied_judged_hits": tied,
            "questions_matched_by": joined.matched_by,
        },
        "policies": options.changed(),
        "level": options.level,
        "seed": options.seed,
    }
