"""One golden set and its run, written down in many ways."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass

HEADER = ("id", "question", "type", "source", "page", "quote")
ROWS = (
    ("в1", "Что значит «пуск» на табло?", "single", "Ёлочный приказ.docx", "3", ""),
    ("в2", "Кто отвечает за йод и бинты?", "single", "Йод.docx", "10-12", ""),
    ("в3", "Где сказано: «Не входить»; и почему?", "multi", "Ёлочный приказ.docx;Йод.docx", "5;7", ""),
    ("в4", "Какого цвета дверь – белая или синяя?", "no_answer", "", "", ""),
    ("в5", "Как говорит инструкция о ключе?", "single", "Ключи №2.docx", "", "«Ключ — у сторожа, а не у двери»"),
    ("в6", "Кто сторож?", "single", "", "", ""),
    ("в7", "Сколько ключей, 2 или 3?", "single", "Ключи №2.docx", "8", ""),
    ("в8", "Что лежит в ящике «Б»?", "multi", "Ключи №2.docx;Ключи №2.docx", "1;2", ""),
)


def _hit(name: str, page: int, text: str = "…") -> dict[str, object]:
    return {"source": name, "page": page, "text": text}


HITS = {
    "в1": [_hit("Йод.docx", 3), _hit("Ёлочный приказ.docx", 3)],
    "в2": [_hit("Йод.docx", 13), _hit("Ключи №2.docx", 1), _hit("Йод.docx", 11)],
    "в3": [_hit("Йод.docx", 5), _hit("Йод.docx", 7)],
    "в4": [_hit("Йод.docx", 1)],
    "в5": [_hit("Ключи №2.docx", 4, 'Помните: "Ключ - у сторожа, а не у двери".')],
    "в6": [],
    "в7": [_hit("Ключи №2.docx", 9), *(_hit("Йод.docx", page) for page in range(20, 24)), _hit("Ключи №2.docx", 8)],
    "в8": [_hit("Ключи №2.docx", 2)],
}
RECALL = (1, 1, 1 / 2, "no_relevant", 1, "gold_unknown", 0, 1 / 2)
"""recall@5, by hand: rank 2; rank 3; page 7 alone; –; the quote; –; rank 6; one of two pages."""


def table(delimiter: str = ",", end: str = "\n") -> str:
    def cell(text: str) -> str:
        quoted = text.replace('"', '""')
        return f'"{quoted}"' if delimiter in text or '"' in text else text

    return "".join(delimiter.join(map(cell, row)) + end for row in (HEADER, *ROWS))


def records(*, lists: bool = False) -> list[dict[str, object]]:
    """The rows as objects; with ``lists`` sources are lists of text and blank cells null."""
    made = []
    for row in ROWS:
        record: dict[str, object] = dict(zip(HEADER, row, strict=True))
        if lists:
            record["source"] = record["source"].split(";") if record["source"] else None
            record["page"] = record["page"].split(";") if record["page"] else None
            record["quote"] = record["quote"] or None
        made.append(record)
    return made


@dataclass(frozen=True)
class RunForm:
    """How the names of files are written in a run."""

    form: str = "NFC"
    folder: str = ""


def run(how: RunForm = RunForm()) -> str:
    lines = []
    for name, hits in HITS.items():
        spelled = [{**hit, "source": how.folder + unicodedata.normalize(how.form, str(hit["source"]))} for hit in hits]
        lines.append(json.dumps({"id": name, "retrieved": spelled}, ensure_ascii=False))
    return "\n".join([*lines, ""])


GERMAN = (
    ("question", "source", "page"),
    ("Wer leitet die „Prüfung“?", "Prüfung.pdf", "3"),
    ("Was heißt «Übung» – 9–17 Uhr?", "Übung.pdf", "9–17"),
    ("Wo hängt der Schlüssel?", "Schlüssel.pdf", "4"),
)
GERMAN_HITS = {
    "Wer leitet die „Prüfung“?": [("Prüfung.pdf", 3)],
    "Was heißt «Übung» – 9–17 Uhr?": [("Prüfung.pdf", 9), ("Übung.pdf", 17)],
    "Wo hängt der Schlüssel?": [("Schlüssel.pdf", 5)],
}


def german_table(delimiter: str = ";", end: str = "\r\n") -> str:
    return "".join(delimiter.join(row) + end for row in GERMAN)


def german_run(form: str) -> str:
    return "".join(
        json.dumps(
            {
                "question": question,
                "retrieved": [{"source": unicodedata.normalize(form, name), "page": page} for name, page in hits],
            },
            ensure_ascii=False,
        )
        + "\n"
        for question, hits in GERMAN_HITS.items()
    )
