"""The ranking beside the answers: measured where its hits can be held against the gold, and left alone elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ragauge.core.anchors import Anchor
from ragauge.core.ids import NO_ID
from ragauge.core.score import Values
from ragauge.evaluation import measure
from ragauge.tables.run import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.options import Options
    from ragauge.core.score import Score
    from ragauge.core.scorecard import Scorecard
    from ragauge.evaluation import Surroundings
    from ragauge.tables.golden import Golden
    from ragauge.tables.join import Joined
    from ragauge.tables.run import Run
    from ragauge.tables.traced import Traced

WHY = {
    "no_evidence": "the gold says nowhere where the evidence is",
    "no_ranking": "no ranking is recorded",
    "no_ids": "the texts have no ids, and the gold names documents",
}
"""Why a ranking has no value, as the case of a metric and in words."""
NAMED = ("chunk", "document", "url", "page_from", "section", "start")


def measure_ranking(
    golden: Golden,
    run: Run,
    traced: Traced,
    names: Sequence[str],
    *,
    by: Sequence[str],
    k: int,
    options: Options,
    around: Surroundings,
    asked: bool,
) -> tuple[Scorecard, Joined]:
    """The scorecard of the ranking, as ``evaluation.measure`` makes it, where it can be measured.

    Elsewhere the metrics have no value for any question, and are left out where nobody ``asked`` for them; a sentence
    says why. What was made up to call a text is never held against the gold.
    """
    how: dict[str, Any] = {"by": by, "k": k, "options": options}
    why = unmeasurable(golden, run, traced)
    if why is None:
        return measure(golden, run, names, around=around, **how)
    bare = golden.questions.with_columns(status=pl.lit("no_relevant"))
    none = golden.judgments.clear()
    nothing = replace(
        run, frame=pl.DataFrame(schema=SCHEMA), empty_questions=tuple(traced.asked["question"]), failures={}
    )
    card, joined = measure(replace(golden, questions=bare, judgments=none, bare=(), match="all"), nothing, names, **how)
    card = replace(
        card,
        scores=tuple(_without_value(score, why) for score in card.scores) if asked else (),
        values=_without_values(card.values, why) if asked else {},
        status=_status(golden, joined),
        warnings=(*card.warnings, f"retrieval is not measured: {WHY[why]}"),
        provenance={**card.provenance, "fingerprints": {"gold": golden.fingerprint(), **around.fingerprints()}},
        evidence={**card.evidence, "gold": golden.question_fingerprints()},
    )
    return card, joined


def unmeasurable(golden: Golden, run: Run, traced: Traced) -> str | None:
    """Why the ranking cannot be held against the gold, as a case of ``WHY``; None where it can."""
    if golden.judgments.is_empty():
        return "no_evidence"
    if not traced.names:
        return "no_ranking"
    return "no_ids" if not can_be_held(golden, run.frame["item"], run.anchors) else None


def can_be_held(golden: Golden, items: pl.Series, anchors: pl.DataFrame) -> bool:
    """Whether hits can be told to be gold: some has an id or a place, or the gold is nothing but words.

    Texts alone are found in gold that is words and no more; of a document they are not known to be.
    """
    if items.is_empty() or not _are_texts_alone(items, anchors):
        return True
    wanted = golden.judgments.select("item").unique()
    known = golden.anchors.filter(pl.all_horizontal(pl.col(*NAMED).is_null()) & pl.col("quote").is_not_null())
    return bool(wanted["item"].is_in(known["item"].implode()).all())


def _are_texts_alone(items: pl.Series, anchors: pl.DataFrame) -> bool:
    """Whether no item has more of a name than what was made of its words."""
    quotes = dict(
        anchors.filter(pl.all_horizontal(pl.col(*NAMED).is_null())).select("item", "quote").drop_nulls().iter_rows()
    )
    return all(
        item.startswith(NO_ID) or (item in quotes and item == Anchor(quote=quotes[item]).hit_name())
        for item in items.unique().to_list()
    )


def _without_value(score: Score, why: str) -> Score:
    return replace(
        score,
        value=None,
        interval=None,
        n=0,
        excluded={why: score.items},
        failed={},
        missing=0,
        flagged={},
        bounds=None,
    )


def _without_values(values: Mapping[str, Values], why: str) -> dict[str, Values]:
    return {name: Values(np.zeros(len(one)), {why: np.ones(len(one), dtype=bool)}) for name, one in values.items()}


def _status(golden: Golden, joined: Joined) -> tuple[str, ...]:
    """The status of each question: that of the gold, ``missing`` where it was not asked."""
    return tuple(
        status if asked or status == "no_relevant" else "missing"
        for status, asked in zip(golden.questions["status"], joined.judged.in_run, strict=True)
    )
