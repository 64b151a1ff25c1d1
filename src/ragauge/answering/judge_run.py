"""A judge with all that a run of its metrics needs."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ragauge.core.flows import Asking
from ragauge.judging.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.flows import Language
    from ragauge.judging.cache import Cache
    from ragauge.judging.configuration import JudgeConfig
    from ragauge.judging.judge import Judge


@dataclass(frozen=True, slots=True)
class JudgeRun:
    """Who judges (``model`` is its name), within which limits, with which cache (None: for this run alone), and how it
    is asked. ``calibrations`` are files of ``ragauge judge calibrate``.
    """

    judge: Judge
    model: str
    limits: Limits = field(default_factory=Limits)
    cache: Cache | None = None
    asking: Asking = field(default_factory=Asking)
    calibrations: tuple[str, ...] = ()


@contextmanager
def judge_run(config: JudgeConfig, *, dry: bool = False) -> Iterator[JudgeRun]:
    """The run that a configuration asks for; its cache is closed at the end.

    ``dry``: nothing will be asked, so that a cache that is not there yet is not made.

    Raises: as ``make_judge`` and ``make_cache``.
    """
    from ragauge.judging.judges import make_cache, make_judge

    judge = make_judge(config)
    skipped = dry and config.cache is not None and not Path(config.cache).exists()
    cache = None if skipped else make_cache(config)
    try:
        asking = Asking(cast("Language | None", config.language), config.window)
        yield JudgeRun(judge, config.model, config.limits, cache, asking, config.calibrations)
    finally:
        if cache is not None:
            cache.close()
