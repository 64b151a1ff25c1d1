"""Measure a retriever of LangChain; pip install ragauge langchain-core."""

from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore

import ragauge
from ragauge.backends.langchain_adapter import from_langchain

DOCUMENTS = {
    "warranty.md": "The lamp is covered for two years. Гарантия на лампу: два года.",
    "returns.md": "Send it back within thirty days. Возврат: тридцать дней.",
}
GOLD = {"How long is the lamp covered?": ["warranty.md"], "Сколько дней на возврат?": ["returns.md"]}

store = InMemoryVectorStore(DeterministicFakeEmbedding(size=64))  # your embedder here: this one understands nothing
store.add_documents([Document(text, metadata={"source": name}) for name, text in DOCUMENTS.items()])
run = ragauge.record(from_langchain(store.as_retriever(search_kwargs={"k": 5})), GOLD)
for score in ragauge.evaluate(GOLD, run, ["recall@5", "mrr"]).scores:
    print(score.metric, score.value, f"n = {score.n}", score.interval)
