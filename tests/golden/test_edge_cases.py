"""The edge cases in which evaluation tools differ, one test a case: what ragauge does in each, on files and objects."""

from __future__ import annotations

import math
from collections import UserDict
from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from ragauge import InputError, evaluate, load_golden, load_run, score

if TYPE_CHECKING:
    from pathlib import Path

    from ragauge import Scorecard

ALL = ["map", "mrr", "ndcg", "bpref", "infap", "rprec", "recall@5", "precision@5", "success@1", "iprec_11pt", "err@5"]
"""One metric of every family of ranking metrics."""
GOLD = "q1 0 d1 1\n"
RUN = "q1 Q0 x 1 0.9 t\nq1 Q0 d1 2 0.8 t\n"
HALF = 0.5
"""Reciprocal rank of d1 in RUN."""

Measure = Callable[..., "Scorecard"]


@pytest.fixture
def measure(tmp_path: Path) -> Measure:
    """Evaluate the text (or bytes) of a qrels file and of a run file."""

    def run(gold: str | bytes, hits: str | bytes, metrics: list[str] | None = None, **policies: Any) -> Scorecard:
        paths = []
        for name, content in (("gold.qrels", gold), ("run.trec", hits)):
            paths.append(tmp_path / name)
            paths[-1].write_bytes(content if isinstance(content, bytes) else content.encode())
        return evaluate(*paths, metrics or ["mrr"], **policies)

    return run


def value(card: Scorecard, metric: str = "mrr") -> float | None:
    return card[metric].value


def warned(card: Scorecard, words: str) -> bool:
    return any(words in warning for warning in card.warnings)


def test_ties_stand_by_falling_id(measure: Measure) -> None:
    rows = [f"q1 Q0 {item} 1 1.0 t" for item in "ABCD"]
    for order in (rows, rows[::-1], [rows[2], rows[0], rows[3], rows[1]]):
        card = measure("q1 0 A 1\n", "\n".join(order), ["mrr", "mrr@10", "ndcg", "precision@3", "success@3"])
        assert value(card) == value(card, "mrr@10") == pytest.approx(1 / 4, abs=1e-12)
        assert value(card, "ndcg") == pytest.approx(1 / math.log2(5), abs=1e-12)
        assert value(card, "precision@3") == value(card, "success@3") == 0
        assert warned(card, "a judged hit shares its score")


def test_ties_averaged_on_request_with_both_ends(measure: Measure) -> None:
    rows = "".join(f"q1 Q0 {item} 1 1.0 t\n" for item in "ABCD")
    card = measure("q1 0 A 1\n", rows, ["mrr", "ndcg"], ties="average")
    gains = [1 / math.log2(rank + 1) for rank in range(1, 5)]
    assert value(card, "ndcg") == pytest.approx(sum(gains) / 4, abs=1e-12)
    assert value(card) == pytest.approx((1 + 1 / 2 + 1 / 3 + 1 / 4) / 4, abs=1e-12)
    assert card["mrr"].bounds == {"ties_worst": 0.25, "ties_best": 1.0}


def test_ties_of_a_hundred_keep_one_ranking(measure: Measure) -> None:
    rows = [f"q1 Q0 d{place:03d} 1 0.5 t" for place in range(100)]
    values = {value(measure("q1 0 d041 1\n", "\n".join(order))) for order in (rows, rows[::-1], rows[50:] + rows[:50])}
    assert values == {1 / (100 - 41)}


def test_question_missing_from_the_run_is_zero_and_counted(measure: Measure) -> None:
    card = measure("q1 0 d1 1\nq2 0 d2 1\n", "q1 Q0 d1 1 1 t\n", ALL)
    for metric in ("map", "mrr", "ndcg", "recall@5"):
        assert value(card, metric) == HALF
        assert (card[metric].n, card[metric].items, card[metric].missing) == (2, 2, 1)
    assert warned(card, "1 of 2 questions with gold are not in the run: they score 0")


def test_question_missing_from_the_run_can_be_left_out_on_record(measure: Measure) -> None:
    card = measure("q1 0 d1 1\nq2 0 d2 1\n", "q1 Q0 d1 1 1 t\n", skip_missing=True)
    assert value(card) == 1
    assert (card["mrr"].n, card["mrr"].excluded, card["mrr"].missing) == (1, {"missing": 1}, 1)
    assert card.provenance["policies"] == {"skip_missing": True}


