"""Retrievers of LangChain, LlamaIndex and Haystack, as they are installed, are measured; skipped where they are not.

``scripts/frameworks.py`` runs them all with the real packages; it sets RAGAUGE_FRAMEWORKS, and nothing is skipped.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import ragauge
from ragauge.backends.haystack_adapter import from_haystack
from ragauge.backends.langchain_adapter import from_langchain
from ragauge.backends.llama_index_adapter import from_llama_index

FOLDER = Path(__file__).parents[2] / "examples" / "frameworks"
PACKAGES = {
    "langchain_retriever": ("langchain_core", "langchain-core", from_langchain),
    "llama_index_retriever": ("llama_index", "llama-index-core", from_llama_index),
    "haystack_pipeline": ("haystack", "haystack-ai", from_haystack),
}
TEXT = "The lamp is covered for two years. Гарантия на лампу: два года."
OTHER = "Send it back within thirty days. Возврат: тридцать дней."
GOLD = {"How long is the lamp covered?": ["warranty.md"], "Within how many days?": ["returns.md"]}
QUIET = {**os.environ, "HAYSTACK_TELEMETRY_ENABLED": "False", "PYTHONIOENCODING": "utf-8"}

quiet = pytest.mark.filterwarnings("ignore")  # what other packages warn of at import is not ours


@pytest.fixture(autouse=True)
def no_telemetry(monkeypatch):
    monkeypatch.setenv("HAYSTACK_TELEMETRY_ENABLED", "False")


def need(module: str, package: str) -> None:
    if find_spec(module) is None:
        missing = pytest.fail if os.environ.get("RAGAUGE_FRAMEWORKS") == "required" else pytest.skip
        missing(f"{package} is not installed")


@pytest.mark.parametrize("example", PACKAGES)
def test_example(example, tmp_path):
    need(*PACKAGES[example][:2])
    command = [sys.executable, "-W", "error", str(FOLDER / f"{example}.py")]
    done = subprocess.run(command, cwd=tmp_path, env=QUIET, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "recall@5 1.0 n = 2" in done.stdout


def test_every_example_has_a_test_and_is_short():
    assert {path.stem for path in FOLDER.glob("*.py")} == set(PACKAGES)
    for path in FOLDER.glob("*.py"):
        after = path.read_text(encoding="utf-8").split("GOLD = ")[1].splitlines()[1:]
        assert len([line for line in after if line.strip()]) <= 10, path


@pytest.mark.parametrize("example", PACKAGES)
def test_a_missing_package_is_named_with_the_line_that_installs_it(example, monkeypatch):
    module, package, adapter = PACKAGES[example]
    for name in [name for name in sys.modules if name.split(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ragauge.MissingDependencyError, match=f"pip install {package}"):
        adapter(object())


@quiet
@pytest.mark.parametrize("example", PACKAGES)
def test_what_is_no_retriever_is_refused(example):
    module, package, adapter = PACKAGES[example]
    need(module, package)
    with pytest.raises(ragauge.InputError, match="'not one'"):
        adapter("not one")


@quiet
def test_langchain_tells_ids_scores_spans_and_pages():
    need("langchain_core", "langchain-core")
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever

    class Fixed(BaseRetriever):
        def _get_relevant_documents(self, query, *, run_manager):
            told = {"source": "warranty.md", "page": 3, "start_index": 5, "relevance_score": 0.75}
            return [Document(TEXT, id="c1", metadata=told), Document(OTHER, metadata={"source": "returns.md"})]

    run = ragauge.record(from_langchain(Fixed()), GOLD)
    assert run.source == "Fixed"
    assert run.frame["score"].to_list() == [0.75, None] * 2
    anchor = run.anchors.row(0, named=True)
    assert (anchor["item"], anchor["document"], anchor["page_from"]) == ("c1", "warranty.md", 3)
    assert (anchor["start"], anchor["end"], anchor["quote"]) == (5, 5 + len(TEXT), TEXT)
    assert ragauge.evaluate(GOLD, run, ["recall@5"])["recall@5"].value == 1.0
    from langchain_core.runnables import RunnableLambda

    with pytest.raises(ragauge.InputError, match="a document is needed"):
        from_langchain(RunnableLambda(lambda question: ["text"]))("a")


@quiet
def test_llama_index_tells_nodes_scores_and_spans_and_its_engines_their_sources():
    need("llama_index", "llama-index-core")
    from llama_index.core import Document, SimpleKeywordTableIndex
    from llama_index.core.llms import MockLLM
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.core.query_engine import RetrieverQueryEngine

    documents = [Document(text=TEXT, id_="warranty.md"), Document(text=OTHER, metadata={"file_name": "returns.md"})]
    splitter = SentenceSplitter(chunk_size=40, chunk_overlap=0)
    index = SimpleKeywordTableIndex.from_documents(documents, llm=MockLLM(), transformations=[splitter])
    retriever = index.as_retriever(retriever_mode="simple")
    run = ragauge.record(from_llama_index(retriever), GOLD)
    assert set(run.anchors["document"]) == {"warranty.md", "returns.md"}
    texts = {"warranty.md": TEXT, "returns.md": OTHER}
    for anchor in run.anchors.iter_rows(named=True):
        assert texts[anchor["document"]][anchor["start"] : anchor["end"]] == anchor["quote"]
    assert ragauge.evaluate(GOLD, run, ["recall@5"])["recall@5"].value == 1.0
    engine = RetrieverQueryEngine.from_args(retriever, llm=MockLLM())
    again = ragauge.record(from_llama_index(engine), GOLD)
    assert sorted(again.frame.rows()) == sorted(run.frame.rows())
    with ragauge.record("How long is the lamp covered?") as t:
        answer = engine.query("How long is the lamp covered?")
        t.retrieved("keywords", answer.source_nodes)  # its own objects, as they are
        t.answered(str(answer))
    assert t.trace.stages[0].items == [node.node_id for node in answer.source_nodes]
    assert t.trace.answer


@quiet
def test_haystack_asks_every_open_question_and_takes_the_last_documents():
    need("haystack", "haystack-ai")
    from haystack import Document, Pipeline, component
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.preprocessors import DocumentSplitter
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    @component
    class Ranker:
        @component.output_types(documents=list[Document])
        def run(self, query: str, documents: list[Document]) -> dict:
            return {"documents": sorted(documents, key=lambda one: query.split(maxsplit=1)[0] not in one.content)}

    @component
    class Counter:
        @component.output_types(count=int)
        def run(self, documents: list[Document]) -> dict:
            return {"count": len(documents)}

    texts = {"warranty.md": TEXT, "returns.md": OTHER}
    given = [Document(content=text, meta={"file_path": name}) for name, text in texts.items()]
    parts = DocumentSplitter(split_by="word", split_length=7, split_overlap=0).run(documents=given)["documents"]
    store = InMemoryDocumentStore()
    store.write_documents(parts)
    pipeline = Pipeline()
    for name in ("one", "two"):
        pipeline.add_component(name, InMemoryBM25Retriever(store, top_k=5))
    for name, made in (("joined", DocumentJoiner()), ("ranked", Ranker()), ("counted", Counter())):
        pipeline.add_component(name, made)
    for start, end in (("one", "joined"), ("two", "joined"), ("joined", "ranked.documents"), ("ranked", "counted")):
        pipeline.connect(start, end)
    run = ragauge.record(from_haystack(pipeline), GOLD)
    assert run.source == "ranked"
    assert ragauge.evaluate(GOLD, run, ["recall@5"])["recall@5"].value == 1.0
    assert run.frame["score"].null_count() == 0
    for anchor in run.anchors.iter_rows(named=True):
        assert texts[anchor["document"]][anchor["start"] : anchor["end"]] == anchor["quote"]
    lane = ragauge.record(from_haystack(pipeline, documents="one"), GOLD)
    assert lane.source == "one"
    data = from_haystack(pipeline, inputs=lambda q: {name: {"query": q} for name in ("one", "two", "ranked")})
    assert ragauge.record(data, GOLD).frame.equals(run.frame)
    with pytest.raises(ragauge.InputError, match="no component 'three' that gives documents; there are: one, two"):
        from_haystack(pipeline, documents="three")
    with pytest.raises(ragauge.InputError, match="none does"):
        from_haystack(Pipeline())
    pipeline = Pipeline()
    for name in ("one", "two"):
        pipeline.add_component(name, InMemoryBM25Retriever(store))
    with pytest.raises(ragauge.InputError, match=r"\(one, two\); say which: documents="):
        from_haystack(pipeline)


def documents_of_frameworks():
    if find_spec("langchain_core"):
        from langchain_core.documents import Document as Page

        yield [Page(TEXT, id="c1", metadata={"source": "a.md", "page": 3}), (Page(OTHER, id="c2"), 0.5), Page(TEXT)]
    if find_spec("llama_index"):
        from llama_index.core.schema import NodeWithScore, TextNode

        nodes = [TextNode(id_=f"c{place}", text=TEXT, metadata={"file_name": "a.md"}) for place in range(3)]
        yield [NodeWithScore(node=nodes[0], score=0.5), NodeWithScore(node=nodes[1]), nodes[2]]
    if find_spec("haystack"):
        from haystack import Document

        yield [Document(id="c1", content=TEXT, score=0.5, meta={"file_path": "a.md"}), Document(content=OTHER)]


@quiet
def test_documents_that_a_stage_hands_on_again_are_read_as_the_first_time():
    need("langchain_core", "langchain-core")
    for documents in documents_of_frameworks():
        with ragauge.record("a") as t:
            t.retrieved("dense", documents)
            t.fused(documents)
        first, again = (stage.hits for stage in t.trace.stages)
        assert first == again
        assert set(t.trace.anchors) <= {item for item, _ in first}
