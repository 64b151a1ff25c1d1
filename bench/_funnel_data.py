"""Write seeded gold and traces of five stages: ``python bench/_funnel_data.py FOLDER TRACES``.

Half of the questions are Russian, and need one to three documents. The stages are two lanes, their fusion, its
reranking and the context, of 20 hits each; what the later ones hold is what the earlier ones handed on.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import polars as pl

from ragauge.io.trace_parquet import write_traces_parquet
from ragauge.io.trace_tables import read_traced

SEED = 11
DEPTH = 20
DOCUMENTS, PARTS = 200_000, 8
STAGES = (("bm25", "lane"), ("dense", "lane"), ("rrf", "fused"), ("cross", "reranked"), ("prompt", "context"))
BATCH = 10_000
MOST_NEEDS = 3
RETRIEVED = 0.8
REFUSED, CITED = 0.05, 3
ENGLISH, RUSSIAN = "How long is part {} of lamp {} covered?", "Какой срок гарантии на деталь {} лампы {}?"
ANSWERS = ("It is covered for {} months.", "Гарантия действует {} месяцев.", "I cannot tell.", "Не могу сказать.")
MONTHS, WRONG = 12, 0.3
HEAD = "id,question,relevant,answer\n"


def generate(folder: Path, traces: int) -> None:
    """Write ``gold.csv``, which names documents, and traces of ``documents`` and of ``chunks`` as JSONL and Parquet."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(SEED)
    files = {name: (folder / f"{name}.jsonl").open("wb") for name in ("documents", "chunks")}
    gold = (folder / "gold.csv").open("wb")
    gold.write(HEAD.encode())
    for start in range(0, traces, BATCH):
        number = np.arange(start, min(start + BATCH, traces))
        document, part = _hits(rng, len(number))
        scores = -np.sort(-np.round(rng.gamma(2.0, 4.0, document.shape), 6), axis=2)
        gold.write(_gold(rng, number, document))
        about = rng.random((len(number), 2)) < (REFUSED, WRONG)
        for name, file in files.items():
            file.write(_traces(number, document, part if name == "chunks" else None, scores, about))
    for file in (*files.values(), gold):
        file.close()
    for name in files:
        write_traces_parquet(folder / f"{name}.parquet", read_traced(folder / f"{name}.jsonl"))


def _hits(rng: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray]:
    """(count, stages, DEPTH) documents and parts of them; no chunk stands twice in a list."""
    pool = np.argsort(rng.random((count, 3 * DEPTH)), axis=1)  # places in a pool of its own for each question
    document = rng.integers(0, DOCUMENTS - 3 * DEPTH, (count, 1)) + np.arange(3 * DEPTH)
    part = rng.integers(0, PARTS, (count, 3 * DEPTH))
    lanes = [pool[:, :DEPTH], pool[:, DEPTH // 2 : DEPTH // 2 + DEPTH]]
    fused = pool[:, DEPTH // 4 : DEPTH // 4 + DEPTH]
    reranked = rng.permuted(fused, axis=1)
    places = np.stack([*lanes, fused, reranked, reranked], axis=1)
    rows = np.arange(count)[:, None, None]
    return document[rows, places], part[rows, places]


def _gold(rng: np.random.Generator, number: np.ndarray, document: np.ndarray) -> bytes:
    needs = rng.integers(1, MOST_NEEDS + 1, len(number))
    place = rng.integers(0, DEPTH, (len(number), MOST_NEEDS))
    stage = rng.integers(0, 2, (len(number), MOST_NEEDS))
    found = rng.random((len(number), MOST_NEEDS)) < RETRIEVED
    lost = DOCUMENTS + rng.integers(0, DOCUMENTS, found.shape)
    wanted = np.where(found, document[np.arange(len(number))[:, None], stage, place], lost)
    names = [list(dict.fromkeys(f"doc-{one}" for one in row[:some])) for row, some in zip(wanted, needs, strict=True)]
    lines = [
        f"q{one},{_question(one)},{'; '.join(items)},{ANSWERS[one % 2].format(MONTHS)}\n"
        for one, items in zip(number.tolist(), names, strict=True)
    ]
    return "".join(lines).encode()


def _question(number: int) -> str:
    return (RUSSIAN if number % 2 else ENGLISH).format(number % 97, number)


def _traces(
    number: np.ndarray, document: np.ndarray, part: np.ndarray | None, scores: np.ndarray, about: np.ndarray
) -> bytes:
    """Lines as ``write_traces`` makes them."""
    frame = pl.DataFrame({"document": document.ravel(), "score": scores.ravel()})
    name = pl.format("doc-{}", "document")
    if part is not None:
        frame = frame.with_columns(part=pl.Series(part.ravel()))
        name = pl.format("doc-{}#{}", "document", "part")
    hit = pl.format('["{}", {}]', name, "score")
    lists = frame.select(hit=hit, stage=pl.int_range(pl.len()) // DEPTH)
    joined = lists.group_by("stage", maintain_order=True).agg(pl.col("hit").str.join(", "))["hit"].to_list()
    cited = frame.select(name.alias("name"))["name"].to_list()
    lines = []
    for row, one in enumerate(number.tolist()):
        first = row * len(STAGES)
        stages = ", ".join(
            f'{{"name": "{stage}", "kind": "{kind}", "hits": [{joined[first + place]}]}}'
            for place, (stage, kind) in enumerate(STAGES)
        )
        refused, wrong = about[row].tolist()
        answer = ANSWERS[one % 2 + 2 * refused].format(MONTHS + wrong)
        last = (first + len(STAGES) - 1) * DEPTH
        quoted = "" if refused else ", ".join(f'"{cite}"' for cite in cited[last : last + CITED])
        lines.append(
            f'{{"trace": 1, "question": "q{one}", "text": "{_question(one)}", "stages": [{stages}],'
            f' "prompt_tokens": {900 + one % 300}, "window": 8192, "answer": "{answer}", "citations": [{quoted}],'
            f' "refusal": {"true" if refused else "false"}}}\n'
        )
    return "".join(lines).encode()


if __name__ == "__main__":
    generate(Path(sys.argv[1]), int(sys.argv[2]))
