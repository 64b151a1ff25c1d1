"""A diagnosis as plain data: the rows, what fixing brings back, and the end of every need."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ragauge.funnel.contrast import advice, figures
from ragauge.funnel.losses import PLACES, rows_of
from ragauge.funnel.paths import reason
from ragauge.funnel.recovery import recoveries

if TYPE_CHECKING:
    from ragauge.funnel.diagnosing import Diagnosis

FORMAT = 1


def diagnosis_data(diagnosis: Diagnosis, *, level: float = 0.95, seed: int = 0) -> dict[str, Any]:
    """Everything; a need's ``first`` and ``last`` are names of places, its ``ranks`` those in every recorded list."""
    reach, fates = diagnosis.reach, diagnosis.fates
    needs = [
        {
            "question": reach.questions[int(reach.question[need])],
            "need": label,
            "first": PLACES[int(fates.first[need])].name.lower(),
            "last": PLACES[int(fates.last[need])].name.lower(),
            "why": reason(diagnosis, need),
            "ranks": {
                one.name: int(one.rank[need]) or None
                for one in reach.rankings
                if one.recorded[int(reach.question[need])]
            },
        }
        for need, label in enumerate(diagnosis.needs.label)
    ]
    return {
        "diagnosis": FORMAT,
        "rows": [row.to_dict() for row in rows_of(diagnosis, level=level)],
        "recovery": [one.to_dict() for one in recoveries(diagnosis, level=level, seed=seed)],
        "figures": {one.name: {"value": one.value, "n": one.n} for one in figures(diagnosis).values()},
        "advice": advice(diagnosis),
        "unanswerable": dict(diagnosis.unanswerable),
        "left_out": dict(diagnosis.left_out),
        "notes": list(diagnosis.notes),
        "needs": needs,
        "provenance": dict(diagnosis.provenance),
    }


def diagnosis_json(diagnosis: Diagnosis, *, level: float = 0.95, seed: int = 0) -> str:
    """JSON text, the same bytes for the same input."""
    return (
        json.dumps(diagnosis_data(diagnosis, level=level, seed=seed), ensure_ascii=False, allow_nan=False, indent=1)
        + "\n"
    )
