"""Where the numbers come from: versions, revisions, seeds, fingerprints and policies."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragauge import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.report.html.inputs import Inputs


def build(inputs: Inputs) -> dict[str, Any] | None:
    """Rows of a name and a value, for every scorecard and every other result."""
    rows = [{"name": "ragauge", "value": __version__}]
    for place, card in enumerate(inputs.cards, start=1):
        first = f"scorecard {place}: " if len(inputs.cards) > 1 else ""
        rows += [{"name": f"{first}{name}", "value": value} for name, value in _flat(card.provenance)]
        rows += [{"name": f"{first}warning", "value": one} for one in card.warnings]
    others = {"diagnosis": inputs.diagnosis, "comparison": inputs.comparison, "sweep": inputs.sweep}
    for kind, one in others.items():
        known = (one or {}).get("provenance")
        if isinstance(known, Mapping):
            rows += [{"name": f"{kind}: {name}", "value": value} for name, value in _flat(known)]
    return {"rows": rows}


def _flat(value: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Nested mappings as names with dots.

    >>> list(_flat({"gold": {"source": "g", "n": 2}, "k": [1]}))
    [('gold.source', 'g'), ('gold.n', '2'), ('k', '[1]')]
    """
    for name, one in value.items():
        if isinstance(one, Mapping) and one:
            yield from _flat(one, f"{before}{name}.")
        else:
            yield f"{before}{name}", one if isinstance(one, str) else json.dumps(one, ensure_ascii=False)