def test_question_of_the_run_without_gold_is_ignored_and_counted(measure: Measure) -> None:
    card = measure(GOLD, RUN + "q9 Q0 d1 1 1 t\nq8 Q0 d1 1 1 t\n")
    assert (value(card), card["mrr"].items) == (HALF, 1)
    assert card.provenance["run"]["ignored_questions"] == 2
    assert warned(card, "questions of the run that are not in the golden set: 2")


def test_no_question_in_common_is_an_error(measure: Measure) -> None:
    with pytest.raises(InputError, match=r"no question of the run is in the golden set .*q1.*q7"):
        measure(GOLD, "q7 Q0 d1 1 1 t\n")


def test_duplicate_in_the_run_is_an_error_with_both_lines(measure: Measure) -> None:
    with pytest.raises(InputError, match=r"run\.trec:4: 'd1' is listed again for question 'q1', first on line 2 "):
        measure(GOLD, RUN + "q2 Q0 d1 1 9 t\nq1 Q0 d1 3 0.95 t\n")


@pytest.mark.parametrize(("duplicates", "expected"), [("first", 1 / 2), ("best", 1.0)])
def test_duplicate_in_the_run_can_be_accepted(measure: Measure, duplicates: str, expected: float) -> None:
    card = measure(GOLD, RUN + "q1 Q0 d1 3 0.95 t\n", ["mrr", "duplicate_rate"], duplicates=duplicates)
    assert value(card) == expected
    assert value(card, "duplicate_rate") == pytest.approx(1 / 3, abs=1e-12)
    assert card.provenance["run"]["duplicate_hits"] == 1
    assert warned(card, "hits that repeat an id of the same question: 1")


def test_duplicate_in_the_gold_with_another_grade_is_an_error_with_both_lines(measure: Measure) -> None:
    with pytest.raises(InputError, match=r"gold\.qrels:3: grade 0 for 'd1' of question 'q1' contradicts grade 1 on li"):
        measure("q1 0 d1 1\nq1 0 d2 1\nq1 0 d1 0\n", RUN)


def test_duplicate_in_the_gold_with_the_same_grade_collapses(measure: Measure) -> None:
    card = measure("q1 0 d1 1\nq1 0 d1 1\n", "q1 Q0 d1 1 1 t\n", ["ndcg", "recall", "map"])
    assert value(card, "ndcg") == value(card, "recall") == value(card, "map") == 1
    assert warned(card, "1 identical duplicate judgments collapsed")


def test_negative_grades_are_not_relevant_and_gain_nothing(measure: Measure) -> None:
    card = measure("q1 0 n1 -1\nq1 0 n2 -2\nq1 0 d1 1\n", "q1 Q0 n1 1 3 t\nq1 Q0 n2 2 2 t\nq1 Q0 d1 3 1 t\n", ALL)
    assert value(card) == value(card, "map") == pytest.approx(1 / 3, abs=1e-12)
    assert value(card, "ndcg") == pytest.approx(1 / math.log2(4), abs=1e-12)
    assert value(card, "bpref") == 1


@pytest.mark.parametrize("other_first", [True, False])
def test_only_negative_grades_give_zero_and_a_flag(measure: Measure, other_first: bool) -> None:
    normal, negative = "q1 0 d1 1\n", "q2 0 n1 -1\nq2 0 n2 -2\n"
    gold = normal + negative if other_first else negative + normal
    card = measure(gold, RUN + "q2 Q0 n1 1 1 t\n", ALL)
    for metric in ALL:
        assert card.values[metric].value[card.questions.index("q2")] == 0, metric
        assert (card[metric].n, card[metric].flagged) == (2, {"no_relevant": 1})
    assert warned(card, "1 of 2 questions with gold are judged with nothing relevant: they score 0")


def test_k_greater_than_the_list_divides_by_k(measure: Measure) -> None:
    card = measure("q1 0 d1 1\nq1 0 d2 0\n", RUN, ["precision@5", "judged@5", "recall@5", "f1@5", "fill_rate(k=5)"])
    assert value(card, "precision@5") == 1 / 5
    assert value(card, "judged@5") == 1 / 2  # of the two hits returned
    assert value(card, "recall@5") == 1
    assert value(card, "f1@5") == pytest.approx(2 * 0.2 / 1.2, abs=1e-12)
    assert value(card, "fill_rate@5") == 2 / 5


