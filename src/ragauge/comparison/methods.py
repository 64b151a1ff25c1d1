"""The paired tests, corrections and intervals that a comparison can be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ragauge.core.errors import InputError
from ragauge.stats.bootstrap import bca_interval, bootstrap_means, percentile_interval
from ragauge.stats.corrections import benjamini_hochberg, bonferroni, holm
from ragauge.stats.differences import difference_interval
from ragauge.stats.paired_t import paired_t_test
from ragauge.stats.sign_flips import sign_flip_tests
from ragauge.stats.wilcoxon import signed_rank_test

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragauge.comparison.asked import Asked
    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.core.score import Interval
    from ragauge.stats.p_value import PValue

Test = Literal["sign_flips", "wilcoxon", "t"]
IntervalMethod = Literal["guarded", "percentile", "bca"]
Correction = Literal["holm", "bh", "bonferroni"]
CORRECTIONS: dict[Correction, tuple[str, Callable[[Sequence[float]], list[float]]]] = {
    "holm": ("Holm", holm),
    "bh": ("Benjamini-Hochberg", benjamini_hochberg),
    "bonferroni": ("Bonferroni", bonferroni),
}


def p_values(differences: FloatArray, clusters: IntArray | None, asked: Asked) -> list[PValue | None]:
    """The paired test of every column of differences.

    Raises: InputError for a test that does not know of questions that belong together, where they do.
    """
    if asked.test == "sign_flips":
        return list(sign_flip_tests(differences, clusters=clusters, resamples=asked.resamples, seed=asked.seed))
    if clusters is not None:
        raise InputError(f"test {asked.test} does not know of questions that belong together; sign_flips does")
    if asked.test == "wilcoxon":
        return [signed_rank_test(column) for column in differences.T]
    tests = [paired_t_test(column) for column in differences.T]
    return [None if one is None else one.p for one in tests]


def intervals(
    differences: FloatArray, clusters: IntArray | None, widths: Sequence[float | None], asked: Asked
) -> list[Interval | None]:
    """The interval of the mean of every column of differences; a bootstrap draws once for all of them."""
    columns, level = list(differences.T), asked.level
    if asked.interval == "guarded":
        pairs = zip(columns, widths, strict=True)
        return [difference_interval(column, clusters=clusters, level=level, width=width) for column, width in pairs]
    means = bootstrap_means(differences, resamples=asked.resamples, seed=asked.seed, clusters=clusters)
    drawn = list(means.T)
    if asked.interval == "percentile":
        return [percentile_interval(one, level=level) for one in drawn]
    both = zip(columns, drawn, strict=True)
    return [bca_interval(column, one, clusters=clusters, level=level) for column, one in both]
