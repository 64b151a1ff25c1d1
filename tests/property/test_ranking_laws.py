"""Laws of the ranking metrics: those each one declares, those all share, and plain references for their values.

The references are written as the definitions read, one question and one loop at a time.
"""

from __future__ import annotations

import gzip
import itertools
import math
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from ragauge import InputError, all_metrics, evaluate, load_golden, load_run
from ragauge.core.lists import judge_lists, needs_of, ranked_ids
from ragauge.core.spec import LAWS
from ragauge.io import fields
from ragauge.io.trec import QRELS, RUN
from ragauge.tables.join import join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ragauge import MetricSpec
    from ragauge.core.judged import Judged
    from ragauge.core.spec import Measure

Cell = float | str
Grades = dict[str, int]

TIGHT = 1e-12
CUTS = (None, 1, 3, 10)
RELS = (1, 2)
SHARES = (0.0, 0.35, 0.8, 1.0)
SPECS = [spec for spec in all_metrics().values() if str(spec.stage) == "retrieval"]

JUDGED_IDS = [f"d{n}" for n in range(7)]
OTHER_IDS = [f"x{n}" for n in range(5)]
IDS = [*JUDGED_IDS, *OTHER_IDS]


def choices(parameter: Any) -> Sequence[Any]:
    if parameter.name == "k":
        return CUTS[1:] if parameter.required else CUTS
    if parameter.kind == "choice":
        return parameter.choices
    if parameter.name == "rel":
        return RELS
    return SHARES if parameter.kind == "float" else (parameter.default,)


def variants(spec: MetricSpec) -> list[Measure]:
    """The metric with every choice of its parameters."""
    names = [parameter.name for parameter in spec.parameters]
    picks = itertools.product(*(choices(parameter) for parameter in spec.parameters))
    return [spec.bind(**dict(zip(names, pick, strict=True))) for pick in picks]


MEASURES = {spec.name: variants(spec) for spec in SPECS}
EVERY = [measure for measures in MEASURES.values() for measure in measures]


def cells(measure: Measure, judged: Judged) -> list[Cell]:
    return list(measure.compute(judged).cells())


def table(judged: Judged) -> dict[str, dict[str, Cell]]:
    """Every variant of every metric: name → question → value."""
    return {m.name: dict(zip(judged.questions, cells(m, judged), strict=True)) for m in EVERY}


def holding(law: str) -> pytest.MarkDecorator:
    found = [spec for spec in SPECS if law in spec.holds]
    return pytest.mark.parametrize("spec", found, ids=lambda spec: spec.name)


def quick(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None)


# What is drawn.

grades = st.integers(-2, 4)
graded_gold = st.dictionaries(st.sampled_from(JUDGED_IDS), grades, min_size=1, max_size=7)
needs_gold = st.lists(st.lists(st.sampled_from(JUDGED_IDS), min_size=1, max_size=3), min_size=1, max_size=4)
listed_gold = st.lists(st.sampled_from(JUDGED_IDS), min_size=1, max_size=5)
any_gold = st.one_of(graded_gold, needs_gold, listed_gold)
unique_ranking = st.lists(st.sampled_from(IDS), max_size=10, unique=True)
repeating_ranking = st.lists(st.sampled_from(IDS), max_size=12)
whole_scores = st.integers(-6, 6)
scored_ranking = st.dictionaries(st.sampled_from(IDS), whole_scores, max_size=9)
QUESTIONS = ["q0", "q1", "q2", "q3"]


def batch(gold: st.SearchStrategy[Any], ranking: st.SearchStrategy[Any]) -> st.SearchStrategy[list[tuple[Any, Any]]]:
    return st.lists(st.tuples(gold, ranking), min_size=1, max_size=4)


def relevant_ids(gold: Any, rel: int) -> set[str]:
    needs, _ = needs_of(gold)
    return {item for need in needs for item, grade in need.items() if grade >= rel}


def judge(pairs: Iterable[tuple[Any, Any]]) -> Judged:
    named = {f"q{place}": pair for place, pair in enumerate(pairs)}
    return judge_lists({q: hits for q, (_, hits) in named.items()}, {q: gold for q, (gold, _) in named.items()})


