"""``ragauge data``: public collections, by name."""

from __future__ import annotations

import shlex
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.ending import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ragauge.io.collections.known import Collection


@click.command(short_help="Fetch a public collection: SciFact, NFCorpus, FiQA, XQuAD …")
@click.argument("name", required=False)
@click.option("--from", "source", type=click.Path(), metavar="FILE",
              help="Take the file of the collection that is at hand; nothing is downloaded.")  # fmt: skip
@click.option("--folder", type=click.Path(file_okay=False), metavar="FOLDER",
              help="Where collections are kept; default: RAGAUGE_CACHE, or the cache of this system.")  # fmt: skip
@click.option("--url", metavar="URL", help="Download from this folder on the web, such as a mirror of one's own.")
@click.option("--sum", "digest", metavar="SUM",
              help="MD5 or SHA-256 that the file must have, in place of the published one; none: any.")  # fmt: skip
@click.option("--force", is_flag=True, help="Fetch it again although it is there.")
def data(name: str | None, folder: str | None, **given: Any) -> None:
    """Fetch the collection NAME to a folder that every command reads, or list the collections.

    \b
    ragauge data                              what there is
    ragauge data scifact                      prints the folder
    ragauge data scifact --from scifact.zip   without a network
    ragauge data xquad-ru --folder data/

    It is downloaded once, checked by its checksum and unpacked. The terms of use are those of its makers; the address
    of their page is printed.
    """
    from ragauge.io.collections.places import data_folder

    root = data_folder() if folder is None else Path(folder)
    if name is not None:
        _fetch(name, root, **given)
    elif any(given.values()):
        raise click.UsageError("say which collection is meant; `ragauge data` lists them")
    else:
        _list(root)


def _fetch(name: str, root: Path, *, source: str | None, url: str | None, digest: str | None, force: bool) -> None:
    from ragauge.io.collections.fetching import Wish, fetch
    from ragauge.io.collections.known import find_collection

    if source is not None and url is not None:
        raise click.UsageError("--from and --url exclude one another")
    collection = find_collection(name)
    digest = digest and digest.lower()
    wish = Wish(None if source is None else Path(source), url, digest, again=force)
    made = fetch(collection, root, wish, _told)
    say(f"{collection.name}: {'ready' if made else 'was here already'}; terms of use: {collection.home}; go on with")
    say(f"  {_next(collection, root / name)}")
    click.echo(root / name)


def _next(collection: Collection, folder: Path) -> str:
    from ragauge.io.collections.squad import GOLDEN

    gold = folder / GOLDEN if collection.shape == "squad" else folder
    return shlex.join(["ragauge", "sweep", str(folder), str(gold), "--set", "lane=bm25,lsa,bm25+lsa"])


def _list(root: Path) -> None:
    from ragauge.io.collections.fetching import is_fetched
    from ragauge.io.collections.known import collections
    from ragauge.report.grid import grid
    from ragauge.report.terminal import console

    head = ("name", "what", "documents", "questions", "splits", "MB", "here")
    rows = [
        (
            one.name,
            one.about,
            f"{one.documents:,}",
            f"{one.questions:,}" + ("" if one.split == "test" else f" ({one.split})"),
            " ".join(one.splits),
            f"{one.size / 1e6:,.1f}",
            "yes" if is_fetched(one, root) else "",
        )
        for one in collections().values()
    ]
    console().print(grid([head, *rows], left=("name", "what", "splits", "here"), whole=("name",)))
    say(f"ragauge data NAME fetches one to {root}")


@contextmanager
def _told(label: str) -> Iterator[Callable[[int, int], None]]:
    """A line for logs, and a bar on a terminal."""
    from ragauge.report.terminal import progress

    say(label)
    with progress(label.split(maxsplit=1)[0]) as step:
        yield step
