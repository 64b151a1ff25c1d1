"""A recording keeps what the stages hand on and how long they took, in threads and tasks, and what ended it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

import ragauge
from ragauge.core.records import Hit
from ragauge.core.traced_hits import ranked_hits
from ragauge.io.traces import read_traces
from ragauge.pipeline.recorder import record
from ragauge.pipeline.recording import CURRENT
from ragauge.pipeline.replaying import replay
from ragauge.pipeline.trace_recorder import Recorder


def ticking():
    """A clock that says another second each time it is asked."""
    return map(float, count()).__next__


def test_all_parts_of_a_question_with_the_time_of_each():
    with record("Сколько?", key="q1", clock=ticking(), versions={"model": "m1"}) as t:
        t.rewritten(["Как долго?"])
        t.filtered({"locale": ("ru",)}, authorization={"group": "staff"})
        t.retrieved("dense", [Hit("c1", 0.5), Hit("c2", 0.25)])
        t.retrieved("bm25", ["c3"], seconds=0.125)
        t.fused([("c1", 1), ["c3", 0.5]])
        t.reranked({"c3": 0.1, "c1": 0.9})
        t.context(["c1"], prompt_tokens=90, window=4096)
        t.answered("Два года.", citations=["c1"], refusal=False)
        t.used(tokens={"prompt": 90}, cost=0.5, cache_hits={"embed": 1}, versions={"model": "m2"})
    trace = t.trace
    assert (trace.question, trace.text, trace.rewrites) == ("q1", "Сколько?", ("Как долго?",))
    assert (trace.extracted, trace.authorization) == ({"locale": ["ru"]}, {"group": "staff"})
    assert [(stage.name, stage.kind) for stage in trace.stages] == [
        ("dense", "lane"), ("bm25", "lane"), ("fused", "fused"), ("reranked", "reranked"), ("context", "context"),
    ]  # fmt: skip
    assert trace.stage("dense").hits == (("c1", 0.5), ("c2", 0.25))
    assert trace.stage("fused").hits == (("c1", 1.0), ("c3", 0.5))
    assert trace.stage("reranked").items == ["c1", "c3"]
    assert (trace.prompt_tokens, trace.window, trace.answer, trace.citations) == (90, 4096, "Два года.", ("c1",))
    assert (trace.refusal, trace.tokens, trace.cost, trace.cache_hits) == (False, {"prompt": 90}, 0.5, {"embed": 1})
    assert (trace.versions, trace.failed) == ({"model": "m2"}, False)
    assert trace.timings == {**dict.fromkeys(trace.timings, 1.0), "bm25": 0.125}
    assert list(trace.timings) == ["rewrite", "filter", "dense", "bm25", "fused", "reranked", "context", "answer"]
    assert trace.seconds == 17.0  # with the time that recording took, which is in no stage


class Document:
    """A document as frameworks hand them on."""

    def __init__(self, name, **about):
        self.id, self.page_content, self.metadata = name, f"text of {name}", {"source": f"{name}.md", **about}


def test_what_is_changed_later_is_kept_as_it_was():
    documents = [Document("c1", page=1), Document("c2", page=2)]
    with record("a") as t:
        t.retrieved("dense", documents)
        documents[0].id, documents[1].metadata["page"] = "changed", 99
        documents.append(Document("c3"))
        t.fused(documents)
        documents.clear()
    assert t.trace.stage("dense").items == ["c1", "c2"]
    assert t.trace.stage("fused").items == ["changed", "c2", "c3"]
    assert t.trace.anchors["c2"].page_from == 2


def test_the_time_that_recording_takes_is_in_no_stage():
    now = [0.0]

    class Slow:
        id = "c1"
        text = "…"

        @property
        def metadata(self):
            now[0] += 100.0
            return {}

    with record("a", clock=lambda: now[0]) as t:
        now[0] += 1.0
        t.retrieved("dense", [Slow()])
        now[0] += 2.0
        t.reranked(["c1"])
    assert t.trace.timings == {"dense": 1.0, "reranked": 2.0}
    assert t.trace.seconds > 100


def found_late(now):
    now[0] += 5.0
    yield "c1"


def test_the_time_of_hits_that_come_one_by_one_is_time_of_the_stage():
    now = [0.0]
    with record("a", clock=lambda: now[0]) as t:
        t.retrieved("dense", found_late(now))
    assert t.trace.timings == {"dense": 5.0}


NODES = [
    Document("c1", page=3),
    (Document("c2"), 0.5),
    {"id": "c3", "score": 2, "page": 4},
    {"node": {"id_": "c4", "text": "…"}, "score": 0.25},
    {"lc": 1, "id": ["langchain", "Document"], "kwargs": {"page_content": "…", "metadata": {"id": "c5"}}},
    {"id": " ", "chunk_id": 6, "similarity": 1.0},
    Hit("c7", 7.0),
    ("c8", None),
    "c9",
    {"text": "no id at all", "source": "a.md"},
    None,
]


def test_known_chunks_have_the_same_ids_and_scores():
    anchors = {}
    first = ranked_hits(NODES, anchors)
    assert [name for name, _ in first][:9] == ["c1", "c2", "c3", "c4", "c5", "6", "c7", "c8", "c9"]
    everything = {name for name, _ in first}
    assert ranked_hits(NODES, {}, everything) == first
    assert ranked_hits(NODES, {}, {"c3", "6"}) == first
    again = {}
    ranked_hits(NODES, again, everything - {"c3"})
    assert again.keys() >= {"c3"}
    assert all(anchors[name] == place for name, place in again.items())


@pytest.mark.parametrize("hit", [{"id": "c1", "score": "much"}, {"id": "c1", "score": 1, "similarity": 2}, ("c1", "x")])
def test_a_wrong_score_of_a_known_chunk_is_told(hit):
    with record("a") as t:
        t.retrieved("dense", [{"id": "c1", "page": 1}])
        with pytest.raises(ragauge.InputError, match="'fused'"):
            t.fused([hit])


def test_not_recorded_is_none_and_recorded_empty_is_empty():
    with record("a") as t:
        t.retrieved("dense", [])
        t.rewritten([])
    assert (t.trace.stage("dense").hits, t.trace.rewrites) == ((), ())
    assert (t.trace.stage("bm25"), t.trace.citations, t.trace.prompt_tokens) == (None, None, None)
    with record("a") as t:
        pass
    assert t.trace.stages is None


def test_an_error_is_kept_and_goes_on():
    recorder = Recorder()

    @recorder.step("rerank")
    def rerank(hits):
        raise TimeoutError("too slow")

    t = recorder.record("a")
    with pytest.raises(TimeoutError), t:  # noqa: PT012  (what comes before the error is kept)
        t.retrieved("bm25", ["c1"])
        rerank(["c1"])
    assert (t.trace.error, t.trace.failed_in, t.trace.failed) == ("TimeoutError: too slow", "rerank", True)
    assert t.trace.stage("bm25").items == ["c1"]
    assert recorder.traces == (t.trace,)
    assert CURRENT.get() is None
    with recorder.record("b") as t:
        try:
            rerank([])
        except TimeoutError:
            t.reranked(["c2"])  # a fallback: the question has not failed
    assert not t.trace.failed
    run = recorder.run()
    assert run.frame.rows() == [("b", "c2", None)]
    assert (run.notes, dict(run.failures)) == ((), {"a": "TimeoutError: too slow"})


@pytest.mark.parametrize(
    "hits", [None, "c1", 5, {"c1"}, [("c1", float("nan"))], [("c1", True)], ["a\0"], [("c1", 1, 2)]]
)
def test_what_is_no_ranking_is_refused_where_it_is_given(hits):
    with pytest.raises(ragauge.InputError, match="'dense'"), record("a") as t:
        t.retrieved("dense", hits)


def test_parts_that_cannot_be_are_refused_where_they_are_given():
    with record("a") as t:
        for call in (
            lambda: t.context(["c1"], prompt_tokens=-1),
            lambda: t.answered(5),
            lambda: t.used(cost=float("nan")),
            lambda: t.used(tokens={"prompt": 1.5}),
            lambda: t.filtered({"since": {1}}),
        ):
            with pytest.raises(ragauge.InputError):
                call()
    with pytest.raises(ragauge.InputError, match="has ended"):
        t.retrieved("late", [])
    with pytest.raises(ragauge.InputError, match="has not ended"):
        _ = record("b").trace
    with pytest.raises(ragauge.InputError, match="empty"):
        record(" ")
    with pytest.raises(ragauge.InputError, match="needs the questions"):
        record(lambda question: [])
    with pytest.raises(ragauge.InputError, match="takes one question"):
        record("a", ["b"])


def test_a_name_that_is_taken_is_numbered_and_ids_that_need_cleaning_are_cleaned():
    with record("a") as t:
        t.retrieved("dense", [" c1 ", 7])
        t.retrieved("dense", [{"doc_id": "c2", "score": 0.5, "page": 3}, ("é", 1)])
        t.context([{"id": "c2", "text": "shorter"}])
    assert [stage.name for stage in t.trace.stages] == ["dense", "dense 2", "context"]
    assert t.trace.stage("dense").items == ["c1", "7"]
    assert [score for _, score in t.trace.stage("dense 2").hits] == [0.5, 1.0]


def pipeline(recorder):
    @recorder.lane("bm25")
    def bm25(question):
        return (hit for hit in [("c1", 2.0), ("c2", 1.0)])

    @recorder.lane("dense", hits=lambda answer: answer["documents"])
    def dense(question):
        return {"documents": [question]}

    @recorder.step("rewrite")
    def rewrite(question):
        return [question.upper()]

    @recorder.step("load")
    def load():
        return object()

    @recorder.step("generate")
    def generate(items):
        return f"{len(items)} found"

    def search(question):
        load()
        (query,) = rewrite(question)
        return generate([*bm25(query), *dense(question)["documents"]])

    return search


def test_decorated_functions_work_as_before_and_are_watched():
    recorder = Recorder(clock=ticking())
    search = pipeline(recorder)
    assert search("a") == "3 found"
    assert recorder.traces == ()
    with recorder.record("a"):
        assert search("a") == "3 found"
    (trace,) = recorder.traces
    assert (trace.rewrites, trace.answer) == (("A",), "3 found")
    assert [(stage.name, stage.kind, stage.items) for stage in trace.stages] == [
        ("bm25", "lane", ["c1", "c2"]),
        ("dense", "lane", ["a"]),
    ]
    assert list(trace.timings) == ["load", "rewrite", "bm25", "dense", "answer"]
    with pytest.raises(ragauge.InputError, match=r"several lanes.*bm25, dense"):
        recorder.run()
    run = recorder.run("bm25")
    assert len(run) == 2
    assert "'bm25' was called outside of any recorded question: 1 times" in run.notes[0]


def test_threads_and_tasks_do_not_mix_and_can_be_carried_along():
    recorder = Recorder()

    @recorder.lane("thread")
    def slow(question):
        return [question]

    @recorder.lane("task")
    async def later(question):
        await asyncio.sleep(0)
        return [question]

    def one(question):
        with recorder.record(question), ThreadPoolExecutor(2) as pool:
            found = [pool.submit(recorder.carry(slow), question) for _ in range(2)]
            return [future.result() for future in found]

    async def both(question):
        with recorder.record(question):
            await asyncio.gather(later(question), asyncio.to_thread(slow, question))

    async def many():
        await asyncio.gather(*(both(f"t{number}") for number in range(20)))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(one, (f"q{number}" for number in range(50))))
    asyncio.run(many())
    assert len(recorder.traces) == 70
    for trace in recorder.traces:
        assert len(trace.stages) == 2
        assert all(stage.items == [trace.question] for stage in trace.stages)
    with recorder.record("lost"), ThreadPoolExecutor(1) as pool:
        pool.submit(slow, "lost").result()
    assert "recorder.carry" in recorder.run("task").notes[-1]


def test_an_asynchronous_generator_is_refused():
    async def stream():
        yield "c1"

    with pytest.raises(ragauge.InputError, match="stream"):
        Recorder().lane("stream")(stream)


def test_record_with_a_recorder_gives_traces_too_and_they_replay(tmp_path):
    gold = {"Why?": ["a.md"], "Что?": ["b.md"], "Nothing?": ["c.md"]}
    found = {
        "Why?": [{"id": "c1", "document": "a.md", "start": 0, "end": 5, "score": 0.5}, "x"],
        "Что?": [None, ("c2", 0.25)],
        "Nothing?": [],
    }
    recorder = Recorder()
    run = record(lambda question: found[question], gold, name="mine", recorder=recorder)
    recorder.save(tmp_path / "traces.jsonl.gz")
    traces = read_traces(tmp_path / "traces.jsonl.gz")
    assert traces == recorder.traces
    for again in (recorder.run(), record(replay(traces), gold)):
        assert again.frame.equals(run.frame)
        assert again.anchors.equals(run.anchors)
        assert again.empty_questions == run.empty_questions
        scored = ragauge.evaluate(gold, again, ["recall@5"])["recall@5"]
        assert (scored.value, scored.n) == (pytest.approx(1 / 3), 3)
    search = replay(traces, "mine")
    with pytest.raises(ragauge.InputError, match="no trace of 'Who"):
        search("Who?")


def test_replay_refuses_what_was_not_recorded_and_what_differs():
    recorder = Recorder()
    with recorder.record("a", key="q1") as t:
        t.retrieved("bm25", ["c1"])
    with recorder.record("b"):
        pass
    with pytest.raises(ragauge.InputError, match="has no stage 'bm25'"):
        replay(recorder.traces)("b")
    with recorder.record("a", key="q2") as t:
        t.retrieved("bm25", ["c2"])
    with pytest.raises(ragauge.InputError, match="two traces of 'a' differ"):
        replay(recorder.traces)
