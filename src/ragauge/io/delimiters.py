"""Which delimiter a table with a header has."""

from __future__ import annotations

import re

DELIMITERS = ",;\t|"
NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", "\x1f": "none: one column"}
DIRECTIVE = re.compile(r'"?sep=([,;\t|])"?[ ,;\t|]*(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
QUOTED = re.compile(r'(?:\A|(?<=[,;\t|\r\n]))"[^"]*(?:""[^"]*)*"')
LINE_END = re.compile(r"[\r\n]+")
LONGEST_HEADER = 1 << 20
SAMPLE = 200


def find_delimiter(text: str) -> str | None:
    """The delimiter of a table with a header: the one that occurs most in the header, outside of quotes, or None.

    >>> find_delimiter("question;type;expected_sources\\n")
    ';'
    >>> find_delimiter('question;gold;"a,b,c,d"')
    ';'
    >>> find_delimiter("question\\nWhat, when and why?\\n") is None
    True
    """
    header = _bare_lines(text)[0]
    best = max(DELIMITERS, key=header.count)
    return best if best in header else None


def delimiter_of_rows(text: str) -> str | None:
    """The delimiter that stands equally often on each row below the header, or None.

    A delimiter before a space is taken for punctuation.

    >>> delimiter_of_rows("question\\n12;Why?;a.md\\n13;How so, then?;b.md\\n")
    ';'
    >>> delimiter_of_rows("question\\nWhat, when and why?\\nWho?\\n") is None
    True
    """
    rows = [line for line in _bare_lines(text)[1 : SAMPLE + 1] if line.strip()]
    for delimiter in DELIMITERS:
        bare = re.compile(re.escape(delimiter) + r"(?! )")
        counts = {len(bare.findall(row)) for row in rows}
        if len(counts) == 1 and counts != {0}:
            return delimiter
    return None


def _bare_lines(text: str) -> list[str]:
    start = text[:LONGEST_HEADER].lstrip("\r\n ")
    lines = LINE_END.split(QUOTED.sub("", start))
    return lines if len(text) <= LONGEST_HEADER or len(lines) == 1 else lines[:-1]
