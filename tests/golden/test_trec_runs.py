"""Eighteen real runs: the recorded means, and every question's value against other evaluation tools."""

from __future__ import annotations

import gzip
import json
import shutil
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

from ragauge import evaluate, find_metric, load_golden, load_run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ragauge import Golden, Run, Scorecard

pytestmark = pytest.mark.data

COLLECTIONS = {"covid": 3, "dl19": 6, "dl20": 6, "news": 3}
"""The collections, and how many runs there are of each."""
PRINTED = 0.5e-4 + 1e-9
"""Half a unit of the last recorded digit: tighter than 1e-4."""
PEER_MEASURES = (
    "map",
    "recip_rank",
    "Rprec",
    "bpref",
    "infAP",
    "11pt_avg",
    "ndcg",
    "set_P",
    "set_recall",
    "set_F",
    *(f"{name}_{k}" for name in ("P", "recall", "ndcg_cut", "map_cut") for k in (5, 10, 100)),
    *(f"success_{k}" for k in (1, 5, 10)),
    *(f"iprec_at_recall_{step / 10:.2f}" for step in range(11)),
)
GRADES_DECIDE = {"ndcg"}


@pytest.fixture(scope="module")
def recorded(data_dir: Path) -> list[dict[str, Any]]:
    return json.loads((data_dir / "trec_runs" / "expected_scores.json").read_text())


@pytest.fixture(scope="module")
def inputs(data_dir: Path, recorded: list[dict[str, Any]]) -> dict[str, tuple[Golden, Run]]:
    """Gold and run of every row, each file read once."""
    folder = data_dir / "trec_runs"
    golds = {row["qrels"]: load_golden(folder / "qrels" / f"{row['qrels']}.txt.gz") for row in recorded}
    return {row["run"]: (golds[row["qrels"]], load_run(folder / "runs" / f"{row['run']}.gz")) for row in recorded}


def of_collection(recorded: list[dict[str, Any]], collection: str) -> list[dict[str, Any]]:
    rows = [row for row in recorded if row["run"].startswith(f"{collection}.")]
    assert len(rows) == COLLECTIONS[collection]
    return rows


def with_rel(measure: str, rel: int) -> str:
    found = find_metric(measure)
    if rel == 1 or found.spec.name in GRADES_DECIDE:
        return found.name
    return found.spec.bind(**found.given, rel=rel).name


def per_question(card: Scorecard, name: str) -> dict[str, float | str]:
    return dict(zip(card.questions, card.values[name].cells(), strict=True))


def as_dicts(gold: Golden, run: Run) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    qrels: dict[str, dict[str, int]] = defaultdict(dict)
    for question, item, grade in gold.judgments.select("question", "item", "grade").iter_rows():
        qrels[question][item] = grade
    hits: dict[str, dict[str, float]] = defaultdict(dict)
    for question, item, score in run.frame.iter_rows():
        hits[question][item] = score
    return dict(qrels), dict(hits)


def apart(ours: dict[str, float | str], theirs: dict[str, float], tolerance: float) -> Iterator[str]:
    for question, value in theirs.items():
        own = ours[question]
        if isinstance(own, str) or abs(own - value) > tolerance:
            yield f"{question}: {value!r} there, {own!r} here"


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_recorded_means(collection: str, recorded: list[dict[str, Any]], inputs: dict[str, tuple[Golden, Run]]) -> None:
    for row in of_collection(recorded, collection):
        wanted = {}
        for key, value in row.items():
            if "@rel>=" in key:
                measure, rel = key.split("@rel>=")
                wanted[with_rel(measure, int(rel))] = value
        card = evaluate(*inputs[row["run"]], list(wanted))
        assert set(card.metrics) == set(wanted)
        assert len(wanted) == len(row) - 3
        for name, value in wanted.items():
            score = card[name]
            assert score.n == row["queries"], (row["run"], name)
            assert score.value == pytest.approx(value, abs=PRINTED), (row["run"], name)


