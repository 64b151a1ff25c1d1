"""Seeded data of a report: questions, three stages of 20 hits with texts, answers, scores and where evidence ended."""

from __future__ import annotations

import numpy as np

from ragauge.answering.evaluating import evaluate_answers
from ragauge.core.trace import StageHits, Trace
from ragauge.evaluation import Surroundings
from ragauge.funnel.diagnosing import follow
from ragauge.golden.chunks.table import chunk_table
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden
from ragauge.report.diagnosis_json import diagnosis_data
from ragauge.report.html.inputs import Inputs

SEED = 5
DEPTH, POOL = 20, 30
SHARED = 10
"""So many chunks there are a question; each question's hits come from a pool of 30 that neighbours share."""
MOST_CHUNKS = 20_000
WORDS, LETTERS = 6_000, "etaoinshrdlucmfwypvbgkq"
SHORTEST, LONGEST = 70, 130


def made(questions: int) -> Inputs:
    """Everything that a report of so many questions can show of one run."""
    rng = np.random.default_rng(SEED)
    texts = chunk_texts(rng, min(MOST_CHUNKS, SHARED * questions))
    names = [f"manual-{place // 12:05}.md#{place % 12}" for place in range(len(texts))]
    chunks = chunk_table([{"id": name, "text": text} for name, text in zip(names, texts, strict=True)])
    gold, traces = [], []
    for number in range(questions):
        pool = (rng.permutation(POOL) + SHARED * number) % len(texts)
        wanted = pool[int(rng.integers(0, DEPTH + 3))]
        words = texts[wanted].split()
        quote = " ".join(words[10:25])
        gold.append({
            "id": f"q{number:05}", "question": f"{' '.join(words[12:20])}?", "type": f"type-{number % 5}",
            "lang": ("en", "ru")[number % 2], "answer": quote,
            "evidence": [[{"chunk": names[wanted], "quote": quote}]],
        })  # fmt: skip
        traces.append(trace(rng, gold[-1], [names[one] for one in pool], quote))
    golden, traced = load_golden(gold), traced_of(traces)
    around = Surroundings(chunks=chunks)
    card = evaluate_answers(golden, traces, by=["type", "lang"], chunks=chunks)
    diagnosis = diagnosis_data(follow(golden, traced, around))
    return Inputs(
        f"{questions:,} questions", cards=(card,), diagnosis=diagnosis, golden=golden, traced=traced, around=around,
        traces=tuple(traces),
    )  # fmt: skip


def chunk_texts(rng: np.random.Generator, count: int) -> list[str]:
    """Texts of words that are as frequent as those of a language."""
    letters = rng.choice(list(LETTERS), (WORDS, 9), p=np.arange(len(LETTERS), 0, -1) / sum(range(len(LETTERS) + 1)))
    words = ["".join(row[: 2 + size]) for row, size in zip(letters, rng.integers(0, 8, WORDS), strict=True)]
    weights = 1 / np.arange(3, WORDS + 3)
    weights /= weights.sum()
    lengths = rng.integers(SHORTEST, LONGEST, count)
    drawn = iter(rng.choice(WORDS, int(lengths.sum()), p=weights).tolist())
    return [" ".join(words[next(drawn)] for _ in range(length)) + "." for length in lengths.tolist()]


def trace(rng: np.random.Generator, asked: dict[str, object], pool: list[str], quote: str) -> Trace:
    """Two lanes that share half of what they find, their fusion, and an answer from the first five."""
    scores = -np.sort(-rng.gamma(2.0, 4.0, (3, DEPTH)), axis=1)
    lists = [pool[:DEPTH], pool[POOL - DEPTH :], [pool[place] for place in rng.permutation(DEPTH)]]
    kinds = (("bm25", "lane"), ("dense", "lane"), ("fused", "fused"))
    return Trace(
        str(asked["id"]),
        text=str(asked["question"]),
        stages=tuple(
            StageHits(name, kind, tuple(zip(items, row, strict=True)))
            for (name, kind), items, row in zip(kinds, lists, scores.tolist(), strict=True)
        ),
        answer=f"It says: {quote}. {' '.join(quote.split()[::-1])}.",
        refusal=False,
        prompt_tokens=900,
        window=8192,
        timings={"bm25": float(rng.gamma(2, 0.01)), "dense": float(rng.gamma(2, 0.02))},
        seconds=float(rng.gamma(3, 0.1)),
    )
