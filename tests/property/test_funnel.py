"""Laws of the funnel: whatever is recorded, every need ends in exactly one place, and everything adds up."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ragauge.core.errors import InputError
from ragauge.core.trace import StageHits, Trace
from ragauge.evaluation import Surroundings
from ragauge.funnel.diagnosing import Diagnosis, follow
from ragauge.funnel.index_listing import IndexListing
from ragauge.funnel.losses import PLACES, followed, is_whole, rows_of
from ragauge.funnel.places import Place
from ragauge.funnel.recovery import recoveries
from ragauge.golden.chunks.table import chunk_table
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden
from ragauge.report.diagnosis_json import diagnosis_json
from ragauge.tables.corpus import Corpus

WORDS = ["lamp", "cord", "warranty", "years", "pump", "oil", "гарантия", "насос", "14", "days"]
DOCUMENTS = ("a.md", "b.md", "в.md", "gone.md")
KINDS = {"bm25": "lane", "dense": "lane", "rrf": "fused", "ce": "reranked", "first": "selected", "prompt": "context"}
MODES = (None, "hard", "soft boost=0.5", "none")

texts = st.lists(st.sampled_from(WORDS), min_size=3, max_size=12).map(" ".join)
predicates = st.one_of(st.none(), st.just({}), st.fixed_dictionaries({"lang": st.sampled_from(["en", "ru"])}))


@st.composite
def worlds(draw):
    """Gold, traces, and what is around them; any of it may be missing."""
    corpus = {name: draw(texts) for name in DOCUMENTS[:3]}
    metadata = {name: {"lang": draw(st.sampled_from(["en", "ru"]))} for name in corpus if draw(st.booleans())}
    rows = []
    for name, text in corpus.items():
        cuts = sorted({0, len(text), *draw(st.lists(st.integers(1, len(text) - 1), max_size=2))})
        for start, end in pairwise(cuts):
            if text[start:end].strip():
                row = {"id": f"{name}#{start}", "document": name, "start": start, "end": end, "text": text[start:end]}
                rows.append(row)
    return {
        "gold": [draw(questions(number, corpus)) for number in range(draw(st.integers(1, 5)))],
        "traces": draw(traces_of([row["id"] for row in rows])),
        "corpus": draw(st.one_of(st.none(), st.just(Corpus(corpus, metadata=metadata)))),
        "chunks": rows,
        "with_chunks": draw(st.booleans()),
        "index": draw(st.one_of(st.none(), st.sets(st.sampled_from([row["id"] for row in rows])))),
        "k": draw(st.one_of(st.none(), st.integers(1, 4))),
    }


@st.composite
def questions(draw, number, corpus):
    def source():
        name = draw(st.sampled_from(DOCUMENTS))
        words = corpus.get(name, "oil pump").split()
        at = draw(st.integers(0, len(words) - 1))
        quote = " ".join(words[at : at + 3]) if draw(st.booleans()) else " ".join(draw(st.permutations(WORDS))[:2])
        return {"document": name} if draw(st.booleans()) else {"document": name, "quote": quote}

    needs = [[source() for _ in range(draw(st.integers(1, 2)))] for _ in range(draw(st.integers(0, 3)))]
    row = {"id": f"q{number}", "question": f"what {number}?", "type": draw(st.sampled_from(["one", "two"]))}
    return {**row, "evidence": needs, **({"answer": "14 days"} if draw(st.booleans()) else {})}


@st.composite
def traces_of(draw, ids):
    items = st.lists(st.sampled_from([*ids, "x#1", "gone.md"]), max_size=6, unique=True)
    found = []
    for number in range(5):
        if draw(st.integers(0, 5)) == 0:
            continue
        names = [name for name in KINDS if draw(st.booleans())]
        stages = tuple(StageHits(name, KINDS[name], tuple((item, None) for item in draw(items))) for name in names)
        mode = draw(st.sampled_from(MODES))
        found.append(
            Trace(
                f"q{number}",
                stages=stages or None,
                extracted=draw(predicates),
                authorization=draw(predicates),
                answer=draw(st.sampled_from([None, "It is 14 days.", "Nobody knows."])),
                citations=draw(st.one_of(st.none(), items.map(tuple))),
                refusal=draw(st.sampled_from([None, True, False])),
                error="boom" if draw(st.integers(0, 7)) == 0 else None,
                versions=None if mode is None else {"filter": mode},
            )
        )
    return found


def diagnosed(world) -> Diagnosis | None:
    """The diagnosis; None for gold and traces that have nothing in common."""
    chunks = chunk_table(world["chunks"])
    around = Surroundings(chunks=chunks if world["with_chunks"] else None, corpus=world["corpus"])
    index = None if world["index"] is None else IndexListing(frozenset(world["index"]))
    try:
        return follow(load_golden(world["gold"]), traced_of(world["traces"]), around, index=index, k=world["k"])
    except InputError:
        return None


@settings(max_examples=30, deadline=None)
@given(worlds())
def test_every_need_ends_once_and_everything_adds_up(world):
    found = diagnosed(world)
    if found is None:
        return
    fates, rows = found.fates, rows_of(found)
    assert (fates.first <= fates.last).all()
    assert ((fates.first == fates.last) | (fates.last <= Place.ANSWER.position)).all()  # only losses are spans
    assert is_whole(found, rows)
    assert len(fates) == len(found.needs) == len(found.needs.label)
    inside = int(followed(found).sum())
    shares = [row.share for row in rows if row.share is not None]
    assert abs(sum(shares) - bool(inside)) < 1e-9
    kinds = found.golden.column("type", "slice").gather(found.reach.question)
    slices = [rows_of(found, (kinds == kind).to_numpy()) for kind in kinds.unique()]
    for row in rows:
        same = [one for part in slices for one in part if (one.first, one.last) == (row.first, row.last)]
        assert sum(one.needs for one in same) == row.needs
    for one in recoveries(found):
        assert 0 <= one.needs <= one.lost + 1e-9
        assert one.to_prompt is None or -1e-9 <= one.to_prompt <= one.lost + 1e-9
        assert one.interval is None or 0 <= one.interval.low <= one.interval.high <= 1
    for place in np.unique(fates.last):
        assert PLACES[place].position == place


@settings(max_examples=15, deadline=None)
@given(worlds())
def test_json_is_valid_and_the_same_bytes_twice(world):
    found, again = diagnosed(world), diagnosed(world)
    if found is None:
        return
    text = diagnosis_json(found)
    assert text == diagnosis_json(again)
    data = json.loads(text, parse_constant=lambda name: 1 / 0)
    assert sum(row["needs"] for row in data["rows"]) == len(data["needs"]) == len(found.needs)
    names = {place.name.lower() for place in Place}
    assert {one[end] for one in data["needs"] for end in ("first", "last")} <= names


@settings(max_examples=20, deadline=None)
@given(worlds())
def test_what_is_in_the_prompt_was_not_lost_before_it(world):
    """Nothing that a later stage shows is charged to an earlier one."""
    found = diagnosed(world)
    if found is None:
        return
    rank, _ = found.reach.best("context")
    split = found.reach.origin[:, Place.CHUNKING.position] < 0
    withheld = found.reach.withheld
    there = (rank > 0) & ~split & ~withheld
    assert (found.fates.first[there] > Place.ASSEMBLY.position).all()
