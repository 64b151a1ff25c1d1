"""Promises that hold for every metric in the catalog."""

import doctest
import importlib
import inspect
import json
import pickle
import re

import numpy as np
import pytest

import ragauge
from odd_answers import REACHED_WITH, odd_answers
from ragauge.catalog import all_metrics, find_metric
from ragauge.core.answered import Answers
from ragauge.core.errors import InputError, MetricNameError
from ragauge.core.lists import judge_lists
from ragauge.core.options import Options
from ragauge.core.score import Values
from ragauge.core.spec import LAWS, MetricSpec, metric
from ragauge.loading import load_run

SPECS = list(all_metrics().values())
ANSWERS = [spec for spec in SPECS if spec.inputs == ("answers",)]
RANKINGS = [spec for spec in SPECS if "answers" not in spec.inputs]
SECTIONS = ("Formula:", "Returns:", "Undefined:", "Limits:", "Source:", "Example:")
REFERENCE = re.compile(r"doi:10\.\d{4,}/\S+|trec_eval \d|ir_measures|gdeval|This project: \S+")
SAMPLES = {"p": 0.8, "recall": 0.5, "k": 3}
OTHERS = {
    "k": 7,
    "rel": 2,
    "top": 6,
    "p": 0.5,
    "recall": 0.25,
    "gamma": 3.0,
    "share": 0.5,
    "partial": 0.5,
    "words": 4,
    "threshold": 1,
    "samples": 3,
}


def bound(spec: MetricSpec):
    return spec.bind(**{p.name: SAMPLES[p.name] for p in spec.parameters if p.required})


def every(check):
    return pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)(check)


def every_ranking(check):
    return pytest.mark.parametrize("spec", RANKINGS, ids=lambda spec: spec.name)(check)


def every_of_answers(check):
    return pytest.mark.parametrize("spec", ANSWERS, ids=lambda spec: spec.name)(check)


def test_the_catalog_holds_the_metrics_that_were_promised():
    names = "precision@5 recall@5 success@5 f1@5 mrr mrr@10 map map@100 ndcg ndcg@10 ndcg(gain=exp)@10 dcg@10".split()
    names += "rprec bpref infap rbp(p=0.8) err@10 judged@10 need_recall@5 need_success@5".split()
    assert [find_metric(name).name for name in names] == names


@every
def test_docstring_is_complete(spec):
    assert spec.summary.endswith(".")
    for section in SECTIONS:
        assert f"\n{section}" in spec.doc, f"{spec.name} lacks {section}"
    for case in spec.undefined:
        assert case in spec.doc, f"{spec.name} does not speak of {case}"


@every
def test_worked_example_is_collected_and_right(spec):
    module = importlib.import_module(spec.function.__module__)
    found = doctest.DocTestFinder(recurse=False).find(spec.function, spec.name, module=module, globs=vars(module))
    examples = [example for test in found for example in test.examples if spec.name in example.source]
    assert examples, f"{spec.name} has no example that calls it"
    for test in found:
        assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


@every
def test_decorator_returned_the_function_itself(spec):
    assert inspect.isfunction(spec.function)
    assert pickle.loads(pickle.dumps(spec.function)) is spec.function


@every
def test_references_have_a_known_form(spec):
    assert spec.references
    assert all(REFERENCE.match(reference) for reference in spec.references)


@every
def test_name_parses_to_itself(spec):
    one = bound(spec)
    for name in (one.name, one.name.upper(), f" {one.name} "):
        assert find_metric(name).name == one.name
    for parameter in spec.parameters:
        value = OTHERS.get(parameter.name, parameter.choices[-1:])
        value = value[0] if isinstance(value, tuple) else value
        given = {**one.given, parameter.name: value}
        name = spec.bind(**given).name
        assert dict(find_metric(name).given) == given
        assert find_metric(name).name == name


@every
def test_aliases_lead_here_and_are_nobody_elses(spec):
    for alias in spec.aliases:
        assert alias not in all_metrics()
        assert [other.name for other in SPECS if alias in other.aliases] == [spec.name]