def test_no_relevant_units_score_zero_by_default(measure: Measure) -> None:
    card = measure("q1 0 d1 1\nq2 0 d1 0\n", RUN + "q2 Q0 d1 1 1 t\n", ALL)
    assert [card[metric].n for metric in ALL] == [2] * len(ALL)
    assert [card.values[metric].value[1] for metric in ALL] == [0] * len(ALL)
    assert card["mrr"].flagged == {"no_relevant": 1}


def test_no_relevant_units_can_be_excluded_on_record(measure: Measure) -> None:
    card = measure("q1 0 d1 1\nq2 0 d1 0\n", RUN + "q2 Q0 d1 1 1 t\n", no_relevant="exclude")
    assert (value(card), card["mrr"].n, card["mrr"].excluded) == (HALF, 1, {"no_relevant": 1})
    assert card.provenance["policies"] == {"no_relevant": "exclude"}


@pytest.mark.parametrize("text", ["nan", "NaN", "-nan"])
def test_nan_score_is_an_error_with_its_line(measure: Measure, text: str) -> None:
    with pytest.raises(InputError, match=r"run\.trec:3: column 'score'"):
        measure(GOLD, RUN + f"q1 Q0 d2 3 {text} t\n")


@pytest.mark.parametrize("text", ["inf", "-inf", "Infinity", "1e400"])
def test_infinite_score_is_an_error_with_its_line(measure: Measure, text: str) -> None:
    with pytest.raises(InputError, match=r"run\.trec:3: column 'score'.*finite"):
        measure(GOLD, RUN + f"q1 Q0 d2 3 {text} t\n")


@pytest.mark.parametrize("text", ["abc", "1,5", "0x1f", "--1", "1_000"])
@pytest.mark.parametrize("space", [" ", "\t"])
def test_bad_score_is_an_error_with_its_line(measure: Measure, text: str, space: str) -> None:
    run = (RUN + f"q1 Q0 d2 3 {text} t\n").replace(" ", space)
    with pytest.raises(InputError, match=rf"run\.trec:3: column 'score': '{text}' is not a number"):
        measure(GOLD, run)


@pytest.mark.parametrize("text", ["1e-3", "+0.5", ".5", "5.", "-0.25", "1E3", "16777217"])
@pytest.mark.parametrize("space", [" ", "\t"])
def test_every_spelling_of_a_number_is_a_score(measure: Measure, tmp_path: Path, text: str, space: str) -> None:
    card = measure(GOLD, f"q1 Q0 d1 1 {text} t\n".replace(" ", space))
    assert load_run(tmp_path / "run.trec").frame["score"].to_list() == [float(text)]
    assert value(card) == 1


def test_unicode_ids_tie_by_utf8_bytes(measure: Measure) -> None:
    """U+FF21 stands before U+1F600 in UTF-8, and after it in UTF-16."""
    fullwidth, emoji = "\uff21", "\U0001f600"
    run = f"вопрос Q0 {fullwidth} 1 1 t\nвопрос Q0 {emoji} 2 1 t\n"
    assert value(measure(f"вопрос 0 {emoji} 1\n", run)) == 1
    assert value(measure(f"вопрос 0 {fullwidth} 1\n", run)) == HALF
    assert value(measure("q 0 ё 1\n", "q Q0 я 1 1 t\nq Q0 ё 2 1 t\nq Q0 z 3 1 t\n")) == 1
    assert score("mrr", {fullwidth: 1.0, emoji: 1.0}, [emoji]) == 1


def test_unicode_ids_are_compared_as_they_are(measure: Measure) -> None:
    """Composed and decomposed letters are different ids, as in every tool."""
    assert value(measure("q 0 \u0439 1\n", "q Q0 \u0438\u0306 1 1 t\n")) == 0


def test_rank_column_is_ignored_where_it_is_no_number(measure: Measure) -> None:
    card = measure(GOLD, "q1 Q0 x first 0.9 t\nq1 Q0 d1 second 0.8 t\n")
    assert (value(card), card.warnings) == (HALF, ())


def test_rank_column_that_contradicts_the_score_is_ignored_with_a_warning(measure: Measure) -> None:
    card = measure(GOLD, "q1 Q0 d1 1 0.8 t\nq1 Q0 x 2 0.9 t\n")
    assert value(card) == HALF
    assert warned(card, "rank")