def level(measure: Measure) -> int:
    return int(measure.given.get("rel", 1))


# The laws that metrics declare.


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_every_law_holds_or_breaks(spec: MetricSpec) -> None:
    assert set(spec.holds) | set(spec.breaks) == set(LAWS)
    assert not set(spec.holds) & set(spec.breaks)
    assert len(spec.holds) + len(spec.breaks) == len(LAWS)


def test_there_are_metrics_for_every_law() -> None:
    assert all(any(law in spec.holds for spec in SPECS) for law in LAWS)
    assert len(SPECS) > 15


@holding("bounded")
@quick(15)
@given(pairs=batch(any_gold, st.one_of(repeating_ranking, scored_ranking)))
def test_bounded(spec: MetricSpec, pairs: list[tuple[Any, Any]]) -> None:
    judged = judge(pairs)
    low, high = spec.range
    for measure in MEASURES[spec.name]:
        for cell in cells(measure, judged):
            if isinstance(cell, str):
                assert cell in spec.undefined
            else:
                assert low <= cell <= (math.inf if high is None else high + TIGHT), measure.name


@holding("ideal_is_one")
@quick(15)
@given(golds=st.lists(any_gold, min_size=1, max_size=4))
def test_ideal_is_one(spec: MetricSpec, golds: list[Any]) -> None:
    """The best ranking holds all judged units by falling grade; a cut-off must leave room for the relevant ones."""
    for measure in MEASURES[spec.name]:
        k, rel = measure.given.get("k"), level(measure)
        able = [gold for gold in golds if relevant_ids(gold, rel) and len(relevant_ids(gold, 1)) <= (k or 99)]
        judged = judge([(gold, ideal(gold)) for gold in able])
        assert cells(measure, judged) == pytest.approx([1] * len(able), abs=TIGHT), measure.name


def ideal(gold: Any) -> list[str]:
    needs, others = needs_of(gold)
    grade = {item: grade for need in (*needs, others) for item, grade in need.items()}
    return sorted(grade, key=lambda item: -grade[item])


@holding("nothing_is_zero")
@quick(15)
@given(pairs=batch(any_gold, repeating_ranking))
def test_nothing_is_zero(spec: MetricSpec, pairs: list[tuple[Any, Any]]) -> None:
    for measure in MEASURES[spec.name]:
        bare = [(gold, [i for i in hits if i not in relevant_ids(gold, level(measure))]) for gold, hits in pairs]
        assert cells(measure, judge(bare)) == [0] * len(bare), measure.name


@holding("promotion")
@quick(25)
@given(pairs=batch(any_gold, unique_ranking), place=st.integers(0, 8))
def test_promotion(spec: MetricSpec, pairs: list[tuple[Any, Any]], place: int) -> None:
    for measure in MEASURES[spec.name]:
        before, after = [], []
        for gold, hits in pairs:
            relevant = relevant_ids(gold, level(measure))
            ups = [i for i in range(1, len(hits)) if hits[i] in relevant and hits[i - 1] not in relevant]
            if ups:
                i = ups[place % len(ups)]
                before.append((gold, hits))
                after.append((gold, [*hits[: i - 1], hits[i], hits[i - 1], *hits[i + 1 :]]))
        old, new = cells(measure, judge(before)), cells(measure, judge(after))
        sign = 1 if spec.direction == "higher" else -1
        for was, now, pair in zip(old, new, before, strict=True):
            assert sign * now >= sign * was - TIGHT, (measure.name, was, now, pair)


@holding("tail_free")
@quick(15)
@given(pairs=batch(any_gold, unique_ranking), tail=st.integers(1, 15))
def test_tail_free(spec: MetricSpec, pairs: list[tuple[Any, Any]], tail: int) -> None:
    more = [f"tail-{place}" for place in range(tail)]
    short, long = judge(pairs), judge([(gold, [*hits, *more]) for gold, hits in pairs])
    for measure in MEASURES[spec.name]:
        assert cells(measure, long) == cells(measure, short), measure.name


