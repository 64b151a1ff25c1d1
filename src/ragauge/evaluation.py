"""Data and metrics into a Scorecard."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ragauge._version import __version__
from ragauge.catalog import find_metric
from ragauge.core.deferred import Deferred
from ragauge.core.errors import InputError, Problem
from ragauge.core.lists import judge_lists
from ragauge.core.matching import Matching
from ragauge.core.options import Options, make_options
from ragauge.core.scorecard import Scorecard
from ragauge.golden.matching.resolved import Resolved, have_common_names
from ragauge.loading import load_golden, load_run
from ragauge.scoring import score_all, with_policies
from ragauge.tables.first_hits import first_hits, relevant_ranks
from ragauge.tables.join import Joined, join
from ragauge.tables.observations import observations, question_status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.core.judged import Judged
    from ragauge.core.lists import Gold, Ranking
    from ragauge.core.reading import Match
    from ragauge.core.score import Score
    from ragauge.core.spec import Measure
    from ragauge.golden.chunks.table import Chunks
    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run

DEFAULT_K = 5
MOST_SLICES = 100
NEEDED = {
    "filter": "the filters of the questions and the documents' metadata: ragauge study filter",
    "answers": "answers: traces with answers (ragauge run, ragauge.record)",
    "judge": "a judge (ragauge eval --judge)",
    "entailer": "a model of entailment (ragauge eval --entailer)",
}
"""What metrics need that neither a run nor a golden set has, and which command has it."""


def default_metrics(k: int = DEFAULT_K) -> list[str]:
    """What is measured when nobody asks for anything in particular."""
    return [f"recall@{k}", f"need_success@{k}", f"precision@{k}", "mrr", f"ndcg@{max(k, 10)}", f"judged@{k}"]


def score(metric: str, ranking: Ranking, gold: Gold, *, match: str = "all") -> float | None:
    """One metric of one question; None where it is undefined.

    >>> score("recall@5", ["m1", "m1"], ["m1", "m2"])
    0.5
    >>> score("ndcg@10", ["g1"], []) is None
    True

    Raises: MetricNameError for an unknown metric, InputError for a score that is not finite, or a metric that needs
        more than a run and gold.
    """
    (measure,) = ranking_metrics([metric])
    judged = judge_lists({"q": ranking}, {"q": gold}, match=match)
    (item,) = measure.compute(judged).items(("q",))
    return item.value


def evaluate(
    gold: Any,
    run: Any,
    metrics: str | Sequence[str] | None = None,
    *,
    by: str | Sequence[str] = (),
    k: int = DEFAULT_K,
    match: Match | None = None,
    chunks: Any = None,
    corpus: Any = None,
    options: Options | None = None,
    matching: Matching | None = None,
    **policies: Any,
) -> Scorecard:
    """Measure a run against a golden set.

    ``gold`` and ``run`` are paths, mappings, data frames, or what ``load_golden`` and ``load_run`` gave.
    ``by`` names columns of the golden set to slice by, ``k`` is the cut-off of the default metrics, ``match``
    says whether all ids of a bare gold list are needed or any will do. ``chunks`` is a table that says where chunks
    stand, ``corpus`` a folder or file with the documents, for gold that names pages, sections or quotes. ``policies``
    are the fields of ``ragauge.Options``: skip_missing, no_relevant, duplicates, ties, unjudged, depth,
    lower_is_better, compat, level, seed, clusters; and of ``ragauge.core.matching.Matching``: ids, cover,
    page_offset, page_tolerance.

    >>> card = evaluate({"q1": ["d1"], "q2": ["d2"]}, {"q1": ["d1"], "q2": ["x"]}, ["recall@5"])
    >>> card["recall@5"].value
    0.5

    Raises: InputError for anything wrong with the files, MetricNameError for unknown metrics.
    """
    how = {one.name: policies.pop(one.name) for one in fields(Matching) if one.name in policies}
    chosen = make_options(**policies) if options is None else options
    if not isinstance(chosen, Options):
        raise InputError(f"options must be ragauge.Options, got {type(chosen).__name__}")
    from ragauge.golden.chunks.table import chunk_table
    from ragauge.io.corpus_files import read_corpus

    around = Surroundings(
        matching or Matching(**how),
        chunks=None if chunks is None else chunk_table(chunks),
        corpus=None if corpus is None else read_corpus(corpus),
    )
    return measure(load_golden(gold, match=match), load_run(run), metrics, by=by, k=k, options=chosen, around=around)[0]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What gold and run are brought together with: the rules, and the chunks and documents if they are at hand."""

    matching: Matching = field(default_factory=Matching)
    chunks: Chunks | None = None
    corpus: Corpus | None = None

    def fingerprints(self) -> dict[str, str]:
        """The hashes of the chunks and of the documents that are at hand."""
        known = {"chunks": self.chunks, "corpus": self.corpus}
        return {name: one.fingerprint() for name, one in known.items() if one is not None}


