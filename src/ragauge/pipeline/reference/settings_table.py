"""Settings from the table of a configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from ragauge.core.errors import InputError
from ragauge.pipeline.chunking.chunkers import CHUNKERS, parameters_of
from ragauge.pipeline.context.ordering import Order
from ragauge.pipeline.fusion.normalise import Norm
from ragauge.pipeline.reference.parts import COUNTERS, LANES, RERANKERS, chunker_of, is_lane
from ragauge.pipeline.reference.settings import MOST_BOOST, Filtering, Rewriting, Settings
from ragauge.pipeline.reference.setup import LANES as JOINT
from ragauge.pipeline.reference.setup import WHOLE, Setup

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.io.config_fields import Fields

OWN = (
    "chunker", "lane", "fusion", "rrf_k", "alpha", "norm", "reranker", "depth", "hits", "rewrite", "rewriting",
    "rewrite_lanes", "rewriter", "filter", "boost", "budget", "counter", "order", "dedupe", "neighbours", "window",
    "generator", "generation",
)  # fmt: skip
"""The keys, beside the parameters of a chunker."""
FUSION = {"rrf": ("rrf_k",), "convex": ("alpha", "norm")}
NEEDS = {"boost": ("filter", "soft"), "rrf_k": ("fusion", "rrf"), "alpha": ("fusion", "convex"),
         "norm": ("fusion", "convex")}  # fmt: skip
"""Keys that do something only where another key has this value."""
WITH = {"reranker": ("depth",), "rewrite": ("rewriting", "rewrite_lanes", "rewriter"), "generator": ("generation",)}
"""Keys that do something only where another one is not none."""
USUAL = {"chunker": WHOLE, "lane": "bm25", "fusion": "rrf", "filter": "none", **dict.fromkeys(WITH, "none")}
"""What these keys are where nobody says it."""


def settings_of(fields: Fields, k: int) -> Settings | None:
    """The settings of a table; None where something is wrong with it, which is noted then.

    The keys are those of a sweep (``chunker`` with its parameters, ``lane``, ``fusion`` …) and those of ``Settings``. A
    key that nothing would take is a mistake.
    """
    before = len(fields.problems)
    fields.refuse_unknown((*OWN, *sorted(_parameters_of_all(fields.table))))
    setup = _setup(fields)
    for name, why in idle_keys(fields.table).items():
        fields.wrong(why, name)
    given: dict[str, Any] = {
        "rewrite": fields.choice("rewrite", get_args(Rewriting)),
        "rewriting": _parameters(fields, "rewriting"),
        "rewrite_lanes": _lanes(fields, "rewrite_lanes", ()),
        "rewriter": fields.text("rewriter"),
        "filter": fields.choice("filter", get_args(Filtering)),
        "boost": fields.number("boost", 0, MOST_BOOST),
        "hits": fields.whole("hits"),
        "budget": fields.whole("budget", 0),
        "counter": fields.choice("counter", tuple(COUNTERS)),
        "order": fields.choice("order", get_args(Order)),
        "dedupe": fields.flag("dedupe", default=True),
        "neighbours": fields.flag("neighbours", default=False),
        "window": fields.whole("window"),
        "generator": fields.text("generator"),
        "generation": _parameters(fields, "generation"),
    }
    try:
        settings = Settings(setup, k=k, **{name: value for name, value in given.items() if value is not None})
    except InputError as error:
        for problem in error.problems:
            fields.wrong(problem.message, problem.column)
        return None
    return settings if len(fields.problems) == before else None


def _setup(fields: Fields) -> Setup:
    chunker = fields.choice("chunker", (WHOLE, *CHUNKERS)) or WHOLE
    chunking = _chunking(fields, chunker)
    lanes = _lanes(fields, "lane", ("bm25",))
    if unknown := [name for name in lanes if not is_lane(name)]:
        fields.wrong(f"no lane {', '.join(map(repr, unknown))}; there are: {', '.join(LANES)}", "lane")
    how = fields.choice("fusion", tuple(FUSION)) or "rrf"
    if how == "convex" and len(lanes) != 2:
        fields.wrong(f"convex takes two lanes, not those of {JOINT.join(lanes)!r}", "fusion")
    fields.number("rrf_k", 0, 1e6)
    fields.number("alpha", 0, 1)
    fields.choice("norm", [name for name in get_args(Norm) if name != "theoretical"])
    fusion = {"fusion": how, **{name: fields.table[name] for name in FUSION[how] if name in fields.table}}
    reranker = fields.text("reranker")
    known = reranker in (None, "none", "lexical") or (str(reranker).startswith("onnx:") and str(reranker) != "onnx:")
    if not known:
        fields.wrong(f"no reranker {reranker!r}; there are: none, {', '.join(RERANKERS)}", "reranker")
    used = reranker if known and reranker != "none" else None
    return Setup(chunker, chunking, lanes, fusion if len(lanes) > 1 else {}, used, fields.whole("depth") or 50)


def _chunking(fields: Fields, chunker: str) -> dict[str, Any]:
    """The parameters of the chunker; what is wrong with them is noted."""
    takes = parameters_of(chunker, fields.table)
    chunking = {name: value for name, value in fields.table.items() if name in takes and name not in OWN}
    try:
        chunker_of(chunker, chunking)
    except InputError as error:
        fields.wrong(str(error), "chunker")
    return chunking


def idle_keys(table: Mapping[str, Any]) -> dict[str, str]:
    """The keys that do nothing beside the others, each with the reason.

    >>> idle_keys({"chunker": "document", "size": 200, "rrf_k": 10})
    {'rrf_k': 'does nothing with one lane', 'size': 'the chunker document takes nothing'}
    """
    values = {**USUAL, **table}
    found = {
        name: f"does nothing without {other} = {value!r}"
        for name, (other, value) in NEEDS.items()
        if name in table and values[other] != value
    }
    lanes = values["lane"]
    if len(lanes if isinstance(lanes, list) else str(lanes).split(JOINT)) < 2:
        joining = sorted(table.keys() & {"fusion", "rrf_k", "alpha", "norm"})
        found |= dict.fromkeys(joining, "does nothing with one lane")
    for key, names in WITH.items():
        if values[key] == "none":
            found |= {name: f"does nothing without a {key}" for name in names if name in table}
    chunker = str(values["chunker"])
    takes = parameters_of(chunker, table)
    if chunker in (WHOLE, *CHUNKERS):
        there = f"the chunker {chunker} takes {', '.join(takes) or 'nothing'}"
        found |= dict.fromkeys(sorted(table.keys() & _parameters_of_all(table) - takes.keys()), there)
    return found


def _parameters_of_all(table: Mapping[str, Any]) -> set[str]:
    """The keys that some chunker takes."""
    return {name for one in CHUNKERS for name in parameters_of(one, table)} - set(OWN)


def _lanes(fields: Fields, key: str, usual: tuple[str, ...]) -> tuple[str, ...]:
    """Names in a list, or in a text with a plus between them."""
    value = fields.table.get(key)
    if value is None:
        return usual
    if isinstance(value, str):
        return tuple(one.strip() for one in value.split(JOINT))
    return fields.texts(key) or usual


def _parameters(fields: Fields, key: str) -> Mapping[str, Any] | None:
    value = fields.table.get(key)
    if value is not None and not isinstance(value, dict):
        fields.wrong(f"must be a table, like {key} = {{terms = 20}}", key)
        return None
    return value