BROKEN = {
    "ideal_is_one": [({"d1": 1, "d2": 1, "n": 0}, ["d1", "d2", "n"]), ({"d1": 1}, ["d1"])],
    "nothing_is_zero": [({"d1": 1, "n": 0}, ["n", "n"]), ({"d1": 1}, [])],
    "tail_free": [({"d1": 1, "d2": 1}, ["d1", "d1"]), ({"d1": 1}, [])],
}
"""Gold and ranking with which a metric shows that a law is not for it."""


@pytest.mark.parametrize("law", BROKEN)
def test_a_law_that_a_metric_breaks_is_broken_by_an_example(law: str) -> None:
    pairs = BROKEN[law]
    longer = [(gold, [*hits, "u1", "u2"]) for gold, hits in pairs]
    for spec in SPECS:
        if law in spec.breaks and not (law == "ideal_is_one" and spec.direction == "none"):
            seen = [(cells(m, judge(pairs)), cells(m, judge(longer))) for m in MEASURES[spec.name]]
            kept = {
                "ideal_is_one": all(cell == 1 for now, _ in seen for cell in now),
                "nothing_is_zero": all(cell == 0 for now, _ in seen for cell in now),
                "tail_free": all(now == later for now, later in seen),
            }
            assert not kept[law], f"{spec.name} keeps {law} here"


# The laws that all share.


@st.composite
def collections(draw: st.DrawFn, ranking: st.SearchStrategy[Any] = scored_ranking, gold: Any = any_gold) -> Any:
    """Gold and run of up to four questions; q0 is in both, so that they have something in common."""
    golds = {q: draw(gold) for q in QUESTIONS[: draw(st.integers(1, 4))]}
    answered = draw(st.sets(st.sampled_from([*QUESTIONS, "extra"]))) | {"q0"}
    return golds, {q: draw(ranking) for q in sorted(answered)}


def joined(gold: Any, run: Any, **how: Any) -> Judged:
    return join(load_golden(gold, **how), load_run(run)).judged


@quick(25)
@given(data=collections(), match=st.sampled_from(["all", "any"]))
def test_join_and_lists_agree_on_scores(data: Any, match: str) -> None:
    gold, run = data
    by_list = judge_lists(run, gold, match=match)
    assert table(joined(gold, run, match=match)) == table(by_list)


@quick(25)
@given(data=collections(st.lists(st.sampled_from(IDS), max_size=12)), match=st.sampled_from(["all", "any"]))
def test_join_and_lists_agree_on_lists_with_duplicates(data: Any, match: str) -> None:
    gold, run = data
    assert table(joined(gold, run, match=match)) == table(judge_lists(run, gold, match=match))


@quick(20)
@given(data=collections(st.lists(st.tuples(st.sampled_from(IDS), whole_scores), max_size=8)))
def test_join_and_lists_agree_on_pairs_whose_order_counts(data: Any) -> None:
    gold, run = data
    assert table(joined(gold, run)) == table(judge_lists(run, gold))


@quick(15)
@given(data=collections())
def test_evaluate_gives_what_the_lists_give(data: Any) -> None:
    gold, run = data
    some = [measures[-1] for measures in MEASURES.values()]
    card = evaluate(gold, run, [measure.name for measure in some])
    by_list = judge_lists(run, gold)
    for measure in some:
        wanted = cells(measure, by_list)
        assert list(card.values[measure.name].cells()) == wanted
        defined = [cell for cell in wanted if not isinstance(cell, str)]
        mean = sum(defined) / len(defined) if defined else None
        assert card[measure.name].value == (mean if mean is None else pytest.approx(mean, abs=TIGHT))


@quick(15)
@given(data=collections())
def test_order_preserving_names_change_nothing(data: Any) -> None:
    gold, run = data
    items = {item: f"документ-{place:03d}" for place, item in enumerate(sorted(IDS))}
    questions = {q: f"вопрос {place}" for place, q in enumerate(sorted([*QUESTIONS, "extra"]))}
    new_gold = {questions[q]: renamed(cell, items) for q, cell in gold.items()}
    new_run = {questions[q]: renamed(hits, items) for q, hits in run.items()}
    before, after = table(joined(gold, run)), table(joined(new_gold, new_run))
    for name, values in before.items():
        assert {questions[q]: cell for q, cell in values.items()} == after[name], name


