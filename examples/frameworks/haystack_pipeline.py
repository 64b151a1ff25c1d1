"""Measure a pipeline of Haystack; pip install ragauge haystack-ai."""

import os

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"  # before the import

from haystack import Document, Pipeline
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.document_stores.in_memory import InMemoryDocumentStore

import ragauge
from ragauge.backends.haystack_adapter import from_haystack

DOCUMENTS = {
    "warranty.md": "The lamp is covered for two years. Гарантия на лампу: два года.",
    "returns.md": "Send it back within thirty days. Возврат: тридцать дней.",
}
GOLD = {"How long is the lamp covered?": ["warranty.md"], "Сколько дней на возврат?": ["returns.md"]}

store = InMemoryDocumentStore()
store.write_documents([Document(content=text, meta={"file_path": name}) for name, text in DOCUMENTS.items()])
pipeline = Pipeline()
pipeline.add_component("bm25", InMemoryBM25Retriever(store, top_k=5))
run = ragauge.record(from_haystack(pipeline), GOLD)
for score in ragauge.evaluate(GOLD, run, ["recall@5", "mrr"]).scores:
    print(score.metric, score.value, f"n = {score.n}", score.interval)
