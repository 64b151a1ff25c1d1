"""What verifiers that need no judge are worth: their verdicts against those of people, beside verdicts without a look.

python bench/verifiers.py                            needs RAGAUGE_DATA; about a minute and a half
python bench/verifiers.py --parts claims --entailer FOLDER --entailment-label 0
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from _processes import say
from _verifiers import (
    NOT,
    SUPPORTED,
    Claim,
    Worth,
    area_under_curve,
    ends,
    expertqa_claims,
    judged,
    markdown,
    number,
    worth,
)
from judges import QUESTIONS, ragchecker_rows, read, sign
from ragauge.core.texts.contents import contents
from ragauge.core.texts.words import words
from ragauge.metrics.generation.claims import claims_of
from ragauge.metrics.generation.faithfulness import share_supported
from ragauge.metrics.generation.lexical import SHARE, supports, verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray

PARTS = ("claims", "answers")
SHARES = (0.5, SHARE, 0.7)
HALF = 0.5
CLAIM_HEADS = ("verifier", "supports", "agreement", "less the constant", "interval", "kappa", "interval",
               "balanced accuracy", "sensitivity", "specificity")  # fmt: skip
PAIR_HEADS = ("which answer is better in", "by", "n", "agreement", "less the constant", "interval", "kappa, quadratic",
              "interval")  # fmt: skip


def main() -> int:
    """Print the tables as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--parts", default=",".join(PARTS), help="claims (ExpertQA), answers (RAGChecker)")
    parser.add_argument("--entailer", help="a model of entailment, as `ragauge eval --entailer` takes it")
    parser.add_argument("--entailment-label", help="its label, where the configuration leaves it open")
    parser.add_argument("--workdir", type=Path, help="also write what `ragauge judge calibrate` reads to this folder")
    args = parser.parse_args()
    data = os.environ.get("RAGAUGE_DATA")
    if not data or not Path(data, "expertqa_lfqa").is_dir():
        say("RAGAUGE_DATA is not set: it names the folder with expertqa_lfqa and ragchecker_meta")
        return 0
    parts = args.parts.split(",")
    if "claims" in parts:
        _claims(Path(data), args)
    if "answers" in parts:
        rows = [pair_cells(*row) for row in answer_rows(Path(data, "ragchecker_meta"))]
        print(markdown(PAIR_HEADS, rows))
    return 0


def _claims(data: Path, args: Any) -> None:
    everything = expertqa_claims(data)
    claims = judged(everything)
    texts = sum(bool(one.passages) for one in everything)
    questions = len({one.question for one in claims})
    print(
        f"{len(everything):,} claims; {texts:,} with the text of a source, {texts - len(claims)} of these without a"
        f" verdict on it; the other {len(claims):,} are of {questions} questions, and"
        f" {sum(one.supported for one in claims):,} of them are supported\n"
    )
    verdicts = dict(lexical_verdicts(claims))
    scores = {"share of content words": word_shares(claims)}
    if args.entailer:
        from ragauge.backends.entailer import make_entailer

        model = make_entailer(args.entailer, label=args.entailment_label)
        say(model.identity)
        scores["the model"] = found = best_scores(claims, model.scores)
        verdicts[f"the model, score of at least {HALF:g}"] = found >= HALF
        _write(args.workdir, "expertqa-model", claims, found.tolist())
    rows = [_claim_cells(name, calls, claim_worth(claims, calls)) for name, calls in verdicts.items()]
    print(markdown(CLAIM_HEADS, rows))
    print(markdown(("an expert said", "claims", f"supported by {default_name()}"), by_label(claims, verdicts)))
    human, questions = np.array([one.supported for one in claims]), questions_of(claims)
    areas = [[name, *map(number, area_under_curve(human, found, questions))] for name, found in scores.items()]
    print(markdown(("scores, without a threshold", "area under the curve", "from", "to"), areas))
    _write(args.workdir, "expertqa-lexical", claims, ["yes" if one else "no" for one in verdicts[default_name()]])


def lexical_verdicts(claims: Sequence[Claim]) -> Iterator[tuple[str, BoolArray]]:
    """The verdicts of all that runs without a model, whether each claim is supported, by name."""
    yield "everything is supported", np.ones(len(claims), dtype=bool)
    yield "nothing is supported", np.zeros(len(claims), dtype=bool)
    for share in SHARES:
        found = [verify(one.claim, one.passages, share=share) for one in claims]
        yield default_name(share), np.array([one.supported for one in found])


def word_shares(claims: Sequence[Claim]) -> FloatArray:
    """The share of each claim's content words that the best of its passages has."""
    return np.array([verify(one.claim, one.passages, share=1.0).found for one in claims])


