"""``ragauge metrics``: the list of all metrics, and the full card of one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ragauge.cli.output import echo_json

if TYPE_CHECKING:
    from ragauge.core.spec import MetricSpec

HOW = {
    "answers": "answers in traces",
    "judge": "a judge: ragauge eval --judge, or --judge-model NAME",
    "entailer": "a model of entailment: ragauge eval --entailer FOLDER",
    "filter": "filters and metadata: ragauge study filter",
}
"""What metrics are computed from, and how it is given."""


@click.command(short_help="List the metrics, or show one in full.")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the declarations as JSON.")
def metrics(name: str | None, as_json: bool) -> None:
    """List what can be measured, or show the full card of the metric NAME.

    \b
    ragauge metrics
    ragauge metrics ndcg@10
    ragauge metrics recip_rank        names of trec_eval and ir_measures work too
    """
    from ragauge.catalog import all_metrics, find_spec

    specs = [find_spec(name)] if name else list(all_metrics().values())
    if as_json:
        echo_json(json.dumps([spec.to_dict() for spec in specs], ensure_ascii=False, indent=1) + "\n")
    elif name:
        _card(specs[0])
    else:
        _list(specs)


def _list(specs: list[MetricSpec]) -> None:
    from rich.table import Table
    from rich.text import Text

    from ragauge.report.terminal import console

    table = Table(header_style="bold")
    for column in ("stage", "metric", "better", "needs", "what it says"):
        table.add_column(column, no_wrap=column != "what it says")
    for spec in specs:
        needed = "".join(needs(spec)[-1:])  # whatever asks a model needs answers too
        table.add_row(str(spec.stage), Text(usage(spec)), spec.direction, needed, spec.summary)
    console().print(table)


def _card(spec: MetricSpec) -> None:
    low, high = spec.range
    click.echo(f"{usage(spec)}    stage {spec.stage}, revision {spec.revision}\n")
    click.echo(spec.doc)
    given = [HOW.get(name, name) for name in needs(spec)]
    click.echo(f"\nNeeds: {'; '.join(given) or 'a run and gold'}")
    click.echo(f"Range: {low} to {'unbounded' if high is None else high}, {spec.unit}; better: {spec.direction}")
    for parameter in spec.parameters:
        default = "must be given" if parameter.required else f"default {parameter.default}"
        click.echo(f"Parameter {parameter.name}: {parameter.expectation}; {default}")
    for case, policy in spec.undefined.items():
        click.echo(f"Undefined when {case}: {policy}")
    if spec.aliases:
        click.echo(f"Also read as: {', '.join(spec.aliases)}")
    click.echo(f"References: {'; '.join(spec.references)}")


def needs(spec: MetricSpec) -> list[str]:
    """What it is computed from, beside a run and gold."""
    return [name for name in spec.inputs if name not in ("run", "gold")]


def usage(spec: MetricSpec) -> str:
    """How the name is written with its parameters."""
    required = ",".join(f"{p.name}=…" for p in spec.parameters if p.required and p.name != "k")
    k = spec.parameter("k")
    cut = "" if k is None else "@k" if k.required else "[@k]"
    return f"{spec.name}{f'({required})' if required else ''}{cut}"
