"""How much memory a sweep needs, told before it starts, and how many processes fit into what is allowed."""

from __future__ import annotations

import math
import os
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError
from ragauge.pipeline.chunking.chunkers import CHUNKERS
from ragauge.pipeline.chunking.words import KEPT
from ragauge.pipeline.reference.parts import ENGINES
from ragauge.pipeline.reference.setup import WHOLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ragauge.pipeline.reference.setup import Setup
    from ragauge.sweeping.steps import Steps

UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
BINARY = {"KI": 2**10, "MI": 2**20, "GI": 2**30, "TI": 2**40}
SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?I?)B?", re.IGNORECASE)

# bytes, from the peaks of processes on SciFact as it is, three times as large, and in Cyrillic letters
PROGRAM = 150_000_000
"""A process with everything loaded and nothing done."""
CHUNK, PLACED = 1_200, 2_200
"""A chunk, while it is indexed, and while it is measured."""
WORD, COUNTED, RERANKED, KEPT_WORD = 50, 20, 200, 16
"""A word in BM25, in LSA, in the lexical reranker, and in the tables that are kept for the next chunking."""
DIRECTIONS = 310 * 8
"""A row of LSA; about 2.5 of them a chunk and 3 a stem are there at once."""
STEMS = 40
"""Stems of n words: at most about so many times √n."""
WIDE = 2 * 4 * 1024
"""The vector of a model, twice: 1,024 numbers in single precision."""
HIT = 300
LOOSE = 2
"""So many times as many chunks as full ones there are at most, by and large, where texts are cut at their structure."""
MARGIN = 1.15
SENTENCE, OWN = 3, 20
"""Words of a sentence, and of a chunk of one's own chunker, at least by and large; of the latter each stands in two."""


@dataclass(frozen=True, slots=True)
class Texts:
    """What the documents are: bytes in memory, words, how many."""

    size: int
    words: int
    count: int


@dataclass(frozen=True, slots=True)
class Need:
    """Bytes that the sweep needs: the process that measures, another one that does steps, and the largest step."""

    alone: int
    measuring: int
    working: int
    largest: str


def bytes_of(text: str) -> int:
    """A size as people write it; G and GB are 10⁹, GiB 2³⁰.

    >>> bytes_of("4GB"), bytes_of("512 MiB"), bytes_of("1.5g")
    (4000000000, 536870912, 1500000000)

    Raises: InputError for what is no size.
    """
    found = SIZE.fullmatch(text.strip())
    unit = found[2].upper() if found else "?"
    if found is None or unit not in UNITS | BINARY or not float(found[1]):
        raise InputError(f"a size of memory is a number with a unit, like 4GB or 512MiB, got {text!r}")
    return int(float(found[1]) * (UNITS | BINARY)[unit])


def workers_within(allowed: int, setups: Sequence[Setup], steps: Steps) -> int:
    """How many processes may do steps beside the one that measures; below 2 it does them itself.

    Raises: InputError with the figures where not even one process has enough.
    """
    need = need_of(setups, texts_of(steps.documents), len(steps.questions))
    if need.alone > allowed:
        raise InputError(
            f"the sweep needs about {_told(need.alone)} of memory and {_told(allowed)} are allowed: {_told(PROGRAM)} "
            f"for the program, the rest for documents and the largest step, {need.largest}; allow more, or leave it out"
        )
    return min(os.cpu_count() or 1, max(0, (allowed - need.measuring) // need.working))


def need_of(setups: Sequence[Setup], texts: Texts, questions: int) -> Need:
    """An estimate from above for texts of words with spaces between them; models themselves are not counted."""
    kept = KEPT_WORD * min(texts.words, KEPT)
    steps = {setup.name: _step(setup, texts) for setup in setups}
    largest = max(steps, key=lambda name: steps[name])
    measured = max(PLACED * chunks_of(setup, texts)[0] for setup in setups)
    hits = HIT * 100 * questions * (1 + max(len(setup.lanes) for setup in setups))
    measuring = PROGRAM + MARGIN * (3 * texts.size + measured + hits)
    working = PROGRAM + MARGIN * (2 * texts.size + kept + steps[largest] + hits)
    alone = PROGRAM + MARGIN * (3 * texts.size + kept + hits + max(measured, steps[largest]))
    return Need(int(alone), int(measuring), int(working), largest)


def texts_of(documents: Mapping[str, str]) -> Texts:
    """What the documents are. A text with hardly any space counts every character as a word."""
    return Texts(sum(map(sys.getsizeof, documents.values())), sum(map(_words, documents.values())), len(documents))


def _words(text: str) -> int:
    words = text.count(" ") + text.count("\n") + 1
    return words if len(text) < 20 * words else len(text)


def _step(setup: Setup, texts: Texts) -> float:
    """The bytes of the largest step of a configuration: chunks, and the index of a lane."""
    chunks, expansion = chunks_of(setup, texts)
    words = texts.words * expansion
    stems = min(words, STEMS * math.sqrt(texts.words))
    lanes = [
        WORD * words if lane == "bm25" else COUNTED * words + DIRECTIONS * (2.5 * chunks + 3 * stems)
        for lane in setup.lanes
        if lane in ENGINES
    ]
    lanes += [float(WIDE * chunks) for lane in setup.lanes if lane not in ENGINES]
    lanes += [RERANKED * words] if setup.reranker == "lexical" else []
    return CHUNK * chunks + texts.size * expansion + max(lanes)


def chunks_of(setup: Setup, texts: Texts) -> tuple[int, float]:
    """About how many chunks there will be at most, and in how many of them each word stands.

    >>> from ragauge.pipeline.reference.setup import Setup
    >>> chunks_of(Setup("fixed", {"size": 100, "overlap": 50}), Texts(6000, 1000, 2))
    (22, 2.0)
    """
    given = setup.chunking
    if setup.chunker == WHOLE:
        return texts.count, 1.0
    if "sentences" in given or setup.chunker == "sentences":
        window = int(given.get("sentences", 5))
        stride = int(given.get("stride") or window)
        return _count(texts.words / (SENTENCE * stride), texts), window / stride
    size, overlap = _smallest(given, "size"), _smallest(given, "overlap") or 0
    if setup.chunker == "semantic":
        ended = texts.words / SENTENCE * (1 - float(given.get("percentile", 95)) / 100)
        return _count(ended + (LOOSE * texts.words / size if size else 0), texts), 1.0
    if size is None and setup.chunker in CHUNKERS:
        size = 200
    if size is None:
        return _count(2 * texts.words / OWN, texts), 2.0
    per = size / 6 if given.get("unit") == "chars" else size
    expansion = size / max(1, size - overlap)
    loose = 1 if setup.chunker == "fixed" else LOOSE
    return _count(loose * texts.words * expansion / max(1.0, per), texts), expansion


def _smallest(given: Mapping[str, Any], what: str) -> int | None:
    """The size, or overlap, of the chunks that are indexed."""
    found: Iterable[Any] = (given.get(name) for name in (f"child_{what}", what, f"parent_{what}"))
    return next((int(value) for value in found if value is not None), None)


def _count(filled: float, texts: Texts) -> int:
    """Each document has a last chunk, which is not full."""
    return int(filled) + texts.count


def _told(size: float) -> str:
    return f"{size / 10**9:.2g} GB" if size >= 10**9 else f"{size / 10**6:.0f} MB"