def by_label(claims: Sequence[Claim], verdicts: Mapping[str, BoolArray]) -> list[list[str]]:
    """How many claims of each label the default verifier supports."""
    calls = verdicts[default_name()]
    labels = np.array([one.support for one in claims])
    counts = [(label, calls[labels == label]) for label in (SUPPORTED, *NOT)]
    return [[label, str(len(found)), f"{found.sum()} ({found.mean():.1%})"] for label, found in counts]


def default_name(share: float = SHARE) -> str:
    return f"lexical, share {share:g}{' (the default)' if share == SHARE else ''}"


def best_scores(claims: Sequence[Claim], score: Callable[[Sequence[tuple[str, str]]], Any]) -> FloatArray:
    """The best score of each claim over its passages."""
    found = score([(passage, one.claim) for one in claims for passage in one.passages])
    bounds = np.cumsum([0, *(len(one.passages) for one in claims)])
    return np.array([max(found[low:high]) for low, high in pairwise(bounds.tolist())])


def questions_of(claims: Sequence[Claim]) -> IntArray:
    return np.array([one.question for one in claims], dtype=np.int64)


def claim_worth(claims: Sequence[Claim], calls: BoolArray) -> Worth:
    human = np.array([one.supported for one in claims], dtype=np.int64)
    return worth(human, calls.astype(np.int64), labels=2, clusters=questions_of(claims))


def _claim_cells(name: str, calls: BoolArray, found: Worth) -> list[str]:
    specificity, sensitivity = found.recalls
    agreement = [number(found.agreement), number(found.gain, sign=True), ends(found.gain_interval)]
    kappa = [number(found.kappa), ends(found.kappa_interval)]
    return [name, f"{calls.mean():.1%}", *agreement, *kappa, *map(number, (found.balanced, sensitivity, specificity))]


def answer_rows(folder: Path) -> Iterator[tuple[str, str, Worth]]:
    """Which of two answers is better, by figures that need no model, against what both annotators say alike."""
    human = {row["id"]: row for row in ragchecker_rows(folder)}
    pairs = read(folder / "baseline_ragchecker.json.gz")
    figures = {name: [_pair_figures(pair, of) for pair in pairs] for name, of in FIGURES.items()}
    for place, question in enumerate(QUESTIONS):
        for name, found in figures.items():
            labels, verdicts = [], []
            for pair, (first, second) in zip(pairs, found, strict=True):
                one, other = (human[pair["instance_id"]][f"{question}_{person}"] for person in (1, 2))
                if one == other and first is not None and second is not None:
                    labels.append(one + 1)
                    verdicts.append(sign(second[place] - first[place]) + 1)
            yield question, name, worth(np.array(labels), np.array(verdicts), labels=3, weights="quadratic")


Figures = tuple[float, float, float] | None
"""Of an answer: how correct, how complete and how good it is; None where nothing tells."""


def _pair_figures(pair: Any, of: Callable[[str, str], Figures]) -> tuple[Figures, Figures]:
    first, second = (of(pair[model]["response"], pair["gt_answer"]) for model in ("model1", "model2"))
    return first, second


def lexical_figures(answer: str, reference: str) -> Figures:
    """Claims of the answer that the reference supports, claims of the reference that the answer does, and their F1."""
    right = share_supported(claims_of(answer), [reference], supports)
    stated = share_supported(claims_of(reference), [answer], supports)
    return None if right is None or stated is None else _with_f1(right, stated)


def word_figures(answer: str, reference: str) -> Figures:
    """The same of content words: those of the answer that the reference has, and the other way round."""
    mine, theirs = contents(answer).words, contents(reference).words
    both = len(mine & theirs)
    return _with_f1(both / len(mine), both / len(theirs)) if mine and theirs else None


def length(answer: str, _: str) -> Figures:
    """The number of its words, whatever is asked."""
    count = float(len(words(answer)))
    return count, count, count


def _with_f1(precision: float, recall: float) -> tuple[float, float, float]:
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0


FIGURES: dict[str, Callable[[str, str], Figures]] = {
    "claims, by the lexical verifier": lexical_figures,
    "content words": word_figures,
    "the longer answer": length,
}


def pair_cells(question: str, name: str, found: Worth) -> list[str]:
    gain = [number(found.gain, sign=True), ends(found.gain_interval)]
    return [question, name, str(found.n), number(found.agreement), *gain, number(found.kappa),
            ends(found.kappa_interval)]  # fmt: skip


def _write(folder: Path | None, name: str, claims: Sequence[Claim], verdicts: Sequence[object]) -> None:
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    rows = [
        {"id": one.item, "question": f"{one.question:03d}", "human": "yes" if one.supported else "no", "judge": verdict}
        for one, verdict in zip(claims, verdicts, strict=True)
    ]
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
