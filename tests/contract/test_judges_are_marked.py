"""A number of a judge never stands alone: whatever reports it says whether the judge is calibrated."""

import importlib
import inspect
import io
import pkgutil

import pytest
from rich.console import Console

import ragauge.comparison.marks
import ragauge.core.judge_marks
import ragauge.core.scorecard
import ragauge.io.per_question
import ragauge.report
from judged_cards import judged_card
from ragauge import compare
from ragauge.core.errors import InputError
from ragauge.evaluation import ranking_metrics
from ragauge.gating.judging import gate
from ragauge.gating.rules import Config, Rule
from ragauge.io.per_question import per_question_csv

NUMBERS = ("0.375", "0.1875")
"""The mean of the judged metric over all questions, and over the first slice: no other number looks like them."""
VALUES = (0.125, 0.25, 0.125, 0.25, 0.75, 0.75)
KINDS = ("Scorecard", "Comparison", "GateResult")
ELSEWHERE = ("ragauge.report.html", "ragauge.report.charts")
"""The page has its own test: its data are no text."""


def card_of(**judge):
    columns = {"lang": ["en", "en", "en", "en", "ru", "ru"]}
    beside = {"recall@5": {f"q{place:03}": 1.0 for place in range(6)}}
    return judged_card(*VALUES, beside=beside, columns=columns, **judge)


def sliced(card):
    """The same with a score of a slice."""
    from dataclasses import replace

    from ragauge.core.score import Score

    scores = (Score("faithfulness", 0.1875, None, 4, 4, slice={"lang": "en"}),
              Score("recall@5", 1.0, None, 4, 4, slice={"lang": "en"}))  # fmt: skip
    return replace(card, scores=(*card.scores, *scores))


def subjects(**judge):
    card = card_of(**judge)
    base = judged_card(*(value / 2 for value in VALUES), beside={"recall@5": dict.fromkeys(card.questions, 0.5)})
    comparison = compare(base, card, by=["lang"] if "lang" in base.columns else ())
    rules = (Rule("faithfulness", min=0.9), Rule("faithfulness", max_regression=0.01), Rule("recall@5", min=0.5))
    return {
        "Scorecard": sliced(card),
        "Comparison": comparison,
        "GateResult": gate(Config("r.toml", rules), card, base),
    }


def report_functions():
    """Every public function of the reports that is given something with numbers of metrics in it."""
    for info in pkgutil.walk_packages(ragauge.report.__path__, "ragauge.report."):
        if info.name.startswith(ELSEWHERE):
            continue
        module = importlib.import_module(info.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            first = next(iter(inspect.signature(function).parameters.values()), None)
            if function.__module__ == info.name and not name.startswith("_") and first is not None:
                kind = str(first.annotation)
                if kind in KINDS:
                    yield pytest.param(function, kind, id=f"{info.name.rpartition('.')[2]}.{name}")


def shown(function, subject):
    """What a function says, as text, whatever form it gives it in."""
    names = inspect.signature(function).parameters
    out = Console(file=io.StringIO(), width=200)
    more = {"out": out} if "out" in names else {"which": "candidate"} if "which" in names else {}
    more |= {"data": None} if "data" in names else {}
    found = function(subject, **more)
    return out.file.getvalue() if "out" in names else found if isinstance(found, str) else repr(_plain(found))


def _plain(found):
    if isinstance(found, str) or not hasattr(found, "__iter__"):
        return found
    return [_plain(one) for one in found]


def alone(text):
    """Whether numbers of the judge stand there without a word about it."""
    return any(number in text for number in NUMBERS) and "uncalibrated" not in text


OTHERS = [
    pytest.param(repr, "Scorecard", id="repr"),
    pytest.param(lambda card: card.to_json(), "Scorecard", id="Scorecard.to_json"),
    pytest.param(per_question_csv, "Scorecard", id="per_question_csv"),
    pytest.param(lambda found: found.to_json(), "Comparison", id="Comparison.to_json"),
    pytest.param(lambda found: found.to_json(), "GateResult", id="GateResult.to_json"),
]


@pytest.mark.parametrize(("function", "kind"), [*report_functions(), *OTHERS])
def test_no_report_shows_a_judges_number_alone(function, kind):
    assert not alone(shown(function, subjects()[kind]))


def test_reports_with_numbers_are_looked_at(monkeypatch):
    """The check fires: where nobody marks anything, every report with a number of the judge is found out."""
    functions = [one.values for one in (*report_functions(), *OTHERS)]
    for module in (ragauge.comparison.marks, ragauge.core.scorecard):
        monkeypatch.setattr(module, "recorded_mark", lambda *_: None)
    for module in (ragauge.core.scorecard, ragauge.io.per_question):
        monkeypatch.setattr(module, "recorded_marks", lambda _: ())
    monkeypatch.setattr(ragauge.comparison.marks, "asks_a_judge", lambda _: False)
    unmarked = subjects()
    found = {function.__name__ for function, kind in functions if alone(shown(function, unmarked[kind]))}
    assert found >= {
        "score_table", "slice_tables", "long_slice_tables", "print_scorecard", "scorecard_markdown",
        "comparison_tables", "comparison_markdown", "print_comparison", "cheaper_sentence",
        "gate_rows", "print_gate", "gate_markdown", "gate_junit", "gate_annotations", "repr",
    }  # fmt: skip


def test_the_mark_stands_in_the_row_of_its_number():
    from ragauge.report.rows import long_slice_tables, score_table, slice_tables

    card = subjects()["Scorecard"]
    for table in (score_table(card), *long_slice_tables(card)):
        for row in table[1:]:
            assert ("uncalibrated" in row) == ("faithfulness" in row)
    (wide,) = slice_tables(card)
    assert "faithfulness (uncalibrated)" in wide[0]
    assert "recall@5" in wide[0]


def test_without_a_judge_nothing_is_said_of_one():
    """The column is not there at all."""
    from ragauge import Scorecard
    from ragauge.report.markdown import scorecard_markdown
    from scorecards import of, scorecard

    card = Scorecard.from_json(scorecard(of(1.0, 0.0)))
    for text in (scorecard_markdown(card), repr(card), card.to_json(), per_question_csv(card)):
        assert "calibrat" not in text
        assert "judge" not in text


def test_sweeps_and_studies_take_no_judge():
    """They have no place for a mark, and need none."""
    with pytest.raises(InputError):
        ranking_metrics(["faithfulness"])
