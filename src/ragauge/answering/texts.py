"""The texts of whole documents that hits are, in whatever spelling of their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.golden.ids.cascade import Cascade

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ragauge.tables.corpus import Corpus


def document_texts(items: Iterable[str], corpus: Corpus, *, exact: bool = False) -> dict[str, str]:
    """The text of each item that is a document but for its spelling, its folder or its extension; a part of one is not.

    ``exact``: ids are compared letter by letter.

    >>> from ragauge.tables.corpus import Corpus
    >>> document_texts(["lamps", "lamps#2"], Corpus({"docs/lamps.md": "It hums."}))
    {'lamps': 'It hums.'}
    """
    texts = corpus.readable()
    if exact:
        return {item: texts[item] for item in items if item in texts}
    listed = [item for item in items if "\0" not in item]
    cascade = Cascade(texts)
    cascade.match(listed)
    names = {item: cascade.found.get(item) for item in listed}
    return {item: texts[name] for item, name in names.items() if name is not None and name not in cascade.contested}
