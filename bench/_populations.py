"""Populations of per-question values and of paired differences, measured by ragauge on the collections of RAGAUGE_DATA.

A population stands for all questions that could be asked: samples are drawn from it with replacement, so that its mean
is known exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

import ragauge
from ragauge.core.records import Document
from ragauge.io.beir import beir_corpus
from ragauge.pipeline.lexical import LexicalRetriever
from ragauge.pipeline.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

METRICS = ("recall@5", "mrr", "ndcg@10", "map", "success@5")
STUDIED = METRICS[:3]
"""The others stand beside them in a family of rules."""
SPARSE = 0.1
"""Below this share of questions that moved a pair is sparse."""
COLLECTIONS = {"scifact": "scifact", "xquad ru": "xquad/beir_ru", "cranfield": "cranfield", "vaswani": "vaswani"}
SETTINGS = {"k1 1.2, b .75": {"k1": 1.2, "b": 0.75}, "b .9": {"b": 0.9}, "k1 2, b .2": {"k1": 2.0, "b": 0.2}}
SPLADE = "splade_p_p_ensemble_distil"
TREC = {"covid": "beir-v1.0.0-trec-covid.test", "news": "beir-v1.0.0-trec-news.test",
        "dl19": "dl19-passage", "dl20": "dl20-passage"}  # fmt: skip
TREC_PAIRS = {"dl": (("bm25_rm3", "bm25"), ("rep_llama", SPLADE), ("d_bert_kd_tasb", "open_ai_ada2")),
              "covid": (("bm25_rm3", "bm25"),), "news": (("bm25_rm3", "bm25"),)}  # fmt: skip

Hits = dict[str, list[str]]


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """Values and how often each occurs; ``kind`` is the group it is told in."""

    kind: str
    name: str
    metric: str
    values: np.ndarray
    weights: np.ndarray

    @property
    def mean(self) -> float:
        """The mean that an interval is to cover; what only rounding keeps from zero is zero."""
        mean = float(self.weights @ self.values)
        return 0.0 if abs(mean) < 1e-12 else mean

    def sample(self, rng: np.random.Generator, samples: int, n: int) -> np.ndarray:
        """``samples`` rows of n questions each."""
        return rng.choice(self.values, size=(samples, n), p=self.weights)


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two systems on the same questions: rows are questions, columns ``METRICS``."""

    name: str
    base: np.ndarray
    candidate: np.ndarray

    @property
    def moved(self) -> np.ndarray:
        """Candidate − base."""
        return self.candidate - self.base


class Unstemmed(LexicalRetriever):
    """The lexical retriever on words as they stand."""

    def _terms(self, text: str) -> list[str]:
        return words(text)


def of_values(kind: str, name: str, metric: str, values: np.ndarray, weights: np.ndarray | None = None) -> Population:
    """A population with each different value once."""
    known, place = np.unique(values, return_inverse=True)
    weights = np.bincount(place, weights=weights).astype(float)
    return Population(kind, name, metric, known, weights / weights.sum())


def measured(data: Path, *, quick: bool = False) -> tuple[dict[str, np.ndarray], list[Pair]]:
    """Systems by name, and pairs of systems: values of every question and metric."""
    singles: dict[str, np.ndarray] = {}
    pairs: list[Pair] = []
    for name in ("scifact", "xquad ru") if quick else COLLECTIONS:
        systems = _lexical(data / COLLECTIONS[name], name, quick=quick)
        singles[name] = base = systems.pop("bm25")
        pairs += [Pair(f"{name}, {which}", base, values) for which, values in systems.items()]
    trec = _trec(data / "trec_runs", ("dl",) if quick else tuple(TREC_PAIRS))
    for name, compared in TREC_PAIRS.items():
        systems = {system: values for (collection, system), values in trec.items() if collection == name}
        singles |= {f"{name} {which}": systems[which] for which in ("bm25", SPLADE) if which in systems}
        pairs += [Pair(f"{name}, {one}/{two}", systems[two], systems[one]) for one, two in compared if one in systems]
    return singles, pairs