def test_rank_column_that_agrees_gives_no_warning(measure: Measure) -> None:
    assert measure(GOLD, RUN).warnings == ()
    assert measure(GOLD, "q1 Q0 d1 2 0.8 t\nq1 Q0 x 1 0.9 t\n").warnings == ()


@pytest.mark.parametrize("space", ["\t", "  ", " \t ", "\t\t", "\x0b", "\x0c"], ids=repr)
def test_any_ascii_white_space_separates(measure: Measure, space: str) -> None:
    card = measure(GOLD.replace(" ", space), RUN.replace(" ", space))
    assert (value(card), card["mrr"].n) == (HALF, 1)


def test_leading_and_trailing_white_space(measure: Measure) -> None:
    gold = "".join(f"  {line} \t\n" for line in GOLD.splitlines())
    run = "".join(f"\t{line}  \n" for line in RUN.splitlines())
    assert value(measure(gold, run)) == HALF


def test_only_some_lines_are_irregular(measure: Measure) -> None:
    assert value(measure(GOLD + "q2\t0   d1 1\n", RUN + "q2 Q0 x   1 0.9 t\nq2\tQ0 d1 2 0.8 t\n")) == HALF


def test_crlf_line_ends(measure: Measure) -> None:
    card = measure(GOLD.replace("\n", "\r\n"), RUN.replace("\n", "\r\n"))
    assert value(card) == HALF


def test_blank_lines_in_the_run(measure: Measure) -> None:
    assert value(measure(GOLD, "\n" + RUN.replace("\n", "\n \t\n\n"))) == HALF


def test_blank_lines_in_the_gold(measure: Measure) -> None:
    card = measure("\n\nq1 0 d1 1\n   \n\nq2 0 d1 1\n\n", RUN)
    assert (value(card), card["mrr"].n) == (HALF / 2, 2)


def test_blank_lines_count_in_line_numbers(measure: Measure) -> None:
    with pytest.raises(InputError, match=r"run\.trec:6: column 'score'"):
        measure(GOLD, "\n" + RUN.replace("\n", "\n\n") + "q1 Q0 d2 3 abc t\n")


def test_tag_with_spaces(measure: Measure) -> None:
    assert value(measure(GOLD, RUN.replace(" t\n", " my best run\n"))) == HALF
    assert value(measure(GOLD, RUN + "q1 Q0 d2 3 0.7 my best run\n")) == HALF


@pytest.mark.parametrize("line", ["q1 Q0 d2 3 0.7", "q1 Q0 d2 3 0.7 ", "q1 Q0 d2"])
def test_line_without_a_tag_is_an_error_with_its_line(measure: Measure, line: str) -> None:
    with pytest.raises(InputError, match=r"run\.trec:3: expected 6 fields \(question Q0 item rank score tag\), got \d"):
        measure(GOLD, f"{RUN}{line}\nq1 Q0 d3 4 0.6 t\n")


def test_line_without_a_tag_is_not_made_up_for_by_a_longer_one(measure: Measure) -> None:
    with pytest.raises(InputError, match=r"run\.trec:3: expected 6 fields .* got 5"):
        measure(GOLD, RUN + "q1 Q0 d2 3 0.7\nq1 Q0 d3 4 0.6 t u\n")


@pytest.mark.parametrize("lines", ["q1 0 d2\n", "q1 0 d2 1 1\n", "q1 0 d2\nq1 0 d3 1 1\n"])
def test_judgment_with_too_few_or_too_many_fields_is_an_error(measure: Measure, lines: str) -> None:
    with pytest.raises(InputError, match=r"gold\.qrels:2: expected 4 fields \(question iteration item grade\), got"):
        measure(GOLD + lines, RUN)


def test_byte_order_mark_is_stripped(measure: Measure) -> None:
    bom = b"\xef\xbb\xbf"
    card = measure(bom + GOLD.encode(), bom + RUN.encode())
    assert (card.questions, value(card)) == (("q1",), HALF)


def test_hash_is_data_and_no_comment(measure: Measure) -> None:
    card = measure("#q1 0 doc#4_1 1\n", "#q1 Q0 doc#4_0 1 2 t\n#q1 Q0 doc#4_1 2 1 t\n")
    assert (card.questions, value(card)) == (("#q1",), HALF)
    with pytest.raises(InputError, match=r"gold\.qrels:2: expected 4 fields .* got 3"):
        measure(GOLD + "# the end\n", RUN)