@every
def test_spec_survives_json(spec):
    assert MetricSpec.from_dict(json.loads(json.dumps(spec.to_dict()))) == spec


@every
def test_every_law_is_declared_in_or_out(spec):
    assert set(spec.holds) | set(spec.breaks) == (set(LAWS) if spec in RANKINGS else {"bounded"})
    assert not set(spec.holds) & set(spec.breaks)


@every_ranking
def test_a_list_of_nothing_is_no_number_out_of_range(spec):
    judged = judge_lists({"q": [], "r": ["d"]}, {"q": ["d"], "r": ["d"], "s": ["d"]})
    low, high = spec.range
    for cell in bound(spec).compute(judged).cells():
        assert isinstance(cell, str) or (low <= cell <= (high if high is not None else np.inf))


SCENARIOS = {
    "no_relevant": ([{"question": "q", "type": "no_answer", "gold": ""}], {"q": ["d"]}, {}),
    "gold_unknown": ([{"question": "q", "type": "single", "gold": ""}], {"q": ["d"]}, {}),
    "gold_unlocated": (
        [{"question": "q", "document": "a.md", "quote": "words that were lost in parsing"}],
        {"q": ["c1"]},
        {"chunks": [{"id": "c1", "document": "a.md", "text": "The lamp hums at night."}]},
    ),
    "missing": ([{"question": "q", "gold": "d"}, {"question": "r", "gold": "d"}], {"r": ["d"]}, {}),
    "empty_result": ([{"question": "q", "gold": "d"}], {"q": []}, {}),
}


def judged_of(golden, run, chunks=None):
    """The join of gold with lists, as the metrics of other inputs get it from their own commands."""
    from ragauge.evaluation import Surroundings, measure
    from ragauge.golden.chunks.table import chunk_table

    around = Surroundings(chunks=None if chunks is None else chunk_table(chunks))
    return measure(golden, load_run(run), ["recall"], by=(), k=5, options=Options(), around=around)[1].judged


@pytest.mark.parametrize(
    ("spec", "case"), [(s, c) for s in RANKINGS for c in s.undefined], ids=lambda x: getattr(x, "name", x)
)
def test_every_undefined_case_is_reached_and_excluded(spec, case):
    rows, run, policies = SCENARIOS[case]
    from ragauge.golden.reading.rows import golden_from_rows

    golden = golden_from_rows(list(enumerate(rows, start=1)), source="test")
    one = bound(spec)
    if set(spec.inputs) != {"run", "gold"}:
        with pytest.raises(InputError, match=rf"^{re.escape(one.name)} needs "):
            ragauge.evaluate(golden, run, [one.name], **policies)
        cells = list(one.compute(judged_of(golden, run, **policies)).cells())
        assert cells[0] == case
        assert all(isinstance(cell, float) for cell in cells[1:])
        return
    card = ragauge.evaluate(golden, run, [one.name], **policies)
    score = card[one.name]
    assert score.excluded == {case: 1}
    assert next(iter(card.values[one.name].cells())) == case
    assert score.n == len(rows) - 1
    assert (score.value is None) == (score.n == 0)


@every_ranking
def test_no_case_is_undeclared(spec):
    judged = judge_lists(
        {"a": ["d"], "b": [], "d": ["x"]}, {"a": ["d"], "b": ["d"], "c": ["d"], "d": [], "e": {"d": 0}}
    )
    cells = list(bound(spec).compute(judged).cells())
    assert {cell for cell in cells if isinstance(cell, str)} <= set(spec.undefined)


@every_of_answers
def test_metrics_of_answers_keep_their_range_and_name_every_case(spec):
    low, high = spec.range
    cells = list(bound(spec).compute(odd_answers()).cells())
    assert {cell for cell in cells if isinstance(cell, str)} <= set(spec.undefined)
    numbers = [cell for cell in cells if not isinstance(cell, str)]
    assert numbers, f"{spec.name} has no value on any of the odd answers"
    assert all(low <= cell <= (high if high is not None else np.inf) for cell in numbers)
    assert not spec.binary or set(numbers) <= {0.0, 1.0}


