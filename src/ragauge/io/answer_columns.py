"""Which column of a table with a row a question is what: the answer of the system, its prompt, its citations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.core.nouns import meanings, plain_name
from ragauge.io.run_lists import ERRORS, is_table_of_hits
from ragauge.tables.columns import WEAKLY, find_column, map_columns

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

_SAID = (
    "response actual_output output prediction predicted predicted_answer generated generated_answer generated_text "
    "generated_response model_answer model_response model_output system_answer system_response system_output "
    "llm_answer llm_response llm_output rag_answer rag_response bot_answer completion ответ_системы ответ_модели"
)
_ANSWER = "answer ответ antwort resposta respuesta réponse risposta 答案 回答"
_PROMPTED = (
    "contexts retrieved_contexts retrieval_context retrieval_contexts prompt_contexts context_texts retrieved_texts "
    "retrieved_passages context_passages контексты"
)
_CONTEXT = "context retrieved_context passages passage context_text контекст kontext contexto contexte"
_IDS = (
    "context_ids context_id contexts_ids retrieved_context_ids retrieved_context_id passage_ids passage_id "
    "retrieved_passage_ids prompt_chunk_ids id_контекстов"
)
_NAMES: dict[str, tuple[str, ...]] = {
    "answer": (_SAID, _ANSWER),
    "contexts": (_PROMPTED, _CONTEXT),
    "ids": (_IDS,),
    "citations": ("citations cited cited_ids cited_chunks cited_documents cited_sources citation_ids цитаты",),
    "refusal": ("refusal refused is_refusal abstained abstention is_abstention abstain no_answer отказ",),
    "confidence": ("confidence confidence_score answer_confidence уверенность",),
    "error": (" ".join(ERRORS),),
}
"""For each role its names, the clearer ones before the others: ``answer`` beside ``response`` is a reference."""
_TIERS = {role: [frozenset(names.split()) for names in tiers] for role, tiers in _NAMES.items()}


@dataclass(frozen=True, slots=True)
class AnswerColumns:
    """The columns by role. ``key`` identifies the question; ``hits`` is a ranking beside the texts of the prompt;
    ``references`` are right answers, the first column of them. ``weak``: the hits are so called for want of a better
    name.
    """

    key: str
    text: str | None
    answer: str
    contexts: str | None = None
    ids: str | None = None
    hits: str | None = None
    citations: str | None = None
    refusal: str | None = None
    confidence: str | None = None
    error: str | None = None
    references: str | None = None
    passed_over: tuple[str, ...] = ()

    weak: bool = False

    @property
    def of_system(self) -> set[str]:
        """The columns that are surely what the system used and said; those called sources or documents may be gold."""
        hits = None if self.weak else self.hits
        parts = (self.answer, self.contexts, self.ids, hits, self.citations, self.confidence, self.error)
        return {name for name in parts if name is not None}


def is_table_of_answers(names: Sequence[str], source: str, given: Mapping[str, str] | None = None) -> bool:
    """Whether there may be a row a question, with what a system answered; ``given`` is as for ``answer_columns``.

    >>> is_table_of_answers(["question", "answer", "contexts"], "run"), is_table_of_answers(["question", "hits"], "run")
    (True, False)
    """
    if "stages" in names or not _first("answer", names):
        return False
    return any(_asked(names, source, given or {}))


def may_repeat(names: Sequence[str], source: str) -> bool:
    """Whether a row may be one of several hits of a question: it names a source, and no prompt.

    >>> may_repeat(["question", "answer", "document"], "run"), may_repeat(["question", "answer", "contexts"], "run")
    (True, False)
    """
    return not _first("contexts", names) and is_table_of_hits(places_of_hits(names), source)


def answer_columns(
    names: Sequence[str], source: str, *, without: Collection[str] = (), given: Mapping[str, str] | None = None
) -> AnswerColumns:
    """The columns of these names; those ``without`` are of something else, ``given`` says which are id and question.

    >>> found = answer_columns(["user_input", "retrieved_contexts", "response", "reference"], "run")
    >>> found.key, found.contexts, found.answer, found.references
    ('user_input', 'retrieved_contexts', 'response', 'reference')

    Raises: InputError for a role that two columns could play, or a question that no column has.
    """
    free = [name for name in names if name not in without]
    key, text = _asked(names, source, given or {})
    found = {role: _first(role, free) for role in _TIERS}
    problems = [
        Problem(f"columns {' and '.join(map(repr, same))} could each be the {role}; rename or delete one", source, 1)
        for role, same in found.items()
        if len(same) > 1
    ]
    if problems:
        raise InputError(problems)
    roles = {role: same[0] for role, same in found.items() if same}
    rest = [name for name in free if name not in {*roles.values(), key, text}]
    references = [name for name in rest if any(one.role == "answer" and one.qualified for one in meanings(name))]
    hits = map_columns([name for name in rest if name not in references], ["hits"], source)
    return AnswerColumns(
        key=str(key or text or find_column("question", names, source, required=True)),
        text=text,
        hits=hits.get("hits"),
        weak=hits.why.get("hits") == WEAKLY,
        references=references[0] if references else None,
        passed_over=tuple(name for tier in _TIERS["answer"] for name in rest if _forms(name) & tier),
        **roles,
    )


def _asked(names: Sequence[str], source: str, given: Mapping[str, str]) -> tuple[str | None, str | None]:
    """The columns of the id and of the text of a question."""
    key, text = (
        map_columns(names, [role], source, {role: given[role]} if role in given else None).get(role)
        for role in ("id", "question")
    )
    return key, text


def _first(role: str, names: Iterable[str]) -> list[str]:
    """The columns of the clearest names that there are for a role."""
    listed = list(names)
    tiers = ([name for name in listed if _forms(name) & tier] for tier in _TIERS[role])
    return next((tier for tier in tiers if tier), [])


def places_of_hits(names: Iterable[str]) -> list[str]:
    """The columns that may say where a hit stands: all but the answer of the system and what it answered from."""
    roles = ("answer", "contexts", "ids", "citations")
    return [name for name in names if not any(_forms(name) & tier for role in roles for tier in _TIERS[role])]


def _forms(name: str) -> set[str]:
    plain = plain_name(name)
    return {plain, plain.removesuffix("s")}
