"""Which of the encodings from before UTF-8 a text is written in: the one in which its words look like words.

Each encoding is scored on the lines that are not ASCII. For western Europe: how many words have accents where
western words have them. For Cyrillic: how many pairs of letters are among the most common pairs of Russian, in words
of one script and one case. For Chinese: how many signs are among the most common ones. For Japanese: how many are
kana, or signs beside them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLE = 1 << 16
"""So many bytes of lines that are not ASCII are looked at."""
LEAST = 0.5
SHOUTED = 0.7
"""What a text is worth that has capitals only: in KOI8-R, small letters of other encodings are capitals."""
MARGIN = 0.15
RARER = 0.8
"""What a reading is worth that shares most of its letters with windows-1252, and is met less often."""
NOT_ASCII = re.compile(rb"[^\r\n]*[\x80-\xff][^\r\n]*")
SMALL = re.compile("[а-яёђ-џґ]")
WORD = re.compile(r"\w+")
_PAIRS = (
    "ст но то на ен ов ни ра во ко пр ро по ре ос ер го не ал ли ка та ве ан ор ол ла от ло ть де ва ел ом ти ет ри ле "
    "да ес за ит ин ис бы об ль ат од до ил ие ны ак ки ик ав нн ия ся мо ам че ма ме ми ше ви пе тр ск ый их ог ой ем "
    "те ас су ду ру ча жи из им ич ск ок он ии ае же лу му ну тв ту чт ым ют ят ая ед ек би ди ци ці ні ві на їх ті "
    "ях ан аї ва та за ий се ге ор ел ир ив ъл ът ят"
)
PAIRS = frozenset(_PAIRS.split())
HANZI = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然"
    "家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把"
    "机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果"
    "加斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更"
    "别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马"
    "科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确"
    "传师观清今切院让识候带导争运请哪您需填写申退款订单客户服货价钱息费查按办修改密码登录系统文档问答什么怎样多久谁"
)
WESTERN = (
    "äöüßéèàêç",  # German, with its foreign words
    "àâæçéèêëîïôœùûüÿ",
    "áéíñóúüçªº",
    "áâãàçéêíóôõúüªº",
    "àèéìíîòóùúªº",
    "åäöéüà",
    "æøåéèêóòâôäöü",
    "áðéíóúýþæö",
    "ëïéóèöüáíúàêç",  # Dutch
    "àçèéíïòóúü",
)
CENTRAL = (
    "ąćęłńóśźż",
    "áčďéěíňóřšťúůýž",
    "áäčďéíĺľňóôŕšťúýž",
    "áéíóöőúüű",
    "ăâîşţșț",
    "čćđšž",
)
TURKISH = ("çğıöşüâîûi̇",)
ODD_SIGNS = frozenset("ƒˆ˜")
LATIN_SIGNS = frozenset("§©«®°±»·•–—‘’‚“”„†‡…‹›€™¡¿ºª²³µ×÷£¥¢´\xa0")
CYRILLIC_SIGNS = frozenset("§©«®°±»·•–—‘’‚“”„…‹›€№™µ\xa0")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text in one encoding, and how much it looks like text, from 0 to 1."""

    encoding: str
    score: float
    text: str


def likely_encodings(data: bytes) -> list[Reading]:
    """The encodings in which the lines that are not ASCII can be read, the most likely first.

    >>> likely_encodings("Как вернуть товар?".encode("windows-1251"))[0].encoding
    'windows-1251'
    >>> likely_encodings("返品はできますか。".encode("shift-jis"))[0].encoding
    'cp932'
    """
    lines = _sample(data)
    readings = []
    for encoding, score in SCORES.items():
        try:
            text = lines.decode(encoding)
        except UnicodeDecodeError:
            continue
        readings.append(Reading(encoding, score(text), text))
    return sorted(readings, key=lambda reading: -reading.score)


def _sample(data: bytes) -> bytes:
    lines, size = [], 0
    for found in NOT_ASCII.finditer(data):
        lines.append(found[0])
        size += len(found[0])
        if size > SAMPLE:
            break
    return b"\n".join(lines)


def western(text: str) -> float:
    """How much of what is not ASCII stands as it does in western European text; a line is in one language."""
    lines = [line for line in text.split("\n") if not line.isascii()]
    fit = sum(_fit(line, WESTERN) ** 3 for line in lines) / max(len(lines), 1)
    return fit * _latin(text)


def central(text: str) -> float:
    """The same for the languages of central Europe; all of the text is in one of them."""
    return RARER * _fit(text, CENTRAL) ** 3 * _latin(text)


def turkish(text: str) -> float:
    """The same for Turkish."""
    return RARER * _fit(text, TURKISH) ** 3 * _latin(text)