def measure(
    gold: Golden,
    run: Run,
    metrics: str | Sequence[str] | None,
    *,
    by: str | Sequence[str],
    k: int,
    options: Options,
    around: Surroundings | None = None,
) -> tuple[Scorecard, Joined]:
    """The scorecard, and the join it was computed from, for those who look at single questions."""
    around = around or Surroundings()
    if type(k) is not int or k < 1:
        raise InputError(f"k must be a whole number from 1, got {k!r}")
    asked = _names(metrics, "metrics") or default_metrics(k)
    measures = ranking_metrics(asked)
    slices = [(None, np.ones(len(gold), dtype=bool)), *slices_of(gold, dict.fromkeys(_names(by, "by")))]
    clusters = None if options.clusters is None else gold.clusters(options.clusters)
    resolved = _resolved(gold, _as_ranked(run, options), around, options.depth)
    joined = join(resolved.golden, resolved.run, duplicates=options.duplicates, depth=options.depth)
    scoring = with_policies(joined.judged, options, clusters, joined.failures)
    scores, values, sampled = score_all(measures, scoring, slices)
    if gold.match is None:
        scores = _both_readings(scores, measures, slices, resolved, options, clusters)
    names, columns = _columns(gold, measures)
    together = None if options.clusters is None else names[gold.column(options.clusters, "cluster").name]
    card = Scorecard(
        scores=tuple(scores),
        questions=joined.judged.questions,
        status=question_status(joined.judged, joined.failures),
        values=values,
        columns={"question": gold.questions["text"].to_list(), **columns},
        warnings=(*observations(resolved.golden, run, joined, options, sampled), *resolved.notes),
        provenance={
            **_provenance(gold, run, joined, measures, options, around, resolved.facts),
            **({"clusters": together} if together is not None else {}),
        },
        evidence=Deferred(partial(_evidence, gold, joined.judged, first_hits(joined))),
    )
    return card, replace(joined, judged=scoring.read, condensed=options.unjudged == "drop")


def ranking_metrics(names: Iterable[str]) -> list[Measure]:
    """The metrics of these names, each once; all of them can be computed from a run and gold.

    >>> [one.name for one in ranking_metrics(["P_5", "precision@5", "mrr"])]
    ['precision@5', 'mrr']

    Raises: MetricNameError for an unknown metric, InputError for metrics that need something else.
    """
    measures = list({one.name: one for one in map(find_metric, names)}.values())
    others = {one.name: [name for name in one.spec.inputs if name not in ("run", "gold")] for one in measures}
    problems = [
        Problem(f"{name} needs {' and '.join(NEEDED.get(other, other) for other in needed)}")
        for name, needed in others.items()
        if needed
    ]
    if problems:
        raise InputError(problems)
    return measures


def _evidence(gold: Golden, judged: Judged, hits: Callable[[], list[list[str]]]) -> dict[str, Any]:
    return {"gold": gold.question_fingerprints(), "hits": hits(), "relevant": relevant_ranks(judged)}


def _resolved(gold: Golden, run: Run, around: Surroundings, depth: int | None) -> Resolved:
    """Gold and run under common names; what brings them together is only imported where something has to be."""
    if have_common_names(gold, run, around.matching, around.chunks):
        return Resolved(gold, run)
    from ragauge.golden.matching.resolve import resolve

    return resolve(gold, run, around.matching, chunks=around.chunks, corpus=around.corpus, depth=depth)


