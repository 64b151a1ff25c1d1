"""What was answered, claim by claim, with what supports it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragauge.metrics.generation.citations import judged_citations
from ragauge.metrics.generation.cited import cited
from ragauge.metrics.generation.faithfulness import faithfulness_verdicts
from ragauge.metrics.generation.lexical import supports

if TYPE_CHECKING:
    from ragauge.core.answered import Answered


def answer_of(one: Answered | None, grounds: Any) -> dict[str, Any] | None:
    """The answer with its claims, the references and the prompt; None where nothing of it is recorded.

    ``claims`` are those of a judge where it has given verdicts, else by words, numbers and names; ``by`` tells which.
    ``cited`` has the sentences with their citations.
    """
    if one is None:
        return None
    by, claims = _claims(one, grounds)
    found = {
        "text": one.answer,
        "refusal": one.refusal,
        "error": one.error,
        "references": list(one.references),
        "citations": None if one.citations is None else list(one.citations),
        "context": None if one.ids is None else list(one.ids),
        "prompt_tokens": one.prompt_tokens,
        "window": one.window,
        "cited": _cited(one),
        "claims": claims,
        "by": by if claims else None,
        "grounds": {name: value for name, value in (grounds or {}).items() if name != "faithfulness"} or None,
    }
    kept = {name: value for name, value in found.items() if value not in (None, [])}
    return kept or None


def _cited(one: Answered) -> list[dict[str, Any]]:
    """Each sentence that cites something, by words, numbers and names: whether all it cites supports it, and by which.

    ``cited`` and ``precise`` are places in the prompt, from 0; ``unknown`` counts marks that name nothing there.
    """
    found = cited(one)
    if isinstance(found, str) or not found.by_sentence:
        return []
    verdicts = judged_citations(found, one.contexts or (), supports).sentences
    return [
        {"text": row.text, "supported": row.supported, "cited": list(row.cited), "precise": list(row.precise),
         "unknown": row.unknown}
        for row in verdicts if row.cited or row.unknown
    ]  # fmt: skip


def _claims(one: Answered, grounds: Any) -> tuple[str, list[dict[str, Any]]]:
    judged = grounds.get("faithfulness") if isinstance(grounds, Mapping) else None
    if isinstance(judged, Mapping) and judged.get("claims"):
        return "judge", [dict(claim) for claim in judged["claims"]]
    verdicts = faithfulness_verdicts(one)
    return "words", [
        {
            "claim": verdict.claim,
            "verdict": "supported" if verdict.supported else "not_found",
            "passages": [] if verdict.passage is None or not verdict.supported else [verdict.passage],
            "missing": list(verdict.missing),
            "reason": verdict.reason,
        }
        for verdict in verdicts
    ]
