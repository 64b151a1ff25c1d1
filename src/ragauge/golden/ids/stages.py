"""Match the ids of a run with gold ids, in stages: as written first, by likeness only where that finds nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.golden.ids.cascade import Cascade
from ragauge.golden.ids.folding import without_extension
from ragauge.golden.ids.kinds import is_opaque
from ragauge.golden.ids.match import IdMatch
from ragauge.golden.ids.parts import DEEPEST, parts_among
from ragauge.golden.ids.prefix import match_prefixes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Documents = dict[str, list[str]]


def match_ids(wanted: Iterable[str], given: Iterable[str], *, complete: bool = False) -> IdMatch:
    """Which ids of a run stand for which gold ids.

    The stages, in order; each takes one more difference away, on both sides:

    * *exact*, *unicode* (one Unicode form, no invisible characters, single spaces), *path* (``\\\\`` is ``/``,
      percent-encoding decoded once, ``./``, ``file://``, ``https://www.`` and the like gone), *case*;
    * *basename*: one path is the end of the other; folders may be missing but must not contradict;
    * *stem*: the same without a known file extension;
    * *part*: one side is a chunk or a page of the other. Every part then stands for its document;
    * *prefix*: the gold id is how the file name of one document begins. Only for ``complete``, when ``given`` is
      the whole corpus, or if no other stage matched anything.

    An id of the run goes to the gold id that it hits at the earliest stage. Two ids for one gold id, or two gold ids
    for one id, are a problem that names them. Beside a better match, ids that differ in case, folder or extension
    are other documents: ``doubts`` names them. Ids without words (numbers, UUIDs, hashes) are compared as
    written, and the last stages leave them out.

    >>> match = match_ids(["Атлас.pdf", "lamps.md"], ["/data/атлас.pdf", "lamps.md#refunds", "other.md"])
    >>> match.given_to, match.counts
    ({'/data/атлас.pdf': 'Атлас.pdf', 'lamps.md#refunds': 'lamps.md'}, {'basename': 1, 'part': 1})
    >>> match_ids(["Doc.pdf"], ["a/Doc.pdf", "b/Doc.pdf"]).problems
    ("gold id 'Doc.pdf' may be 'a/Doc.pdf' or 'b/Doc.pdf': they differ only in the folder",)
    >>> match_ids(["doc1", "2021"], ["doc10", "2021-report"]).unmatched
    ('2021', 'doc1')
    """
    gold, run = list(dict.fromkeys(wanted)), list(dict.fromkeys(given))
    if "\0" in "".join(run):
        run = [name for name in run if "\0" not in name]  # hits without an id
    cascade = Cascade(gold)
    cascade.match(run)
    stage_of = {name: cascade.stage(name) for name in cascade.first}
    parts = _match_parts(cascade, run)
    given_to = {name: label for name in run if (label := cascade.found.get(name)) is not None} | parts
    stage_of |= dict.fromkeys(cascade.first.keys() - stage_of.keys(), "part")
    to_documents = _match_documents(cascade, gold, run, given_to)
    stage_of |= dict.fromkeys(to_documents, "part")
    missing = [name for name in gold if name not in stage_of and name not in cascade.contested]
    if complete or not stage_of:
        stage_of |= match_prefixes(cascade, missing, run, given_to)
    else:
        _doubt_prefixes(cascade, missing, run, given_to)
    return IdMatch(
        given_to,
        {name: to_documents.get(name, name) for name in gold},
        stage_of,
        unmatched=tuple(sorted(name for name in gold if name not in stage_of and name not in cascade.contested)),
        ambiguous=tuple(sorted(cascade.contested)),
        problems=tuple(sorted(set(cascade.problems))),
        doubts=tuple(sorted({*cascade.doubts, *_two_spellings(cascade, stage_of)})),
        parts=len(parts),
        complete=complete,
    )


def _doubt_prefixes(cascade: Cascade, missing: Sequence[str], run: Sequence[str], given_to: dict[str, str]) -> None:
    """Say which gold ids begin like an id of the run, where others match better and so nobody can tell."""
    likely = dict(given_to)
    found = match_prefixes(cascade, missing, run, likely)
    for name, label in likely.items():
        if name not in given_to and label in found:
            cascade.doubts.append(
                f"gold id {label!r} is how {name!r} begins: not taken for it, as others match in full"
            )


def _match_parts(cascade: Cascade, run: Sequence[str]) -> dict[str, str]:
    """The ids of the run that are parts of a document that gold names, each with that gold id."""
    chains = _chains(name for name in run if name not in cascade.found)
    labels = {}
    for depth in range(DEEPEST):
        level = {name: documents[depth] for name, documents in chains.items() if depth < len(documents)}
        if not level:
            break
        cascade.match(dict.fromkeys(level.values()))
        for name, document in level.items():
            if document in cascade.found:
                label = cascade.found[document]
                if label is not None:
                    labels[name] = label
                del chains[name]
    return labels


def _match_documents(
    cascade: Cascade, gold: Sequence[str], run: Sequence[str], given_to: dict[str, str]
) -> dict[str, str]:
    """The gold ids that are parts of a document of the run, each with the label of that document."""
    chains = _chains(name for name in gold if name not in cascade.first and name not in cascade.contested)
    if not chains:
        return {}
    reverse = Cascade(dict.fromkeys(document for documents in chains.values() for document in documents))
    reverse.match(run)
    cascade.problems += reverse.problems
    labels = {}
    for name, documents in chains.items():
        document = next((each for each in documents if each in reverse.first or each in reverse.contested), None)
        if document in reverse.contested:
            cascade.contested.add(name)
        elif document is not None:
            labels[name] = given_to.setdefault(reverse.first[document][1], document)
    return labels


def _chains(names: Iterable[str]) -> Documents:
    """The documents that each name is a part of; a document without words in its id is left out."""
    opaque: dict[str, bool] = {}
    chains = {}
    for name, documents in parts_among(names).items():
        for document in documents:
            if document not in opaque:
                opaque[document] = is_opaque(document)
        if kept := [document for document in documents if not opaque[document]]:
            chains[name] = kept
    return chains


def _two_spellings(cascade: Cascade, matched: Iterable[str]) -> list[str]:
    """Gold ids that are not in the run, although another gold id that may be the same document is."""
    matched = set(matched)
    missing = {name for name in cascade.wanted if name not in matched and name not in cascade.contested}
    if not missing or not matched:
        return []
    path_of = dict(zip(cascade.wanted, cascade.keys("case"), strict=True))
    open_stems = {without_extension(path_of[name]) for name in missing}
    found: dict[str, list[str]] = {}
    for name in cascade.wanted:
        stem = without_extension(path_of[name])
        if stem in open_stems and name in matched:
            found.setdefault(stem, []).append(name)
    doubts = []
    for name in missing:
        path, stem = path_of[name], without_extension(path_of[name])
        others = [other for other in found.get(stem, ()) if path == stem or path_of[other] in (path, stem)]
        if others:
            doubts.append(
                f"gold ids {name!r} and {min(others)!r} look like one document, but the run has only the last"
            )
    return doubts


def exact_ids(wanted: Iterable[str], given: Iterable[str]) -> IdMatch:
    """The match of ids that must be the same as written, for those who said so.

    >>> exact_ids(["a.pdf", "Б.pdf"], ["a.pdf", "б.pdf"]).given_to
    {'a.pdf': 'a.pdf'}
    """
    gold = dict.fromkeys(wanted)
    found = {name: name for name in dict.fromkeys(given) if name in gold}
    missing = tuple(sorted(gold.keys() - found.keys()))
    return IdMatch(found, {name: name for name in gold}, dict.fromkeys(found, "exact"), unmatched=missing)