CLOSE = [("0.123456789012", "0.123456789011"), ("16777217", "16777216")]


@pytest.mark.parametrize(("high", "low"), CLOSE)
def test_scores_are_compared_as_float64(measure: Measure, high: str, low: str) -> None:
    run = f"q1 Q0 a 1 {high} t\nq1 Q0 b 2 {low} t\n"
    assert value(measure("q1 0 a 1\n", run)) == 1


@pytest.mark.parametrize(("high", "low"), CLOSE)
def test_scores_are_compared_as_float32_for_version_9(measure: Measure, high: str, low: str) -> None:
    run = f"q1 Q0 a 1 {high} t\nq1 Q0 b 2 {low} t\n"
    assert value(measure("q1 0 a 1\n", run, compat="trec_eval-9")) == HALF


def test_grade_written_as_a_float_is_accepted_when_whole(measure: Measure) -> None:
    card = measure("q1 0 d1 1.0\nq1 0 d2 2.00\n", RUN, ["mrr", "ndcg", "recall"])
    assert (value(card), value(card, "recall")) == (HALF, HALF)


@pytest.mark.parametrize("grade", ["1.5", "0.999", "-0.5"])
def test_fractional_grade_is_an_error_with_its_line(measure: Measure, grade: str) -> None:
    with pytest.raises(InputError, match=rf"gold\.qrels:2: column 'grade': grade {grade} is not a whole number"):
        measure(GOLD + f"q1 0 d2 {grade}\n", RUN)


@pytest.mark.parametrize("empty", ["", "\n", " \r\n\t\n"])
def test_empty_run_is_all_zero_with_a_warning(measure: Measure, empty: str) -> None:
    card = measure(GOLD + "q2 0 d1 1\n", empty, ALL)
    assert [value(card, metric) for metric in ALL] == [0] * len(ALL)
    assert [card[metric].missing for metric in ALL] == [2] * len(ALL)
    assert card.warnings[0].startswith("the run is empty")


def test_empty_run_as_a_mapping_is_the_same() -> None:
    card = evaluate({"q1": ["d1"]}, {}, ["mrr"])
    assert (value(card), card["mrr"].missing) == (0, 1)
    assert warned(card, "the run is empty")
    assert not warned(card, "by their text")


@pytest.mark.parametrize("empty", ["", "\n \n"])
def test_empty_gold_is_an_error(measure: Measure, empty: str) -> None:
    with pytest.raises(InputError, match=r"gold\.qrels"):
        measure(empty, RUN)
    with pytest.raises(InputError):
        evaluate({}, {"q1": ["d1"]}, ["mrr"])


@pytest.mark.parametrize("run", [{"q1": [], "q2": ["d2"]}, {"q1": {}, "q2": {"d2": 1.0}}, {"q2": ["d2"], "q1": ()}])
def test_empty_result_list_is_zero_and_counted(run: dict[str, Any]) -> None:
    card = evaluate({"q1": ["d1"], "q2": ["d2"]}, run, ALL)
    for metric in ALL:
        assert card.values[metric].value[0] == 0
        assert (card[metric].n, card[metric].missing, card[metric].flagged) == (2, 0, {"empty_result": 1})
    assert warned(card, "1 of 2 questions with gold got an empty list: they score 0")


@pytest.mark.parametrize("run", [{"q1": []}, {"q1": {}}])
def test_empty_result_list_of_the_only_question(run: dict[str, Any]) -> None:
    card = evaluate({"q1": ["d1"]}, run, ALL)
    assert [value(card, metric) for metric in ALL] == [0] * len(ALL)
    assert card["mrr"].flagged == {"empty_result": 1}


def test_document_named_like_its_question_is_kept(measure: Measure) -> None:
    card = measure("d1 0 d1 1\n", "d1 Q0 d1 1 2 t\nd1 Q0 x 2 1 t\n", ["mrr", "recall@1"])
    assert (value(card), value(card, "recall@1")) == (1, 1)