def test_levels_of_relevance_are_recorded_too(recorded: list[dict[str, Any]]) -> None:
    with_level_2 = [row["run"] for row in recorded if "map@rel>=2" in row]
    assert len(recorded) == sum(COLLECTIONS.values())
    assert len(with_level_2) == COLLECTIONS["dl19"] + COLLECTIONS["dl20"]


@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize("collection", COLLECTIONS)
def test_every_question_as_in_pytrec_eval(
    collection: str, rel: int, recorded: list[dict[str, Any]], inputs: dict[str, tuple[Golden, Run]]
) -> None:
    """It embeds version 9.0.8: scores as float32, recall points rounded up."""
    peer = pytest.importorskip("pytrec_eval")
    names = {measure: with_rel(measure, rel) for measure in PEER_MEASURES}
    for row in of_collection(recorded, collection):
        gold, run = inputs[row["run"]]
        qrels, hits = as_dicts(gold, run)
        theirs = peer.RelevanceEvaluator(qrels, peer.supported_measures, relevance_level=rel).evaluate(hits)
        card = evaluate(gold, run, list(names.values()), compat="trec_eval-9")
        assert len(theirs) == row["queries"]
        for measure, name in names.items():
            values = {question: cells[measure] for question, cells in theirs.items()}
            assert list(apart(per_question(card, name), values, 1e-9)) == [], (row["run"], name)


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_every_question_as_in_ir_measures(
    collection: str, recorded: list[dict[str, Any]], inputs: dict[str, tuple[Golden, Run]]
) -> None:
    """ERR, exponential nDCG (both by gdeval, which prints five digits), Judged and RBP, where they can be computed.

    gdeval reads numbers as question ids only, and takes grades up to 4.
    """
    peer = pytest.importorskip("ir_measures")
    pairs = [
        (peer.Judged @ 10, "judged@10", 1e-9),
        (peer.RBP(p=0.8), "rbp(p=0.8)", 1e-9),
        (peer.RR, "mrr", 1e-9),
    ]
    if shutil.which("perl"):
        five_digits = 0.5e-5 + 1e-9
        pairs.append((peer.ERR @ 20, "err@20", five_digits))
        pairs.append((peer.nDCG(dcg="exp-log2") @ 20, "ndcg(gain=exp)@20", five_digits))
    compared = set()
    for row in of_collection(recorded, collection)[:1]:
        gold, run = inputs[row["run"]]
        qrels, hits = as_dicts(gold, run)
        card = evaluate(gold, run, [name for _, name, _ in pairs], compat="trec_eval-9")
        for measure, name, tolerance in pairs:
            if not any(p.is_available() and p.supports(measure) for p in peer.providers.registry.values()):
                continue
            values = {metric.query_id: metric.value for metric in peer.iter_calc([measure], qrels, hits)}
            assert len(values) == row["queries"], (row["run"], name)
            assert list(apart(per_question(card, name), values, tolerance)) == [], (row["run"], name)
            compared.add(name)
    by_perl = {"err@20", "ndcg(gain=exp)@20"} if shutil.which("perl") else set()
    assert {"judged@10", "mrr", *by_perl} <= compared


def test_plain_and_gzipped_files_are_the_same(data_dir: Path, tmp_path: Path) -> None:
    folder = data_dir / "trec_runs"
    run, qrels = folder / "runs" / "dl19.rep_llama.top100.trec.gz", folder / "qrels" / "dl19-passage.txt.gz"
    copies = []
    for path in (qrels, run):
        copies.append(tmp_path / path.name.removesuffix(".gz"))
        copies[-1].write_bytes(gzip.decompress(path.read_bytes()))
    assert load_run(copies[1]).frame.equals(load_run(run).frame)
    assert load_golden(copies[0]).judgments.equals(load_golden(qrels).judgments)
    assert evaluate(*copies, ["map", "ndcg@10"])["map"] == evaluate(qrels, run, ["map", "ndcg@10"])["map"]
