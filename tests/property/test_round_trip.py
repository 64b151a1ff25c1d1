"""What is written as a golden file is read back as the same golden set."""

import polars as pl
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragauge import load_golden
from ragauge.core.entries import alternative_of
from ragauge.golden.reading.rows import golden_from_rows
from ragauge.golden.versions.export import export_golden

LETTERS = st.characters(
    codec="utf-8", exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="\ufeff\ufffe\uffff"
)
WORDS = st.text(LETTERS, min_size=1, max_size=12).map(str.strip).filter(bool)
PAGES = st.integers(1, 900).flatmap(lambda first: st.sampled_from([{"page": first}, {"pages": f"{first}-{first + 3}"}]))
SPANS = st.integers(0, 900).map(lambda start: {"start": start, "end": start + 7})
PLACES = st.one_of(
    PAGES,
    SPANS,
    WORDS.map(lambda words: {"section": words}),
    WORDS.filter(lambda words: any(map(str.isalnum, words))).map(lambda words: {"quote": words}),
    st.just({}),
)
NAMES = st.tuples(st.sampled_from(["document", "chunk", "url"]), WORDS).map(lambda pair: dict([pair]))
OBJECTS = st.tuples(NAMES, PLACES).map(lambda pair: pair[0] | pair[1])
NEEDS = st.lists(st.lists(st.one_of(WORDS, OBJECTS), min_size=1, max_size=3), max_size=3)


@st.composite
def golden_sets(draw):
    """Rows with needs, grades, items judged not relevant, questions without gold, and other columns."""
    rows, chunks = [], 0
    for place in range(draw(st.integers(1, 4))):
        row = {"id": f"q{place}", "question": draw(WORDS), "evidence": draw(NEEDS), "lang": draw(st.none() | WORDS)}
        row["kind"] = (
            draw(st.sampled_from(["single", "multi"]))
            if row["evidence"]
            else draw(st.sampled_from(["no_answer", "single"]))
        )
        grades: dict[str, int] = {}
        for need in row["evidence"]:
            for at, entry in enumerate(need):
                chunks += 1
                if isinstance(entry, dict) and "chunk" in entry:  # a chunk stands in one place only
                    entry["chunk"] += f"~{chunks}"
                need[at] = _graded(entry, draw, grades)
        rows.append((place + 1, row))
    return golden_from_rows(rows, source="gold")


def _graded(entry, draw, grades):
    """The entry with a grade; one entry has one grade wherever it stands."""
    described = {"id": entry} if isinstance(entry, str) else entry
    name = alternative_of(described, {})[0]
    grade = grades.setdefault(name, draw(st.integers(0, 3)))
    return entry if grade == 1 else {**described, "grade": grade}


def needs(gold):
    members = pl.col("item").sort().str.join("\n").over("question", "need")
    table = gold.judgments.with_columns(pl.when(pl.col("need").is_not_null()).then(members).alias("need"))
    return table.sort("question", "item", "need", nulls_last=True).rows()


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(golden_sets(), st.sampled_from(["jsonl", "json", "csv", "tsv", "parquet", "xlsx"]))
def test_round_trip(tmp_path_factory, first, kind):
    path = tmp_path_factory.mktemp("golden") / f"gold.{kind}"
    path.write_bytes(export_golden(first, kind))
    second = load_golden(path)
    assert second.questions.equals(first.questions)
    assert needs(second) == needs(first)
    assert second.anchors.sort("item").equals(first.anchors.sort("item"))
    assert second.slices.equals(first.slices)
    assert second.fingerprint() == first.fingerprint()
