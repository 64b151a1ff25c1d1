"""What the name of a column or of a key means: a noun, perhaps with a word like *expected* beside it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

NOUNS: dict[str, str] = {
    "id": "id _id qid question_id query_id case_id example_id test_id sample_id номер id_вопроса",
    "question": "question query user_input question_text user_question user_query вопрос запрос pergunta consulta "
    "frage anfrage pregunta domanda 问题 質問",
    "answer": "answer output response ground_truth groundtruth reference reference_answer generation_gt ideal "
    "ideal_response ответ antwort resposta respuesta réponse 答案 回答",
    "type": "type question_type query_type category kind тип категория tipo categoria kategorie typ 类型 类别",
    "refusal": "refusal refuse abstain abstention unanswerable impossible is_impossible should_refuse no_answer "
    "is_unanswerable отказ",
    "answerable": "answerable is_answerable has_answer in_corpus есть_ответ",
    "reason": "refusal_reason reason причина причина_отказа motivo grund",
    "language": "lang language язык sprache idioma langue 语言",
    "gold": "gold golden relevant expected expect evidence citation retrieval_gt qrels expected_retrieved_context ids "
    "证据",
    "item": "item item_id corpus_id corpusid",
    "chunk": "chunk chunk_id chunkid node node_id passage_id segment_id context_id reference_chunk чанк фрагмент",
    "document": "document doc doc_id docid document_id documentid source source_id source_document source_doc "
    "source_file file filename file_name file_path filepath path doc_name document_name source_name work law law_id "
    "doc_uri uri документ источник файл документ_id dokument quelle datei documento fuente fonte arquivo archivo "
    "documentos fichier 文档 来源 文件",
    "url": "url link href web_page source_url ссылка адрес",
    "page": "page page_range page_number pagenum page_num page_label page_no source_page страница стр страницы "
    "страниц seite seiten página pagina páginas paginas 页码 页",
    "page_from": "page_from page_start start_page first_page",
    "page_to": "page_to page_end end_page last_page",
    "section": "section section_path section_title heading header header_path headings chapter article paragraph "
    "clause anchor source_section subsection раздел пункт статья глава параграф abschnitt kapitel paragraf artikel "
    "sección seção seccion secao artículo artigo cláusula 章节",
    "start": "start start_index start_char char_start start_char_idx start_offset offset begin",
    "end": "end end_index end_char char_end end_char_idx end_offset",
    "quote": "quote snippet excerpt passage span source_quote source_text supporting_text "
    "цитата zitat cita citação citat 引用",
    "grade": "grade relevance rel label оценка",
    "score": "score similarity",
    "rank": "rank position",
    "hits": "retrieved retrieved_id result hit ranking retrieved_document retrieved_doc retrieved_source "
    "retrieved_chunk retrieved_chunk_id retrieved_context_id source_node найдено результат выдача ergebnis",
    "texts": "retrieved_context retrieval_context retrieved_text",
    "context": "context",
    "words": "text content page_content body текст",
}
"""For each role the names that mean it; a plural or a qualifier makes no difference."""

WEAK: dict[str, str] = {
    "question": "text input prompt utterance title",
    "hits": "documents docs ids sources chunks nodes output outputs source_documents",
    "texts": "contexts context",
    "quote": "context",
    "id": "uuid key no № #",
    "type": "group",
}
"""Names that are taken only where no other column plays the role."""

EXPECTED_WORDS = (
    "expected expect gold golden relevant reference ground_truth groundtruth gt correct target required supporting "
    "true ideal must_have ожидаемый ожидаемая ожидаемые ожидаемое правильный правильные нужный "
    "нужные эталонный эталонные erwartete erwarteter erwartetes relevante relevantes relevants esperado esperada "
    "esperados esperadas expected_gold"
)
QUALIFIERS = frozenset(EXPECTED_WORDS.split())
"""Words beside a noun that say that it is gold."""
REFERENCES = frozenset(
    {"ground_truth", "groundtruth", "reference", "reference_answer", "generation_gt", "ideal", "ideal_response"}
)
"""Names of an answer that say by themselves that it is the right one, and not that of the system."""
UNIT_WORDS = ("list", "array", "json")


@dataclass(frozen=True, slots=True)
class Meaning:
    """The role of a name; ``qualified``: it says *expected* or the like."""

    role: str
    qualified: bool


@lru_cache(maxsize=1 << 17)
def plain_name(name: str) -> str:
    """A name without regard to case, Unicode form, and what stands between its words.

    >>> plain_name(" Expected-Docs "), plain_name("expectedDocs"), plain_name("Ожидаемые источники")
    ('expected_docs', 'expected_docs', 'ожидаемые_источники')
    """
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", unicodedata.normalize("NFC", name).strip())
    return re.sub(r"[\s\-_./:]+", "_", spaced.casefold()).strip("_") or spaced


@lru_cache(maxsize=1 << 17)
def meanings(name: str) -> tuple[Meaning, ...]:
    """All roles that a name may play.

    >>> meanings("expected_sources"), meanings("страницы")
    ((Meaning(role='document', qualified=True),), (Meaning(role='page', qualified=False),))
    >>> meanings("expected_arxiv_ids"), meanings("weather")
    ((Meaning(role='ids', qualified=True),), ())
    >>> meanings("ground_truths"), meanings("response")
    ((Meaning(role='answer', qualified=True),), (Meaning(role='answer', qualified=False),))
    """
    plain = plain_name(name)
    whole = [role for role in _roles(plain) if role != "context"]
    if whole:
        right = bool(_forms(plain) & REFERENCES)
        return tuple(Meaning(role, role == "gold" or (right and role == "answer")) for role in whole)
    base, qualified = _without_qualifiers(plain)
    roles = _roles(base) if qualified else []
    if qualified and not roles and re.search(r"(?:^|_)ids?$", base):
        roles = ["ids"]
    if roles == ["context"]:  # "expected" contexts are gold; without that word nobody knows whose they are
        roles = ["quote"] if qualified else []
    return tuple(Meaning(role, qualified) for role in roles)


def is_weak(name: str, role: str) -> bool:
    """Whether a name is one that is taken for a role only where there is no better one."""
    return plain_name(name) in _WEAK_NAMES.get(role, frozenset())


def _roles(name: str) -> list[str]:
    forms = _forms(name)
    return [role for role, names in _NAMES.items() if forms & names]


def _forms(name: str) -> set[str]:
    """The name, and what it may be the plural of."""
    forms = {name}
    for ending, instead in (("s", ""), ("ies", "y"), ("и", ""), ("ы", ""), ("ы", "а"), ("и", "ь"), ("es", "")):
        if len(name) > 3 and name.endswith(ending):
            forms.add(name.removesuffix(ending) + instead)
    return forms


def _without_qualifiers(name: str) -> tuple[str, bool]:
    parts = name.split("_")
    qualified = False
    while len(parts) > 1:
        pair = "_".join(parts[:2])
        if pair in QUALIFIERS and len(parts) > 2:
            parts = parts[2:]
        elif parts[0] in QUALIFIERS:
            parts = parts[1:]
        elif parts[-1] in QUALIFIERS:
            parts = parts[:-1]
        elif parts[-1] in UNIT_WORDS:
            parts = parts[:-1]
            continue
        else:
            break
        qualified = True
    return "_".join(parts), qualified


_NAMES = {role: frozenset(words.split()) for role, words in NOUNS.items()}
_WEAK_NAMES = {role: frozenset(words.split()) for role, words in WEAK.items()}
