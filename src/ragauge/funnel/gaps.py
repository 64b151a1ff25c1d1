"""What a diagnosis cannot tell for want of a record or an input, in one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.funnel.doctor import LISTS, examine
from ragauge.funnel.losses import rows_of
from ragauge.funnel.places import Place

if TYPE_CHECKING:
    from ragauge.funnel.diagnosing import Diagnosis

INPUTS = {"corpus": "--corpus", "chunks": "--chunks"}
"""What tells the stages before the search apart, and how it is given."""


def gaps(diagnosis: Diagnosis) -> list[str]:
    """What is recorded in no trace, and which inputs would tell apart what is a span now."""
    told = []
    unrecorded = [one for one in examine(diagnosis.traced) if not one.recorded and not one.is_complete]
    cut = LISTS["selected"] if diagnosis.provenance.get("k") else None
    missing = [one.part.name for one in unrecorded if one.part is not cut]
    if missing:
        told.append(f"not recorded, so not known: {', '.join(missing)}; ragauge doctor tells what to record")
    early = [row for row in rows_of(diagnosis) if row.is_span and row.first.position < Place.FILTER.position]
    given = diagnosis.provenance.get("fingerprints", {})
    lacking = [option for name, option in INPUTS.items() if name not in given]
    if early and not (diagnosis.reach.origin[:, Place.INDEX.position] != 0).any():
        lacking.append("--index")
    if early and lacking:
        span = " and ".join(repr(place.value) for place in (early[0].first, early[-1].last))
        told.append(f"{', '.join(lacking)} would tell apart what lies between {span}")
    return told
