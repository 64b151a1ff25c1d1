"""``ragauge study index``: what does approximate search lose?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.study import conduct, shared_options

if TYPE_CHECKING:
    from ragauge.studying.study import Study
    from ragauge.studying.subject import Subject


@click.command(short_help="What does approximate search lose and save, with and without filters?")
@shared_options
@click.option("--embedder", default="lsa", show_default=True, help="What makes the vectors: lsa, or an embedder.")
@click.option("--engine", "engines", metavar="NAME,NAME",
              help="hnswlib, usearch, faiss-hnsw, faiss-ivf, qdrant-edge, qdrant, qdrant:URL. "
                   "Default: the first four, as far as they are installed.")  # fmt: skip
@click.option("--set", "grid", multiple=True, metavar="KEY=VALUE,VALUE",
              help="Values of a parameter, like m=8,16 or ef=16,64,256 or nprobe=1,8; repeat for more.")  # fmt: skip
@click.option("--k", type=click.IntRange(1), default=10, show_default=True, help="How many hits are searched for.")
@click.option("--filter", "filters", multiple=True, metavar="PREDICATE",
              help="A filter on the metadata, like 'locale = en-US'; repeat. "
                   "Default: up to three that are made from the metadata.")  # fmt: skip
@click.option("--random", metavar="SHARE,SHARE",
              help="Also filters that let random documents pass, like 0.01,0.1,0.5.")  # fmt: skip
@click.option("--repeats", type=click.IntRange(1), default=3, show_default=True, help="Rounds that are timed.")
@click.option("--least", type=float, default=0.95, show_default=True, help="The ANN recall that is asked for.")
def index(
    embedder: str,
    engines: str | None,
    grid: tuple[str, ...],
    k: int,
    filters: tuple[str, ...],
    random: str | None,
    repeats: int,
    least: float,
    **given: Any,
) -> None:
    """Search DOCUMENTS by vector indexes with the questions of GOLD, and hold what they find against exact search.

    ANN recall (ties count) and overlap of ids, quality against the gold, speed, size, and which setting to take; under
    filters also the fill rate: short lists are told from wrong hits. Default metrics: ndcg@10, recall@10. Engines are
    optional: pip install 'ragauge[ann]', 'ragauge[qdrant]'. A server's key is read from QDRANT_API_KEY.

    \b
    ragauge study index docs/ gold.jsonl
    ragauge study index docs/ gold.jsonl --engine hnswlib --set m=8,16,32 --set ef=16,64,256
    ragauge study index docs/ gold.jsonl --engine faiss-ivf --set nlist=64 --set nprobe=1,4,16
    ragauge study index docs/ gold.jsonl --filter 'n <= 3' --filter 'n in {1, 2, 3}' --random 0.01,0.1
    """
    from ragauge.report.terminal import progress
    from ragauge.studying.index.plan import Plan
    from ragauge.studying.index.study import METRICS, index_study

    plan = Plan(
        engines=[one.strip() for one in (engines or "").split(",") if one.strip()],
        grid=dict(map(_line, grid)),
        embedder=embedder,
        k=k,
        filters=filters,
        random=_shares(random),
        repeats=repeats,
        least=least,
    )
    given["names"] = given["names"] or METRICS

    def make(subject: Subject) -> Study:
        with progress("settings") as step:
            return index_study(subject, plan, progress=step)

    conduct(make, searches=True, **given)


def _line(text: str) -> tuple[str, list[Any]]:
    key, _, written = text.partition("=")
    values = [one.strip() for one in written.split(",") if one.strip()]
    if not key.strip() or not values:
        raise click.BadParameter(f"--set is KEY=VALUE,VALUE, like ef=16,64; got {text!r}")
    return key.strip(), [int(one) if one.isascii() and one.isdigit() and len(one) < 10 else one for one in values]


def _shares(text: str | None) -> list[float]:
    try:
        return [float(one) for one in (text or "").split(",") if one.strip()]
    except ValueError:
        raise click.BadParameter(f"--random is shares with commas between them, got {text!r}") from None
