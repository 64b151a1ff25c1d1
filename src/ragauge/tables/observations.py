"""What a person should know before believing the numbers: counted from the gold, the run and their join."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.brief import brief
from ragauge.core.ids import IGNORED
from ragauge.core.judged import EXCLUSIONS, SCORED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.core.arrays import BoolArray
    from ragauge.core.judged import Judged
    from ragauge.core.options import Options
    from ragauge.tables.golden import Golden
    from ragauge.tables.join import Joined
    from ragauge.tables.run import Run

FEW_CLUSTERS = 10
NAMED = 3
MOST_COMPARED, LIKE = 200, 0.85


def question_status(judged: Judged, failures: Mapping[str, BoolArray]) -> tuple[str, ...]:
    """For each question ``scored``, ``missing``, ``empty_result``, ``failed``, or why it takes no part."""
    status = np.array(["scored", *EXCLUSIONS], dtype=object)[judged.status]
    status[(judged.status == SCORED) & judged.empty] = "empty_result"
    status[(judged.status == SCORED) & ~judged.in_run] = "missing"
    for failed in failures.values():
        status[(judged.status == SCORED) & failed] = "failed"
    return tuple(status)


def observations(gold: Golden, run: Run, joined: Joined, options: Options, sampled: int = 0) -> Iterator[str]:
    """Sentences; nothing when there is nothing to say. ``sampled`` questions have too many orders of ties."""
    if run.is_empty:
        yield "the run is empty"
    yield from gold.notes
    if gold.match is None:
        yield (
            f"{len(gold.bare)} questions list several sources and do not say whether all are needed or any will do: "
            "scores read them as all, and show both; say --match all or --match any"
        )
    yield from run.notes
    yield from _failed(joined)
    yield from _questions(joined, options)
    yield from _hits(gold, run, joined, options)
    if sampled:
        yield f"questions with too many orders of ties to look at all: {sampled}; their means are from drawn orders"
    yield from _policies(gold, run, joined, options)


def _failed(joined: Joined) -> Iterator[str]:
    for error, failed in joined.failures.items():
        names = [joined.judged.questions[place] for place in np.flatnonzero(failed)[:NAMED]]
        more = ", …" if int(failed.sum()) > NAMED else ""
        yield f"{int(failed.sum())} searches failed ({error}): {', '.join(names)}{more}; they have no value"


def _questions(joined: Joined, options: Options) -> Iterator[str]:
    judged = joined.judged
    scored = judged.status == SCORED
    of_scored = f"of {int(scored.sum())} questions with gold"
    if missing := int((scored & ~judged.in_run).sum()):
        policy = "they are left out" if options.skip_missing else "they score 0 (--skip-missing leaves them out)"
        names = [judged.questions[place] for place in np.flatnonzero(scored & ~judged.in_run)[:NAMED]]
        yield f"{missing} {of_scored} are not in the run: {policy}: {_some(names, missing)}"
    if empty := int((scored & judged.empty).sum()):
        yield f"{empty} {of_scored} got an empty list: they score 0"
    if nothing := int((scored & (judged.relevant_count(rel=1) == 0)).sum()):
        policy = "they are left out" if options.no_relevant == "exclude" else "they score 0 (--no-relevant exclude)"
        yield f"{nothing} {of_scored} are judged with nothing relevant: {policy}"
    if unknown := int((judged.status == 1 + EXCLUSIONS.index("gold_unknown")).sum()):
        yield (
            f"{unknown} of {len(judged)} questions have no gold and declare nothing: left out of everything; "
            "if they have no answer, --no-answer COLUMN=VALUE says so"
        )
    if unlocated := int((judged.status == 1 + EXCLUSIONS.index("gold_unlocated")).sum()):
        yield f"{unlocated} of {len(judged)} questions have gold that nothing could meet: left out of everything"
    if joined.ignored_questions:
        names = [name.removeprefix(IGNORED) for name in joined.ignored]
        told = _some(names, joined.ignored_questions)
        yield f"questions of the run that are not in the golden set: {joined.ignored_questions}, ignored: {told}"
        yield from _nearly_the_same(joined)


def _nearly_the_same(joined: Joined) -> Iterator[str]:
    """Questions that were not matched, and are probably the same but for a few letters."""
    judged = joined.judged
    missing = [judged.questions[place] for place in np.flatnonzero(~judged.in_run)[:MOST_COMPARED]]
    texts = {joined.texts.get(name) or name: name for name in missing}
    for name in joined.ignored:
        said = name.removeprefix(IGNORED)
        if near := get_close_matches(said, texts, 1, LIKE):
            yield f"is {brief(said)} of the run the question {brief(near[0])}? Texts are compared letter by letter"


def _some(names: Sequence[str], count: int) -> str:
    more = f" and {count - len(names)} more" if count > len(names) else ""
    return f"{', '.join(map(brief, names))}{more}"


def _hits(gold: Golden, run: Run, joined: Joined, options: Options) -> Iterator[str]:
    judged = joined.judged
    retrieved = judged.unit_rank > 0
    tied = len(np.unique(judged.unit_question[retrieved & (judged.tie_size > 1)]))
    if tied and options.ties == "id":
        yield f"questions where a judged hit shares its score: {tied}; ties stand by falling id (--ties average)"
    if run.order == "score" and (unscored := run.unscored_questions):
        yield f"questions with hits without a score: {unscored}; there the order of the list counts"
    if joined.duplicate_hits:
        counts = "the best one counts" if options.duplicates == "best" else "the first one counts"
        yield f"hits that repeat an id of the same question: {joined.duplicate_hits}; {counts}"
    if len(run) and not gold.judgments.is_empty() and not retrieved.any():
        yield _nothing_found(gold, run)
    if not options.lower_is_better and run.scores_rise:
        counts = "the order of the lists counts" if run.order == "given" else "--lower-is-better ranks them so"
        yield f"scores rise along most lists, as distances do: {counts}"


def _policies(gold: Golden, run: Run, joined: Joined, options: Options) -> Iterator[str]:
    if options.unjudged == "drop" and not (gold.judgments["grade"] <= 0).any():
        yield "the gold judges nothing as not relevant, so without the unjudged hits every list is all relevant"
    if options.lower_is_better and run.order == "given":
        yield "--lower-is-better changes nothing: the order of the lists counts, not the scores"
    if options.clusters is not None:
        count = len(np.unique(gold.clusters(options.clusters)[joined.judged.status == SCORED]))
        few = "; with so few the intervals are wide, and none for a single one" if count < FEW_CLUSTERS else ""
        yield f"intervals take questions with the same {options.clusters} together: {count} clusters{few}"


def _nothing_found(gold: Golden, run: Run) -> str:
    items = gold.judgments["item"].unique(maintain_order=True)
    if run.frame["item"].is_in(items.implode()).any():
        return "gold ids occur in the run, but under other questions: do both name the same questions?"
    wanted, given = items.head(3).to_list(), run.frame["item"].head(3).to_list()
    return f"no id of the run is a gold id: do both name the same things? The gold has {wanted}, the run {given}"
