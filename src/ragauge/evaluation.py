"""Data and metrics into a Scorecard."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ragauge._version import __version__
from ragauge.catalog import find_metric
from ragauge.core.deferred import Deferred
from ragauge.core.errors import InputError
from ragauge.core.lists import judge_lists
from ragauge.core.options import Options, make_options
from ragauge.core.scorecard import Scorecard
from ragauge.loading import Match, load_golden, load_run
from ragauge.scoring import score_all, with_policies
from ragauge.tables.join import Joined, join
from ragauge.tables.observations import observations, question_status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.core.arrays import BoolArray
    from ragauge.core.lists import Gold, Ranking
    from ragauge.core.spec import Measure
    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run

DEFAULT_K = 5
MOST_SLICES = 100


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
    metrics: str | Sequence[str] | None = None,
    *,
    by: str | Sequence[str] = (),
    k: int = DEFAULT_K,
    match: Match = "all",
    options: Options | None = None,
    **policies: Any,
) -> Scorecard:
    """Measure a run against a golden set.

    ``gold`` and ``run`` are paths, mappings, data frames, or what ``load_golden`` and ``load_run`` gave.
    ``by`` names columns of the golden set to slice by, ``k`` is the cut-off of the default metrics, ``match``
    says whether all ids of a bare gold list are needed or any will do. ``policies`` are the fields of
    ``ragauge.Options``: skip_missing, no_relevant, duplicates, ties, unjudged, depth, lower_is_better, compat,
    level, seed, clusters.

    >>> card = evaluate({"q1": ["d1"], "q2": ["d2"]}, {"q1": ["d1"], "q2": ["x"]}, ["recall@5"])
    >>> card["recall@5"].value
    0.5

    Raises: InputError for anything wrong with the files, MetricNameError for unknown metrics.
    """
    chosen = make_options(**policies) if options is None else options
    if not isinstance(chosen, Options):
        raise InputError(f"options must be ragauge.Options, got {type(chosen).__name__}")
    return measure(load_golden(gold, match=match), load_run(run), metrics, by=by, k=k, options=chosen)[0]


def measure(
    gold: Golden,
    run: Run,
    metrics: str | Sequence[str] | None,
    *,
    by: str | Sequence[str],
    k: int,
    options: Options,
) -> tuple[Scorecard, Joined]:
    """The scorecard, and the join it was computed from, for those who look at single questions."""
    if type(k) is not int or k < 1:
        raise InputError(f"k must be a whole number from 1, got {k!r}")
    asked = _names(metrics, "metrics") or default_metrics(k)
    measures = list({m.name: m for m in map(find_metric, asked)}.values())
    slices = [(None, np.ones(len(gold), dtype=bool)), *_slices(gold, dict.fromkeys(_names(by, "by")))]
    clusters = None if options.clusters is None else gold.clusters(options.clusters)
    joined = join(gold, _as_ranked(run, options), duplicates=options.duplicates, depth=options.depth)
    scoring = with_policies(joined.judged, options, clusters)
    scores, values, sampled = score_all(measures, scoring, slices)
    card = Scorecard(
        scores=tuple(scores),
        questions=joined.judged.questions,
        status=question_status(joined.judged),
        values=values,
        columns={"question": gold.questions["text"].to_list(), **_columns(gold, measures)},
        warnings=tuple(observations(gold, run, joined, options, sampled)),
        provenance=_provenance(gold, run, joined, measures, options),
    )
    return card, replace(joined, judged=scoring.read, condensed=options.unjudged == "drop")


def _names(given: object, what: str) -> list[str]:
    names = [given] if isinstance(given, str) else list(given) if isinstance(given, Iterable) else given or []
    if isinstance(given, bytes) or not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError(f"{what} must be a name or a list of names, got {given!r}")
    return names


def _columns(gold: Golden, measures: Sequence[Measure]) -> dict[str, list[str | None]]:
    """The other columns of the golden set, under names that nothing else in a table of questions has."""
    taken = {"id", "status", "question", "undefined", *(one.name for one in measures)}
    columns: dict[str, list[str | None]] = {}
    for name in gold.slices.columns:
        shown = name
        while shown in taken:
            shown += " (gold)"
        taken.add(shown)
        columns[shown] = gold.slices[name].to_list()
    return columns


def _as_ranked(run: Run, options: Options) -> Run:
    if options.compat == "trec_eval-9":
        frame = run.frame.with_columns(pl.col("score").cast(pl.Float32).cast(pl.Float64))
        if not frame["score"].drop_nulls().is_finite().all():
            raise InputError(f"{run.source}: a score is too large for a float32, which compat='trec_eval-9' uses")
        run = replace(run, frame=frame)
    return run.reversed_scores() if options.lower_is_better else run


def _slices(gold: Golden, columns: Iterable[str]) -> Iterator[tuple[dict[str, str], BoolArray]]:
    for name in columns:
        cells = gold.column(name, "slice").fill_null("(blank)")
        if cells.n_unique() > MOST_SLICES:
            many = f"column {name!r} has {cells.n_unique()} different values; too many to slice by"
            raise InputError(f"{gold.source}: {many}")
        for cell in sorted(cells.unique().to_list()):
            yield {cells.name: cell}, (cells == cell).to_numpy()


def _fingerprints(gold: Golden) -> dict[str, str]:
    return {"gold": gold.fingerprint()}


def _provenance(gold: Golden, run: Run, joined: Joined, measures: list[Measure], options: Options) -> dict[str, Any]:
    tied = int((joined.judged.tie_size > 1).sum())
    return {
        "ragauge": __version__,
        "numpy": np.__version__,
        "polars": pl.__version__,
        "metrics": {one.name: one.spec.revision for one in measures},
        "gold": {
            "source": gold.source,
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
        "fingerprints": Deferred(partial(_fingerprints, gold)),
        "policies": {**({"match": gold.match} if gold.match != "all" else {}), **options.changed()},
        "level": options.level,
        "seed": options.seed,
    }
