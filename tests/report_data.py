"""A small golden set and its traces, with texts that want to be more than texts; and what is in a report."""

import base64
import gzip
import html
import json
import re

FORMULA, BELL, SCRIPT = "=1+1", "bell \x07 rings", "</script><img src=x onerror=alert(1)>"
LONG = "лампа 💡 " * 6000
GOLD = "".join(
    json.dumps(row, ensure_ascii=False) + "\n"
    for row in (
        {"id": "q1", "question": "How long is the warranty?", "gold": ["a"], "lang": "en", "answer": "Two years."},
        {"id": "q2", "question": "Сколько длится гарантия?", "gold": ["b"], "lang": "ru", "answer": "Два года."},
        {"id": "q3", "question": SCRIPT, "gold": ["c", "d"], "lang": "en", "answer": "Red."},
        {"id": "q4", "question": "@cmd", "gold": ["e"], "lang": "ru", "answer": "-2"},
        {"id": "=5", "question": "שאלה 💡?", "gold": ["f"], "lang": "en", "answer": "No."},
    )
)
CHUNKS = [{"id": name, "document": name, "text": f"Text of {name}: two years, red."} for name in "abcdefg"]


def _trace(question, text, found, answer, *, k=2, **more):
    hits = [[item, float(10 - rank)] for rank, item in enumerate(found)]
    stages = [
        {"name": "bm25", "kind": "lane", "hits": hits},
        {"name": "selected", "kind": "selected", "hits": hits[:k]},
        {"name": "context", "kind": "context", "hits": hits[:k]},
    ]
    told = {} if answer is None else {"answer": answer, "refusal": False, "citations": found[:1]}
    return {"trace": 1, "question": question, "text": text, "stages": stages, **told, **more}


def traces(*found):
    """A line a question; ``found`` are the lists of their hits."""
    asked = [json.loads(line) for line in GOLD.splitlines()]
    answers = ["Two years.", "Три года.", FORMULA, BELL, LONG]
    rows = [_trace(row["id"], row["question"], list(hits), answer)
            for row, hits, answer in zip(asked, found, answers, strict=True)]  # fmt: skip
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


TRACES = traces("abc", "gbc", "cgd", "gga"[1:], "fab")
BETTER = traces("abc", "bgc", "cdg", "ega", "fab")
RULES = """[gate]
scorecard = "new.json"
baseline = "old.json"
[[gate.rules]]
metric = "recall@2"
min = 0.1
"""
FILES = {
    "gold.jsonl": GOLD,
    "traces.jsonl": TRACES,
    "better.jsonl": BETTER,
    "chunks.jsonl": "".join(json.dumps(row) + "\n" for row in CHUNKS),
    "ragauge.toml": RULES,
}


def data_of(page, name="document"):
    """The data of this name in a page."""
    packed = re.search(rf'id="{name}">([^<]*)</script>', page)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def sections(page):
    """The names of the parts of a page."""
    return set(data_of(page)["sections"])


def policy(page):
    """Its policy, by directive."""
    text = html.unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1])
    return {name: rest for name, _, rest in (one.strip().partition(" ") for one in text.split(";"))}
