"""The bytes of a text file into text, and a word on the encoding: nothing is ever dropped or replaced."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Literal

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.io.files import refuse_long_lines
from ragauge.io.legacy_encodings import LEAST, MARGIN, likely_encodings

How = Literal["bom", "utf-8", "declared", "detected"]

MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
MARK = "\ufeff"
END_OF_FILE = "\x1a"
"""What DOS programs write at the end of a text."""
BROKEN = re.compile("[\udc80-\udcff]")
NO_TEXT = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffe\uffff\ue000-\uf8ff]")
FEWEST_NULS = 0.45
AROUND = 1 << 15
"""So many bytes around the first that is not UTF-8 say whether the others are."""
LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, the encoding it was read by, how that was found, and sentences about it for the user."""

    text: str
    encoding: str
    how: How
    notes: tuple[str, ...] = ()

    @property
    def fact(self) -> str:
        """The encoding in the words of a report."""
        words = {"bom": "byte order mark", "declared": "declared", "detected": "detected"}
        return self.encoding if self.how == "utf-8" else f"{self.encoding} ({words[self.how]})"


def decode(data: bytes, source: str, *, encoding: str | None = None) -> Decoded:
    """The text of a file: by its byte order mark, as UTF-8, by the ``encoding`` declared, or by one detected.

    A declared encoding goes first, and all of the file has to fit.

    >>> decode("Как?".encode("windows-1251"), "gold.csv").notes
    ('read as windows-1251 (detected; --encoding says otherwise)',)
    >>> decode("grüßt".encode(), "gold.csv").fact
    'utf-8'

    Raises: InputError naming the line of a byte that does not fit, a file that is binary, and one whose encoding
        cannot be told.
    """
    refuse_long_lines(data, source)
    if encoding is not None:
        found = _declared(data, source, encoding)
    else:
        found = _marked(data, source) or _utf8(data) or _unmarked_wide(data) or _detected(data, source)
    if (at := found.text.find("\0")) >= 0:
        line = line_at(found.text, at)
        raise InputError([Problem("a NUL byte: this is a binary file, not text", source, line)])
    return _without_stray_marks(found)


def line_at(text: str, place: int) -> int:
    """The number of the line on which a place of the text stands."""
    return 1 + sum(1 for _ in LINE_END.finditer(text, 0, place))


def _marked(data: bytes, source: str) -> Decoded | None:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            text = _strict(data[len(mark) :], encoding, source)
            read = "" if encoding == "utf-8" else f"read as {encoding}; "
            return Decoded(text, encoding, "bom", (f"{read}byte order mark removed",))
    return None


def _utf8(data: bytes) -> Decoded | None:
    try:
        return Decoded(data.decode("utf-8"), "utf-8", "utf-8") if b"\0" not in data else None
    except UnicodeDecodeError:
        return None


def _declared(data: bytes, source: str, encoding: str) -> Decoded:
    name = _codec(encoding)
    family = name.replace("_", "-").removesuffix("-sig").removesuffix("-le").removesuffix("-be")
    for mark, marked in MARKS:
        if data.startswith(mark):
            if not marked.startswith(family):
                message = f"starts with the byte order mark of {marked}, so it is not {encoding}; leave out --encoding"
                raise InputError([Problem(message, source, 1)])
            return Decoded(_strict(data[len(mark) :], marked, source), marked, "declared", ("byte order mark removed",))
    text = _strict(data, name, source, shown=encoding)
    notes = [f"read as {encoding} (declared)"] if name != "utf-8" else []
    if name != "utf-8" and not data.isascii() and _utf8(data):
        notes.append("the file is valid UTF-8 too; leave out --encoding if its letters look odd")
    return Decoded(text, encoding, "declared", tuple(notes))


def _codec(encoding: str) -> str:
    try:
        name = codecs.lookup(encoding).name
        b"a".decode(name)
    except UnicodeError:
        return name  # of two bytes a letter
    except (LookupError, ValueError):
        message = f"--encoding {brief(encoding)} is not known; use a name like utf-8, windows-1252 or shift-jis"
        raise InputError(message) from None
    return name


