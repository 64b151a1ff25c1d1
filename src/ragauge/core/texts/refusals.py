"""Whether an answer says that it has none: by phrases, English and Russian; for answers that nothing else tells of."""

from __future__ import annotations

import re

from ragauge.core.texts.sentences import sentence_spans

_ABOUT = r"(?:passages?|documents?|documentation|context|texts?|manual|sources?|articles?|excerpts?|materials?|pages?)"
_SAID = r"(?:mentioned|specified|stated|provided|given|answered|found|covered|described|included|available)"
_ENGLISH = (
    r"\b(?:i|we) (?:do not|don't) (?:know|have (?:enough|any|the|sufficient|this|that)\b)",
    (
        r"\b(?:i|we)(?: am|'m| are|'re)? (?:cannot|can't|can not|could not|couldn't|unable to|not able to)"
        r" (?:answer|say|tell|find|determine|provide|help|locate)"
    ),
    (
        rf"\b{_ABOUT}\b[^.;,]{{0,30}} (?:do not|does not|don't|doesn't|did not|didn't) (?:\w+ly )?"
        r"(?:say|state|mention|specify|answer|address|indicate|discuss|tell|describe)"
    ),
    (
        rf"\b{_ABOUT}\b[^.;,]{{0,30}} (?:do not|does not|don't|doesn't) (?:\w+ly )?"
        r"(?:contain|provide|include|give|have) (?:(?:any|the|an|enough|sufficient|relevant|this|that) ){0,3}"
        r"(?:information|answers?|details?|mention)"
    ),
    (
        r"\b(?:there is|there's|there was|i have|i found|contains?|found) (?:no|not enough|insufficient) "
        r"(?:\w+ ){0,2}(?:information|answer|mention|data|details?)\b"
    ),
    r"\bthere (?:isn't|is not) (?:any|enough|sufficient) (?:\w+ ){0,2}(?:information|answer|data|details?)\b",
    r"\b(?:not enough|insufficient) (?:information|context|data)\b",
    r"\bno (?:relevant )?(?:information|answer)\b",
    rf"\bnot (?:\w+ly )?{_SAID}\b[^.;,]{{0,20}} (?:in|by|from) (?:the|this|these|any of the) (?:\w+ )?{_ABOUT}",
    r"\b(?:cannot|can't|could not|couldn't) be answered\b",
    (
        r"\b(?:cannot|can't|could not|couldn't) be (?:determined|found)\b[^.;,]{0,30} (?:in|by|from|based on) "
        rf"(?:the|this|these) (?:\w+ )?{_ABOUT}"
    ),
    r"\bit (?:is|was) (?:not possible|impossible) to (?:answer|say|tell|determine)\b",
    rf"\banswer (?:is|was) not (?:\w+ )?(?:in|within) (?:the|this|these|any of the) (?:\w+ )?{_ABOUT}",
    r"\b(?:question|it) is (?:unanswerable|not answerable)\b",
)
_TEXTS = r"(?:текст|документ|контекст|фрагмент|инструкци|руководств|источник|материал|стать|отрыв)\w*"
_NOTHING = r"(?:ответа|информации|данных|сведений|упоминани[яй])"
_RUSSIAN = (
    r"\bне знаю\b",
    r"\bне (?:могу|можем|смог\w*|удалось|удается) (?:\w+ ){0,2}(?:ответить|найти|сказать|определить)",
    r"\bневозможно (?:\w+ )?(?:ответить|определить|установить)",
    rf"\b(?:нет|недостаточно|не найдено|не содержится|не хватает|не содерж[аи]т|не имею) (?:\w+ ){{0,2}}{_NOTHING}\b",
    rf"\b{_NOTHING} (?:\w+ ){{0,4}}(?:нет|недостаточно|не найдено|отсутству[ею]т)",
    r"\b(?:информация|ответ|данные|сведения)(?: \w+){0,4} (?:отсутству[ею]т|не найден\w*|не указан\w*)",
    rf"\b{_TEXTS} (?:\w+ )?не (?:упомина|указыва|сообща|говор|отвеча|описыва)\w*",
    (
        rf"\b(?:в|во) (?:\w+ ){{0,3}}{_TEXTS} (?:\w+ ){{0,4}}не "
        r"(?:указан\w*|сказано|говорится|упомина\w*|упомянут\w*|содержится|сообщается|описан\w*|найден\w*)"
    ),
    r"\bоб этом (?:\w+ ){0,4}не (?:сказано|говорится|сообщается)",
    (
        r"\bне (?:указан|сказано|говорится|упомина|упомянут|сообщается|описан)\w* "
        rf"(?:\w+ )?(?:в|во) (?:\w+ ){{0,3}}{_TEXTS}"
    ),
)
_REFUSAL = re.compile("|".join((*_ENGLISH, *_RUSSIAN)))
_WHOLE = frozenset(
    [
        "unknown",
        "n/a",
        "not specified",
        "not stated",
        "not mentioned",
        "not found",
        "no idea",
        "no data",
        "unanswerable",
        "no answer",
        "неизвестно",
        "не указано",
        "не сказано",
        "не найдено",
        "нет ответа",
        "нет данных",
        "данных нет",
        "ответа нет",
        "затрудняюсь ответить",
    ]
)
"""What is a refusal as the whole answer, and nothing by itself within one."""
_BRACKETS = re.compile(r"\([^()]*\)?")
_CONTRAST = re.compile(r"\b(?:but|however|though|nevertheless|yet|но|однако|тем не менее|зато)\b")


def says_it_has_no_answer(text: str) -> bool:
    """Whether the first sentence has a phrase of not knowing or not finding, with nothing set against it afterwards.

    Set against it: a word such as "but" or "however" after the phrase (outside of brackets), or at the start of the
    next sentence. It is a list of phrases: refusals in other words are missed, and so are those in other languages.

    >>> [says_it_has_no_answer(text) for text in ("The manual does not say.", "I don’t know.", "Я не знаю.")]
    [True, True, True]
    >>> says_it_has_no_answer("В этих фрагментах нет ответа на вопрос."), says_it_has_no_answer("Нет, не покрывает.")
    (True, False)
    >>> says_it_has_no_answer("The warranty does not cover water."), says_it_has_no_answer("I don't know, but 5 years.")
    (False, False)
    """
    plain = " ".join(text.casefold().replace("’", "'").replace("ё", "е").split())
    spans = sentence_spans(text)
    if not spans:
        return False
    first = " ".join(text[slice(*spans[0])].casefold().replace("’", "'").replace("ё", "е").split())
    if plain.strip(" .!«»\"'") in _WHOLE:
        return True
    found = _REFUSAL.search(first)
    if found is None or _CONTRAST.search(_BRACKETS.sub(" ", first[found.end() :])):
        return False
    return not _CONTRAST.match(plain[len(first) :].lstrip())
