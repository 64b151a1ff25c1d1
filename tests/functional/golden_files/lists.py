"""The fourteen kinds that are JSONL files."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from golden_files.kind import NO_RELEVANT, UNKNOWN, Case, Kind, jsonl_kind


def citations_and_refusals() -> Kind:
    """German: laws and articles. A refusal with a reason and a citation (the successor of a repealed law) is scored."""

    def row(number: int, query: str, *cited: tuple[str, str], reason: str | None = None) -> dict[str, Any]:
        return {
            "id": f"h-{number:02}",
            "query": query,
            "expected_citations": [{"law_id": law, "article": article} for law, article in cited],
            "expected_refusal": reason is not None,
            "expected_refusal_reason": reason,
        }

    def found(*places: tuple[str, str]) -> list[Any]:
        return [{"id": f"{law}-{article}", "document": law, "section": article} for law, article in places]

    cases = [
        # a paragraph of the article
        Case(row(1, "Wann darf ein Steg gesperrt werden?", ("HafenO", "14")), found(("HafenO", "14 > Abs. 2")), 1),
        # article 3 of the other law does not count
        Case(
            row(2, "Wer zahlt die Bergung?", ("HafenO", "21"), ("BergG", "3")),
            found(("HafenO", "3"), ("BergG", "3")),
            1 / 2,
        ),
        # 91 is not below 9
        Case(row(3, "Gilt das Ankerverbot nachts?", ("HafenO", "9")), found(("HafenO", "91"), ("BergG", "9")), 0),
        Case(
            row(4, "Was galt nach der Lotsenordnung?", ("LotsG", "2"), reason="repealed"),
            found(("BergG", "8"), ("LotsG", "2")),
            1,
        ),
        Case(row(5, "Soll ich klagen?", reason="advice"), found(("BergG", "1")), NO_RELEVANT),
        Case(row(6, "Wie hoch ist die Gebühr?", reason="ambiguous"), found(("BergG", "1")), NO_RELEVANT),
        Case(row(7, "Wie wird das Wetter?", reason="out_of_corpus"), [], NO_RELEVANT),
        Case(row(8, "Wer ernennt den Hafenmeister?"), found(("BergG", "1")), UNKNOWN),
        Case(
            row(9, "Wie lange bleibt ein Boot im Dock?", ("HafenO", "30")),
            found(("BergG", "4"), ("BergG", "5"), ("BergG", "6"), ("BergG", "7"), ("LotsG", "1"), ("HafenO", "30")),
            0,
        ),
    ]
    # (1 + ½ + 0 + 1 + 0) of 5; if any will do (1 + 1 + 0 + 1 + 0)
    return jsonl_kind(cases, 1 / 2, question="query", either=3 / 5)


def chunk_ids_beside_sections() -> Kind:
    """Three columns that could be the gold: one has to be chosen."""

    def row(question: str, *chunks: str, category: str = "factual") -> dict[str, Any]:
        return {
            "question": question,
            "category": category,
            "expected_chunk_ids": list(chunks),
            "expected_sections": [f"Section {chunk[-1]}" for chunk in chunks],
            "ground_truth_reference_chunks": [f"What {chunk} says." for chunk in chunks],
            "expected_answer": "…" if chunks else "The handbook has nothing on this; ask the office.",
        }

    cases = [
        Case(row("When is the pool open?", "faq_003"), ["faq_003", "faq_004"], 1),
        Case(row("What do guests pay, and when?", "faq_003", "faq_010"), ["faq_010", "faq_0031"], 1 / 2),
        # neighbours whose ids begin alike, and the right one at rank 6
        Case(row("How do I book a lane?", "guide_1"), ["guide_10", "guide_11", "a", "b", "c", "guide_1"], 0),
        Case(row("Who won the cup?", category="out_of_scope"), ["faq_003"], NO_RELEVANT),
        Case(row("Is the trainer married?", category="out_of_scope"), [], NO_RELEVANT),
        Case(row("What do the terms forbid?", "terms_2", "terms_3", "terms_4"), ["terms_4", "x", "terms_2"], 2 / 3),
        Case(row("Where is the map?", "map_5"), [], 0),
    ]
    return jsonl_kind(
        cases,
        13 / 30,  # (1 + ½ + 0 + ⅔ + 0) of 5
        either=3 / 5,
        options=("--map", "gold=expected_chunk_ids"),
    )


def arxiv_ids() -> Kind:
    """Ids with a dot: what follows it is no file name ending."""

    def row(question: str, *papers: str) -> dict[str, Any]:
        return {"question": question, "expected_arxiv_ids": list(papers)}

    cases = [
        Case(row("Which paper sparsifies routers?", "3105.01234"), ["3105.01234"], 1),
        Case(row("Which two compare samplers?", "3105.00077", "3104.20001"), ["3104.20001", "3105.00078"], 1 / 2),
        # the same month, other papers
        Case(row("Who measured the drift?", "3101.11111"), ["3101.22222", "3101.33333"], 0),
        Case(row("Which data set has maps?", "3102.00009"), [*(f"3199.0000{n}" for n in range(5)), "3102.00009"], 0),
        Case(row("Which extend the survey?", "3102.00010", "3102.00011"), ["3102.00011", "3102.00010"], 1),
        Case(row("Who proved the bound?", "3103.04004"), [*(f"3199.0000{n}" for n in range(4)), "3103.04004"], 1),
    ]
    return jsonl_kind(cases, 7 / 12, either=4 / 6)  # (1 + ½ + 0 + 0 + 1 + 1) of 6


def urls() -> Kind:
    """Russian: pages of a site. Percent signs and fragments do not matter, hosts and paths do."""
    site = "https://help.example/ru"

    def row(question: str, *paths: str) -> dict[str, Any]:
        return {"question": question, "expected_urls": [f"{site}/{path}" for path in paths]}

    def found(*addresses: str) -> list[Any]:
        return [{"url": url, "title": "Справка", "score": 9 - rank} for rank, url in enumerate(addresses)]

    cases = [
        Case(row("Как оплатить картой?", "oplata"), found(f"{site}/oplata"), 1),
        Case(
            row("Как вернуть товар?", "%D0%B2%D0%BE%D0%B7%D0%B2%D1%80%D0%B0%D1%82"),
            found(f"{site}/faq", f"{site}/возврат"),
            1,
        ),
        # one of two, by a heading of the page
        Case(row("Сколько стоит и идёт посылка?", "dostavka", "tarify"), found(f"{site}/dostavka#sroki"), 1 / 2),
        # a page below it, and the same path on another host
        Case(row("Где описан API?", "api"), found(f"{site}/api/v2", "https://docs.example/ru/api"), 0),
        Case(row("Где карта складов?", "karta"), found(*(f"{site}/n{n}" for n in range(5)), f"{site}/karta"), 0),
        Case(row("Кто директор?"), found(f"{site}/faq"), UNKNOWN),
        Case(row("Есть ли гарантия доступности?", "sla"), None, 0),
    ]
    return jsonl_kind(cases, 5 / 12, either=3 / 6)  # (1 + 1 + ½ + 0 + 0 + 0) of 6


def pages_with_quotes() -> Kind:
    """Russian: the page and the words must both be in the hit; the words as people write them, not as PDFs do."""

    def row(question: str, *evidence: tuple[int, str]) -> dict[str, Any]:
        return {"question": question, "evidence": [{"page": page, "text": text} for page, text in evidence]}

    def hit(page: int, text: str, last: int | None = None) -> dict[str, Any]:
        pages = {"page": page} if last is None else {"page_from": page, "page_to": last}
        return {"id": f"c{page}", "text": text, **pages}

    cases = [
        Case(
            row("Как часто моют фильтр?", (4, "Фильтр промывают раз в неделю")),
            [hit(4, "Насос не шумит. Фильтр промывают раз в неделю тёплой водой.")],
            1,
        ),
        Case(
            row("Что проверить до пуска?", (7, "клапан «Б» закрыт до упора")),
            [hit(3, "Пуск возможен."), hit(7, 'Проверьте, что клапан "Б" закрыт\nдо упора.')],
            1,
        ),
        # page 12 came, but another passage of it
        Case(
            row("Какое давление, и кто его мерит?", (9, "не более 5 бар"), (12, "манометр поверяют ежегодно")),
            [hit(9, "Давление — не более 5 бар."), hit(12, "Манометр хранят в шкафу.")],
            1 / 2,
        ),
        # the right page with other words, the right words on another page
        Case(
            row("С чего начать разборку?", (15, "сначала снимите крышку")),
            [hit(15, "В конце наденьте крышку."), hit(16, "И вновь: сначала снимите крышку.")],
            0,
        ),
        # soft hyphen, no-break space, a chunk over two pages
        Case(
            row("До какой температуры?", (20, "при температуре до +60 °C")),
            [hit(20, "Работает при темпера\u00adтуре до +60\u00a0°C.", last=21)],
            1,
        ),
        Case(
            row("Где хранить ключ?", (30, "ключ хранится у мастера")),
            [*(hit(page, "Другое.") for page in range(40, 45)), hit(30, "Ключ хранится у мастера.")],
            0,
        ),
    ]
    return jsonl_kind(cases, 7 / 12, either=4 / 6)  # (1 + 1 + ½ + 0 + 1 + 0) of 6


def pages_alone() -> Kind:
    """German: pages of the one document there is."""

    def row(question: str, *pages: int) -> dict[str, Any]:
        return {"question": question, "relevant_pages": list(pages)}

    def hit(first: int, last: int) -> dict[str, Any]:
        pages = {"page": first} if first == last else {"page_from": first, "page_to": last}
        return {"id": f"c{first}-{last}", **pages}

    def found(*pages: int | tuple[int, int]) -> list[Any]:
        return [hit(page, page) if isinstance(page, int) else hit(*page) for page in pages]

    cases = [
        Case(row("Wer pflegt den Garten?", 3), found(3), 1),
        Case(row("Welche Geräte sind erlaubt?", 3, 4), found((1, 3)), 1 / 2),
        Case(row("Wann wird gegossen?", 8, 9), found(1, (8, 9)), 1),  # one chunk has both
        Case(row("Wo steht der Schuppen?", 11), found(12, 10, 1), 0),
        Case(row("Was kostet ein Beet?", 20), found(31, 32, 33, 34, 35, 20), 0),
        Case(row("Was gilt für Bäume?", 5, 6, 30), found(30, 5), 2 / 3),
    ]
    return jsonl_kind(cases, 19 / 36, either=4 / 6)  # (1 + ½ + 1 + 0 + 0 + ⅔) of 6


def file_name_prefix() -> Kind:
    """German: the gold is how a file name begins; a refusal flag beside a kind."""

    def row(question: str, document: str | None) -> dict[str, Any]:
        refuse = document is None
        kind = "out_of_corpus" if refuse else "lookup"
        return {"question": question, "expect_doc": document, "expect_refusal": refuse, "kind": kind}

    cases = [
        Case(row("Wann endet der Vertrag?", "rahmenvertrag_2031"), ["rahmenvertrag_2031-unterschrieben.pdf"], 1),
        Case(row("Darf man grillen?", "hausordnung"), ["satzung.pdf", "hausordnung_neu.pdf"], 1),
        Case(row("Wie heißt die Katze?", None), ["satzung.pdf"], NO_RELEVANT),
        Case(row("Wer hat den Pokal?", None), [], NO_RELEVANT),
        Case(row("Was kostet Farbe?", "preisliste"), ["a", "b", "c", "d", "e", "preisliste-2031.xlsx"], 0),
        Case(row("Wo ist der Löscher?", "brandschutz"), ["hausordnung_neu.pdf"], 0),
        Case(row("Wer haftet?", "rahmenvertrag_2031"), ["rahmenvertrag_2029.pdf", "satzung.pdf"], 0),
        Case(row("Wann ist die Übung?", "brandschutz"), ["satzung.pdf", "brandschutz.v2.docx"], 1),
    ]
    return jsonl_kind(cases, 3 / 6)  # 1 + 1 + 0 + 0 + 0 + 1 of 6


def refusals_by_kind() -> Kind:
    """Russian: file names with spaces in the gold, whole paths in the run, which is one JSON object."""

    def row(question: str, document: str | None, kind: str = "fact") -> dict[str, Any]:
        return {"question": question, "kind": kind, "expect_doc": document}

    def found(*names: str) -> list[Any]:
        return [f"/srv/docs/{name}" for name in names]

    order, leave = "Приказ №7.pdf", "Положение об отпусках.docx"
    cases = [
        Case(row("Сколько дней отпуска?", leave), found(leave), 1),
        Case(row("Кто отвечает за склад?", order), found("Приказ №17.pdf", leave), 0),
        Case(row("Какая завтра погода?", None, "refusal"), found(leave), NO_RELEVANT),
        Case(row("Кто утверждает устав?", "Устав.pdf"), found("1", "2", "3", "4", "5", "Устав.pdf"), 0),
        Case(row("Когда обед у директора?", None, "refusal"), [], NO_RELEVANT),
        Case(row("Сколько стоит ремонт?", "Смета 2031.xlsx"), found(leave, order, "Смета 2031.xlsx"), 1),
        Case(row("Что велит приказ?", order), found(order), 1),
        Case(row("Где ключи?", None), found(order), UNKNOWN),
    ]
    kind = jsonl_kind(cases, 3 / 5)  # 1 + 0 + 0 + 1 + 1 of 5
    run = {case.row["question"]: case.hits for case in cases}
    return replace(kind, run="run.json", run_text=json.dumps(run, ensure_ascii=False))


def windows_paths() -> Kind:
    """Portuguese: backslashes in the gold, slashes in the run; the folder is the year of the law, and matters."""

    def row(question: str, year: int, *chunks: str) -> dict[str, Any]:
        paths = [f"{year}\\{chunk}" for chunk in chunks]
        return {"pergunta": question, "docs_relevantes": paths, "year_filtro": year, "tipo_ato_filtro": "lei"}

    cases = [
        Case(row("Quem fiscaliza as feiras?", 2021, "lei12__art8_007"), ["2021/lei12__art8_007"], 1),
        Case(
            row("Qual é o prazo e a multa?", 2021, "lei12__art9_001", "lei12__art9_002"),
            ["2021/lei12__art9_002", "2021/lei12__art1_001"],
            1 / 2,
        ),
        # the same article of another year is another text
        Case(row("Quem pode vender flores?", 2021, "lei12__art3_002"), ["2020/lei12__art3_002"], 0),
        Case(
            row("Onde fica o depósito?", 2019, "dec5__art1_001"),
            [*(f"2019/dec5__art7_00{n}" for n in range(5)), "2019/dec5__art1_001"],
            0,
        ),
        Case(
            row("Que licenças existem?", 2018, "port3__art2_004", "port3__art2_005", "port3__art2_006"),
            ["2018/port3__art2_006", "2018/port3__art2_004"],
            2 / 3,
        ),
        Case(row("Quem assina a portaria?", 2018, "port3__art2_004"), ["2018/port3__art2_004"], 1),
    ]
    return jsonl_kind(cases, 19 / 36, question="pergunta", either=4 / 6)  # (1 + ½ + 0 + 0 + ⅔ + 1) of 6


def canned_sentence() -> Kind:
    """An empty list and always the same sentence say that there is no answer."""
    canned = "I could not find this in the documents."

    def row(question: str, *sources: str, answer: str = "…") -> dict[str, Any]:
        return {"question": question, "expected_answer": answer, "expected_sources": list(sources)}

    cases = [
        Case(row("How do refunds work?", "refunds.md"), ["refunds.md"], 1),
        Case(row("What is refunded, less which fee?", "refunds.md", "fees.md"), ["terms.md", "fees.md"], 1 / 2),
        Case(row("Who owns the hotel?", answer=canned), ["terms.md"], NO_RELEVANT),
        Case(row("Is there a ghost?", answer=canned), [], NO_RELEVANT),
        Case(row("Where do I get a towel?", answer="Ask the front desk."), ["terms.md"], UNKNOWN),
        Case(row("When is breakfast?", "hours.md"), ["a.md", "b.md", "c.md", "d.md", "e.md", "hours.md"], 0),
        Case(row("What does parking cost?", "parking.md"), ["fees.md", "parking.md"], 1),
    ]
    options = ("--no-answer", f"expected_answer={canned}")
    return jsonl_kind(cases, 5 / 8, either=3 / 4, options=options)  # (1 + ½ + 0 + 1) of 4


def negatives_with_a_source() -> Kind:
    """Russian: sections. Negative rows name the document in which there is no answer: that is no gold."""

    def row(number: int, question: str, document: str, section: str | None, category: str = "fact") -> dict[str, Any]:
        where = {"source_document": document, "source_section": section}
        return {"id": f"r{number}", "question": question, "category": category, **where}

    def found(*places: tuple[str, str]) -> list[Any]:
        return [{"source": name, "section": section, "text": "…"} for name, section in places]

    rules, book = "rules.md", "handbook.md"
    cases = [
        Case(row(1, "За сколько дней вернуть?", rules, "Возвраты > Сроки"), found((rules, "Возвраты > Сроки")), 1),
        # below it
        Case(row(2, "Что не возвращают?", rules, "Возвраты"), found((rules, "Возвраты > Исключения")), 1),
        # another document, and a section that only begins alike
        Case(
            row(3, "Сколько идёт посылка?", rules, "Доставка"),
            found((book, "Доставка"), (rules, "Доставка за рубеж")),
            0,
        ),
        Case(row(4, "Какая погода?", book, None, "negative"), found((book, "Отпуск")), NO_RELEVANT),
        Case(row(5, "Кто соседи офиса?", book, "Введение", "negative"), found((book, "Введение")), NO_RELEVANT),
        # the section above it may be about anything
        Case(row(6, "Какие карты принимают?", rules, "Оплата > Карта"), found((rules, "Оплата")), 0),
        Case(
            row(7, "Когда отпуск?", book, "Отпуск"),
            found(*((rules, f"Глава {n}") for n in range(5)), (book, "Отпуск")),
            0,
        ),
        Case(
            row(8, "Кому отдать больничный?", book, "Больничный"),
            found(*((rules, f"Глава {n}") for n in range(4)), (book, "Больничный")),
            1,
        ),
    ]
    warns = (("4", "gold"), ("5", "gold"))
    return jsonl_kind(cases, 3 / 6, warns=warns)  # 1 + 1 + 0 + 0 + 0 + 1 of 6


def files_with_keywords() -> Kind:
    """Keywords and values are for the answer; the files alone are gold."""

    def row(question: str, *files: str, kind: str = "lookup") -> dict[str, Any]:
        facts = {"expected_keywords": ["total"] if files else [], "expected_values": [412.5] if files else []}
        return {"question": question, "type": kind, "expected_files": list(files), **facts}

    cases = [
        Case(row("What was the April total?", "invoice_0412.pdf"), ["invoice_0412.pdf"], 1),
        Case(row("Does it match the contract?", "invoice_0412.pdf", "contract.pdf"), ["contract.pdf"], 1 / 2),
        Case(row("Who is the landlord's uncle?", kind="negative"), ["contract.pdf"], NO_RELEVANT),
        Case(row("What will May cost?", kind="negative"), [], NO_RELEVANT),
        Case(row("What did the meeting decide?", "notes.txt"), ["a", "b", "c", "d", "e", "notes.txt"], 0),
        Case(row("What was the late fee?", "invoice_0420.pdf"), ["invoice_0421.pdf"], 0),
        Case(row("What changed in the budget?", "summary.docx", "budget.xlsx"), ["budget.xlsx", "summary.docx"], 1),
    ]
    return jsonl_kind(cases, 1 / 2, either=3 / 5)  # (1 + ½ + 0 + 0 + 1) of 5


def uuids_with_anchors() -> Kind:
    """Documents of a database and paragraphs in them, as parallel lists; empty lists say nothing."""
    first, second = "7d1f30c2-5a0e-4e0b-9c3b-2f6d10a4e771", "c04b8e9a-13d7-4b52-8f21-77aa905cde10"

    def row(question: str, documents: list[str], anchors: list[str]) -> dict[str, Any]:
        return {"question": question, "expected_docs": documents, "expected_anchors": anchors}

    def found(*places: tuple[str, str]) -> list[Any]:
        return [{"document": name, "section": anchor, "score": -rank} for rank, (name, anchor) in enumerate(places)]

    cases = [
        Case(row("What is leased?", [first], ["p-3"]), found((first, "p-3")), 1),
        # pairs: p-1 of the first, p-9 of the second
        Case(
            row("Who signs, and where?", [first, second], ["p-1", "p-9"]),
            found((first, "p-9"), (second, "p-1"), (second, "p-9")),
            1 / 2,
        ),
        # two paragraphs of one document
        Case(row("What is excluded?", [first], ["p-2", "p-4"]), found((first, "p-4"), (first, "p-2")), 1),
        Case(row("Who keeps the keys?", [], []), found((first, "p-3")), UNKNOWN),
        Case(row("When does it end?", [second], ["p-12"]), found((second, "p-1"), (first, "p-12")), 0),
        Case(
            row("What if it rains?", [second], ["p-7"]),
            found(*((first, f"p-5{n}") for n in range(5)), (second, "p-7")),
            0,
        ),
    ]
    return jsonl_kind(cases, 1 / 2, either=3 / 5, options=("--map", "section=expected_anchors"))  # (1 + ½ + 1) of 5


def clauses() -> Kind:
    """Chinese: clauses of a contract; the run has chunks that know their clause."""

    def row(question: str, *numbers: str) -> dict[str, Any]:
        return {"question": question, "relevant_clauses": list(numbers)}

    def found(*sections: str) -> list[Any]:
        return [{"id": f"chunk:{section}", "section": section} for section in sections]

    cases = [
        Case(row("押金什么时候退还?", "第十二条"), found("第十二条 > 第二款"), 1),
        Case(row("违约和解约怎么处理?", "第十二条", "第二十条"), found("第二条", "第二十条"), 1 / 2),
        # an inserted clause is another one
        Case(row("谁负责修理?", "第五条"), found("第五条之一", "第十五条"), 0),
        Case(row("争议在哪里解决?", "第三十条"), found(*(f"附则{n}" for n in "一二三四五"), "第三十条"), 0),
        Case(row("合同的目的是什么?", "第一条"), found("第二条", "第一条"), 1),
        Case(row("水电费由谁承担?", "第八条", "第九条"), found("第九条", "第八条"), 1),
    ]
    return jsonl_kind(cases, 7 / 12, either=4 / 6, options=("--map", "section=relevant_clauses"))