def test_interleaved_questions(measure: Measure) -> None:
    run = "q1 Q0 x 1 0.9 t\nq2 Q0 d1 1 0.9 t\nq1 Q0 d1 2 0.8 t\nq2 Q0 x 2 0.8 t\n"
    card = measure("q2 0 d1 1\nq1 0 d1 1\nq2 0 d2 1\n", run, ["mrr", "recall"])
    assert dict(zip(card.questions, card.values["mrr"].cells(), strict=True)) == {"q1": 0.5, "q2": 1.0}
    assert dict(zip(card.questions, card.values["recall"].cells(), strict=True)) == {"q1": 1.0, "q2": 0.5}


def test_rows_out_of_order(measure: Measure) -> None:
    assert value(measure(GOLD, "".join(reversed(RUN.splitlines(keepends=True))))) == HALF


def test_no_final_newline(measure: Measure) -> None:
    assert value(measure(GOLD.rstrip("\n"), RUN.rstrip("\n"))) == HALF


def test_relevance_threshold_does_not_touch_ndcg(measure: Measure) -> None:
    """The grades 3, 2, 1, 0 in the order 1, 0, 2, 3: linear gain, and no threshold to be had."""
    gold = "q1 0 a 3\nq1 0 b 2\nq1 0 c 1\nq1 0 d 0\n"
    run = "q1 Q0 c 1 4 t\nq1 Q0 d 2 3 t\nq1 Q0 b 3 2 t\nq1 Q0 a 4 1 t\n"
    card = measure(gold, run, ["ndcg", "mrr(rel=2)", "precision(rel=2)@5"])
    gained = 1 + 2 / math.log2(4) + 3 / math.log2(5)
    ideal = 3 + 2 / math.log2(3) + 1 / math.log2(4)
    assert value(card, "ndcg") == pytest.approx(gained / ideal, abs=1e-12)
    assert f"{value(card, 'ndcg'):.4f}" == "0.6913"
    assert (value(card, "mrr(rel=2)"), value(card, "precision(rel=2)@5")) == (1 / 3, 2 / 5)
    with pytest.raises(Exception, match="ndcg has no parameter 'rel'"):
        measure(gold, run, ["ndcg(rel=2)@10"])


def test_quotes_are_data(measure: Measure) -> None:
    assert value(measure('q1 0 "d1 1\n', 'q1 Q0 x 1 0.9 t\nq1 Q0 "d1 2 0.8 t\n')) == HALF


# What calling from Python trips over.


@pytest.mark.parametrize("kind", [float, np.float32, np.float64, np.float16, int, np.int64])
def test_scores_of_any_number_type(kind: Callable[[int], Any]) -> None:
    card = evaluate({"q": ["a"]}, {"q": {"a": kind(1), "b": kind(2)}}, ["mrr"])
    assert value(card) == HALF
    assert score("mrr", {"a": kind(1), "b": kind(2)}, ["a"]) == HALF


@pytest.mark.parametrize("kind", [int, float, bool, np.int64, np.int32, np.uint8, np.float64, np.float32])
def test_grades_of_any_number_type(kind: Callable[[int], Any]) -> None:
    gold = {"q": {"a": kind(1), "b": kind(0)}}
    assert value(evaluate(gold, {"q": ["b", "a"]}, ["mrr"])) == HALF
    assert score("mrr", ["b", "a"], gold["q"]) == HALF


@pytest.mark.parametrize("grade", [0.5, math.nan, math.inf, "much"])
def test_grade_that_is_no_whole_number_is_an_error(grade: Any) -> None:
    with pytest.raises(InputError, match=str(grade)):
        evaluate({"q": {"a": grade}}, {"q": ["a"]}, ["mrr"])
    with pytest.raises(InputError, match=str(grade)):
        score("mrr", ["a"], {"a": grade})


@pytest.mark.parametrize("number", [math.nan, math.inf, "high"])
def test_score_that_is_no_finite_number_is_an_error(number: Any) -> None:
    for hits in ({"a": number}, [("a", number)]):
        with pytest.raises(InputError, match="score"):
            evaluate({"q": ["a"]}, {"q": hits}, ["mrr"])
        with pytest.raises(InputError, match="score"):
            score("mrr", hits, ["a"])


def test_integer_ids() -> None:
    assert value(evaluate({1: {7: 1}}, {1: {7: 1.0, 8: 2.0}}, ["mrr"])) == HALF
    assert value(evaluate({1: [7]}, {1: [8, 7]}, ["mrr"])) == HALF
    assert value(evaluate({1: [7]}, {"1": ["8", "7"]}, ["mrr"])) == HALF


