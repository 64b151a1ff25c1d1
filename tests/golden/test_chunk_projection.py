"""Spans of documents on chunkings made here, against a count of characters: RAGAUGE_DATA/chroma_chunking.

The reference works on sets of characters and knows nothing of ragauge: a reference span is met by a hit that holds the
share asked for, or at the rank at which the hits so far hold all of it together; a hit that meets nothing new and
something old is a repetition.
"""

import json
import math
import random

import pytest

import ragauge

METRICS = ("recall@5", "need_recall@5", "mrr", "ndcg@10")
SHARE = {"contains": 1.0, "touches": 0.0, 0.5: 0.5}


@pytest.fixture(scope="module")
def collection(data_dir):
    folder = data_dir / "chroma_chunking"
    texts = {path.name: path.read_bytes().decode() for path in sorted((folder / "corpora").glob("*.md"))}
    asked = [json.loads(line) for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    return folder / "corpora", texts, asked


def chunks_of(texts, size, step):
    found = {}
    for document, text in texts.items():
        for start in range(0, len(text), step):
            found[f"{document}:{start}"] = (document, start, min(len(text), start + size))
            if start + size >= len(text):
                break
    return found


def some_run(asked, chunks):
    """For each question chunks near its references and others, in any order."""
    rng = random.Random(5)
    run = {}
    for question in asked:
        near = [
            name
            for name, (document, start, end) in chunks.items()
            if document == f"{question['corpus_id']}.md"
            and any(start < one["end"] + 600 and end > one["start"] - 600 for one in question["references"])
        ]
        hits = rng.sample(near, min(len(near), 8)) + rng.sample(list(chunks), 8)
        rng.shuffle(hits)
        run[question["id"]] = list(dict.fromkeys(hits))
    return run


def counted(question, hits, chunks, text, share, repeats):
    """The four values of a question, by counting characters."""
    spans = dict.fromkeys((one["start"], one["end"]) for one in question["references"])
    inked = [frozenset(at for at in range(*span) if not text[at].isspace()) for span in spans]
    held = [set() for _ in inked]
    met, gains, rank = {}, [], 0
    for hit in hits:
        document, start, end = chunks[hit]
        now = []
        for unit, needed in enumerate(inked):
            part = {at for at in needed if start <= at < end} if document == f"{question['corpus_id']}.md" else set()
            held[unit] |= part
            if part and (len(part) >= share * len(needed) or held[unit] == needed):
                now.append(unit)
        fresh = [unit for unit in now if unit not in met]
        rank += 1 if fresh or not now or repeats == "keep" else 0
        met |= dict.fromkeys(fresh, rank)
        gains += [rank] if fresh else []
    recall = sum(first <= 5 for first in met.values()) / len(inked)
    best = sum(1 / math.log2(place + 1) for place in range(1, min(len(inked), 10) + 1))
    gain = sum(1 / math.log2(place + 1) for place in gains if place <= 10)
    return [recall, recall, 1 / min(met.values()) if met else 0.0, gain / best]


@pytest.mark.parametrize(
    ("size", "step", "cover", "repeats", "told"),
    [
        (400, 400, "contains", "drop", "offsets"),
        (400, 200, "contains", "keep", "texts"),
        (400, 200, "touches", "drop", "both"),
        (800, 600, 0.5, "drop", "both"),
    ],
)
def test_every_question_is_what_counting_characters_gives(collection, size, step, cover, repeats, told):
    folder, texts, asked = collection
    chunks = chunks_of(texts, size, step)
    run = some_run(asked, chunks)
    table = [
        {
            "id": name,
            "document": document,
            **({"start": start, "end": end} if told != "texts" else {}),
            **({"text": texts[document][start:end]} if told != "offsets" else {}),
        }
        for name, (document, start, end) in chunks.items()
    ]
    gold = [
        {
            "id": one["id"],
            "question": one["question"],
            "evidence": [
                [{"document": f"{one['corpus_id']}.md", "start": each["start"], "end": each["end"]}]
                for each in one["references"]
            ],
        }
        for one in asked
    ]
    card = ragauge.evaluate(
        gold,
        ragauge.load_run([{"id": name, "hits": hits} for name, hits in run.items()]),
        list(METRICS),
        chunks=table,
        corpus=folder,
        cover=cover,
        repeats=repeats,
    )
    assert len(card.questions) == 472
    values = [list(card.values[metric].cells()) for metric in METRICS]
    for place, question in enumerate(asked):
        text = texts[f"{question['corpus_id']}.md"]
        wanted = counted(question, run[question["id"]], chunks, text, SHARE[cover], repeats)
        assert [column[place] for column in values] == pytest.approx(wanted, abs=1e-9), question["id"]