@every_of_answers
def test_the_value_of_an_answer_is_its_own(spec):
    answers = odd_answers()
    together = list(bound(spec).compute(answers).cells())
    alone = [next(bound(spec).compute(Answers((one,), answers.missing)).cells()) for one in answers.cases]
    assert together == alone


@pytest.mark.parametrize(
    ("spec", "case"), [(s, c) for s in ANSWERS for c in s.undefined], ids=lambda x: getattr(x, "name", x)
)
def test_every_undefined_case_of_answers_is_reached(spec, case):
    measure = spec.bind(**REACHED_WITH.get((spec.name, case), REACHED_WITH.get(case, {})))
    assert case in set(measure.compute(odd_answers()).cells())


@every_of_answers
def test_metrics_of_answers_asked_of_a_run_are_refused(spec):
    name = bound(spec).name
    with pytest.raises(InputError, match=rf"^{re.escape(name)} needs .*answers: traces with answers \(ragauge run"):
        ragauge.evaluate({"q": ["d"]}, {"q": ["d"]}, [name])


def test_a_range_that_is_not_kept_is_seen():
    def wrong(answers: Answers) -> Values:
        """Twice the truth.

        Example:
        """
        return answers.each(lambda _: 2.0)

    declare = metric(
        stage="generation", direction="higher", inputs=("answers",), undefined={}, holds=("bounded",), breaks=(),
        references=("This project: planted",),
    )  # fmt: skip
    with pytest.raises(AssertionError):
        test_metrics_of_answers_keep_their_range_and_name_every_case(declare(wrong).__metric__)


def test_a_metric_without_a_direction_cannot_be_declared():
    with pytest.raises(TypeError, match="direction"):
        metric(stage="retrieval", undefined={}, references=("x",), holds=(), breaks=())


def test_a_value_that_is_not_finite_needs_a_case():
    with pytest.raises(ValueError, match="undefined case"):
        Values(np.array([np.nan]))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ndgc@10", "did you mean ndcg"),
        ("recall@0", "k must be an integer of at least 1, got 0"),
        ("recall@2.5", "k must be an integer"),
        ("recall(rel=0)@5", "rel must be an integer from 1 to 1000"),
        ("ndcg(gain=cubic)", "gain must be one of linear, exp"),
        ("ndcg(gain)", "write parameters as name=value"),
        ("ndcg(depth=3)", "ndcg has no parameter 'depth'"),
        ("recall(k=5)@5", "k is given twice"),
        ("rbp", "rbp needs p: a number from 0 to 1"),
        ("rbp(p=1.5)", "p must be a number from 0 to 1"),
        ("bpref@10", "bpref takes no cut-off"),
        ("", "cannot read the metric name"),
        ("полнота@5", "cannot read the metric name"),
    ],
)
def test_wrong_names_get_one_clear_sentence(name, message):
    with pytest.raises(MetricNameError, match=re.escape(message)):
        find_metric(name)


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("ndcg_cut_10", "ndcg@10"), ("nDCG@10", "ndcg@10"), ("RR@10", "mrr@10"), ("AP", "map"),
        ("P_5", "precision@5"),
        ("R@100", "recall@100"), ("Rprec", "rprec"), ("hit@5", "success@5"), ("recip_rank", "mrr"),
        ("map_cut_100", "map@100"),
        ("iprec_at_recall_0.10", "iprec(recall=0.1)"), ("IPrec@0.1", "iprec(recall=0.1)"), ("11pt_avg", "iprec_11pt"),
        ("P(rel=2)@5", "precision(rel=2)@5"), ("Bpref", "bpref"), ("infAP", "infap"), ("Judged@10", "judged@10"),
        ("RBP(p=0.8)@10", "rbp(p=0.8)@10"), ("recall_1000", "recall@1000"), ("success_5", "success@5"),
        ("P.5", "precision@5"),
        ("AP@100", "map@100"), ("set_P", "precision"), ("SetR", "recall"), ("ndcg(gain=linear)@10", "ndcg@10"),
    ],
)  # fmt: skip
def test_names_of_other_tools_are_read(alias, name):
    assert find_metric(alias).name == name
