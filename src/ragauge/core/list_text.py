"""Lists written as text in a cell: as JSON has them, and as Python and numpy print them. Nothing is evaluated."""

from __future__ import annotations

import re
from typing import Any

from ragauge.core.brief import brief
from ragauge.core.json_text import is_whole, json_complaint, parse_json

_LIST = re.compile(r"\s*(?:\[\s*(?:\[\s*)*(?:[rRuU]?['\"]|\{|\]\s*\Z|\w+\(.*\]\s*\Z)|\(\s*['\"].*\)\s*\Z)", re.DOTALL)
_BLANK = re.compile(r"\s*")
_STRING = re.compile(r"(?P<prefix>[rRuU]?)(?P<quote>'''|\"\"\"|'|\")")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])")
_WORD = re.compile(r"[A-Za-z_][\w.]*")
_ESCAPE = re.compile(r"\\(?:\r\n|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|.)", re.DOTALL)
_PLAIN = {
    "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a", "\\": "\\", "'": "'", '"': '"',
    "\n": "", "\r\n": "",
}  # fmt: skip
_WORDS = {"None": None, "nan": None, "NaN": None, "null": None, "True": True, "False": False}
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_LISTS = ("[", "(")
DEEPEST = 8


def looks_like_a_list(text: str) -> bool:
    """Whether a text is meant as a list, even if it is cut or holds what is no value.

    >>> [looks_like_a_list(text) for text in ("['a']", '["a', "[]", "[Document(id=1)]", "[1] It hums [2]", "[so] It")]
    [True, True, True, True, False, False]
    """
    return _LIST.match(text) is not None


def parse_list(text: str) -> list[Any]:
    """The values of a list in a text: JSON, a Python list or tuple, or an array of numpy, which has no commas.

    Values are texts, numbers, True, False, None, and lists and objects of these.

    >>> parse_list('["Two years.", null]'), parse_list("['It\\\\'s [1]', \\"two\\"]"), parse_list("('Да',)")
    (['Two years.', None], ["It's [1]", 'two'], ['Да'])
    >>> parse_list("['one'\\n 'two']"), parse_list("[]")
    (['one', 'two'], [])
    >>> parse_list("['one', Document(id=1)]")
    Traceback (most recent call last):
    ValueError: Document is no text, number, list or object, at character 9

    Raises: ValueError in words for anything else.
    """
    plain = text.strip()
    try:
        found = parse_json(plain)
    except ValueError as error:
        complaint = json_complaint(error)
    else:
        if isinstance(found, list):
            return found
        raise ValueError(f"a list is needed, got {brief(found)}")
    if plain[:1] not in _LISTS or ('"' in plain and "'" not in plain):
        raise ValueError(complaint)  # JSON that is broken is told as such
    return _Reader(plain).whole()


class _Reader:
    """Reads the text of a Python list from left to right."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def whole(self) -> list[Any]:
        """The list that the text is."""
        found = self._list(DEEPEST)
        self._skip()
        if self._at < len(self._text):
            raise self._fault("something follows the list")
        return found

    def _list(self, depth: int) -> list[Any]:
        end = self._opened(depth)
        found: list[Any] = []
        while not self._closes(end, first=not found):
            found.append(self._value(depth))
        return found

    def _object(self, depth: int) -> dict[str, Any]:
        end = self._opened(depth)
        found: dict[str, Any] = {}
        while not self._closes(end, first=not found):
            key = self._value(depth)
            if not isinstance(key, str) or key in found:
                raise self._fault(f"{brief(key)} is no key, or stands twice")
            self._skip()
            if not self._text.startswith(":", self._at):
                raise self._fault(f"no value beside the key {brief(key)}")
            self._at += 1
            self._skip()
            found[key] = self._value(depth)
        return found

    def _opened(self, depth: int) -> str:
        """Past an opening bracket: the one that closes."""
        if not depth:
            raise self._fault("nested too deeply")
        self._at += 1
        return _CLOSING[self._text[self._at - 1]]

    def _closes(self, end: str, *, first: bool) -> bool:
        """Whether the list ends here, which is then left behind; so is the comma before a value."""
        self._skip()
        comma = not first and self._text.startswith(",", self._at)
        if comma:
            self._at += 1
            self._skip()
        if self._at == len(self._text):
            raise self._fault("the list does not end; was it cut?")
        if self._text[self._at] == end:
            self._at += 1
            return True
        if self._text[self._at] == ",":
            raise self._fault("a value is missing before the comma")
        return False

    def _value(self, depth: int) -> Any:
        opening = self._text[self._at : self._at + 1]
        if opening in _LISTS:
            return self._list(depth - 1)
        if opening == "{":
            return self._object(depth - 1)
        if string := _STRING.match(self._text, self._at):
            return self._string(string)
        if number := _NUMBER.match(self._text, self._at):
            self._at = number.end()
            return float(number[0]) if set(number[0]) & set(".eE") else int(number[0])
        word = _WORD.match(self._text, self._at)
        if word and word[0] in _WORDS:
            self._at = word.end()
            return _WORDS[word[0]]
        if self._text.startswith("...", self._at):
            raise self._fault("the list was shortened when it was printed (...)")
        raise self._fault(f"{word[0] if word else brief(opening)} is no text, number, list or object")

    def _string(self, opening: re.Match[str]) -> str:
        quote, raw = opening["quote"], opening["prefix"] in ("r", "R")
        start = place = opening.end()
        while True:
            end = self._text.find(quote, place)
            if end < 0:
                raise self._fault("a text does not end; was it cut?")
            slashes = len(self._text[start:end]) - len(self._text[start:end].rstrip("\\"))
            if slashes % 2 == 0:
                break
            place = end + 1
        self._at = end + len(quote)
        inner = self._text[start:end]
        text = inner if raw else _ESCAPE.sub(_unescaped, inner)
        if not is_whole(text):
            raise self._fault("half a character in a text")
        return text

    def _skip(self) -> None:
        blank = _BLANK.match(self._text, self._at)
        self._at = blank.end() if blank else self._at

    def _fault(self, message: str) -> ValueError:
        return ValueError(f"{message}, at character {self._at + 1}")


def _unescaped(found: re.Match[str]) -> str:
    """What an escape stands for; one that Python does not know stands for itself, as there."""
    escape = found[0][1:]
    if escape in _PLAIN:
        return _PLAIN[escape]
    if escape[0] in "xuU" and len(escape) > 1:
        return chr(int(escape[1:], 16))
    if escape[0] in "01234567":
        return chr(int(escape, 8))
    return found[0]