def _both_readings(
    scores: list[Score],
    measures: Sequence[Measure],
    slices: Sequence[tuple[dict[str, str] | None, BoolArray]],
    resolved: Resolved,
    options: Options,
    clusters: IntArray | None,
) -> list[Score]:
    """The scores with what they are if bare lists mean all of their sources, and if they mean any of them."""
    any_will_do = resolved.golden.any_will_do()
    joined = join(any_will_do, resolved.run, duplicates=options.duplicates, depth=options.depth)
    others, _, _ = score_all(measures, with_policies(joined.judged, options, clusters, joined.failures), slices)
    return [
        one
        if one.value == other.value or one.value is None or other.value is None
        else replace(one, bounds={**(one.bounds or {}), "match_all": one.value, "match_any": other.value})
        for one, other in zip(scores, others, strict=True)
    ]


def _names(given: object, what: str) -> list[str]:
    names = [given] if isinstance(given, str) else list(given) if isinstance(given, Iterable) else given or []
    if isinstance(given, bytes) or not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError(f"{what} must be a name or a list of names, got {given!r}")
    return names


def _columns(gold: Golden, measures: Sequence[Measure]) -> tuple[dict[str, str], dict[str, list[str | None]]]:
    """The other columns of the golden set, under names that nothing else in a table of questions has."""
    taken = {"id", "status", "question", "undefined", *(one.name for one in measures)}
    names: dict[str, str] = {}
    for name in gold.slices.columns:
        shown = name
        while shown in taken:
            shown += " (gold)"
        taken.add(shown)
        names[name] = shown
    return names, {shown: gold.slices[name].to_list() for name, shown in names.items()}


def _as_ranked(run: Run, options: Options) -> Run:
    if options.compat == "trec_eval-9":
        frame = run.frame.with_columns(pl.col("score").cast(pl.Float32).cast(pl.Float64))
        if not frame["score"].drop_nulls().is_finite().all():
            raise InputError(f"{run.source}: a score is too large for a float32, which compat='trec_eval-9' uses")
        run = replace(run, frame=frame)
    return run.reversed_scores() if options.lower_is_better else run


def slices_of(gold: Golden, columns: Iterable[str]) -> Iterator[tuple[dict[str, str], BoolArray]]:
    """The values of columns of the golden set, each with the questions that have it.

    Raises: InputError for a column that is not there, or has too many values.
    """
    for name in columns:
        cells = gold.column(name, "slice").fill_null("(blank)")
        if cells.n_unique() > MOST_SLICES:
            many = f"column {name!r} has {cells.n_unique()} different values; too many to slice by"
            raise InputError(f"{gold.source}: {many}")
        for cell in sorted(cells.unique().to_list()):
            yield {cells.name: cell}, (cells == cell).to_numpy()


def _fingerprints(gold: Golden, around: Surroundings) -> dict[str, str]:
    return {"gold": gold.fingerprint(), **around.fingerprints()}


def _provenance(
    gold: Golden,
    run: Run,
    joined: Joined,
    measures: list[Measure],
    options: Options,
    around: Surroundings,
    facts: Mapping[str, Any],
) -> dict[str, Any]:
    tied = int((joined.judged.tie_size > 1).sum())
    return {
        "ragauge": __version__,
        "numpy": np.__version__,
        "polars": pl.__version__,
        "metrics": {one.name: one.spec.revision for one in measures},
        "gold": {
            "source": gold.source,
            "questions": len(gold),
            "match": gold.match or "undeclared",
            **({"numbered": True} if gold.numbered else {}),
        },
        **({"matching": dict(facts)} if facts else {}),
        "run": {
            "source": run.source,
            "hits": len(run),
            "order": run.order,
            "ignored_questions": joined.ignored_questions,
            "duplicate_hits": joined.duplicate_hits,
            "tied_judged_hits": tied,
            "questions_matched_by": facts.get("questions_matched_by", joined.matched_by),
        },
        "fingerprints": Deferred(partial(_fingerprints, gold, around)),
        "policies": {
            **({"match": gold.match} if gold.match not in ("all", None) else {}),
            **options.changed(),
            **around.matching.changed(),
        },
        "level": options.level,
        "seed": options.seed,
    }
