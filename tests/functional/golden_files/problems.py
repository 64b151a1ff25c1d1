"""Golden files with twelve planted problems each, and where they are."""

from __future__ import annotations

from typing import NamedTuple


class Planted(NamedTuple):
    """Row and column of a problem (None: the whole row), and words that its message must have."""

    row: int
    column: str | None
    words: tuple[str, ...] = ()


TABLE = '''id,question,type,expected_sources,page
q01,Wann öffnet das Bad?,single,bad.pdf,3
,Wer leitet das Bad?,single,bad.pdf,4
q03,,single,bad.pdf,5
q01,Что нельзя приносить?,single,правила.pdf,6
q05,Сколько длится сеанс?,single,правила.pdf,12-Oct
q06,Which pools are heated?,multi,a.pdf;b.pdf;c.pdf,1;2
q07,Where are the lockers?,single,a.pdf,third
q08,How deep is the pool?,single,a.pdf,14-10
q09,Was kostet die Karte?,single,"[""preise.pdf""",2
q10,Wer zahlt, und wann?,single,preise.pdf,2
q11,Кто проверяет воду?,single,вода.pdf,2.5
q12,Quem limpa a piscina?,single,"[""agua.pdf"", null]",7
q13,¿Quién enseña a nadar?,single,"[[""agua.pdf""], ""curso.pdf""]",8
q14,Who founded the club?,no_answer,,
'''
TABLE_PROBLEMS = (
    Planted(3, "id", ("empty",)),
    Planted(4, "question", ("empty",)),
    Planted(5, "id", ("q01", "2")),
    Planted(6, "page", ("12-Oct", "date")),
    Planted(7, "page", ("3", "2")),
    Planted(8, "page", ("third",)),
    Planted(9, "page", ("14-10",)),
    Planted(10, "expected_sources", ("JSON",)),
    Planted(11, None, ("6 cells", "5")),
    Planted(12, "page", ("2.5",)),
    Planted(13, "expected_sources", ("missing",)),
    Planted(14, "expected_sources", ("mixes",)),
)

LINES = """{"id": "a1", "question": "Wer gießt die Beete?", "expected_docs": ["garten.md"]}
{"id": "a2", "question": "Wer mäht?", "expected_docs": ["garten.md"
["a3", "Wo steht der Kompost?", "garten.md"]
{"id": "a4", "question": null, "expected_docs": ["garten.md"]}
{"id": "a5", "question": ["Кто?", "Что?"], "expected_docs": ["сад.md"]}
{"id": "a6", "question": "Когда сажать лук?", "expected_docs": ["сад.md", ["лук.md"]]}
{"id": "a7", "question": "Сколько стоит грядка?", "expected_docs": [null]}
{"id": "a8", "question": "What grows in shade?", "expected_docs": [1.5]}
{"id": "a9", "question": "Is the shed locked?", "expected_docs": [true]}
{"id": "a10", "question": "Who has the key?", "expected_docs": [{"grade": 2}]}
{"id": "a11", "question": "¿Cuánta agua?", "expected_docs": [{"document": "agua.md", "grade": "much"}]}
{"id": "a1", "question": "Quem paga a água?", "expected_docs": ["agua.md"]}
{"id": "", "question": "Wann ist Ernte?", "expected_docs": ["garten.md"]}
{"id": "a14", "question": "Wer erntet?", "expected_docs": ["garten.md"]}
"""
LINES_PROBLEMS = (
    Planted(2, None, ("JSON",)),
    Planted(3, None, ("object",)),
    Planted(4, "question", ("empty",)),
    Planted(5, "question", ("list",)),
    Planted(6, "expected_docs", ("mixes",)),
    Planted(7, "expected_docs", ("missing",)),
    Planted(8, "expected_docs", ("1.5",)),
    Planted(9, "expected_docs", ("True",)),
    Planted(10, "expected_docs", ("document",)),
    Planted(11, "expected_docs", ("much",)),
    Planted(12, "id", ("a1", "1")),
    Planted(13, "id", ("empty",)),
)

CLEAN = """id,question,type,expected_sources,page
c1,Wann öffnet das Bad?,single,bad.pdf,3
c2,Что нельзя приносить в бассейн?,multi,правила.pdf;памятка.pdf,4;5-6
c3,Who founded the club?,no_answer,,
c4,¿Quién enseña a nadar?,single,curso.pdf,9
c5,Кто сторож?,single,,
"""
CLEAN_LINES = """{"question": "Wann öffnet das Bad?", "expected_docs": ["bad.pdf"], "lang": "de"}
{"question": "Что нельзя приносить?", "expected_docs": ["правила.pdf", "памятка.pdf"], "lang": "ru"}
{"question": "Who founded the club?", "expected_docs": [], "lang": "en"}
"""
