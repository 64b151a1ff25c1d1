"""The rows of a golden set in the one form that holds all of it: a row a question, its evidence as a list."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.core.anchors import Anchor
from ragauge.core.errors import InputError, Problem
from ragauge.core.nouns import meanings, plain_name
from ragauge.golden.reading.answerability import Answerability
from ragauge.golden.reading.layout import IDS, PLACES
from ragauge.tables.anchors import ANCHORS

if TYPE_CHECKING:
    from ragauge.tables.golden import Golden

ID, QUESTION, EVIDENCE, ANSWERABLE = "id", "question", "evidence", "answerable"
OWN = (ID, QUESTION, EVIDENCE)
TAKEN = frozenset({*IDS, *PLACES})
PLAIN_FIELDS = ("document", "url", "chunk", "section", "start", "end", "quote")
KEPT_APART = " (column)"
"""What is put behind the name of a column that would be taken for evidence, or for one of the first columns."""

Entry = str | dict[str, Any]


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold of one question: needs of (item, grade), and what is judged but not relevant."""

    needs: tuple[tuple[tuple[str, int], ...], ...] = ()
    others: tuple[tuple[str, int], ...] = ()


def gold_of(golden: Golden) -> dict[str, Gold]:
    """The gold of each question that has judgments.

    >>> from ragauge.golden.reading.rows import golden_from_rows
    >>> rows = [(1, {"id": "q1", "question": "Why?", "evidence": [["a", "b"], ["c"]]})]
    >>> gold_of(golden_from_rows(rows, source="gold"))["q1"].needs
    ((('a', 1), ('b', 1)), (('c', 1),))
    """
    needs: dict[str, dict[object, list[tuple[str, int]]]] = defaultdict(lambda: defaultdict(list))
    others: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for question, item, grade, need in golden.judgments.select("question", "item", "grade", "need").iter_rows():
        if grade <= 0:
            others[question].append((item, grade))
        else:
            needs[question][item if need is None else need].append((item, grade))
    return {
        question: Gold(tuple(map(tuple, needs.get(question, {}).values())), tuple(others.get(question, ())))
        for question in dict.fromkeys([*needs, *others])
    }


def anchors_by_item(golden: Golden) -> dict[str, Anchor]:
    """What the items stand for that are more than an id."""
    return {item: Anchor(*values) for item, *values in golden.anchors.select(*ANCHORS).iter_rows()}


def golden_rows(golden: Golden) -> list[dict[str, Any]]:
    """One row a question: ``id``, ``question``, ``evidence``, ``answerable`` where it is needed, all other columns.

    The evidence is a list of needs, each a list of the sources that meet it; a list of sources without these is one
    that does not say whether all are needed. A source is its id, or an object with what is known of its place. A
    column whose name would be taken for evidence gets another name.

    >>> from ragauge.golden.reading.rows import golden_from_rows
    >>> row = {"question": "Why?", "gold": [["a"], [{"document": "b.pdf", "page": 3, "grade": 2}]], "lang": "en"}
    >>> golden_rows(golden_from_rows([(1, row)], source="gold"))
    [{'question': 'Why?', 'evidence': [['a'], [{'document': 'b.pdf', 'page': 3, 'grade': 2}]], 'lang': 'en'}]

    Raises: InputError naming the questions without a text, which no row can hold.
    """
    _refuse_missing_texts(golden)
    gold, anchors, bare = gold_of(golden), anchors_by_item(golden), frozenset(golden.bare)
    names, answers = column_names(golden), _answers(golden)
    rows: list[dict[str, Any]] = []
    for place, (question, text) in enumerate(golden.questions.select("question", "text").iter_rows()):
        row: dict[str, Any] = {} if golden.numbered else {ID: question}
        row[QUESTION] = text
        own = gold.get(question, Gold())
        row[EVIDENCE] = evidence_list(own, anchors, bare=question in bare, answers=answers.get(question))
        rows.append(row | {names[name]: golden.slices[name][place] for name in golden.slices.columns})
    return _with_answerable(rows, golden)


