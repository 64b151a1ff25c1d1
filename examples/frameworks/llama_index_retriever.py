"""Measure a retriever or a query engine of LlamaIndex; pip install ragauge llama-index-core."""

from llama_index.core import Document, MockEmbedding, VectorStoreIndex

import ragauge
from ragauge.backends.llama_index_adapter import from_llama_index

DOCUMENTS = {
    "warranty.md": "The lamp is covered for two years. Гарантия на лампу: два года.",
    "returns.md": "Send it back within thirty days. Возврат: тридцать дней.",
}
GOLD = {"How long is the lamp covered?": ["warranty.md"], "Сколько дней на возврат?": ["returns.md"]}

documents = [Document(text=text, metadata={"file_name": name}) for name, text in DOCUMENTS.items()]
index = VectorStoreIndex.from_documents(documents, embed_model=MockEmbedding(embed_dim=8))  # your embedder here
run = ragauge.record(from_llama_index(index.as_retriever(similarity_top_k=5)), GOLD)
for score in ragauge.evaluate(GOLD, run, ["recall@5", "mrr"]).scores:
    print(score.metric, score.value, f"n = {score.n}", score.interval)
