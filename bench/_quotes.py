"""The seeded quotes and documents of bench/quotes.py (``make``), and the process that is measured (``locate``)."""

from __future__ import annotations

import json
import sys
import time
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress

from ragauge.golden.quotes.locating import locate_quotes

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = 7
SIZE = 10_000
WORDS = 30_000
ABSENT_DOCUMENTS = 0.05
KINDS = {"exact": 0.60, "harmless": 0.25, "ocr": 0.10, "absent": 0.05}
NOISE = 0.02
SYLLABLES = {
    "en": ["ba", "ce", "di", "fo", "gu", "ha", "in", "ko", "la", "me", "no", "or", "pa", "re", "si", "te", "un", "ve",
           "wa", "fi", "fl", "ing", "ed", "tion"],
    "ru": ["ба", "ве", "ги", "до", "жу", "за", "ин", "ка", "ло", "ме", "но", "ор", "па", "ре", "си", "те", "ул", "фа",
           "ши", "ещё", "ость", "ние", "ый"],
}  # fmt: skip


def make(path: Path, documents: int, quotes: int, named: float) -> None:
    """Write documents, half English-like and half Russian-like, and quotes of 40 to 300 characters from them."""
    rng = Random(SEED)
    words = {language: _words(rng, syllables) for language, syllables in SYLLABLES.items()}
    languages = list(SYLLABLES)
    texts = [
        _text(rng, *words[languages[place % 2]])
        for place in range(documents + max(1, int(documents * ABSENT_DOCUMENTS)))
    ]
    kinds = rng.choices(list(KINDS), list(KINDS.values()), k=quotes)
    cells = []
    for kind in kinds:
        document = rng.randrange(documents) if kind != "absent" else rng.randrange(documents, len(texts))
        start = rng.randrange(SIZE - 400)
        quote = texts[document][start : start + rng.randrange(40, 300)].strip()
        start = texts[document].index(quote, start)
        claimed = document if kind != "absent" else rng.randrange(documents)
        cells.append(
            [
                kind,
                document,
                start,
                start + len(quote),
                claimed if rng.random() < named else None,
                _damaged(kind, quote, rng),
            ]
        )
    path.write_text(json.dumps({"texts": texts[:documents], "quotes": cells}, ensure_ascii=False), encoding="utf-8")


def _words(rng: Random, syllables: list[str]) -> tuple[list[str], list[float]]:
    """Made-up words, and how often each occurs: as in a language, a few make up half of the text."""
    words = sorted({"".join(rng.choices(syllables, k=rng.choice((1, 2, 2, 3, 3, 4)))) for _ in range(WORDS)})
    rng.shuffle(words)
    total, weights = 0.0, []
    for rank in range(1, len(words) + 1):
        total += 1 / rank
        weights.append(total)
    return words, weights


def _text(rng: Random, words: list[str], weights: list[float]) -> str:
    parts, size = [], 0
    while size < SIZE:
        sentence = " ".join(rng.choices(words, cum_weights=weights, k=rng.randrange(6, 18)))
        sentence = sentence.capitalize() + rng.choice((". ", ". ", " – 24 «ok». ", "…\n", "? "))
        parts.append(sentence)
        size += len(sentence)
    return "".join(parts)[:SIZE]


def _damaged(kind: str, quote: str, rng: Random) -> str:
    if kind == "harmless":
        return rng.choice(HARMLESS)(quote, rng)
    if kind == "ocr":
        return "".join(rng.choice("eocнис") if rng.random() < NOISE and char.isalpha() else char for char in quote)
    return quote


HARMLESS: tuple[Callable[[str, Random], str], ...] = (
    lambda text, _: unicodedata.normalize("NFD", text),
    lambda text, _: text.replace(" ", ""),
    lambda text, _: text.replace(" ", " \u00a0 "),
    lambda text, _: text.replace("fi", "ﬁ").replace("fl", "ﬂ").replace("«", "“").replace("»", "”"),
    lambda text, _: text.replace("–", "-").replace("…", "...").replace("ё", "е"),
    lambda text, rng: "".join(char + "\u00ad" if char.isalpha() and rng.random() < 0.1 else char for char in text),
    lambda text, _: " ".join(
        word[:3] + "-\n" + word[3:] if len(word) > 6 and word.isalpha() else word for word in text.split(" ")
    ),
)


def locate(path: Path) -> None:
    """Locate all quotes with a progress bar on standard error, and print what became of them."""
    data = json.loads(path.read_text(encoding="utf-8"))
    documents = {str(place): text for place, text in enumerate(data["texts"])}
    asked = [
        (place, None if claimed is None else str(claimed), quote)
        for place, (*_, claimed, quote) in enumerate(data["quotes"])
    ]
    begin = time.perf_counter()
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("locating", total=None)
        placed = locate_quotes(
            asked, documents, progress=lambda done, total: bar.update(task, completed=done, total=total)
        )
    seconds = time.perf_counter() - begin
    right: dict[str, list[bool]] = defaultdict(list)
    wrong = 0
    for (kind, document, start, end, *_), one in zip(data["quotes"], placed, strict=True):
        at_place = one.located is not None and one.document == str(document) and _overlap(one.located, start, end)
        right[kind].append(at_place)
        wrong += one.located is not None and not at_place
    told = {
        "seconds": seconds,
        "asked": dict(Counter(kind for kind, *_ in data["quotes"])),
        "right": {kind: sum(cells) / len(cells) for kind, cells in right.items()},
        "wrong": wrong / len(placed),
        "how": dict(Counter("not" if one.located is None else one.located.how for one in placed)),
    }
    print(json.dumps(told))


def _overlap(found, start: int, end: int) -> bool:
    return 2 * (min(found.end, end) - max(found.start, start)) >= max(found.end, end) - min(found.start, start)


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]))
    else:
        locate(Path(sys.argv[2]))
