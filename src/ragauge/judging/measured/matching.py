"""Which calibration holds for which metric: that of the same judge, task and prompts, and of no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.judging.measured.calibration_file import read_calibrations

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from ragauge.judging.measured.calibration_file import Known


def prompts_named(prompts: Mapping[str, int | str]) -> str:
    """The prompts of a metric in one text, by which labels and calibrations name them.

    >>> prompts_named({"entailment": 1, "claims": 2})
    'claims 2, entailment 1'
    """
    return ", ".join(f"{task} {version}" for task, version in sorted(prompts.items()))


def calibrations_for(
    paths: Sequence[str | Path], model: str, prompts: Mapping[str, Mapping[str, int | str]]
) -> tuple[dict[str, dict[str, Any] | None], tuple[str, ...]]:
    """The calibration of each metric, None for one that has none, and what to tell people about files that do not fit.

    ``prompts`` are the versions by task, by the canonical name of the metric, which is what a calibration calls its
    task. Read it before a judge is asked: a file that cannot be used is an error, and replies cost money.

    Raises: InputError for files that are no calibrations, and for two of the same metric, judge and prompts.
    """
    known = read_calibrations(paths)
    fitting = {metric: [one for one in known if not _unlike(one, model, metric, prompts[metric])] for metric in prompts}
    if problems := [problem for metric, found in fitting.items() for problem in _several(metric, found)]:
        raise InputError(problems)
    matched = {metric: found[0].to_dict() if found else None for metric, found in fitting.items()}
    lacking = [metric for metric, found in matched.items() if found is None]
    return matched, tuple(_warnings(known, lacking, model, prompts))


def calibration_of(
    paths: Sequence[str | Path], model: str, metric: str, prompts: Mapping[str, int | str]
) -> dict[str, Any] | None:
    """The calibration of one metric; None where no file is of this judge, task and prompts.

    Raises: InputError as ``calibrations_for``.
    """
    return calibrations_for(paths, model, {metric: prompts})[0][metric]


def _unlike(one: Known, model: str, metric: str, prompts: Mapping[str, int | str]) -> list[str]:
    """In which parts a calibration is of something else; empty where it holds."""
    parts = [
        ("its task", one.task, metric, one.task == metric),
        ("its judge", one.judge, model, one.judge == model.strip()),
        ("its prompt", one.prompt, prompts_named(prompts), _same_prompts(one.prompt, prompts)),
    ]
    return [f"{part} {_told(said)}, here {is_here!r}" for part, said, is_here, alike in parts if not alike]


def _told(said: str | None) -> str:
    return "is not told" if said is None else f"is {said!r}"


def _same_prompts(said: str | None, prompts: Mapping[str, int | str]) -> bool:
    """Whether they are the same, in any order; of a single prompt the version alone is enough."""
    if said is None:
        return False
    parts = sorted(" ".join(part.split()) for part in said.split(","))
    versions = [str(version) for version in prompts.values()]
    named = sorted(f"{task} {version}" for task, version in prompts.items())
    return parts == named or (len(versions) == 1 and parts == versions)


def _several(metric: str, found: Sequence[Known]) -> Iterator[Problem]:
    for one in found[1:]:
        message = f"a second calibration of {metric} by this judge with these prompts; {found[0].file} is the first"
        yield Problem(message, one.file)


def _warnings(
    known: Sequence[Known], lacking: Sequence[str], model: str, prompts: Mapping[str, Mapping[str, int | str]]
) -> Iterator[str]:
    """Why the files that are there do not hold for the metrics that have no calibration."""
    for metric in lacking:
        for one in known:
            if one.task == metric:
                differs = "; ".join(_unlike(one, model, metric, prompts[metric]))
                yield f"{metric} is uncalibrated: {one.file} is of something else: {differs}"
    named = {one.task for one in known}
    without = ", ".join(metric for metric in lacking if metric not in named)
    for one in known:
        if without and one.task not in prompts:
            yield f"{without}: uncalibrated; {one.file} is of no metric here: its task {_told(one.task)}"
