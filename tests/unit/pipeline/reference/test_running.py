"""A run over a golden set: predicates out of its columns, traces on disk as they are made, a stopped run goes on."""

import json
from dataclasses import replace

import pytest

from ragauge.core.errors import InputError
from ragauge.core.records import Document
from ragauge.io.traces import read_traces, traces_text
from ragauge.loading import load_golden
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.reference.building import build
from ragauge.pipeline.reference.journal import Journal
from ragauge.pipeline.reference.questions import Question, questions_of
from ragauge.pipeline.reference.running import run_questions, taken_over
from ragauge.pipeline.reference.settings import Settings

DOCUMENTS = [
    Document("лампы.md", "Гарантия на лампы: два года.", {"tenant": "elm", "год": 2024}),
    Document("pumps.md", "The pump has a warranty of one year.", {"tenant": "elm", "год": 2020}),
    Document("secret.md", "The secret pump has nine years.", {"tenant": "oak", "год": 2024}),
]
QUESTIONS = [
    Question("q1", "гарантия на лампы?"),
    Question("q2", "warranty of the pump?", (parse("год < 2022"),)),
    Question("q3", "the secret pump?", (parse("tenant = oak", authorization=True),)),
]


def ticks():
    return 0.0


@pytest.fixture
def pipeline():
    return build(DOCUMENTS, Settings(filter="hard"), clock=ticks)


def gold(**columns):
    rows = [{"id": f"q{n}", "question": f"pump {n}?", "document": "pumps.md"} for n in range(2)]
    return load_golden([{**row, **{name: cells[n] for name, cells in columns.items()}} for n, row in enumerate(rows)])


def test_predicates_come_out_of_two_columns():
    golden = gold(filter=[{"год": {"ge": 2021}}, None], may=["tenant = elm", "tenant = elm; год >= 2000"])
    found = questions_of(golden, predicates="filter", authorization="may", fields=["tenant", "год"])
    assert [[(str(one), one.authorization) for one in question.predicates] for question in found] == [
        [("год >= 2021", False), ('tenant = "elm"', True)],
        [('tenant = "elm"', True), ("год >= 2000", True)],
    ]


def test_every_cell_that_has_no_predicates_is_told():
    golden = gold(filter=["what I like", "tennant = elm"], may=["colour = red", "tenant"])
    with pytest.raises(InputError) as caught:
        questions_of(golden, predicates="filter", authorization="may", fields=["tenant", "год"])
    told = str(caught.value)
    assert len(caught.value.problems) == 4
    assert "did you mean 'tenant'?" in told
    assert "no document has a field 'colour'" in told
    assert "column 'may'" in told
    with pytest.raises(InputError, match="no column 'nothing'"):
        questions_of(golden, predicates="nothing")


def test_a_question_that_fails_does_not_end_the_run(pipeline):
    original = pipeline.lanes["bm25"]

    def lane(question, k, **named):
        if question.startswith("warranty"):
            raise TimeoutError
        return original(question, k, **named)

    traces = run_questions(replace(pipeline, lanes={"bm25": lane}), QUESTIONS)
    assert [(trace.question, trace.error, trace.failed_in) for trace in traces] == [
        ("q1", None, None), ("q2", "TimeoutError", "bm25"), ("q3", None, None),
    ]  # fmt: skip


def test_traces_are_on_disk_as_they_are_made(pipeline, tmp_path):
    journal = Journal(tmp_path / "т.jsonl")
    seen = []

    def step(done, _total):
        seen.append((done, len(read_traces(journal.part)), journal.target.exists()))

    with journal.begin(()):
        traces = run_questions(pipeline, QUESTIONS, journal=journal, progress=step)
    assert seen == [(1, 1, False), (2, 2, False), (3, 3, False)]
    journal.end(traces)
    assert read_traces(journal.target) == tuple(traces)
    assert not journal.part.exists()


@pytest.mark.parametrize("cut", [0, 1, 40, 10_000])
def test_a_run_that_was_killed_goes_on_and_ends_with_the_same_bytes(pipeline, tmp_path, cut):
    """Two traces are there, and the beginning of the third."""
    whole = traces_text(run_questions(pipeline, QUESTIONS))
    journal = Journal(tmp_path / "t.jsonl")
    lines = whole.splitlines(keepends=True)
    journal.part.write_text("".join(lines[:2]) + lines[2].rstrip("\n")[:cut], encoding="utf-8")
    asked = []
    original = pipeline.lanes["bm25"]
    counted = lambda question, k, **named: asked.append(question) or original(question, k, **named)  # noqa: E731
    again = replace(pipeline, lanes={"bm25": counted}, made={**pipeline.made, "lanes": {"bm25": counted}})
    known = taken_over(journal.finished(), again, QUESTIONS)
    with journal.begin(known.values()):
        traces = run_questions(again, QUESTIONS, journal=journal, known=known)
    journal.end(traces)
    assert journal.target.read_text(encoding="utf-8") == whole
    assert asked == ["the secret pump?"]


def test_failed_questions_are_asked_again(pipeline):
    failed = replace(pipeline.ask("гарантия на лампы?", "q1"), error="TimeoutError")
    assert taken_over([failed], pipeline, QUESTIONS) == {}


def test_a_finished_file_is_taken_over_whole(pipeline, tmp_path):
    journal = Journal(tmp_path / "t.jsonl.gz")
    assert journal.finished() == ()
    with journal.begin(()):
        journal.end(run_questions(pipeline, QUESTIONS, journal=journal))
    assert set(taken_over(journal.finished(), pipeline, QUESTIONS)) == {"q1", "q2", "q3"}


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda p, q: (build(DOCUMENTS, Settings(filter="hard", k=3)), q), "another settings"),
        (lambda p, q: (build(DOCUMENTS[:2], Settings(filter="hard")), q), "another index"),
        (lambda p, q: (replace(p, rerank=lambda question, hits: hits), q), "another replaced"),
        (lambda p, q: (replace(p, versions={**p.versions, "ragauge": "9"}), q), "another ragauge"),
        (lambda p, q: (p, q[1:]), "not in this golden set"),
        (lambda p, q: (p, [replace(q[0], text="другое?"), *q[1:]]), "another text"),
        (lambda p, q: (p, [q[0], replace(q[1], predicates=()), q[2]]), "other predicates"),
        (lambda p, q: (p, [*q[:2], replace(q[2], predicates=())]), "other predicates"),
    ],
)
def test_traces_of_another_run_are_not_taken_over(pipeline, change, word):
    traces = run_questions(pipeline, QUESTIONS)
    other, questions = change(pipeline, QUESTIONS)
    with pytest.raises(InputError) as caught:
        taken_over(traces, other, questions)
    assert word in str(caught.value)
    assert "--resume" in str(caught.value)


def test_a_trace_is_one_line_of_json(pipeline):
    (line,) = traces_text(run_questions(pipeline, QUESTIONS[:1])).splitlines()
    assert json.loads(line)["text"] == "гарантия на лампы?"
