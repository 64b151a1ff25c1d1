"""Judges whose verdicts are stored: LLMBar in both orders, and two annotators of RAGChecker's answers with its scores.

python bench/judges.py             needs RAGAUGE_DATA; no model is called; a few seconds
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from pathlib import Path
from typing import Any

from _processes import say
from ragauge.judging.measured.biases import measure_biases
from ragauge.judging.measured.calibrating import calibrate
from ragauge.judging.measured.labels import LabelColumns, read_labels
from ragauge.judging.measured.pairs import read_pairs
from ragauge.judging.measured.settings import Settings
from ragauge.report.judge import calibration_study
from ragauge.report.judge_bias import bias_study
from ragauge.report.study import study_markdown

SUBSETS = ("LLMBar/Natural", "LLMBar/Adversarial/Manual", "Processed/MT-Bench")
QUESTIONS = ("correctness", "completeness", "overall")
SCALE = ("-1", "0", "1")


def main() -> int:
    """Print the tables as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--workdir", type=Path, help="also write the files that `ragauge judge` reads to this folder")
    args = parser.parse_args()
    data = os.environ.get("RAGAUGE_DATA")
    if not data or not Path(data, "llmbar").is_dir():
        say("RAGAUGE_DATA is not set: it names the folder with llmbar and ragchecker_meta")
        return 0
    for subset in SUBSETS:
        rows = llmbar_rows(Path(data, "llmbar", subset))
        write(args.workdir, f"llmbar-{subset.rpartition('/')[2]}.jsonl", rows)
        print(f"LLMBar, {subset}\n\n{study_markdown(bias_study(measure_biases(read_pairs(rows))))}")
    rows = ragchecker_rows(Path(data, "ragchecker_meta"))
    write(args.workdir, "ragchecker.jsonl", rows)
    for question in QUESTIONS:
        columns = LabelColumns(f"{question}_judge", (f"{question}_1", f"{question}_2"), "id", None)
        labels = read_labels(rows, columns, identity={"judge": "RAGChecker", "task": question})
        print(study_markdown(calibration_study(calibrate(labels, Settings(scale=SCALE)))))
    return 0


def llmbar_rows(folder: Path) -> list[dict[str, Any]]:
    """A row for every pair and judge: the last verdicts of both orders, which name the answer."""
    rows = []
    for path in sorted(folder.glob("evaluators/*/*/result.json.gz")):
        judge = f"{path.parts[-3]} {path.parts[-2]}"
        for number, pair in enumerate(read(path)):
            last = pair["results"][-1]
            rows.append(
                {
                    "id": number,
                    "judge": judge,
                    "forward": last["swap = False"]["winner"],
                    "swapped": last["swap = True"]["winner"],
                    "human": pair["label"],
                    "length_a": len(pair["output_1"]),
                    "length_b": len(pair["output_2"]),
                }
            )
    return rows


def ragchecker_rows(folder: Path) -> list[dict[str, Any]]:
    """A row for every pair of answers: the labels of both annotators, and the verdict of RAGChecker's scores.

    Only who is better counts, −1 the first answer and 1 the second, for the humans (whose scale is −2 to 2) as for
    the scores, whose verdict is the sign of the second one minus the first.
    """
    labels: dict[int, list[dict[str, Any]]] = {}
    for row in read(folder / "human_labeled_data.json.gz"):
        labels.setdefault(row["instance_id"], []).append(row)
    made = []
    for pair in read(folder / "baseline_ragchecker.json.gz"):
        row: dict[str, Any] = {"id": pair["instance_id"]}
        for question in QUESTIONS:
            name = f"{question}_label"
            first, second = (pair[model]["ragchecker"][name] for model in ("model1", "model2"))
            row[f"{question}_judge"] = sign(second - first)
            for place, human in enumerate(labels[pair["instance_id"]], start=1):
                row[f"{question}_{place}"] = sign(int(human[name]))
        made.append(row)
    return made


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def read(path: Path) -> Any:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def write(folder: Path | None, name: str, rows: list[dict[str, Any]]) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
        (folder / name).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
