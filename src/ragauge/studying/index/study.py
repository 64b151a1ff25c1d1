"""What does approximate search lose, and what does it save, on one's own documents, questions and gold?"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.core.errors import InputError, MissingDependencyError
from ragauge.pipeline.embedding.embedders import make_embedder
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.stores.engines import make_index
from ragauge.studying.index.advising import advice_of, fast_enough, filter_advice, near_enough, together_advice
from ragauge.studying.index.plan import DEFAULT
from ragauge.studying.index.running import Bench
from ragauge.studying.index.selectivity import RANDOM, made_filters, random_filters
from ragauge.studying.index.settings import settings_of
from ragauge.studying.index.tables import (
    bucket_table,
    filter_table,
    near_table,
    several_in_a_bucket,
    speed_table,
    together_table,
)
from ragauge.studying.index.together import disagreements
from ragauge.studying.paired import Held, deciding, held_against, names_of, notes_of, paired_table
from ragauge.studying.study import Study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.studying.index.measured import Narrowed, Point
    from ragauge.studying.index.plan import Plan
    from ragauge.studying.index.settings import Setting
    from ragauge.studying.study import Advice, Table
    from ragauge.studying.subject import Subject

PACKAGES = ("hnswlib", "usearch", "faiss-cpu", "qdrant-edge-py", "qdrant-client", "numpy")
METRICS = ("ndcg@10", "recall@10")


def index_study(subject: Subject, plan: Plan, *, progress: Callable[[int, int], None] | None = None) -> Study:
    """Hold approximate search against exact search: neighbours, quality against the gold, speed, size, filters.

    Raises: InputError for a grid that nothing takes, a filter that is none, a metric that looks beyond k, or questions
    without vectors; MissingDependencyError when none of the engines is installed, or not all that were named.
    """
    plan.refuse_deep(names_of(subject))
    metric = deciding(subject)
    predicates = [parse(text) for text in plan.filters]
    engines, absent = _installed(plan.engines)
    settings = settings_of(engines, plan.grid)
    metadata, asked_filters = _filters(subject, plan, predicates)
    bench, width = _bench(subject, plan, metadata)
    filters = [bench.narrowed([one]) for one in asked_filters]
    points = []
    for point in bench.points(settings, filters):
        points.append(point)
        if progress is not None:
            progress(len(points), len(settings))
    cards = [subject.card(one.name, one.found.lists) for one in points]
    base = Held(points[0].name, cards[0])
    others = [(one.name, card) for one, card in zip(points[1:], cards[1:], strict=True)]
    held = [base, *held_against(subject, base, others)]
    level = subject.options.level
    contradictions = list(disagreements(points, filters))
    return Study(
        name="index",
        title=f"What approximate search loses: {len(bench.ids):,} vectors of {width} numbers ({plan.embedder})",
        tables=(
            near_table(points, plan.k, level),
            *(paired_table("quality", "setting", name, held, base.name) for name in names_of(subject)),
            speed_table(points, filters),
            *_filter_tables(points, filters, level),
            *([together_table(contradictions)] if any(one.wrong for one in contradictions) else []),
        ),
        advice=(
            *advice_of(points, held, metric, least=plan.least, level=level),
            *_under_filters(points, held, metric, filters, plan.least, level),
            *([told] if (told := together_advice(contradictions)) else []),
        ),
        notes=(*absent, *_notes(subject, bench, width, settings, filters), *notes_of(held[:1])),
        provenance={**subject.provenance(), **_made_with(plan, width, settings)},
    )


def _installed(named: Sequence[str]) -> tuple[list[str], list[str]]:
    """The engines that can be used, and what is said about those that cannot."""
    found, absent = [], []
    for engine in named or DEFAULT:
        try:
            make_index(engine).close()
        except MissingDependencyError as error:
            absent.append(f"{engine}: {error}")
        else:
            found.append(engine)
    if absent and named:
        raise MissingDependencyError("\n".join(absent))
    if not found:
        told = f"none of {', '.join(DEFAULT)} is installed, and one is enough"
        raise MissingDependencyError(f"{told}: pip install usearch, or all of them: pip install 'ragauge[ann]'")
    return found, absent


def _filters(
    subject: Subject, plan: Plan, given: Sequence[Predicate]
) -> tuple[Mapping[str, Mapping[str, object]], list[Predicate]]:
    """The metadata of every row, which is that of its document, and the filters."""
    documents = dict(subject.chunks.select("id", "document").iter_rows())
    fields = {name: dict(subject.corpus.metadata.get(name, {})) for name in documents.values()}
    drawn: list[Predicate] = []
    if plan.random:
        extra, drawn = random_filters(list(fields), plan.random, seed=subject.options.seed)
        if any(RANDOM in one for one in fields.values()):
            raise InputError(f"the metadata has a field {RANDOM!r} already, so that no random one can be made")
        fields = {name: {**known, **extra[name]} for name, known in fields.items()}
    rows = {name: fields[document] for name, document in documents.items()}
    found = [*given, *drawn] or made_filters([rows[name] for name in sorted(rows)])
    return rows, list({str(one): one for one in found}.values())


def _bench(subject: Subject, plan: Plan, metadata: Mapping[str, Mapping[str, object]]) -> tuple[Bench, int]:
    embedder = make_embedder(plan.embedder, cache=subject.steps.store.folder / "vectors")
    ids, texts = list(subject.texts), list(subject.texts.values())
    embedder.fit(texts)
    vectors: NDArray[np.float32] = np.asarray(embedder.texts(texts), dtype=np.float32)
    questions = subject.questions
    rows = np.asarray(embedder.questions(list(questions.values())), dtype=np.float32)
    asked = {name: row for name, row in zip(questions, rows, strict=True) if row.any()}
    if not asked or not vectors.any():
        raise InputError(f"{plan.embedder}: no question, or no document, has a vector")
    return Bench(ids, vectors, metadata, asked, plan.k, plan.repeats), vectors.shape[1]


def _filter_tables(points: Sequence[Point], filters: Sequence[Narrowed], level: float) -> list[Table]:
    if not filters:
        return []
    by_bucket = [bucket_table(points, filters, level)] if several_in_a_bucket(filters) else []
    return [*by_bucket, filter_table(points, filters, level)]


def _under_filters(
    points: Sequence[Point], held: Sequence[Held], metric: str, filters: Sequence[Narrowed], least: float, level: float
) -> Iterator[Advice]:
    """Advice on the settings that are to be taken, if these are indexes."""
    taken = [fast_enough(points, held, metric), near_enough(points, least, level)]
    for point in dict.fromkeys(one for one in taken if one is not None and one is not points[0]):
        if (advice := filter_advice(point, filters, level)) is not None:
            yield advice


def _notes(
    subject: Subject, bench: Bench, width: int, settings: Sequence[Setting], filters: Sequence[Narrowed]
) -> Iterator[str]:
    yield (
        "times are of this machine, one question at a time and on one thread (exact search: as many as numpy takes); "
        "so is what rests on them: the front, and which setting is the fastest"
    )
    if unasked := len(subject.questions) - len(bench.asked):
        yield f"{unasked} questions have no vector (none of their words is known) and find nothing, by any index"
    if not filters:
        yield "no filter: the documents have no metadata that could make one; --random draws one by share"
    kilobytes = len(bench.ids) * width * 4 // 1024
    scanned = sorted({one.built for one in settings if kilobytes < one.build.get("full_scan", 0)})
    if scanned:
        yield (
            f"{', '.join(scanned)}: {kilobytes:,} kB of vectors are below full_scan, so that they are looked through "
            "and no graph is built; --set full_scan=10 builds one"
        )
    if filters and any(one.engine == "usearch" for one in settings):
        yield "usearch has no filter in Python: hits are dropped after the search; --set oversample=1,10 asks for more"


def _made_with(plan: Plan, width: int, settings: Sequence[Setting]) -> dict[str, Any]:
    versions = {}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return {
        "embedder": plan.embedder,
        "dimensions": width,
        "k": plan.k,
        "repeats": plan.repeats,
        "versions": versions,
        "settings": {one.name: {"engine": one.engine, **one.build, **one.effort} for one in settings},
    }