def _strict(data: bytes, encoding: str, source: str, *, shown: str | None = None) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = line_at(data[: error.start].decode(encoding), error.start)
        raise InputError([Problem(_misfit(data, error, shown or encoding), source, line)]) from None
    except UnicodeError as error:
        raise InputError([Problem(f"cannot be read as {shown or encoding}: {error}", source)]) from None


def _misfit(data: bytes, error: UnicodeDecodeError, encoding: str) -> str:
    byte = f"byte 0x{data[error.start]:02x}"
    if "truncated" in error.reason or (error.end >= len(data) and "end of data" in error.reason):
        return f"{byte}: the file ends in the middle of a character; it was cut"
    return f"{byte} is not {encoding}; give the right --encoding NAME, or save the file as UTF-8"


def _unmarked_wide(data: bytes) -> Decoded | None:
    """UTF-16 without a mark: the NULs of its ASCII stand at odd places only, or at even ones only."""
    odd, even = data[1::2].count(0), data[::2].count(0)
    if not odd + even or (odd and even) or len(data) % 2 or (_is_plain(data) and odd + even < FEWEST_NULS * len(data)):
        return None
    encoding = "utf-16-le" if odd else "utf-16-be"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if NO_TEXT.search(text) else Decoded(text, encoding, "detected", (_note(encoding),))


def _is_plain(data: bytes) -> bool:
    """Whether the bytes are text but for the NULs."""
    text = _utf8(data.replace(b"\0", b""))
    return text is not None and not NO_TEXT.search(text.text)


def _detected(data: bytes, source: str) -> Decoded:
    if (at := data.find(b"\0")) >= 0:
        raise InputError([Problem("a NUL byte: this is a binary file, not text", source, data.count(b"\n", 0, at) + 1)])
    _refuse_broken_utf8(data, source)
    readings = likely_encodings(data)
    if not readings or readings[0].score < LEAST:
        _refuse_unknown(data, source, "its encoding is neither UTF-8 nor one that can be told from the text")
    best = readings[0]
    others = [one.encoding for one in readings if one.score > best.score - MARGIN and one.text != best.text]
    if others:
        _refuse_unknown(data, source, f"it may be {' or '.join([best.encoding, *others])}")
    return Decoded(_strict(data, best.encoding, source), best.encoding, "detected", (_note(best.encoding),))


def _refuse_unknown(data: bytes, source: str, reason: str) -> None:
    first = next(place for place, byte in enumerate(data) if byte > 0x7F)
    line = line_at(data[:first].decode("ascii"), first)
    message = f"byte 0x{data[first]:02x} is not UTF-8, and {reason}; give --encoding NAME, or save it as UTF-8"
    raise InputError([Problem(message, source, line)])


def _refuse_broken_utf8(data: bytes, source: str) -> None:
    """Raise InputError when the file is UTF-8 but for some bytes: cut, or joined from files of two encodings."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        place, reason = error.start, error.reason
    else:
        return
    good, bad = _characters(data[max(0, place - AROUND) : place + AROUND])
    good = good or not data[:place].isascii()
    cut = good and reason == "unexpected end of data"
    if good < bad and not cut:
        return
    byte = f"byte 0x{data[place]:02x} is not UTF-8"
    why = "the file ends in the middle of a character: it was cut" if cut else "the rest is; were two files joined?"
    line = line_at(data[:place].decode("utf-8"), place)
    raise InputError([Problem(f"{byte}: {why}; save it whole, as UTF-8", source, line)])


def _characters(data: bytes) -> tuple[int, int]:
    """How many characters beyond ASCII there are in UTF-8, and how many bytes are none."""
    text = data.decode("utf-8", "surrogateescape")
    bad = len(BROKEN.findall(text))
    return sum(not sign.isascii() for sign in text) - bad, bad


def _note(encoding: str) -> str:
    return f"read as {encoding} (detected; --encoding says otherwise)"


def _without_stray_marks(found: Decoded) -> Decoded:
    """The text without the marks that stand in the middle when files were joined, and without the end sign of DOS."""
    text = found.text.removesuffix(END_OF_FILE)
    if MARK not in text:
        return Decoded(text, found.encoding, found.how, found.notes)
    line = line_at(text, text.find(MARK))
    note = f"byte order marks inside of the text removed: {text.count(MARK)}, the first on line {line}"
    return Decoded(text.replace(MARK, ""), found.encoding, found.how, (*found.notes, note))
