"""The lanes of a sweep: built in, any embedder with its cache, and late chunking."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.core.errors import InputError
from ragauge.metrics.chunking.truncation import Truncation, truncation
from ragauge.pipeline.dense import DenseLane
from ragauge.pipeline.embedding.cached import CachedEmbedder
from ragauge.pipeline.embedding.embedders import make_embedder
from ragauge.pipeline.embedding.late import LateEmbedder, token_embedder
from ragauge.pipeline.reference.parts import ENGINES, make_lane
from ragauge.sweeping.own import LATE, OwnParts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    import polars as pl

    from ragauge.backends.snowball import SnowballStemmer
    from ragauge.core.records import Hit

    Search = Callable[[str, int], list[Hit]]


@dataclass(slots=True)
class Lanes:
    """Makes lanes; a model is loaded once, and no text is embedded twice by it."""

    folder: Path
    own: OwnParts = field(default_factory=OwnParts)
    _models: dict[str, Any] = field(default_factory=dict)

    def embedder(self, name: str) -> Any:
        """The embedder of a lane; one that knows the language already keeps its vectors in the folder."""
        if name in self.own.embedders:
            return self.own.embedders[name].part
        if name not in self._models:
            self._models[name] = make_embedder(name, cache=self.folder)
        return self._models[name]

    def check(self, lane: str) -> None:
        """Raise InputError for a late lane whose embedder gives no token vectors."""
        if lane.startswith(LATE):
            name = lane.removeprefix(LATE)
            token_embedder(name, self.embedder(name))

    def identity(self, lane: str) -> dict[str, str]:
        """What its hits depend on besides texts and questions: versions, and which model it is."""
        if lane in ENGINES:
            return {name: version(name) for name in ENGINES[lane]}
        name = lane.removeprefix(LATE)
        own = self.own.embedders.get(name)
        model = f"own: {own.identity}" if own is not None else self.embedder(name).identity
        return {"model": model, "numpy": version("numpy")}

    def search(
        self,
        lane: str,
        texts: Mapping[str, str],
        chunks: pl.DataFrame,
        documents: Mapping[str, str],
        stemmer: SnowballStemmer,
    ) -> tuple[Search, dict[str, Any]]:
        """The search of a lane over texts by id, and what is to be known of it."""
        if lane in ENGINES:
            return make_lane(lane, texts, stemmer=stemmer), {}
        if not lane.startswith(LATE):
            return _dense(DenseLane(self.embedder(lane), list(texts), list(texts.values()))), {}
        name = lane.removeprefix(LATE)
        if chunks["embedded"].is_not_null().any():
            raise InputError(
                "chunks with titles before them cannot be embedded late: the titles are not in the document"
            )
        model = self.embedder(name)
        rows = chunks.select("id", "document", "start", "end").iter_rows()
        places = {item: (document, start, end) for item, document, start, end in rows}
        late = LateEmbedder(model, token_embedder(name, model), documents, places)
        return _dense(DenseLane(late, list(places), list(places))), {"without_vector": late.without}

    def ask(self, lane: str, questions: Sequence[str]) -> list[float]:
        """The seconds that each question takes to embed; their vectors are kept from then on."""
        model = self.embedder(lane.removeprefix(LATE))
        took, rows = [], []
        for text in questions:
            start = time.perf_counter()
            rows.append(model.embedder.questions([text]))
            took.append(time.perf_counter() - start)
        if rows:
            model.keep_questions(questions, np.concatenate(rows))
        return took

    def is_cached(self, lane: str) -> bool:
        """Whether the vectors of the lane's questions are kept."""
        return lane not in ENGINES and isinstance(self.embedder(lane.removeprefix(LATE)), CachedEmbedder)

    def truncation(self, lane: str, texts: Sequence[str]) -> Truncation | None:
        """What of the texts the lane's embedder does not read; None where nothing is cut, or it is not known."""
        if lane in ENGINES or lane.startswith(LATE):
            return None
        model = self.embedder(lane)
        if isinstance(model, CachedEmbedder):
            return model.truncation(texts, lane)
        limit, tokens = getattr(model, "limit", None), getattr(model, "tokens", None)
        return None if limit is None or tokens is None else truncation(tokens(list(texts)), limit, lane)


def _dense(lane: DenseLane) -> Search:
    def search(question: str, k: int) -> list[Hit]:
        return lane.search([question], k)[0]

    return search
