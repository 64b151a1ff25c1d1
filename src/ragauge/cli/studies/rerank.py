"""``ragauge study rerank``: what does a reranker win of what it could?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.named import named_files
from ragauge.cli.study import conduct, shared_options

if TYPE_CHECKING:
    from ragauge.studying.recorded import Recorded
    from ragauge.studying.study import Study
    from ragauge.studying.subject import Subject


@click.command(short_help="What does a reranker win of what it could, and how deep must it look?")
@shared_options
@click.option("--reranker", "rerankers", multiple=True, metavar="NAME",
              help="lexical, onnx:FOLDER, http://HOST/PATH#MODEL; repeat. Default: lexical.")  # fmt: skip
@click.option("--depth", "depths", default="10,20,50", show_default=True, metavar="D,D",
              help="How many hits are reranked.")  # fmt: skip
@click.option("--lane", "lanes", multiple=True, metavar="NAME",
              help="The first stage: bm25 (the default), lsa, an embedder; several are fused by RRF.")  # fmt: skip
@click.option("--candidates", type=click.Path(), metavar="FILE",
              help="A run of your own as the first stage, in place of --lane.")  # fmt: skip
@click.option("--reranked", "runs", multiple=True, metavar="NAME=FILE",
              help="What your own reranker made of the candidates; repeat.")  # fmt: skip
@click.option("--clusters", metavar="COLUMN", help="Questions with the same value belong together.")
def rerank(
    rerankers: tuple[str, ...],
    depths: str,
    lanes: tuple[str, ...],
    candidates: str | None,
    runs: tuple[str, ...],
    clusters: str | None,
    **given: Any,
) -> None:
    """Rerank the hits of a first stage on DOCUMENTS with the questions of GOLD.

    The same candidates in the order of the first stage, of the reranker, and in the best order there is, which only the
    gold knows; the share of the headroom that is won; how deep a reranker must look; what it takes; and checks that
    any rerank must pass. Default metrics: ndcg@10, mrr, precision@1.

    \b
    ragauge study rerank docs/ gold.jsonl
    ragauge study rerank docs/ gold.jsonl --lane bm25 --lane lsa --reranker onnx:models/minilm --depth 10,20,50,100
    ragauge study rerank docs/ gold.jsonl --reranker "https://api.example.com/v1/rerank#base"
    ragauge study rerank docs/ gold.jsonl --candidates first.trec --reranked mine=reranked.trec
    """
    from ragauge.studying.rerank.study import METRICS

    recorded = named_files("--reranked", runs)
    if candidates is not None and lanes:
        raise click.UsageError("--candidates stands in place of --lane: give one of them")
    wanted = rerankers or (() if runs else ("lexical",))
    given["names"] = given["names"] or METRICS

    def make(subject: Subject) -> Study:
        from dataclasses import replace

        from ragauge.studying.rerank.rerankers import make_reranker
        from ragauge.studying.rerank.study import rerank_study

        subject.options = replace(subject.options, clusters=clusters)
        first = _recorded(candidates, subject).lists if candidates else subject.lists(lanes or ("bm25",))
        return rerank_study(
            subject,
            first,
            {name: make_reranker(name, subject.texts) for name in wanted},
            depths=_depths(depths),
            recorded={name: _recorded(path, subject) for name, path in recorded},
        )

    files = (*(path for _, path in recorded), *([] if candidates is None else [candidates]))
    conduct(make, extra_inputs=files, **given)


def _recorded(path: str, subject: Subject) -> Recorded:
    from ragauge.loading import load_run
    from ragauge.studying.recorded import recorded_lists

    return recorded_lists(load_run(path), subject.golden)


def _depths(text: str) -> list[int]:
    try:
        return [int(one) for one in text.split(",")]
    except ValueError:
        raise click.BadParameter(f"--depth is whole numbers with commas between them, got {text!r}") from None
