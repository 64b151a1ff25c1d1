"""The diagnosis: gold and traces in, the place of every need out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ragauge._version import __version__
from ragauge.core.display import Displayed
from ragauge.core.errors import InputError, Problem
from ragauge.evaluation import Surroundings
from ragauge.funnel.admission import Admission
from ragauge.funnel.index_listing import listing_of
from ragauge.funnel.needs import needs_of
from ragauge.funnel.origins import STAGES, origins
from ragauge.funnel.outcomes import citations, refusals, right_answers
from ragauge.funnel.reach import GONE, PASSED, UNKNOWN, Reach
from ragauge.funnel.standing import rankings
from ragauge.funnel.together import Together
from ragauge.funnel.walking import NEAR, walk
from ragauge.tables.questions import match_questions
from ragauge.tables.run import SCHEMA, Run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.funnel.index_listing import IndexListing
    from ragauge.funnel.needs import Needs
    from ragauge.funnel.origins import Origin
    from ragauge.funnel.reach import Ranking, Verdicts
    from ragauge.funnel.walking import Fates
    from ragauge.tables.golden import Golden
    from ragauge.tables.traced import Traced


@dataclass(frozen=True, slots=True, eq=False)
class Diagnosis(Displayed):
    """Where every need of a golden set ended, with all that it was found by.

    ``unanswerable`` counts the questions that have no answer by what became of them: ``refused``, ``answered``,
    ``failed``, ``not recorded``, ``no trace``. ``left_out`` counts questions without gold, by their status.
    """

    golden: Golden
    needs: Needs
    reach: Reach
    fates: Fates
    traced: Traced
    unanswerable: Mapping[str, int]
    left_out: Mapping[str, int]
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)


def follow(
    golden: Golden,
    traced: Traced,
    around: Surroundings | None = None,
    *,
    index: IndexListing | None = None,
    k: int | None = None,
    near: int = NEAR,
    right: Mapping[str, bool] | None = None,
) -> Diagnosis:
    """Follow every need of every question through the stages of its trace.

    ``around`` has corpus and chunks where they are at hand, ``index`` what the index holds; traces that say which table
    of chunks was searched, which is that of ``around``, need none. ``k`` says how many hits
    are handed on where the traces do not tell. ``right`` has verdicts on answers, by question.

    Raises: InputError when gold and traces have nothing in common, or a trace's predicates are none.
    """
    around = around or Surroundings()
    if k is not None and k < 1:
        raise InputError(f"k must be a whole number from 1, got {k}")
    needs = needs_of(golden)
    trace_of = trace_of_each(golden, traced)
    together = Together.of(traced, needs, around, trace_of)
    lists = rankings(traced, needs, around, trace_of, together)
    index, told = (index, ()) if index is not None else listing_of(traced, around.chunks)
    seen = () if around.chunks is None else _seen(traced)  # which is asked of chunks alone
    found = origins(needs, around, index=index, seen=seen)
    origin, withheld, why = _before_search(needs, found, trace_of, traced, around)
    cited, notes = citations(traced, needs, around, trace_of, together)
    failed = traced.asked["error"].is_not_null().to_numpy()
    reach = Reach(
        questions=tuple(golden.questions["question"]),
        traced=trace_of >= 0,
        failed=np.append(failed, values=False)[trace_of],
        k=_handed_on(traced, trace_of, lists, k),
        refused=refusals(traced, trace_of),
        right=right_answers(traced, golden, trace_of, right),
        question=needs.question,
        label=needs.label,
        withheld=withheld,
        origin=origin,
        cited=cited,
        rankings=lists,
        why=why,
    )
    return Diagnosis(
        golden=golden,
        needs=needs,
        reach=reach,
        fates=walk(reach, near=near),
        traced=traced,
        unanswerable=_unanswerable(golden, reach),
        left_out=_left_out(golden, needs),
        notes=(*golden.notes, *traced.notes, *notes, *told, *_foreign(lists)),
        provenance={
            "ragauge": __version__,
            "gold": {"source": golden.source, "questions": len(golden), "needs": len(needs)},
            "traces": {"source": traced.source, "traces": len(traced)},
            "fingerprints": {"gold": golden.fingerprint(), **around.fingerprints()},
            "near": near,
            "k": k,
        },
    )


def trace_of_each(golden: Golden, traced: Traced) -> IntArray:
    """For each question of the gold the row of its trace, −1 where it has none."""
    names = traced.asked["question"]
    texts = dict(traced.asked.select("question", "text").drop_nulls().iter_rows())
    run = Run(pl.DataFrame(schema=SCHEMA), "given", traced.source, empty_questions=tuple(names), texts=texts)
    pairs, _ = match_questions(golden, run, pl.Series([], dtype=pl.String))
    if pairs.is_empty() and len(traced):
        raise InputError([Problem(f"no trace is of a question of the gold {golden.source}", traced.source)])
    rows = pairs.join(
        pl.DataFrame({"run_question": names}).with_row_index("row"),
        on="run_question",
        how="left",
        maintain_order="left",
    )
    found = np.full(len(golden), -1, dtype=np.int64)
    found[rows["index"].to_numpy()] = rows["row"].to_numpy()
    return found


def _seen(traced: Traced) -> pl.Series:
    """The ids that some lane returned."""
    lanes = [traced.names.index(name) for name in traced.stages("lane")]
    return traced.hits.filter(pl.col("stage").is_in(lanes))["item"].unique()


def _before_search(
    needs: Needs, found: Mapping[str, Origin], trace_of: IntArray, traced: Traced, around: Surroundings
) -> tuple[Verdicts, BoolArray, dict[int, str]]:
    """(needs, 5) verdicts from the corpus to the filter, which needs are withheld, and why needs were lost."""
    verdicts = np.full((len(needs), STAGES + 1), UNKNOWN, dtype=np.int8)
    withheld = np.zeros(len(needs), dtype=bool)
    why: dict[int, str] = {}
    metadata = {} if around.corpus is None else around.corpus.metadata
    admissions: dict[int, Admission] = {}
    recorded = traced.asked.select(pl.any_horizontal(pl.col("extracted", "authorization").is_not_null()).any()).item()
    if around.corpus is None and around.chunks is None and not recorded:
        return verdicts, withheld, why  # nothing is known of any stage before the first list
    columns = _filters(traced)
    for need, items in enumerate(needs.alternatives):
        group = [found[item] for item in items]
        verdicts[need, :STAGES], told = _together(group)
        at = int(trace_of[needs.question[need]])
        if at >= 0:
            if at not in admissions:
                question, extracted, authorization, mode = columns[at]
                admissions[at] = Admission.read(question, extracted, authorization, traced.source, mode)
            withheld[need] = admissions[at].is_withheld(group, metadata)
            verdict, stopped = admissions[at].verdict(group, metadata)
            known = verdict == GONE or verdicts[need, STAGES - 1] == PASSED  # passing it is no proof of being there
            verdicts[need, STAGES] = verdict if known else UNKNOWN
            told = told or stopped
        if told:
            why[need] = told
    return verdicts, withheld, why


def _filters(traced: Traced) -> list[tuple[str, str | None, str | None, str | None]]:
    """The predicates of each trace, and the mode of its filter."""
    modes = traced.versions.select("trace", mode="filter")
    asked = traced.asked.with_row_index("trace").join(modes, on="trace", how="left", maintain_order="left")
    return asked.select("question", "extracted", "authorization", "mode").rows()


def _together(group: list[Origin]) -> tuple[list[int], str]:
    """The verdicts of a need: passed where an alternative passed, gone where all of them are gone by then."""
    found = []
    for stage in range(STAGES):
        gone = [GONE in one.verdicts[: stage + 1] for one in group]
        passed = any(one.verdicts[stage] == PASSED for one in group)
        found.append(PASSED if passed else GONE if all(gone) else UNKNOWN)
    reasons = dict.fromkeys(one.why for one in group if one.why) if GONE in found else {}
    return found, "; ".join(reasons)


def _handed_on(traced: Traced, trace_of: IntArray, lists: tuple[Ranking, ...], k: int | None) -> IntArray:
    """How many hits were handed on for each question: by the list of them, else k, else 0 (not known)."""
    counted = np.zeros(len(traced) + 1, dtype=np.int64)
    chosen = [traced.names.index(one.name) for one in lists if one.kind == "selected"]
    rows = traced.hits.filter(pl.col("stage").is_in(chosen)).group_by("trace").len()
    counted[rows["trace"].to_numpy()] = rows["len"].to_numpy()
    found: IntArray = np.where(counted[trace_of] > 0, counted[trace_of], k or 0)
    return found


def _unanswerable(golden: Golden, reach: Reach) -> dict[str, int]:
    status = (golden.questions["status"] == "no_relevant").to_numpy()
    kinds = np.select(
        [~reach.traced, reach.failed, reach.refused == PASSED, reach.refused == GONE],
        ["no trace", "failed", "refused", "answered"],
        "not recorded",
    )
    names, counts = np.unique(kinds[status], return_counts=True)
    return dict(zip(names.tolist(), counts.tolist(), strict=True))


def _left_out(golden: Golden, needs: Needs) -> dict[str, int]:
    """The questions without a need, but for those that are declared to have no answer."""
    with_needs = np.zeros(len(golden), dtype=bool)
    with_needs[needs.question] = True
    left = golden.questions.filter(pl.Series(~with_needs) & (pl.col("status") != "no_relevant"))
    counts: dict[str, int] = dict(left["status"].value_counts().sort("status").iter_rows())
    return counts


def _foreign(lists: tuple[Ranking, ...]) -> list[str]:
    return [
        f"lane {one.name!r} shares no id with the other lanes, and next to no gold: are its ids those of another index?"
        for one in lists
        if one.foreign
    ]