def single_populations(singles: Mapping[str, np.ndarray]) -> list[Population]:
    """One a system and metric, where values differ at all."""
    return [
        of_values("means", name, metric, values[:, place])
        for name, values in singles.items()
        for place, metric in enumerate(STUDIED)
        if np.ptp(values[:, place])
    ]


def difference_populations(pairs: list[Pair]) -> list[Population]:
    """Of each pair the differences themselves; with both signs; and with gains made rarer until the mean is zero."""
    found = []
    for pair in pairs:
        for place, metric in enumerate(STUDIED):
            moved = pair.moved[:, place]
            if not moved.any():
                continue
            density = "sparse" if (moved != 0).mean() < SPARSE else "dense"
            found.append(of_values(density, pair.name, metric, moved))
            found.append(symmetric(f"{density}, symmetric", pair.name, metric, moved))
            found += skewed(f"{density}, skewed", pair.name, metric, moved)
    return found + list(_rare(pairs[0]))


def symmetric(kind: str, name: str, metric: str, moved: np.ndarray) -> Population:
    """Every difference with both signs: the mean is exactly zero."""
    return of_values(kind, name, metric, np.concatenate([moved, -moved]))


def skewed(kind: str, name: str, metric: str, moved: np.ndarray) -> Iterator[Population]:
    """The differences with gains weighed so that the mean is zero; none where only one sign, or hardly any, occurs."""
    gains, losses = moved[moved > 0].sum(), -moved[moved < 0].sum()
    if gains > 0 and losses > 0 and (moved != 0).mean() > 0.02:
        yield of_values(kind, name, metric, moved, np.where(moved > 0, losses / gains, 1.0))


def dropped(population: Population, base: np.ndarray, loss: float) -> Population | None:
    """The population in which so many questions lose everything, at random, that ``loss`` is lost on the average."""
    share = loss / float(base.mean())
    if share > 0.8:
        return None
    values = np.concatenate([population.values, -base])
    weights = np.concatenate([population.weights * (1 - share), np.full(len(base), share / len(base))])
    return of_values("drop", population.name, population.metric, values, weights)


def tilted(population: Population, loss: float) -> Population | None:
    """The population with its own losses made more frequent, until ``loss`` is lost on the average."""
    size = population.values / np.abs(population.values).max()

    def at(tilt: float) -> np.ndarray:
        weights = population.weights * np.exp(-tilt * (size + 1))
        return weights / weights.sum()

    low, high = 0.0, 200.0
    if float(at(high) @ population.values) > -loss:
        return None
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if float(at(middle) @ population.values) < -loss else (middle, high)
    return replace(population, kind="tilt", weights=at(high))


def _rare(pair: Pair) -> Iterator[Population]:
    """Hardly a question moves: up or down by what the pair shows, or all the way down."""
    for place, metric in enumerate(STUDIED):
        moved, base = pair.moved[:, place], pair.base[:, place]
        moved, base = moved[moved != 0], base[base > 0]
        for share in (0.01, 0.02, 0.05):
            for kind, some in (("sparse, symmetric", np.concatenate([moved, -moved])), ("sparse", -base)):
                weights = np.full(len(some), share / len(some))
                values, weights = np.append(some, 0.0), np.append(weights, 1 - share)
                yield of_values(kind, f"{share:.0%} move", metric, values, weights)