def renamed(cell: Any, names: Mapping[str, str]) -> Any:
    if isinstance(cell, dict):
        return {names[item]: number for item, number in cell.items()}
    return [names[item] if isinstance(item, str) else renamed(item, names) for item in cell]


MONOTONE: dict[str, Callable[[int], float]] = {
    "stretched": lambda score: 4.0 * score + 3,
    "all negative": lambda score: score - 1000.0,
    "cubed": lambda score: float(score**3),
    "exponential": math.exp,
    "tiny": lambda score: score * 1e-300,
}


@pytest.mark.parametrize("name", MONOTONE)
@quick(8)
@given(data=collections())
def test_monotone_transform_of_the_scores_changes_nothing(name: str, data: Any) -> None:
    gold, run = data
    moved = {q: {item: MONOTONE[name](score) for item, score in hits.items()} for q, hits in run.items()}
    assert table(joined(gold, moved)) == table(joined(gold, run))
    assert table(judge_lists(moved, gold)) == table(judge_lists(run, gold))


@quick(20)
@given(data=collections())
def test_distances_are_scores_with_the_sign_turned(data: Any) -> None:
    gold, run = data
    turned = {q: {item: -score for item, score in hits.items()} for q, hits in run.items()}
    names = ["ndcg", "mrr", "map", "bpref"]
    card, other = evaluate(gold, run, names), evaluate(gold, turned, names, lower_is_better=True)
    assert {n: list(v.cells()) for n, v in card.values.items()} == {n: list(v.cells()) for n, v in other.values.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ranking-laws")


@quick(10)
@given(data=collections(gold=graded_gold), shuffle=st.randoms(use_true_random=False))
def test_order_of_rows_changes_nothing(folder: Path, data: Any, shuffle: Any) -> None:
    """Rows of all questions in any order, in both files."""
    gold, run = data
    judgments = [f"{q} 0 {item} {grade}\n" for q, cell in gold.items() for item, grade in cell.items()]
    hits = [f"{q} Q0 {item} 1 {score} t\n" for q, cell in run.items() for item, score in cell.items()]
    assume(any(hit.startswith("q0 ") for hit in hits))
    tables = []
    for _ in range(2):
        (folder / "gold").write_text("".join(judgments))
        (folder / "run").write_text("".join(hits))
        tables.append(table(joined(folder / "gold", folder / "run")))
        shuffle.shuffle(judgments)
        shuffle.shuffle(hits)
    answered = {q: cell for q, cell in run.items() if cell}
    assert tables[0] == tables[1] == table(judge_lists(answered, gold))


@quick(15)
@given(data=collections(), shuffle=st.randoms(use_true_random=False))
def test_order_of_mappings_changes_nothing(data: Any, shuffle: Any) -> None:
    gold, run = data
    mixed = [dict(shuffle.sample(list(part.items()), len(part))) for part in (gold, run)]
    mixed_run = {q: dict(shuffle.sample(list(hits.items()), len(hits))) for q, hits in mixed[1].items()}
    assert table(joined(mixed[0], mixed_run)) == table(joined(gold, run))


# Plain references.


def dcg_of(worths: Iterable[float]) -> float:
    return sum(worth / math.log2(rank + 1) for rank, worth in enumerate(worths, start=1))


def worth(grade: int, gain: str) -> float:
    if grade <= 0:
        return 0.0
    return float(grade) if gain == "linear" else 2.0**grade - 1


def ap_of(relevant: Sequence[bool], total: int, k: int | None) -> float:
    top = relevant if k is None else relevant[:k]
    points = [sum(relevant[: rank + 1]) / (rank + 1) for rank, hit in enumerate(top) if hit]
    return sum(points) / total if total else 0.0


def bpref_of(found: Sequence[int | None], grades: Grades, rel: int) -> float:
    relevant = sum(grade >= rel for grade in grades.values())
    not_relevant = sum(0 <= grade < rel for grade in grades.values())
    value, above = 0.0, 0
    for grade in found:
        if grade is None or grade < 0:
            continue
        if grade < rel:
            above += 1
        elif above:
            value += 1 - min(above, relevant) / min(not_relevant, relevant)
        else:
            value += 1
    return value / relevant if relevant else 0.0


def infap_of(found: Sequence[int | None], grades: Grades, rel: int) -> float:
    relevant = sum(grade >= rel for grade in grades.values())
    value = 0.0
    for rank, grade in enumerate(found, start=1):
        if grade is None or grade < rel:
            continue
        above = [g for g in found[: rank - 1] if g is not None]
        good, bad = sum(g >= rel for g in above), sum(0 <= g < rel for g in above)
        value += 1 / rank
        if rank > 1:
            pool = len(above) / (rank - 1)
            value += (rank - 1) / rank * pool * (good + 0.00001) / (good + bad + 0.00002)
    return value / relevant if relevant else 0.0


def iprec_of(relevant: Sequence[bool], total: int, recall: float, rounding: str) -> float:
    wanted = math.floor(recall * total + (0.5 if rounding == "nearest" else 0.9))
    counts = list(itertools.accumulate(relevant))
    points = [counts[i] / (i + 1) for i, hit in enumerate(relevant) if hit and counts[i] >= wanted]
    return max(points, default=0.0)


def err_of(found: Sequence[int | None], top: int) -> float:
    value, reading = 0.0, 1.0
    for rank, grade in enumerate(found, start=1):
        satisfied = (2 ** max(grade or 0, 0) - 1) / 2**top
        value += reading * satisfied / rank
        reading *= 1 - satisfied
    return value


def needs_met(gold: Any, top: Sequence[str], rel: int) -> list[tuple[frozenset[str], bool]]:
    """Each need with its alternatives, and whether one of those good enough is in the top."""
    needs, _ = needs_of(gold)
    able = [frozenset(item for item, grade in need.items() if grade >= rel) for need in needs]
    all_of = [frozenset(need) for need in needs]
    pairs = zip(all_of, able, strict=True)
    return [(every, bool(good & set(top))) for every, good in pairs if good]


def reference(gold: Any, hits: Sequence[str], name: str, given: Mapping[str, Any]) -> Cell:
    """The value of one metric for one question, as its definition reads."""
    needs, others = needs_of(gold)
    grades: Grades = {item: grade for need in (*needs, others) for item, grade in need.items()}
    ranking = list(dict.fromkeys(hits))
    k, rel = given.get("k"), given.get("rel", 1)
    gain, rounding = given.get("gain", "linear"), given.get("rounding", "nearest")
    top = ranking if k is None else ranking[:k]
    found = [grades.get(item) for item in ranking]
    relevant = [grade is not None and grade >= rel for grade in found]
    total = sum(grade >= rel for grade in grades.values())
    seen = sum(relevant[: len(top)])
    met = needs_met(gold, top, rel)
    distinct = dict(met)
    precision = seen / (len(ranking) or 1 if k is None else k)
    recall = sum(distinct.values()) / len(distinct) if distinct else 0.0
    worths = [worth(grade or 0, gain) for grade in found]
    best = dcg_of(sorted((worth(grade, gain) for grade in grades.values()), reverse=True)[:k])
    places = k or 1
    plain: dict[str, Callable[[], Cell]] = {
        "precision": lambda: precision,
        "recall": lambda: recall,
        "f1": lambda: 2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        "success": lambda: float(seen > 0),
        "mrr": lambda: max((1 / (rank + 1) for rank, hit in enumerate(relevant[: len(top)]) if hit), default=0.0),
        "map": lambda: ap_of(relevant, total, k),
        "rprec": lambda: sum(relevant[:total]) / total if total else 0.0,
        "ndcg": lambda: dcg_of(worths[:k]) / best if best else 0.0,
        "dcg": lambda: dcg_of(worths[:k]),
        "bpref": lambda: bpref_of(found, grades, rel),
        "infap": lambda: infap_of(found, grades, rel),
        "iprec": lambda: iprec_of(relevant, total, given["recall"], rounding),
        "iprec_11pt": lambda: sum(iprec_of(relevant, total, step / 10, rounding) for step in range(11)) / 11,
        "rbp": lambda: (1 - given["p"]) * sum(given["p"] ** i for i, hit in enumerate(relevant[: len(top)]) if hit),
        "err": lambda: err_of(found[: len(top)], given.get("top", 4)),
        "judged": lambda: sum(item in grades for item in top) / len(top) if top else "empty_result",
        "need_recall": lambda: sum(ok for _, ok in met) / len(met) if met else 0.0,
        "need_success": lambda: float(bool(met) and all(ok for _, ok in met)),
        "fill_rate": lambda: min(len(ranking), places) / places,
        "duplicate_rate": lambda: (len(hits) - len(ranking)) / len(hits) if hits else "empty_result",
        "empty_rate": lambda: float(not hits),
    }
    return plain[name]()


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
@quick(25)
@given(pairs=batch(any_gold, repeating_ranking))
def test_as_the_definition_reads(spec: MetricSpec, pairs: list[tuple[Any, Any]]) -> None:
    judged = judge(pairs)
    for measure in MEASURES[spec.name]:
        for got, (gold, hits) in zip(cells(measure, judged), pairs, strict=True):
            wanted = reference(gold, ranked_ids(hits), spec.name, measure.given)
            message = (measure.name, gold, hits)
            assert got == (wanted if isinstance(wanted, str) else pytest.approx(wanted, abs=TIGHT)), message


TIED = [measures[-1] for name, measures in MEASURES.items() if name != "duplicate_rate"]
few_scores = st.dictionaries(st.sampled_from(IDS), st.integers(-1, 1), min_size=1, max_size=5)


@quick(30)
@given(gold=any_gold, hits=few_scores)
def test_average_over_ties_is_the_mean_over_all_orders(gold: Any, hits: dict[str, int]) -> None:
    levels: dict[int, list[str]] = defaultdict(list)
    for item, score in hits.items():
        levels[score].append(item)
    groups = [itertools.permutations(levels[score]) for score in sorted(levels, reverse=True)]
    orders = [list(itertools.chain(*order)) for order in itertools.product(*groups)]
    card = evaluate({"q": gold}, {"q": hits}, [measure.name for measure in TIED], ties="average")
    for measure in TIED:
        every = [reference(gold, order, measure.spec.name, measure.given) for order in orders]
        score = card[measure.name]
        assert score.value == pytest.approx(sum(every) / len(every), abs=TIGHT), measure.name
        untied = {"ties_worst": score.value, "ties_best": score.value}
        bounds = score.bounds or untied
        assert bounds == pytest.approx({"ties_worst": min(every), "ties_best": max(every)}, abs=TIGHT)


# The two ways of reading fields.

plain_id = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=" "), min_size=1, max_size=6
)  # no control characters, white space of ASCII among them
odd_id = st.sampled_from(['"', "#1", "null", "NaN", "a,b", "\u00a0", "\u2028", "ё", "0", "-", "d'1", "\ufeff2", "\\"])
some_id = st.one_of(plain_id, odd_id).filter(lambda text: not text.startswith("\ufeff"))
number = st.one_of(
    st.integers(-(10**17), 10**17).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-1000, max_value=1000).map(str),
    st.sampled_from(["1e-3", "+1.5", ".5", "5.", "1E5", "-0", "0.1234567890123456789", "1e-320", "007"]),
)
run_row = st.tuples(some_id, st.just("Q0"), some_id, st.integers(1, 99).map(str), number, some_id)
qrels_row = st.tuples(some_id, st.just("0"), some_id, st.integers(-2, 4).map(str))


