"""``ragauge study filter``: hard filter or soft boost, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.study import conduct, shared_options

if TYPE_CHECKING:
    from ragauge.studying.study import Study
    from ragauge.studying.subject import Subject


@click.command("filter", short_help="Hard filter or soft boost, field by field: what do filters remove and win?")
@shared_options
@click.option(
    "--column",
    metavar="NAME",
    help="The column of GOLD with the filter of each question. Default: filter, where nothing else is named.",
)
@click.option(
    "--predicate",
    "predicates",
    multiple=True,
    metavar="TEXT",
    help='A predicate that is forced on every question, like "status = current"; repeat.',
)
@click.option(
    "--when",
    multiple=True,
    metavar="COLUMN=VALUE:TEXT",
    help='A predicate for the questions with a value, like "lang=en: locale ^= en-"; repeat.',
)
@click.option(
    "--phrases",
    metavar="FILE",
    type=click.Path(),
    help="TOML with what values are called in questions: predicates are extracted by it.",
)
@click.option(
    "--authorization",
    metavar="FIELD,FIELD",
    help="Fields that say what the asker may see: never softened, and their gold is what he may see.",
)
@click.option(
    "--boosts", default="0.1,0.2,0.5,1,2", show_default=True, metavar="N,N", help="The boosts that are tried."
)
@click.option(
    "--epsilon", type=float, default=0.01, show_default=True, help="A hard filter is advised below this exclusion only."
)
@click.option(
    "--lane",
    default="bm25",
    show_default=True,
    metavar="NAME",
    help="What searches: bm25, lsa, an embedder, or several with + between them.",
)
@click.option("--run", "run", metavar="FILE", type=click.Path(),
              help="What your own search returned under these filters: its leaks are counted.")  # fmt: skip
def filter_command(**given: Any) -> None:
    """Measure predicates on the metadata of DOCUMENTS with the questions of GOLD.

    Metadata is the front matter of text files (TOML or flat YAML), or the other columns of a table of documents. For
    every field and operator: what the filter removes of the gold, question by question, and what recall and precision
    are without it, as a hard filter (a search among what is allowed), and as a boost of what keeps it. The gold is
    always the whole gold: what a filter removes counts as not found. Default metrics: recall@10, precision@10.

    \b
    hard                 it removes next to no gold, and precision is shown to gain
    soft                 a boost is shown to gain, and loses nothing
    none                 nothing is shown to be gained
    too few questions    not even the same gain in all of them could be shown
    always hard          authorization

    \b
    ragauge study filter docs/ gold.jsonl
    ragauge study filter docs/ gold.jsonl --predicate "status = current"
    ragauge study filter docs/ gold.csv --when "lang=en: locale ^= en-" --when "lang=ru: locale = ru-RU"
    ragauge study filter docs/ gold.jsonl --column filter --phrases phrases.toml
    ragauge study filter docs/ gold.jsonl --column filter --authorization tenant --run run.jsonl

    Exit code 1: a run has hits past authorization.
    """
    own = ("column", "predicates", "when", "phrases", "authorization", "boosts", "epsilon", "lane", "run")
    asked = {name: given.pop(name) for name in own}
    finished: list[Study] = []
    boosts = _boosts(asked["boosts"])

    def make(subject: Subject) -> Study:
        from ragauge.loading import load_run
        from ragauge.studying.filter.phrases import read_phrases
        from ragauge.studying.filter.plan import Plan
        from ragauge.studying.filter.study import filter_study

        plan = Plan(
            column=asked["column"],
            predicates=asked["predicates"],
            when=asked["when"],
            phrases=None if asked["phrases"] is None else read_phrases(asked["phrases"]),
            authorization=_names(asked["authorization"] or ""),
            boosts=boosts,
            epsilon=asked["epsilon"],
            lanes=_names(asked["lane"], "+"),
            run=None if asked["run"] is None else load_run(asked["run"]),
        )
        finished.append(filter_study(subject, plan))
        return finished[0]

    given["names"] = given["names"] or ("recall@10", "precision@10")
    conduct(make, extra_inputs=tuple(path for path in (asked["phrases"], asked["run"]) if path), **given)

    from ragauge.studying.filter.study import leaks_past_authorization

    if leaks_past_authorization(finished[0]):
        click.get_current_context().exit(1)


def _names(text: str, sign: str = ",") -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.strip() for one in text.split(sign) if one.strip()))


def _boosts(text: str) -> tuple[float, ...]:
    try:
        return tuple(sorted({float(one) for one in text.split(",")}))
    except ValueError:
        raise click.BadParameter(f"--boosts are numbers with commas between them, got {text!r}") from None
