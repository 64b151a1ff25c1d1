"""Text that was written as UTF-8 and read as something else (``Â§ 4.2``, ``РџСЂРёРІРµС‚``), and what it was.

Nothing is repaired in place: a caller lists the rows, and may offer a repaired copy.
"""

from __future__ import annotations

import re

ROUNDS = 3
"""So often the same mistake may have been made on top of itself."""


def _signs(encoding: str) -> dict[str, int]:
    """The sign of each byte above ASCII; where an encoding has none, the control sign that browsers take."""
    signs = {chr(byte): byte for byte in range(0x80, 0xA0)} if encoding == "cp1252" else {}
    for byte in range(0x80, 0x100):
        signs[bytes([byte]).decode(encoding, "surrogateescape").replace(chr(0xDC00 + byte), chr(byte))] = byte
    return signs


def _group(signs: dict[str, int], first: int, last: int) -> str:
    return "[" + "".join(re.escape(sign) for sign, byte in signs.items() if first <= byte <= last) + "]"


def _sequences(signs: dict[str, int]) -> str:
    """A pattern of all that may be a character of UTF-8."""
    more = _group(signs, 0x80, 0xBF)
    heads = ((0xC2, 0xDF, 1), (0xE0, 0xEF, 2), (0xF0, 0xF4, 3))
    return "|".join(f"{_group(signs, first, last)}{more}{{{count}}}" for first, last, count in heads)


def _suspect() -> tuple[re.Pattern[str], str]:
    """What is in every such text, and hardly in any other: a sign that is looked for, and the one before it.

    The pattern, and the same as plain pairs of signs.

    Letters of Cyrillic alphabets count only behind the capitals that Cyrillic in UTF-8 turns into, and punctuation
    does not behind a small Cyrillic letter.
    """
    more = {sign for signs in (WESTERN, *OTHERS.values()) for sign, byte in signs.items() if byte < 0xC0}
    alphabet = {sign for sign in more if "Ѐ" <= sign <= "ӿ" and sign != "Ђ"}
    hard = "".join(sorted(map(re.escape, more - alphabet - STRAY)))
    soft = "".join(sorted(map(re.escape, STRAY)))
    own = "".join(sorted(sign for sign in alphabet if OTHERS["cp1251"].get(sign, 0xFF) < 0xC0))
    small, capital = "а-я", "Â-ôРСВГДЕБЮЯĂĹ"
    pairs = f"[{small}{capital}][{hard}]|[{capital}][{soft}]|[РСВГДЕ][{own}]|тА|[╨╤┬├]"
    looked_back = re.compile(
        f"[{hard}{soft}{own}А╨╤┬├](?:(?<=[{small}{capital}][{hard}])|(?<=[{capital}][{soft}])|(?<=[РСВГДЕ][{own}])"
        "|(?<=тА)|(?<=[╨╤┬├]))"
    )
    return looked_back, pairs


STRAY = frozenset("“”‘’–—…«»‹›°\u00a0")
"""Signs that may follow a letter in clean text."""
WESTERN = _signs("cp1252")
SEQUENCE = re.compile(_sequences(WESTERN))
OTHERS = {encoding: _signs(encoding) for encoding in ("cp1251", "cp1250", "cp866", "koi8-r")}
SUSPECT, SUSPECT_PAIRS = _suspect()
"""The same twice: fast in Python, and without looking back, as columns of text are searched."""
PLAUSIBLE = re.compile(
    "[\u00a0-\u017f\u0192\u02c6\u02dc\u0218-\u021b\u0386-\u03ce\u0400-\u045f\u0490\u0491"
    "\u05d0-\u05ea\u060c\u061b\u061f\u0621-\u0652\u0660-\u0669\u0904-\u0939\u0e01-\u0e4e"
    "\u1ea0-\u1ef9\u200b-\u2026\u2030-\u203a\u2070-\u209c\u20a0-\u20bf\u2100-\u22ff\u2460-\u27bf"
    "\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\ufeff\uff01-\uff5e\U0001f300-\U0001faff]+"
)


def repaired(text: str) -> str | None:
    """What the text was before it was read by a wrong encoding, or None for a text that is as it should be.

    >>> repaired("Â§ 4.2, â‰¤ 5"), repaired("РџСЂРёРІРµС‚"), repaired("Größe ≤ 5, «СССР»")
    ('§ 4.2, ≤ 5', 'Привет', None)
    """
    found = None
    for _ in range(ROUNDS):
        better = None if text.isascii() or not SUSPECT.search(text) else _once(text)
        if better is None:
            return found
        found = text = better
    return found


def _once(text: str) -> str | None:
    for signs in OTHERS.values():
        whole = _whole(text, signs)
        if whole is not None:
            return whole
    return _by_sequence(text)


def _whole(text: str, signs: dict[str, int]) -> str | None:
    """The text, when all of its signs beyond ASCII are bytes of two characters, or of one that takes three."""
    try:
        data = bytes(signs.get(sign) or sign.encode("ascii")[0] for sign in text)
        made = data.decode("utf-8")
    except UnicodeError:
        return None
    wide = "".join(sign for sign in made if not sign.isascii())
    sure = len(wide) > 1 or wide > "\u2000"
    return made if sure and PLAUSIBLE.fullmatch(wide) else None


def _by_sequence(text: str) -> str | None:
    """The text with what western letters and signs spell, when one of the places cannot be clean text."""
    sure = False

    def character(found: re.Match[str]) -> str:
        nonlocal sure
        made = bytes(WESTERN[sign] for sign in found[0]).decode("utf-8", "surrogateescape")
        if not PLAUSIBLE.fullmatch(made):
            return found[0]
        sure = sure or not _may_be_clean(found[0], text[: found.start()][-1:])
        return made

    made = SEQUENCE.sub(character, text)
    return made if sure else None


def _may_be_clean(sequence: str, before: str) -> bool:
    """Whether a letter with signs behind it may be the end of a word and its punctuation, as in ``« privé »``."""
    if not STRAY.issuperset(sequence[1:]):
        return False
    if len(sequence) > 2 or (before.isalpha() and before.isupper()):
        return True
    return sequence[0] not in "ÂÃ" and not before.islower()