def _answers(golden: Golden) -> dict[str, dict[str, str]]:
    """What the sources of a question answer, where they answer differently."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for question, item, answer in golden.answers.iter_rows():
        found[question][item] = answer
    return found


def evidence_list(
    gold: Gold, anchors: dict[str, Anchor], *, bare: bool = False, answers: dict[str, str] | None = None
) -> list[Any]:
    """The gold of a question as a list of needs, or of sources where nobody said whether all are needed.

    >>> evidence_list(Gold(((("a", 1), ("b", 2)),), (("x", 0),)), {})
    [['a', {'id': 'b', 'grade': 2}], [{'id': 'x', 'grade': 0}]]
    """
    said = answers or {}
    needs = [[_entry(item, grade, anchors, said.get(item)) for item, grade in need] for need in gold.needs]
    others = [_entry(item, grade, anchors, said.get(item)) for item, grade in gold.others]
    if bare:
        return [entry for need in needs for entry in need] + others
    return [*needs, others] if others else needs


def column_names(golden: Golden) -> dict[str, str]:
    """The names that the columns of a golden set get in its rows."""
    found = {}
    for name in golden.slices.columns:
        roles = {one.role for one in meanings(name)}
        kept = plain_name(name) not in OWN and not roles & TAKEN and name.strip()
        found[name] = name if kept else f"{name}{KEPT_APART}"
    return found


def _entry(item: str, grade: int, anchors: dict[str, Anchor], answer: str | None = None) -> Entry:
    anchor = anchors.get(item)
    more: dict[str, Any] = ({} if answer is None else {"answer": answer}) | ({} if grade == 1 else {"grade": grade})
    if anchor is None:
        return {"id": item, **more} if more else item
    entry = {name: value for name in PLAIN_FIELDS if (value := getattr(anchor, name)) is not None}
    if anchor.page_from is not None:
        last = anchor.page_from if anchor.page_to is None else anchor.page_to
        entry |= {"page": last} if last == anchor.page_from else {"pages": f"{anchor.page_from}-{last}"}
    return {**entry, **more}


def _with_answerable(rows: list[dict[str, Any]], golden: Golden) -> list[dict[str, Any]]:
    """The rows with a column that says which have no answer, unless other columns say so already."""
    status = golden.questions["status"]
    names = column_names(golden)
    columns = {role: names.get(column) for role, column in golden.roles.items()}
    rule = Answerability(
        types=tuple(name for name in names.values() if any(one.role == "type" for one in meanings(name))),
        refusal=columns.get("refusal"),
        answerable=columns.get("answerable"),
        reason=columns.get("reason"),
        answer=columns.get("answer"),
    )
    if all(_said(rule, row) == said for row, said in zip(rows, status, strict=True)):
        return rows
    return [_with_flag(row, answerable=said != "no_relevant") for row, said in zip(rows, status, strict=True)]


def _with_flag(row: dict[str, Any], *, answerable: bool) -> dict[str, Any]:
    head = {name: value for name, value in row.items() if name in OWN}
    rest = {name: value for name, value in row.items() if name not in OWN and name != ANSWERABLE}
    return {**head, ANSWERABLE: answerable, **rest}


def _said(rule: Answerability, row: dict[str, Any]) -> str:
    """The status that a row will be read with."""
    try:
        declared = rule.of(row)
    except ValueError:
        return "no status"
    if declared is None:
        return "scored" if row[EVIDENCE] else "gold_unknown"
    return "scored" if row[EVIDENCE] and declared.reason is not None else "no_relevant"


def _refuse_missing_texts(golden: Golden) -> None:
    missing = golden.questions.filter(golden.questions["text"].is_null())["question"].to_list()
    if missing:
        message = "question {!r} has no text, which a row a question needs; as TREC qrels it can be written"
        raise InputError([Problem(message.format(name), golden.source) for name in missing[:20]], total=len(missing))
