"""Collections in the form of SQuAD, as a BEIR folder and a golden set with the answers as spans."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import read_bytes, shown
from ragauge.io.writing import write_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

GOLDEN = "golden.jsonl"
MARK = "\ufeff"


def squad_to_beir(source: Path, into: Path) -> None:
    """Write a file of SQuAD's form to an empty folder: the paragraphs are the documents, each with its questions.

    ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/test.tsv`` as BEIR has them, and ``golden.jsonl`` with the answer,
    its place and its words. A paragraph is called a3p1: the second of the fourth article. A byte order mark at the
    start of a paragraph (XQuAD has some) is left out, as readers do, and places are counted without it.

    Raises: InputError for a file of another form, or an answer that does not stand where it is said to.
    """
    try:
        articles = json.loads(read_bytes(source))["data"]
        paragraphs = {
            f"a{at}p{place}": paragraph
            for at, article in enumerate(articles)
            for place, paragraph in enumerate(article["paragraphs"])
        }
        marks = {name: one["context"].startswith(MARK) for name, one in paragraphs.items()}
        texts = {name: one["context"].removeprefix(MARK) for name, one in paragraphs.items()}
        rows = [_row(name, asked, marks[name]) for name, one in paragraphs.items() for asked in one["qas"]]
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise InputError([Problem(f"not of the form of SQuAD ({type(error).__name__})", shown(source))]) from error
    lost = [row["id"] for row in rows if not _stands(row, texts)]
    if lost:
        raise InputError([Problem(f"the answer of {name!r} is not where it should be", shown(source)) for name in lost])
    (into / "qrels").mkdir()
    judged = [f"{row['id']}\t{row['evidence'][0][0]['document']}\t1\n" for row in rows]
    write_all(
        [
            (into / "corpus.jsonl", _lines({"_id": name, "title": "", "text": text} for name, text in texts.items())),
            (into / "queries.jsonl", _lines({"_id": row["id"], "text": row["question"]} for row in rows)),
            (into / "qrels" / "test.tsv", "".join(["query-id\tcorpus-id\tscore\n", *judged])),
            (into / GOLDEN, _lines(rows)),
        ]
    )


def _row(document: str, asked: Mapping[str, Any], shift: int) -> dict[str, Any]:
    answer = asked["answers"][0]
    start, text = int(answer["answer_start"]) - shift, str(answer["text"])
    place = {"document": document, "start": start, "end": start + len(text), "quote": text}
    return {"id": str(asked["id"]), "question": str(asked["question"]), "answer": text, "evidence": [[place]]}


def _stands(row: Mapping[str, Any], texts: Mapping[str, str]) -> bool:
    place = row["evidence"][0][0]
    text: str = texts[place["document"]]
    return bool(place["quote"]) and place["start"] >= 0 and text[place["start"] : place["end"]] == place["quote"]


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
