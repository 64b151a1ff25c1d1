"""The report of the embedded demo, with every part: its inputs are made by the commands, in this process."""

import json
import os
import random
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from ragauge.cli.main import main
from ragauge.core.scorecard import Scorecard
from ragauge.evaluation import Surroundings
from ragauge.golden.chunks.table import chunk_table
from ragauge.io.trace_tables import read_traced
from ragauge.io.traces import read_traces
from ragauge.loading import load_golden
from ragauge.report.html.document import document
from ragauge.report.html.inputs import Inputs
from ragauge.report.html.page import page

METRICS = ["recall@5", "need_success@5", "mrr", "ndcg@10", "context_recall", "token_f1", "wrong_refusal"]
PIPELINE = ["chunker=fixed", "size=120", "generator=extractive", "budget=600"]
GATE = """
[gate]
scorecard = "after.json"
baseline = "before.json"
[[gate.rules]]
metric = "recall@5"
min = 0.1
max_regression = 0.05
[[gate.rules]]
metric = "mrr"
min = 0.99
"""


class Report(NamedTuple):
    """What is shown, the same as data, and the page."""

    inputs: Inputs
    document: dict
    details: list[dict]
    html: str

    @property
    def sections(self) -> dict:
        return self.document["sections"]


def report_of(inputs: Inputs, language: str = "en") -> Report:
    made = document(inputs)
    return Report(inputs, made[0], made[1], page(*made, language=language))


def demo_inputs(folder: Path) -> Inputs:
    with working_in(folder):
        _commands()
        before, after = (Scorecard.from_json(Path(f"{name}.json").read_text()) for name in ("before", "after"))
        return Inputs(
            title="after.json · demo",
            cards=(after, before),
            diagnosis=_read("diagnosis.json"),
            comparison=_read("comparison.json"),
            sweep=_read("sweep.json"),
            gate=_read("gate.json"),
            calibrations=(_read("calibration.json"),),
            golden=load_golden("demo/golden.jsonl"),
            traced=read_traced("after.jsonl"),
            traces=read_traces("after.jsonl"),
            around=Surroundings(chunks=chunk_table("chunks.jsonl")),
        )


def _commands() -> None:
    names = [part for name in METRICS for part in ("-m", name)]
    gold = ["demo/golden.jsonl"]
    run("demo", "--save", "demo")
    for name, reranker in (("before", "none"), ("after", "lexical")):
        chosen = [part for one in [*PIPELINE, "lane=bm25+lsa", f"reranker={reranker}"] for part in ("--set", one)]
        outputs = ["--traces", f"{name}.jsonl", "--json", f"{name}.json", "--chunks", "chunks.jsonl"]
        run("run", "demo/corpus", *gold, *chosen, *names, "--by", "type", "--by", "lang", *outputs)
    run("diagnose", *gold, "after.jsonl", "--chunks", "chunks.jsonl", "--json", "diagnosis.json")
    run("compare", "before.json", "after.json", "--by", "lang", "--json", "comparison.json")
    grid = ["--set", "chunker=fixed", "--set", "size=100,200", "--set", "lane=bm25", "--k", "3,5"]
    run("sweep", "demo/corpus", *gold, *grid, "--json", "sweep.json")
    Path("ragauge.toml").write_text(GATE)
    run("gate", "--json", "gate.json", code=1)
    _labels(Path("labels.csv"))
    run("judge", "calibrate", "labels.csv", "--json", "calibration.json")


def _labels(path: Path) -> None:
    draw = random.Random(1)
    rows = [(draw.random() < 0.6, draw.random()) for _ in range(120)]
    lines = [
        f"{n},{'yes' if right else 'no'},{(0.6 * score + 0.4 * right):.4f}" for n, (right, score) in enumerate(rows)
    ]
    path.write_text("\n".join(["id,human,judge", *lines]))


def run(*arguments: str, code: int = 0) -> None:
    done = CliRunner().invoke(main, arguments, prog_name="ragauge")
    assert done.exit_code == code, done.output


@contextmanager
def working_in(folder: Path):
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _read(name: str) -> dict:
    return json.loads(Path(name).read_text(encoding="utf-8"))