def irregular(rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, bytes]]:
    """The same rows written in other ways, each of which needs the general path."""
    regular = "".join(" ".join(row) + "\n" for row in rows)
    yield "tabs", regular.replace(" ", "\t").encode()
    yield "several spaces", "".join("   ".join(row) + "\n" for row in rows).encode()
    yield "carriage returns", regular.replace("\n", "\r\n").encode()
    yield "byte order mark", b"\xef\xbb\xbf" + regular.encode()
    yield "gzip", gzip.compress(regular.encode(), mtime=0)
    yield "blank lines", ("\n" + regular.replace("\n", "\n\n \t\n")).encode()
    yield "leading spaces", "".join(f"  {' '.join(row)}\n" for row in rows).encode()
    yield "trailing spaces", "".join(f"{' '.join(row)} \n" for row in rows).encode()
    yield (
        "one tab in the last line",
        "".join(("\t" if place == len(rows) - 1 else " ").join(row) + "\n" for place, row in enumerate(rows)).encode(),
    )


@pytest.mark.parametrize(("layout", "row"), [(RUN, run_row), (QRELS, qrels_row)], ids=["run", "qrels"])
@quick(25)
@given(data=st.data())
def test_both_ways_of_reading_give_the_same(folder: Path, layout: fields.Layout, row: Any, data: st.DataObject) -> None:
    rows = data.draw(st.lists(row, min_size=1, max_size=6))
    path = folder / "rows"
    path.write_bytes("".join(" ".join(one) + "\n" for one in rows).encode())
    fast = fields._read_regular(path, layout)
    frame, line = fields.read_fields(path, layout)
    wanted = [layout.fields.index(name) for name in layout.wanted]
    texts = [tuple(float(one[i]) if i == wanted[-1] else one[i] for i in wanted) for one in rows]
    assert fast is not None, "a regular file was not read the fast way"
    assert fast.equals(frame)
    assert frame.rows() == texts
    assert [line(place) for place in range(len(rows))] == list(range(1, len(rows) + 1))
    path.write_bytes("\n".join(" ".join(one) for one in rows).encode())
    assert fields.read_fields(path, layout)[0].equals(frame), "without a final line end"
    for name, content in irregular(rows):
        path.write_bytes(content)
        other, other_line = fields.read_fields(path, layout)
        assert other.equals(frame), name
        lines = gzip.decompress(content) if name == "gzip" else content
        for place, one in enumerate(rows):
            assert lines.split(b"\n")[other_line(place) - 1].removeprefix(b"\xef\xbb\xbf").split() == [
                part.encode() for part in one
            ], name