def _fit(text: str, alphabets: tuple[str, ...]) -> float:
    """The share of letters beyond ASCII that one language has."""
    letters = [sign for sign in text.lower() if sign.isalpha() and not sign.isascii()]
    return max(sum(sign in alphabet for sign in letters) for alphabet in alphabets) / len(letters) if letters else 1.0


def _latin(text: str) -> float:
    """How much of what is not ASCII stands where it does in words of Latin script."""
    good = all_of = 0.0
    for place, sign in enumerate(text):
        if sign.isascii():
            continue
        all_of += 1
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        good += _latin_letter(sign, before, after) if sign.isalpha() else _sign(sign, before, after, LATIN_SIGNS)
    return good / max(all_of, 1)


def _latin_letter(sign: str, before: str, after: str) -> float:
    if sign in ODD_SIGNS:
        return 0.0
    if sign in "ºª":
        return float(before.isalnum() or before == ".")
    if sign.isupper() and before.islower():
        return 0.0
    beside = sum(other.isalpha() and not other.isascii() for other in (before, after))
    alone = not before.isalpha() and not after.isalpha()
    if alone:
        return 0.8 if sign in "àéèóôÀÉÈÓÔöåÖÅ" else 0.3
    return (1.0, 0.8, 0.0)[beside]


def _sign(sign: str, before: str, after: str, known: frozenset[str]) -> float:
    """A sign that is no letter: known, and not in the middle of a word."""
    if sign not in known:
        return 0.0
    opens_in_word = sign in "¿¡" and (before.isalnum() or not before.isascii())
    if opens_in_word or (sign in "²³" and after.isalpha()):
        return 0.0
    inside = before.isalpha() and after.isalpha()
    return 1.0 if not inside or sign in "’–—·…" else 0.1


def cyrillic(text: str) -> float:
    """How many pairs of letters are common in Russian, and how much of the rest is plausible."""
    common = pairs = letters = 0
    clean = 0.0
    for word in WORD.findall(text):
        if word.isascii():
            continue
        letters += len(word)
        clean += len(word) * _one_script(word)
        lower = word.lower()
        these = [lower[place : place + 2] for place in range(len(lower) - 1)]
        pairs += len(these)
        common += sum(pair in PAIRS for pair in these)
    signs = [
        _sign(sign, text[place - 1 : place], text[place + 1 : place + 2], CYRILLIC_SIGNS)
        for place, sign in enumerate(text)
        if not sign.isascii() and not sign.isalnum()
    ]
    if not letters:
        return 0.0
    usual = min(1.0, common / (0.4 * pairs)) if pairs else 0.2
    if not SMALL.search(text):
        usual *= SHOUTED
    return (usual * clean + sum(signs)) / (letters + len(signs))


def _one_script(word: str) -> bool:
    letters = [sign for sign in word if sign.isalpha()]
    one = all("Ѐ" <= sign <= "ӿ" for sign in letters)
    return one and (word[1:].islower() or word.isupper() or len(letters) < 2)


def japanese(text: str) -> float:
    """The share of kana, of signs beside them, and of Japanese punctuation; narrow kana are a wrong reading."""
    wide = [sign for sign in text if not sign.isascii()]
    kana = sum("ぁ" <= sign <= "ヿ" for sign in wide)
    narrow = sum("｡" <= sign <= "ﾟ" for sign in wide)
    kanji = sum("一" <= sign <= "鿿" for sign in wide)
    other = sum("\u3000" <= sign <= "〿" or "！" <= sign <= "～" for sign in wide)
    backed = min(kanji, 4 * kana)  # kanji go with kana
    return max(0.0, (kana + backed + other - narrow) / max(len(wide), 1)) if kana else 0.0


def chinese(text: str) -> float:
    """How many signs are among the most common ones, of which running text has far more than half."""
    wide = [sign for sign in text if not sign.isascii()]
    marks = sum("\u3000" <= sign <= "〿" or "！" <= sign <= "～" or sign in "“”‘’…—·" for sign in wide)
    hanzi = sum("一" <= sign <= "鿿" for sign in wide)
    usual = min(1.0, sum(sign in HANZI for sign in wide) / (0.45 * hanzi)) if hanzi else 0.0
    return usual * (hanzi + marks) / max(len(wide), 1)


SCORES: dict[str, Callable[[str], float]] = {
    "windows-1252": western,
    "windows-1250": central,
    "windows-1254": turkish,
    "windows-1251": cyrillic,
    "cp866": cyrillic,
    "koi8-r": cyrillic,
    "cp932": japanese,
    "gb18030": chinese,
}
