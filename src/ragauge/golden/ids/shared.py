"""Ids of many runs of one system matched with gold ids once for all of them, by columns.

``match_ids`` looks at all ids of a run together, since two of them may be as good for one gold id. Here it is proven
that this cannot be: then an id stands for the same gold id in whatever run it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl

from ragauge.golden.ids.folding import fold_ids
from ragauge.golden.ids.kinds import is_opaque
from ragauge.golden.ids.parts import documents_of, parts_among
from ragauge.golden.ids.prefix import Beginnings

if TYPE_CHECKING:
    from collections.abc import Iterable

PLAIN = "^[A-Za-z0-9_#-]+$"
"""Ids in which no folding changes anything but case."""
CONTEXTUAL = "(?i)file:"
"""Where this is in an id, its foldings depend on other ids."""
LAST_WORD = "[-_]+[^-_]*$"
PARTS = {"item": pl.String, "depth": pl.Int64, "document": pl.String}
MOST = 64
"""So many kinds of marks of parts are taken off by columns; a corpus has one or two."""


def shared_labels(wanted: Iterable[str], names: pl.Series) -> pl.DataFrame | None:
    """The ids (``item``) among different names that stand for a gold id (``label``), in any company.

    None where it may depend on the company: if an id is like a gold id and not the same, if gold is a part of an id or
    begins its name.

    >>> shared_labels(["a", "b"], pl.Series(["a#1", "b", "c#1", "a#2"])).rows()
    [('b', 'b'), ('a#1', 'a'), ('a#2', 'a')]
    >>> shared_labels(["a.pdf"], pl.Series(["x/a.pdf"])), shared_labels(["lamp"], pl.Series(["lamp-2"]))
    (None, None)
    """
    gold = pl.Series(wanted, dtype=pl.String).unique(maintain_order=True)
    if names.str.contains(CONTEXTUAL).any() or gold.str.contains(CONTEXTUAL).any():
        return None
    is_gold = names.is_in(gold.implode())
    parts = _parts(names.filter(~is_gold))
    documents = parts["document"].unique(maintain_order=True)
    if _is_like(names, gold) or _is_like(documents, gold) or _gold_is_part(gold, names):
        return None
    last = parts.sort("depth").unique("item", keep="last", maintain_order=True)["document"].unique()
    alone = names.filter(~names.is_in(parts["item"].implode()))
    beginnings = Beginnings(gold.to_list())
    if not all(_begin_none(beginnings, ids) for ids in (last, alone)):
        return None
    known = documents.filter(documents.is_in(gold.implode())).to_list()
    usable = [name for name in known if not is_opaque(name)]
    nearest = parts.filter(pl.col("document").is_in(usable)).sort("depth", maintain_order=True)
    nearest = nearest.unique("item", keep="first", maintain_order=True)
    same = names.filter(is_gold)
    return pl.concat([pl.DataFrame({"item": same, "label": same}), nearest.select("item", label="document")])


def _is_like(ids: pl.Series, gold: pl.Series) -> bool:
    """Whether an id is a gold id but for a difference that some folding takes away; the last one takes all of them."""
    alike = _folded(ids).is_in(_folded(gold).implode())
    return not ids.filter(alike).is_in(gold.implode()).all()


def _gold_is_part(gold: pl.Series, names: pl.Series) -> bool:
    """Whether a name is, or is like, a document that gold ids are parts of."""
    above = {document for found in parts_among(gold.to_list()).values() for document in found}
    return bool(above) and bool(_folded(names).is_in(_folded(pl.Series(list(above))).implode()).any())


def _folded(ids: pl.Series) -> pl.Series:
    """The ids without all differences."""
    plain = ids.str.contains(PLAIN)
    if plain.all():
        return ids.str.to_lowercase()
    others = pl.Series(fold_ids(ids.filter(~plain), "stem"), dtype=pl.String)
    return ids.str.to_lowercase().scatter((~plain).arg_true(), others)


def _begin_none(gold: Beginnings, ids: pl.Series) -> bool:
    """Whether no gold id is how an id begins: plain ids are looked at word by word, the rest in full."""
    beginnings = pl.Series(gold.folded, dtype=pl.String).implode()
    plain = ids.str.contains(PLAIN)
    suspects = [ids.filter(~plain)]
    whole = ids.filter(plain)
    head = whole.str.to_lowercase()
    while not whole.is_empty():
        shorter = head.str.replace(LAST_WORD, "")
        goes_on = shorter != head
        whole, head = whole.filter(goes_on), shorter.filter(goes_on)
        suspects.append(whole.filter(head.is_in(beginnings)))
    return gold.begin_none(pl.concat(suspects).to_list())


def _parts(names: pl.Series) -> pl.DataFrame:
    """The documents of names that are parts (``PARTS``), the nearest first: as ``documents_of`` has them.

    Whose part a name is does not depend on which numbers are in it, so one name of each shape is looked at.
    """
    shape = names.str.replace_all("[0-9]+", "0")
    shapes = shape.unique()
    marks, odd = _marks(shapes.to_list())
    table = pl.DataFrame({"item": names, "shape": shape})
    found = [pl.DataFrame(schema=PARTS)]
    for (mark, depth), alike in marks.items():
        rows = table if len(alike) == len(shapes) else table.filter(pl.col("shape").is_in(alike))
        behind = re.escape(mark).replace("0", "[0-9]+")
        document = pl.col("item").str.replace(f"(?:{behind})$", "")
        found.append(rows.select("item", pl.lit(depth, dtype=pl.Int64).alias("depth"), document.alias("document")))
    rest = table.filter(pl.col("shape").is_in(odd))["item"].to_list() if odd else []
    told = [(name, depth, document) for name in rest for depth, document in enumerate(documents_of(name))]
    return pl.concat([*found, pl.DataFrame(told, schema=PARTS, orient="row")])


def _marks(shapes: list[str]) -> tuple[dict[tuple[str, int], list[str]], list[str]]:
    """By the mark that parts have behind the name of their document, and its depth, their shapes; and odd shapes."""
    marks: dict[tuple[str, int], list[str]] = {}
    odd = []
    for shape, documents in parts_among(shapes).items():
        ends = [shape[len(document) :] for document in documents]
        whole = all(shape.startswith(document) for document in documents) and not any(end[0] == "0" for end in ends)
        keys = list(zip(ends, range(len(ends)), strict=True))
        if not whole or (len(marks) >= MOST and not all(key in marks for key in keys)):
            odd.append(shape)
            continue
        for key in keys:
            marks.setdefault(key, []).append(shape)
    return marks, odd
