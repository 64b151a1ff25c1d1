"""Golden sets in the forms of other tools, each refused where it would say something else than the golden set."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.golden.versions.export_rows import Gold, anchors_by_item, gold_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ragauge.tables.golden import Golden

SHOWN = 20


def trec_qrels(golden: Golden) -> str:
    """The judgments as lines of question, 0, item and grade; texts and other columns stay behind.

    >>> from ragauge.golden.reading.rows import golden_from_rows
    >>> golden = golden_from_rows([(1, {"id": "q1", "question": "Why?", "gold": {"d1": 2, "d2": 0}})], source="gold")
    >>> print(trec_qrels(golden), end="")
    q1 0 d1 2
    q1 0 d2 0

    Raises: InputError naming all that qrels cannot hold: alternatives, places in a document, questions without
        judgments, ids with white space.
    """
    _refuse(golden, [*_unheld(golden, "TREC qrels"), *_odd_ids(golden)])
    return "".join(f"{question} 0 {item} {grade}\n" for question, item, grade in _judgments(golden))


def beir_files(golden: Golden, *, split: str = "test") -> dict[str, str]:
    """``queries.jsonl`` and ``qrels/<split>.tsv`` by their path in a BEIR folder.

    Raises: InputError naming all that they cannot hold: alternatives, places, questions without judgments or text.
    """
    nameless = [
        f"question {name!r} has no text"
        for name, text in golden.questions.select("question", "text").iter_rows()
        if text is None
    ]
    _refuse(golden, [*_unheld(golden, "BEIR"), *_odd_ids(golden), *nameless])
    queries = golden.questions.select("question", "text").iter_rows()
    lines = "".join(json.dumps({"_id": name, "text": text}, ensure_ascii=False) + "\n" for name, text in queries)
    qrels = "".join(f"{question}\t{item}\t{grade}\n" for question, item, grade in _judgments(golden))
    return {"queries.jsonl": lines, f"qrels/{split}.tsv": f"query-id\tcorpus-id\tscore\n{qrels}"}


def autorag_rows(golden: Golden) -> list[dict[str, Any]]:
    """Rows with ``qid``, ``query``, ``retrieval_gt`` (a list of needs, each a list of ids) and ``generation_gt``.

    What is judged and not relevant, and grades, stay behind.

    Raises: InputError naming evidence that is more than an id, as AutoRAG knows only ids of chunks.
    """
    _refuse(golden, list(_places(golden, "AutoRAG")))
    gold = gold_of(golden)
    return [
        {
            "qid": name,
            "query": text or name,
            "retrieval_gt": [[item for item, _ in need] for need in gold.get(name, Gold()).needs],
            "generation_gt": [answer] if answer else [],
        }
        for name, text, answer in _with_answers(golden)
    ]


def ragas_rows(golden: Golden) -> list[dict[str, Any]]:
    """Rows with the names that ragas has: ``user_input``, ``reference``, ``reference_contexts`` (the quotes) and
    ``reference_context_ids``.

    Which sources are alternatives, and grades, stay behind.
    """
    gold, anchors = gold_of(golden), anchors_by_item(golden)
    rows = []
    for name, text, answer in _with_answers(golden):
        items = dict.fromkeys(item for need in gold.get(name, Gold()).needs for item, _ in need)
        known = {item: anchors[item] for item in items if item in anchors}
        ids = [item if item not in known else known[item].chunk or known[item].document or item for item in items]
        row = {"user_input": text or name, "reference": answer, "reference_context_ids": list(dict.fromkeys(ids))}
        row["reference_contexts"] = [anchor.quote for anchor in known.values() if anchor.quote is not None]
        rows.append({key: value for key, value in row.items() if value not in (None, [])})
    return rows


def _with_answers(golden: Golden) -> Iterator[tuple[str, str | None, str | None]]:
    column = golden.roles.get("answer")
    found = column in golden.slices.columns
    answers = golden.slices[column].to_list() if found and column else [None] * len(golden)
    for (name, text), answer in zip(golden.questions.select("question", "text").iter_rows(), answers, strict=True):
        yield name, text, answer


def _judgments(golden: Golden) -> dict[tuple[str, str, int], None]:
    """Each judgment once: an item may meet two needs."""
    return dict.fromkeys(golden.judgments.select("question", "item", "grade").iter_rows())


def _unheld(golden: Golden, form: str) -> Iterator[str]:
    """What a list of judgments cannot say."""
    for question, gold in gold_of(golden).items():
        by_match = golden.match == "any" and len(gold.needs) == 1
        if any(len(need) > 1 for need in gold.needs) and not by_match:
            yield f"question {question!r} has alternatives, and {form} cannot say which sources stand for each other"
    for question, status in golden.questions.select("question", "status").iter_rows():
        if status == "no_relevant":
            yield f"question {question!r} has no answer in the corpus, and {form} cannot say so"
        elif status == "gold_unknown":
            yield f"question {question!r} has no judgments, and {form} holds nothing else"
    yield from _places(golden, form)


def _places(golden: Golden, form: str) -> Iterator[str]:
    anchors = anchors_by_item(golden)
    for question, item in golden.judgments.select("question", "item").iter_rows():
        if item in anchors:
            yield f"question {question!r} has {item!r}, a place in a document, and {form} knows only ids"


def _odd_ids(golden: Golden) -> Iterator[str]:
    names = dict.fromkeys([*golden.questions["question"], *golden.judgments["item"]])
    for name in names:
        if len(name.split()) != 1:
            yield f"the id {name!r} has white space in it, which parts the fields of a line"


def _refuse(golden: Golden, complaints: Iterable[str]) -> None:
    problems = [Problem(complaint, golden.source) for complaint in complaints]
    if problems:
        raise InputError(problems[:SHOWN], total=len(problems))
