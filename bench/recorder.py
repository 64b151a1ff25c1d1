"""What recording a question costs the system that is recorded, per call, in this process.

python bench/recorder.py              20,000 calls a figure, the median of nine rounds
python bench/recorder.py --calls 500  a quick look
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from _environments import machine, versions
from _report import Row, show
from ragauge.pipeline.trace_recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable

TARGET, ROUNDS = ("<", 50.0), 9
NOTES = (
    "a call is the whole call: hits are checked and kept as they are at that moment",
    "decorated is what the decorator adds to the same function without one",
    "documents stand in five stages of a question, as in a pipeline, or in one, where each is seen for the first time",
)


class Document:
    """A document object such as frameworks hand on."""

    def __init__(self, number: int) -> None:
        self.id, self.page_content = f"chunk-{number}", "The lamp is covered for two years. " * 10
        self.metadata = {"source": f"file-{number % 7}.md", "page": number % 9 + 1}


def framework_documents() -> dict[str, list[object]]:
    """The documents of the frameworks that are installed, with what their splitters and retrievers tell."""
    texts = {f"chunk-{number}": "The lamp is covered for two years. " * 10 for number in range(10)}
    found: dict[str, list[object]] = {}
    if find_spec("langchain_core"):
        from langchain_core.documents import Document as Page  # noqa: TID251

        about = {"source": "lamp.md", "page": 3, "start_index": 120}
        found["of LangChain"] = [Page(text, id=name, metadata={**about}) for name, text in texts.items()]
    if find_spec("llama_index"):
        from llama_index.core.schema import NodeWithScore, TextNode  # noqa: TID251

        about = {"file_name": "lamp.md", "page_label": "3"}
        nodes = [TextNode(id_=name, text=text, metadata={**about}) for name, text in texts.items()]
        found["of LlamaIndex"] = [NodeWithScore(node=node, score=0.5) for node in nodes]
    if find_spec("haystack"):
        from haystack import Document as Part  # noqa: TID251

        about = {"file_path": "lamp.md", "page_number": 3}
        found["of Haystack"] = [Part(id=name, content=text, meta={**about}) for name, text in texts.items()]
    return found


def main() -> int:
    """Measure and print; a missed target is shown, and does not fail."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--calls", type=int, default=20_000, help="calls a figure (default 20,000)")
    calls = parser.parse_args().calls
    if calls < 5 * ROUNDS:
        parser.error(f"--calls must be {5 * ROUNDS} or more")
    few, many = ([(f"chunk-{number}", 1 / (number + 1)) for number in range(size)] for size in (10, 100))
    documents = [Document(number) for number in range(10)]
    rows = [
        Row("retrieved, 10 (id, score) pairs", retrieved(few, calls), " µs", TARGET),
        Row("retrieved, 100 (id, score) pairs", retrieved(many, calls), " µs", TARGET),
        Row("retrieved, 100 ids", retrieved([item for item, _ in many], calls), " µs", TARGET),
        Row("decorated, 10 pairs", decorated(few, calls), " µs", TARGET),
        Row("decorated, outside of a question", outside(few, calls), " µs", TARGET),
        Row("a question, opened and closed", question(calls), " µs", TARGET),
    ]
    fewer = max(5 * ROUNDS, calls // 10)
    more = [
        Row(f"{name}, 10 {kind}", measure(made, fewer), " µs", TARGET)
        for kind, made in {"documents with places": documents, **framework_documents()}.items()
        for name, measure in (("one of five stages", retrieved), ("one stage", first))
    ]
    about = [machine(), ", ".join(f"{name} {v}" for name, v in versions(sys.executable, ["ragauge"]).items())]
    show(f"{calls:,} calls a figure, medians of {ROUNDS} rounds", [rows, more], [*NOTES, *about])
    return 0


def microseconds(call: Callable[[], object], calls: int) -> float:
    """The time of one call: the median of rounds."""
    each, taken = max(1, calls // ROUNDS), []
    for _ in range(ROUNDS):
        start = perf_counter()
        for _ in range(each):
            call()
        taken.append((perf_counter() - start) / each * 1e6)
    return median(taken)


def question(calls: int) -> float:
    recorder = Recorder()

    def once() -> None:
        with recorder.record("How long is the lamp covered?"):
            pass

    return microseconds(once, calls)


def retrieved(hits: list[object], calls: int) -> float:
    """A call among five in a question, without what opening and closing it takes."""
    recorder = Recorder()

    def five() -> None:
        with recorder.record("How long is the lamp covered?") as t:
            t.retrieved("dense", hits)
            t.retrieved("bm25", hits)
            t.fused(hits)
            t.reranked(hits)
            t.context(hits, prompt_tokens=900)

    return (microseconds(five, calls // 5) - question(calls // 5)) / 5


def first(hits: list[object], calls: int) -> float:
    """The only call in a question."""
    recorder = Recorder()

    def one() -> None:
        with recorder.record("How long is the lamp covered?") as t:
            t.retrieved("dense", hits)

    return microseconds(one, calls) - question(calls)


def decorated(hits: list[object], calls: int) -> float:
    recorder = Recorder()
    watched, plain = recorder.lane("dense")(lambda _: hits), (lambda _: hits)

    def once() -> None:
        with recorder.record("How long?"):
            watched("How long?")

    return microseconds(once, calls) - question(calls) - microseconds(lambda: plain("How long?"), calls)


def outside(hits: list[object], calls: int) -> float:
    watched, plain = Recorder().lane("dense")(lambda _: hits), (lambda _: hits)
    return microseconds(lambda: watched("a"), calls) - microseconds(lambda: plain("a"), calls)


if __name__ == "__main__":
    sys.exit(main())
