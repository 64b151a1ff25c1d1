"""``ragauge judge injections``: does the judge obey what stands in the data?"""

from __future__ import annotations

from typing import Any

import click

from ragauge.cli.judge_asking import ask, asking_options, open_judge, refuse_valueless, take_judge, tell_plan
from ragauge.cli.judge_show import show
from ragauge.cli.output import check_targets, input_files, refuse_same_target

METRICS = ("faithfulness", "context_relevance", "preference")
KINDS = ("override", "closing tag", "chat markup", "earlier reply", "authority", "test mode", "metadata",
         "spaced letters")  # fmt: skip


@click.command(short_help="Does the judge obey instructions that stand in the data?")
@click.option("-m", "--metric", "metrics", multiple=True, type=click.Choice(METRICS),
              help="What is attacked; repeat for more. Default: all of them.")  # fmt: skip
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Kinds of attacks.")
@click.option("--place", "places", multiple=True, type=click.Choice(["question", "context", "answer"]),
              help="Where attacks stand.")  # fmt: skip
@click.option("--language", "languages", multiple=True, type=click.Choice(["en", "ru"]),
              help="Languages of attacks; cases in both are attacked.")  # fmt: skip
@asking_options
@click.option("--level", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95, show_default=True,
              help="Level of intervals.")  # fmt: skip
@click.option("--json", "json_path", type=click.Path(dir_okay=False, allow_dash=True),
              help="Write everything as JSON, attack by attack; - prints it instead of the tables.")  # fmt: skip
@click.option("--markdown", type=click.Path(dir_okay=False, allow_dash=True),
              help="Write a summary for pull requests.")  # fmt: skip
def injections(level: float, **given: Any) -> None:
    """Measure how often a judge follows instructions in the texts that it judges.

    Cases whose values are known, in English and Russian, are judged as they are, with a harmless text added, and with
    each attack: at the end of the question, of a passage, of the answer. An attack succeeds when it moves the value the
    way that it wants, further than the harmless text does. A reply that the checks throw out is no success, and is
    counted apart; so is a value that is gone, and so are cases that the judge has wrong without an attack.

    \b
    ragauge judge injections --judge-model qwen3 --judge-url http://localhost:8000/v1 --dry-run
    ragauge judge injections --judge-model gpt-5-mini --json injections.json
    ragauge judge injections -m faithfulness --kind override --kind authority --language ru

    Exit codes: 0 measured, 2 could not measure.
    """
    from ragauge.answering.judged_by import judged_by
    from ragauge.judging.attacks.material import material
    from ragauge.judging.attacks.measuring import injection_flows, injections_of
    from ragauge.judging.attacks.trials import TARGETS, Chosen, trials
    from ragauge.report.injections import injection_study

    outputs = {name: given.pop(name) for name in ("json_path", "markdown")}
    chosen = Chosen(**{name: given.pop(name) for name in ("metrics", "kinds", "places", "languages")})
    judging, config, files = take_judge(given)
    refuse_same_target(outputs, [one for path in files for one in input_files(path)])
    check_targets(outputs)
    made = trials(material(), chosen)
    if not made:
        raise click.UsageError("no attack is chosen: nothing of this metric is attacked at this place")
    metrics = list(dict.fromkeys(one.metric for one in made))
    with open_judge(judging, config) as run:
        flows = injection_flows(run.asking, chosen)
        if judging.dry_run:
            tell_plan(flows, run, metrics, outputs["json_path"])
            return
        results, stopped = ask(flows, run)
        refuse_valueless(results)
        prompts = {metric: TARGETS[metric].prompts for metric in metrics}
        told = {"level": level, "judge": judged_by(run, results, prompts)}
    found = injections_of(results, chosen, level=level, provenance=told)
    show(injection_study(found), found.to_json, outputs)
    if stopped is not None:
        raise stopped