@pytest.mark.parametrize("kind", [dict, UserDict, MappingProxyType])
def test_any_mapping_is_a_run(kind: Callable[[dict[str, Any]], Any]) -> None:
    """The scores rank, whatever order the ids stand in."""
    run = kind({"q": kind({"x": 1.0, "a": 2.0})})
    assert value(evaluate({"q": ["a"]}, run, ["mrr"])) == 1
    assert load_run(run).order == "score"
    assert score("mrr", run["q"], ["a"]) == 1


@pytest.mark.parametrize("kind", [dict, UserDict, MappingProxyType])
def test_any_mapping_is_gold(kind: Callable[[dict[str, Any]], Any]) -> None:
    gold = kind({"q": kind({"a": 2, "b": 0})})
    card = evaluate(gold, {"q": ["b", "a"]}, ["mrr", "ndcg"])
    assert (value(card), value(card, "ndcg")) == (HALF, pytest.approx(1 / math.log2(3), abs=1e-12))
    assert score("mrr", ["b", "a"], gold["q"]) == HALF


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_any_sequence_is_a_ranking(kind: Callable[[list[str]], Any]) -> None:
    assert value(evaluate({"q": ["a"]}, {"q": kind(["b", "a"])}, ["mrr"])) == HALF


def test_one_string_is_no_ranking() -> None:
    with pytest.raises(InputError):
        evaluate({"q": ["d1"]}, {"q": "d1"}, ["mrr"])
    with pytest.raises(InputError):
        score("mrr", "d1", ["d1"])


@pytest.mark.parametrize("item", ["id", "source", "document", "item", "[x]", "a;b", '{"a"}', "None"])
def test_any_string_is_an_id(item: str) -> None:
    """A document may be called what elsewhere is a key or a separator."""
    assert value(evaluate({"q": {item: 1, "other": 1}}, {"q": [item]}, ["recall"]), "recall") == HALF
    assert value(evaluate({"q": [item, "other"]}, {"q": {item: 1.0}}, ["recall"]), "recall") == HALF


@pytest.mark.parametrize("gold", [{" a ": 1}, [" a "]])
@pytest.mark.parametrize("run", [{" a ": 1.0}, [" a "], [(" a ", 1.0)]])
def test_blanks_around_an_id_are_read_alike_on_both_sides(gold: Any, run: Any) -> None:
    assert value(evaluate({"q": gold}, {"q": run}, ["recall"]), "recall") == 1


def test_evaluating_again_gives_the_same(measure: Measure) -> None:
    gold, run = load_golden({"q1": {"a": 2, "b": 1}, "q2": {"c": 1}}), load_run({"q1": {"b": 1.0, "a": 1.0}, "q2": {}})
    first = evaluate(gold, run, ALL, seed=3)
    for _ in range(3):
        assert evaluate(gold, run, ALL, seed=3).to_json() == first.to_json()
    assert first.metrics == tuple(ALL)
    card = measure(GOLD, RUN, ALL, ties="average")
    assert measure(GOLD, RUN, ALL, ties="average").to_json() == card.to_json()


def test_evaluating_leaves_its_arguments_alone() -> None:
    gold, run = {"q1": {"a": 1}, "q2": {"b": 1}}, {"q1": {"a": 1.0}, "q3": {"c": 1.0}}
    evaluate(gold, run, ALL, duplicates="best", unjudged="drop")
    assert gold == {"q1": {"a": 1}, "q2": {"b": 1}}
    assert run == {"q1": {"a": 1.0}, "q3": {"c": 1.0}}


def test_single_document() -> None:
    assert value(evaluate({"q": ["a"]}, {"q": ["a"]}, ["ndcg"]), "ndcg") == 1


def test_missing_score_does_not_make_one_question_depend_on_another() -> None:
    """Whatever rank a hit without a score gets, the rows of another question do not change it."""
    alone = evaluate({"q": ["a"]}, {"q": {"a": None, "b": 1.0}}, ["mrr"])
    beside = evaluate({"q": ["a"], "r": ["c"]}, {"q": {"a": None, "b": 1.0}, "r": {"c": 1.0, "d": 2.0}}, ["mrr"])
    assert beside.values["mrr"].value[0] == alone.values["mrr"].value[0]