def _lexical(folder: Path, name: str, *, quick: bool) -> dict[str, np.ndarray]:
    gold = ragauge.load_golden(folder)
    documents = [Document(key, text) for key, text in beir_corpus(folder)]
    bm25 = _hits(gold, LexicalRetriever(documents))
    runs = {"bm25": bm25, "unstemmed": _hits(gold, Unstemmed(documents))}
    settings = list(SETTINGS.items())[: 1 if quick else (3 if name == "scifact" else 1)]
    runs |= {which: _hits(gold, LexicalRetriever(documents, **given)) for which, given in settings}
    if name == "scifact":
        titles = [Document(one.id, one.text.partition("\n")[0]) for one in documents]
        runs |= {} if quick else {"titles only": _hits(gold, LexicalRetriever(titles))}
        relevant = {question: set(items) for question, items in _relevant(gold).items()}
        runs |= dict(_perturbed(bm25, relevant))
    return {which: _values(gold, hits) for which, hits in runs.items()}


def _hits(gold: ragauge.Golden, retriever: LexicalRetriever) -> Hits:
    run = ragauge.record(lambda question: [hit.item for hit in retriever.search(question)], gold)
    found: Hits = {}
    for question, item in run.frame.select("question", "item").iter_rows():
        found.setdefault(question, []).append(item)
    return found


def _relevant(gold: ragauge.Golden) -> Hits:
    found: Hits = {}
    for question, item, grade in gold.judgments.select("question", "item", "grade").iter_rows():
        if grade > 0:
            found.setdefault(question, []).append(item)
    return found


def _perturbed(hits: Hits, relevant: Mapping[str, set[str]]) -> Iterator[tuple[str, Hits]]:
    rng = np.random.default_rng(7)
    yield "5% one down", {q: _swapped(ids, relevant[q], 0.05, rng, (1,)) for q, ids in sorted(hits.items())}
    yield "30% one up or down", {q: _swapped(ids, relevant[q], 0.3, rng, (1, -1)) for q, ids in sorted(hits.items())}
    for share in (0.02, 0.05, 0.1, 0.3):
        gone = set(rng.permutation(sorted(hits))[: round(share * len(hits))].tolist())
        kept = {q: [one for one in ids if q not in gone or one not in relevant[q]] for q, ids in hits.items()}
        yield f"{share:.0%} lost", kept


def _swapped(
    ids: list[str], relevant: set[str], share: float, rng: np.random.Generator, steps: tuple[int, ...]
) -> list[str]:
    """The list with some of its relevant hits changed for a neighbour."""
    ids = list(ids)
    for place in [place for place, one in enumerate(ids) if one in relevant]:
        other = place + int(rng.choice(steps))
        if rng.random() < share and 0 <= other < len(ids):
            ids[place], ids[other] = ids[other], ids[place]
    return ids


def _values(gold: ragauge.Golden, run: object, metrics: tuple[str, ...] = METRICS) -> np.ndarray:
    card = ragauge.evaluate(gold, run, list(metrics))
    columns = [card.values[name] for name in card.metrics]
    defined = np.logical_and.reduce([one.defined for one in columns])
    return np.column_stack([one.value[defined] for one in columns])


def _trec(folder: Path, collections: tuple[str, ...]) -> dict[tuple[str, str], np.ndarray]:
    """Values by collection and system; the two years of deep learning, whose grade 1 is not relevant, are one."""
    parts: dict[tuple[str, str], list[np.ndarray]] = {}
    for year, qrels in TREC.items():
        collection = "dl" if year.startswith("dl") else year
        if collection not in collections:
            continue
        gold = ragauge.load_golden(folder / "qrels" / f"{qrels}.txt.gz")
        metrics = tuple(_from_grade_2(name) for name in METRICS) if collection == "dl" else METRICS
        for system in sorted({system for pair in TREC_PAIRS[collection] for system in pair}):
            run = folder / "runs" / f"{year}.{system}.top100.trec.gz"
            parts.setdefault((collection, system), []).append(_values(gold, run, metrics))
    return {key: np.concatenate(values) for key, values in parts.items()}


def _from_grade_2(name: str) -> str:
    found = ragauge.find_metric(name)
    return name if name.startswith("ndcg") else found.spec.bind(**found.given, rel=2).name
