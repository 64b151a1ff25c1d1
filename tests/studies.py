"""Subjects of studies made by hand: documents, gold, and lists of ids."""

import json

from ragauge import load_golden
from ragauge.core.options import Options
from ragauge.core.records import Hit
from ragauge.io.corpus_files import read_corpus
from ragauge.studying.subject import subject_of
from ragauge.sweeping.store import Store


def subject(folder, gold, texts=None, *, metrics=("recall@5", "mrr"), setup=None, **options):
    """A subject over documents of these texts; by default those that the gold names, each with its name as text."""
    golden = load_golden(gold)
    texts = texts or {name: f"about {name}" for name in golden.judgments["item"]}
    docs = folder / "docs.jsonl"
    docs.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in texts.items()), "utf-8")
    return subject_of(
        read_corpus(docs), golden, Store(folder / "steps"), metrics=metrics, setup=setup, options=Options(**options)
    )


def ranked(*ids, top=100.0):
    """Hits with falling scores."""
    return [Hit(name, top - place) for place, name in enumerate(ids)]


def table(study, title):
    """The rows of the only table whose title begins so, as objects."""
    (found,) = [one for one in study.to_dict()["tables"] if one["title"].startswith(title)]
    return found["rows"]


def says(study):
    """{subject: what the advice says}; of several advices for one subject a list."""
    found = {}
    for one in study.advice:
        found.setdefault(one.subject, []).append(one.says)
    return {name: words[0] if len(words) == 1 else words for name, words in found.items()}
