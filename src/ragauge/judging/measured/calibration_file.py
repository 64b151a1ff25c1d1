"""Calibration files, as ``ragauge judge calibrate --json`` wrote them: read as data, and checked."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.core.json_text import json_complaint, parse_json
from ragauge.io.files import existing_file, read_bytes, shown
from ragauge.judging.measured.calibration import FORMAT, VERSION
from ragauge.judging.measured.skill import skill_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

TAKE = "write one with: ragauge judge calibrate LABELS --json FILE"
WEIGHTS = ("none", "linear", "quadratic")
NAMES = ("judge", "task", "prompt", "label_policy")


@dataclass(frozen=True, slots=True)
class Known:
    """What a calibration file says: of which judge, task and prompts, and what came of it."""

    file: str
    judge: str | None
    task: str | None
    prompt: str | None
    label_policy: str | None
    verdict: str
    kappa: float | None
    kappa_interval: dict[str, Any] | None
    n: int
    weights: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """As a scorecard keeps it: without what it was matched by."""
        names = ("file", "verdict", "kappa", "kappa_interval", "n", "label_policy", "weights")
        return {name: getattr(self, name) for name in names}


def read_calibrations(paths: Sequence[str | Path]) -> list[Known]:
    """The calibrations in files.

    Raises: InputError with every file that is none, is of another version, or contradicts itself.
    """
    found: list[Known] = []
    problems: list[Problem] = []
    for path in dict.fromkeys(paths):
        try:
            found.append(_read(path))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return found


def _read(path: str | Path) -> Known:
    name = shown(path)
    try:
        data = parse_json(read_bytes(existing_file(path)).decode())
    except ValueError as error:
        row = getattr(error, "lineno", None)
        raise InputError([Problem(f"not JSON: {json_complaint(error)}; {TAKE}", name, row)]) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError([Problem(f"no calibration of a judge; {TAKE}", name)])
    if type(data.get("version")) is not int or data["version"] != VERSION:
        message = f"a calibration of version {data.get('version')!r}; this version reads version {VERSION}"
        raise InputError([Problem(message, name)])
    if problems := [Problem(f"a damaged calibration: {message}", name) for message in _complaints(data)]:
        raise InputError(problems)
    kappa = data["figures"]["kappa"]
    identity = {key: (data[key].strip() or None) if data.get(key) else None for key in NAMES}
    return Known(name, **identity, verdict=data["verdict"], kappa=kappa["value"], kappa_interval=kappa["interval"],
                 n=data["labels"]["n"], weights=_weights(data))  # fmt: skip


def _weights(data: dict[str, Any]) -> Any:
    """The weights of its kappa; a file that does not say them apart has them in the note, or nowhere."""
    if "weights" in data:
        return data["weights"]
    said = str(data["figures"]["kappa"].get("note", "")).partition(";")[0].removeprefix("weights: ")
    return said if said in WEIGHTS else None


def _complaints(data: dict[str, Any]) -> Iterator[str]:
    for name in NAMES:
        if not isinstance(data.get(name), str | None):
            yield f"its {name} is no text"
    labels = data.get("labels")
    if not isinstance(labels, dict) or type(labels.get("n")) is not int or labels["n"] < 1:
        yield "it does not say on how many items"
    figures = data.get("figures")
    kappa = figures.get("kappa") if isinstance(figures, dict) else None
    if not isinstance(kappa, dict) or not {"value", "interval"} <= kappa.keys():
        yield "it has no kappa"
    elif not _is_kappa(kappa["value"]) or not _is_interval(kappa["interval"]):
        yield "its kappa is no number from -1 to 1 with an interval around it"
    else:
        if "weights" in data and data["weights"] not in WEIGHTS:
            yield f"the weights of its kappa are none of {', '.join(WEIGHTS)}"
        low = None if kappa["interval"] is None else kappa["interval"]["low"]
        if data.get("verdict") != (fits := skill_of(kappa["value"], low)):
            yield f"it says {data.get('verdict')!r}, and its kappa {fits!r}"


def _is_kappa(value: Any) -> bool:
    return value is None or (_is_number(value) and -1 <= value <= 1)


def _is_interval(interval: Any) -> bool:
    if interval is None:
        return True
    if not isinstance(interval, dict) or not all(_is_number(interval.get(end)) for end in ("low", "high", "level")):
        return False
    return bool(interval["low"] <= interval["high"])


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