THREE_ROWS = [("q", "Q0", f"d{place}", str(place), f"{9 - place}", "t") for place in range(3)]


@quick(40)
@given(
    rows=st.lists(run_row, min_size=3, max_size=5),
    places=st.sampled_from([(1, 2), (2, 1), (0, 1), (1, 0)]),
    kept=st.integers(1, 5),
    balanced=st.booleans(),
)
@example(rows=THREE_ROWS, places=(1, 2), kept=5, balanced=True)
def test_a_short_line_is_found_whatever_the_others_hold(
    folder: Path, rows: list[tuple[str, ...]], places: tuple[int, int], kept: int, balanced: bool
) -> None:
    """A longer line (a tag with spaces) does not make up for one with too few fields."""
    short, long = places
    lines = [" ".join(row) for row in rows]
    lines[short] = " ".join(rows[short][:kept])
    lines[long] += " x" * (6 - kept if balanced else 1)
    path = folder / "short.trec"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match=rf"short\.trec:{short + 1}: expected 6 fields .* got {kept}"):
        load_run(path)


@quick(8)
@given(data=collections(gold=graded_gold), split=st.integers(1, 8), shuffle=st.randoms(use_true_random=False))
def test_split_blocks_and_unsorted_rows_rank_alike_however_they_are_read(
    folder: Path, data: Any, split: int, shuffle: Any
) -> None:
    gold, run = data
    assume(run["q0"])
    hits = [f"{q} Q0 {item} 1 {score} t" for q, cell in run.items() for item, score in cell.items()]
    ordered = sorted(hits, key=lambda hit: (hit.split()[0], -float(hit.split()[4])))
    cut = ordered[split % len(ordered) :] + ordered[: split % len(ordered)]
    mixed = shuffle.sample(hits, len(hits))
    wanted = table(judge_lists({q: cell for q, cell in run.items() if cell}, gold))
    path = folder / "split.trec"
    for rows in (ordered, cut, mixed):
        for space in (" ", "\t"):
            path.write_text("".join(row.replace(" ", space) + "\n" for row in rows))
            assert table(joined(gold, path)) == wanted
