"""What a judge's value rests on in a few lines of text: verdicts counted, and those against told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

VERDICT = ("verdict", "support", "grade")
"""What the verdict on one thing is called, in the grounds of whichever metric."""
SUBJECT = ("claim", "nugget", "sentence", "statement", "passage", "text")
FINE = ("supported", "full", True)
"""Verdicts of which it is enough to say how many there are."""


def grounds_text(grounds: Any) -> str | None:
    """One line a part; None where there are no grounds.

    >>> claims = [{"claim": "It hums.", "verdict": "supported"},
    ...           {"claim": "It is red.", "verdict": "not_found", "rationale": "No colour is told."}]
    >>> print(grounds_text({"claims": claims, "reference": "It hums."}))
    claims: 1 supported, 1 not_found
    not_found: It is red. (No colour is told.)
    reference: It hums.
    """
    if not isinstance(grounds, Mapping) or not grounds:
        return None
    return "\n".join(line for name, value in grounds.items() for line in _lines(str(name), value))


def _lines(name: str, value: Any) -> Iterator[str]:
    rows = value if isinstance(value, list) else []
    key = next((one for one in VERDICT if rows and all(isinstance(row, Mapping) and one in row for row in rows)), None)
    if key is None:
        yield f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        return
    counts = Counter(_word(row[key]) for row in rows)
    yield f"{name}: {', '.join(f'{count} {verdict}' for verdict, count in counts.items())}"
    for row in rows:
        if row[key] not in FINE:
            yield f"{_word(row[key])}: {_told(row)}"


def _told(row: Mapping[str, Any]) -> str:
    subject = next((str(row[name]) for name in SUBJECT if row.get(name)), "")
    rationale = f" ({row['rationale']})" if row.get("rationale") else ""
    return f"{subject}{rationale}".strip()


def _word(verdict: Any) -> str:
    return verdict if isinstance(verdict, str) else json.dumps(verdict, ensure_ascii=False)
