"""The options that say how a golden file is to be read, and how it is brought together with a run or a corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ragauge.core.matching import Matching
    from ragauge.core.reading import Reading
    from ragauge.evaluation import Surroundings

READING = (
    click.option("--map", "columns", multiple=True, metavar="ROLE=COLUMN",
                 help="Which column is the question, id, gold, document, page, quote …; repeat for more."),
    click.option("--match", type=click.Choice(["all", "any"]),
                 help="A bare list of gold sources: all are needed, or any will do. Undeclared, both are shown."),
    click.option("--separator", metavar="TEXT", help="What stands between the ids of a cell; none if nothing does."),
    click.option("--no-answer", multiple=True, metavar="COLUMN=VALUE",
                 help="Questions with this cell are unanswerable; repeat for more."),
    click.option("--encoding", metavar="NAME", help="Encoding of the gold, if it is not UTF-8 and not to be detected."),
    click.option("--sheet", metavar="NAME", help="Sheet of an Excel file, by name or number."),
    click.option("--split", default="test", show_default=True, help="Split of a BEIR folder."),
)  # fmt: skip
MATCHING = (
    click.option("--chunks", type=click.Path(), help="Table of chunks: id, document, page, section, start, end, text."),
    click.option("--corpus", type=click.Path(), help="Folder or file with the documents, for quotes and spans."),
    click.option("--cover", metavar="RULE", default="contains", show_default=True,
                 help="A chunk meets a quote that it touches, contains, or holds this share of (0.5)."),
    click.option("--at", type=click.Choice(["auto", "document", "page", "section"]), default="auto", show_default=True,
                 help="Level at which gold places are compared; auto: the finest that gold and hits tell."),
    click.option("--repeats", type=click.Choice(["drop", "keep"]), default="drop", show_default=True,
                 help="A second hit on the same unit: left out, or it holds its place and matches nothing."),
    click.option("--ids", type=click.Choice(["auto", "exact"]), default="auto", show_default=True,
                 help="Ids in other spellings: match them in stages, or only letter by letter."),
    click.option("--page-offset", multiple=True, metavar="[DOCUMENT=]N", help="Page of a hit = gold page + N."),
    click.option("--page-tolerance", type=click.IntRange(0), default=0, show_default=True,
                 help="So many pages more or less are the same page."),
)  # fmt: skip


def reading_options(command: Any) -> Any:
    """Add the options that become ``Reading``."""
    for option in reversed(READING):
        command = option(command)
    return command


def matching_options(command: Any) -> Any:
    """Add the options that become ``Surroundings``."""
    for option in reversed(MATCHING):
        command = option(command)
    return command


def take_reading(given: dict[str, Any], needed_by: str = "retrieval") -> Reading:
    """What the user declares about the golden file; its options are taken out of those given.

    ``needed_by``: what cannot do without evidence.
    """
    from ragauge.core.reading import Reading

    return Reading(
        match=given.pop("match"),
        columns=dict(_pair(text, "--map") for text in given.pop("columns")),
        encoding=given.pop("encoding"),
        sheet=given.pop("sheet"),
        separator=given.pop("separator"),
        no_answer=given.pop("no_answer"),
        split=given.pop("split"),
        needed_by=needed_by,
    )


def take_matching(given: dict[str, Any]) -> Matching:
    """The rules by which gold and hits are matched; their options are taken out of those given."""
    from ragauge.core.matching import Matching

    offsets = dict(_offset(text) for text in given.pop("page_offset"))
    names = ("ids", "cover", "page_tolerance", "at", "repeats")
    return Matching(page_offset=offsets, **{name: given.pop(name) for name in names})


def take_surroundings(given: dict[str, Any]) -> Surroundings:
    """The rules, and the chunks and documents that were named; their options are taken out of those given."""
    from ragauge.evaluation import Surroundings

    matching = take_matching(given)
    chunks, corpus = given.pop("chunks"), given.pop("corpus")
    return Surroundings(matching, read_chunks(chunks), read_documents(corpus))


def read_chunks(path: str | None) -> Any:
    """The table of chunks, if one was named."""
    from ragauge.golden.chunks.table import chunk_table

    return None if path is None else chunk_table(path)


def read_documents(path: str | None) -> Any:
    """The corpus, if one was named; a folder of many files shows how far it is."""
    from ragauge.io.corpus_files import read_corpus
    from ragauge.report.terminal import progress

    if path is None:
        return None
    with progress("reading documents") as step:
        return read_corpus(path, progress=step)


def _pair(text: str, option: str) -> tuple[str, str]:
    role, mark, column = text.partition("=")
    if not mark or not role.strip():
        raise click.BadParameter(f"{option} is ROLE=COLUMN, like {option} question=pergunta; got {text!r}")
    return role.strip(), column.strip()


def _offset(text: str) -> tuple[str, int]:
    document, _, number = text.rpartition("=")
    try:
        return document.strip(), int(number)
    except ValueError:
        raise click.BadParameter(f"--page-offset is a number or DOCUMENT=NUMBER, got {text!r}") from None
