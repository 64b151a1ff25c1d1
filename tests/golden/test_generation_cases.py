"""Metrics of answers against what reference implementations gave, row by row: RAGAUGE_CASES.

Where ragauge takes another value on purpose, ``DIFFERENCES`` has it with its reason.
"""

from __future__ import annotations

import gzip
import json
import math
from typing import TYPE_CHECKING, Any

import pytest

from ragauge.core.answered import Answered, Answers
from ragauge.core.flows import JudgeError
from ragauge.core.texts.normalise import normalised
from ragauge.core.texts.refusals import says_it_has_no_answer
from ragauge.metrics.context.golden_contexts import warnings_of_golden_contexts
from ragauge.metrics.context.reference_claims import lexical_reference_recall
from ragauge.metrics.generation.abstention import abstention_correct, wrong_refusal
from ragauge.metrics.generation.citations import judged_citations
from ragauge.metrics.generation.cited import cited, cited_chunks
from ragauge.metrics.generation.correctness import exact_match, token_f1
from ragauge.metrics.generation.entailed_claims import claim_figures
from ragauge.metrics.generation.facts import penalised
from ragauge.metrics.generation.faithfulness import lexical_faithfulness, share_supported
from ragauge.metrics.generation.grounding import quote_grounding, quote_items
from ragauge.metrics.generation.nuggets import nugget_score
from ragauge.metrics.generation.scored_replies import expected_score, read_score
from ragauge.metrics.generation.verdicts import mean_likeness, noise_sensitivity, ranked_relevance, share_of
from watched import Watched, unread

if TYPE_CHECKING:
    from pathlib import Path

DIFFERENCES: dict[str, tuple[Any, str]] = {
    "alce_out_of_range": (
        {"citation_rec": 50.0, "citation_prec": 50.0},
        "a citation of nothing in the prompt is one that is not precise",
    ),
    "nugget_empty": (
        {"strict_vital": None, "strict_all": None, "vital": None, "all": None},
        "without nuggets there is no share of them",
    ),
    "nugget_no_vital/ore": (
        {"All": 1.0, "All Strict": 1.0, "Vital": None, "Vital Strict": None, "Weighted": 1.0, "Weighted Strict": 1.0},
        "no vital nugget: no value; and an answer that states all nuggets has 1",
    ),
    "nugget_no_okay/ore": (
        {"All": 1.0, "All Strict": 1.0, "Vital": 1.0, "Vital Strict": 1.0, "Weighted": 1.0, "Weighted Strict": 1.0},
        "an answer that states all nuggets has 1, also where none is okay",
    ),
    "ragchecker_no_gold_claims": (
        {
            "precision": 0.0,
            "recall": None,
            "f1": None,
            "claim_recall": None,
            "context_precision": None,
            "context_utilization": None,
            "noise_sensitivity_in_relevant": 0.0,
            "noise_sensitivity_in_irrelevant": 0.5,
            "hallucination": 0.5,
            "self_knowledge": 0.0,
            "faithfulness": 0.5,
        },
        "a share of the reference's claims has no value without them, and no chunk is relevant then",
    ),
    "ragas_ctx_precision_empty": (None, "without a chunk there is no order of chunks"),
    "geval_drop_below_1pct": (
        (0.9 * 8 + 0.009 * 1) / 0.909,
        "what a judge holds to be improbable is counted as such; floor=0.01 gives deepeval's",
    ),
    "geval_leading_space": (7.5, "' 7' says 7"),
    "geval_parse_'Score: 4'": (JudgeError, "what cannot be read is a failure, and no grade of 0"),
}


UNREAD = {
    "input.raw_score": "the score of the likeliest token alone, which the mean over all of them stands in for",
    "input.lang": "the plain normal form has no language",
    "input.cosines_to_question": "likenesses of all texts, of which a row needs those of what was generated",
}
"""What of the rows nothing here reads, and why."""


def _rows(cases_dir: Path) -> dict[str, dict[str, Any]]:
    rows = json.loads((cases_dir / "generation.json").read_text(encoding="utf-8"))["cases"]
    return {row["id"]: Watched(row) for row in rows}


def _one(metric: Any, answer: str, references: list[str], **parameters: Any) -> float:
    answers = Answers((Answered("q", answer=answer, refusal=False, references=tuple(references)),))
    return float(metric(answers, **parameters).value[0])


def _squad(given: dict[str, Any]) -> Any:
    if "golds" in given:
        return _one(token_f1, given["prediction"], given["golds"], profile="squad")
    texts = given["prediction"], [given["gold"]]
    em = _one(exact_match, *texts, profile="squad")
    return {
        "v1_em": em,
        "v1_f1": _one(token_f1, *texts, profile="squad", empty="zero"),
        "v2_em": em,
        "v2_f1": _one(token_f1, *texts, profile="squad"),
        "norm_pred": normalised(given["prediction"], "squad"),
        "norm_gold": normalised(given["gold"], "squad"),
    }


def _factscore(given: dict[str, Any]) -> dict[str, Any]:
    lists = [one for one in given["atomic_fact_supported"] if one is not None]
    gamma = given["gamma"]
    mean = {g: [penalised(one, gamma=g, by="facts") for one in lists] for g in (0, gamma)}
    return {
        "score": sum(mean[gamma]) / len(lists) if lists else math.nan,
        "init_score": (sum(mean[0]) / len(lists) if lists else math.nan) if gamma else None,
        "respond_ratio": len(lists) / len(given["atomic_fact_supported"]),
        "num_facts_per_response": sum(map(len, lists)) / len(lists) if lists else math.nan,
    }


def _alce(given: dict[str, Any]) -> dict[str, Any]:
    contexts = ("text D1", "text D2", "text D3")
    one = Answered("q", answer=" ".join(f"{text[0]} lamp{text[1:]}" for text in given["output_sentences"]),
                   contexts=contexts)  # fmt: skip
    entails = {
        "D1 entails": lambda passage, claim: "D1" in passage,
        "D1 and D2 together entail": lambda passage, claim: "D1" in passage and "D2" in passage,
        "D1&D2 entail": lambda passage, claim: "D1" in passage and "D2" in passage,
        "D1 or D2 entails": lambda passage, claim: "D1" in passage or "D2" in passage,
    }[given["nli"]]
    found = cited(one)
    assert not isinstance(found, str)
    assert len(found.statements) == len(given["output_sentences"])
    verdicts = judged_citations(found, contexts, entails)
    return {"citation_rec": 100 * (verdicts.recall or 0.0), "citation_prec": 100 * (verdicts.precision or 0.0)}


def _nuggets(given: dict[str, Any], names: dict[str, tuple[str, float]]) -> dict[str, Any]:
    stated = {"support": "support", "partial_support": "partial", "not_support": "none"}
    verdicts = [(kind == "vital", stated[verdict]) for kind, verdict in given["nuggets"]]
    return {name: nugget_score(verdicts, over=over, partial=partial) for name, (over, partial) in names.items()}


NUGGETIZER = {"strict_vital": ("vital", 0.0), "strict_all": ("all", 0.0), "vital": ("vital", 0.5), "all": ("all", 0.5)}
OPEN_RAG_EVAL = {
    "All": ("all", 0.5), "All Strict": ("all", 0.0), "Vital": ("vital", 0.5), "Vital Strict": ("vital", 0.0),
    "Weighted": ("weighted", 0.5), "Weighted Strict": ("weighted", 0.0),
}  # fmt: skip


def _ragchecker(given: dict[str, Any]) -> dict[str, Any]:
    entailed, relevant = given["retrieved2response[claim][chunk]"], given["retrieved2answer[claim][chunk]"]
    one = claim_figures(given["answer2response"], given["response2answer"], entailed, relevant, chunks=1)
    names = {
        "context_utilization": "context_utilisation",
        "noise_sensitivity_in_relevant": "noise_relevant",
        "noise_sensitivity_in_irrelevant": "noise_irrelevant",
    }
    every = (
        "precision recall f1 claim_recall context_precision context_utilization noise_sensitivity_in_relevant "
        "noise_sensitivity_in_irrelevant hallucination self_knowledge faithfulness"
    )
    return {name: getattr(one, names.get(name, name)) for name in every.split()}


def _ragas(name: str, given: dict[str, Any]) -> Any:
    if "noise" in name:
        return noise_sensitivity(
            given["ground_truth2answer"],
            given["retrieved2ground_truth[claim][chunk]"],
            given["retrieved2answer[claim][chunk]"],
            by=given["mode"],
        )
    if "relevancy" in name:
        made = [(text, no) for text, no in zip(given["generated"], given["noncommittal"], strict=True) if text]
        return mean_likeness([given["cosines_to_question"][text] for text, _ in made], [no for _, no in made])
    if "precision" in name:
        return ranked_relevance(given["verdicts"])
    verdicts = given.get("verdicts", given.get("attributed"))
    return share_of(verdicts, len(verdicts))


def _geval(given: dict[str, Any]) -> Any:
    if "text" in given:
        try:
            return read_score(given["text"])
        except JudgeError as error:
            return type(error)
    return expected_score(given["top_logprobs_as_probs"])


def result(name: str, row: dict[str, Any]) -> Any:
    given, kind = row["input"], name.partition("_")[0]
    if kind == "nugget":
        return _nuggets(given, OPEN_RAG_EVAL if name.endswith("/ore") else NUGGETIZER)
    if kind == "mlqa":
        return normalised(given["text"], "plain")
    simple = {"squad": _squad, "factscore": _factscore, "alce": _alce, "ragchecker": _ragchecker, "geval": _geval}
    return _ragas(name, given) if kind == "ragas" else simple[kind](given)


def same(found: Any, expected: Any, tol: float) -> bool:
    if isinstance(expected, dict):
        return all(same(found.get(name), value, tol) for name, value in expected.items())
    if expected == "NaN":
        return found is None or math.isnan(found)
    if isinstance(expected, bool | int | float):
        return isinstance(found, int | float) and math.isclose(found, expected, rel_tol=0, abs_tol=tol)
    return bool(found == expected)


def test_every_row_of_the_reference_implementations(cases_dir: Path) -> None:
    rows = _rows(cases_dir)
    assert len(rows) >= 50
    wrong = {}
    for name, row in rows.items():
        found = result(name, row)
        expected = DIFFERENCES[name][0] if name in DIFFERENCES else row["expected"]
        if not same(found, expected, row["tol"]):
            wrong[name] = (found, expected)
        if name in DIFFERENCES and isinstance(expected, dict):
            assert set(expected) == set(row["expected"]), name
        known = (*UNREAD, "expected") if name in DIFFERENCES else tuple(UNREAD)
        assert [path for path in unread(row) if not path.startswith(known)] == [], name
    assert wrong == {}


def test_every_difference_is_one(cases_dir: Path) -> None:
    rows = _rows(cases_dir)
    assert set(DIFFERENCES) <= set(rows)
    alike = [name for name in DIFFERENCES if same(result(name, rows[name]), rows[name]["expected"], rows[name]["tol"])]
    assert alike == []


def test_a_planted_difference_is_seen() -> None:
    assert not same({"recall": 0.0}, {"recall": None}, 1e-9)
    assert not same(None, 0.0, 1e-9)
    assert not same(0.5 + 1e-8, 0.5, 1e-9)


@pytest.fixture(scope="module")
def others(cases_dir: Path) -> dict[str, dict[str, Any]]:
    texts = [(cases_dir / name).read_text(encoding="utf-8") for name in ("users.jsonl", "peers.jsonl")]
    return {row["id"]: row for text in texts for row in map(json.loads, text.splitlines())}


def test_m03_m04_m05_broken_verdicts_are_errors_of_the_judge(others: dict[str, Any]) -> None:
    for name, kind in (("M03", "wrong_count"), ("M04", "wrong_count"), ("M05", "not_allowed")):
        given = others[name]["input"]
        claims = given.get("claims", given.get("statements"))
        with pytest.raises(JudgeError) as raised:
            share_of(given["judge_verdicts"], len(claims))
        assert raised.value.kind == kind


def test_m07_an_abstention_is_not_an_answer_full_of_inventions(others: dict[str, Any]) -> None:
    given = others["M07"]["input"]
    entailed = given["retrieved_entails_reference"]
    silent = claim_figures([], [0] * given["reference_claims"], [], entailed, chunks=1)
    invented = claim_figures([0, 0], [0] * given["reference_claims"], [[0], [0]], entailed, chunks=1)
    assert (silent.faithfulness, silent.hallucination) == (None, None)
    assert (invented.faithfulness, invented.hallucination) == (0.0, 1.0)
    no_words = Answered("q", refusal=True, contexts=("...",), answerable=True)
    assert list(lexical_faithfulness(Answers((no_words,))).cells()) == ["refused"]
    assert list(wrong_refusal(Answers((no_words,))).cells()) == [1.0]


def test_m10_average_precision_and_precision_have_names_of_their_own(others: dict[str, Any]) -> None:
    from ragauge import score

    relevance = others["M10"]["input"]["relevance"]
    run = [f"d{place}" for place in range(len(relevance))]
    gold = [name for name, good in zip(run, relevance, strict=True) if good]
    expected = {"map@5": 1.0, "precision@5": 0.2}
    assert {name: score(name, run, gold) for name in expected} == expected
    assert ranked_relevance(relevance) == 1.0


def test_m13_nobody_is_asked_about_an_empty_context(others: dict[str, Any]) -> None:
    given = others["M13"]["input"]

    def judge(passage: str, claim: str) -> bool:
        raise AssertionError("the judge was asked")

    assert share_supported([given["expected"]], given["contexts"], judge) == 0.0
    one = Answered("q", contexts=tuple(given["contexts"]), references=(given["expected"],))
    assert list(lexical_reference_recall(Answers((one,))).cells()) == [0.0]


def test_m24_typographic_quotation_marks(others: dict[str, Any]) -> None:
    given, expected = others["M24"]["input"], others["M24"]["expected"]
    one = Answered("q", answer=given["answer"], contexts=tuple(given["sources"]))
    assert [item.text for item in quote_items(one)] == expected["spans"]
    assert list(quote_grounding(Answers((one,))).cells()) == [expected["score"]]


def test_u037_a_marker_is_a_place_in_the_prompt(others: dict[str, Any]) -> None:
    given = others["U037"]["input"]
    order = tuple(given["prompt_order"])
    texts = tuple(f"text {name}" for name in order)
    one = Answered("q", answer=f"So it is [{given['answer_marker']}].", contexts=texts, ids=order)
    assert cited_chunks(one) == ("c",)
    assert cited_chunks(one) != (given["resolver_order"][given["answer_marker"] - 1],)


def test_u048_a_refusal_of_a_question_without_answer_is_good(others: dict[str, Any]) -> None:
    given = others["U048"]["input"]
    one = Answered("q", answer=given["answer"], contexts=tuple(given["contexts"]), answerable=given["answerable"])
    answerable = Answered("q", answer=given["answer"], contexts=tuple(given["contexts"]), answerable=True)
    assert list(abstention_correct(Answers((one,))).cells()) == [1.0]
    assert list(lexical_faithfulness(Answers((one,))).cells()) == ["refused"]
    assert list(wrong_refusal(Answers((one, answerable))).cells()) == ["unanswerable", 1.0]


def test_u050_the_golden_set_is_not_graded_unseen(others: dict[str, Any]) -> None:
    given = others["U050"]["input"]
    gold, retrieved, sent = (given[name] for name in ("reference_context", "retrieved_context", "sent_to_metric"))

    def warned(*texts: str) -> tuple[str, ...]:
        rows = [Answered(str(place), contexts=(text,), evidence=((gold,),)) for place, text in enumerate(texts)]
        return warnings_of_golden_contexts(Answers(tuple(rows)))

    assert "grading the golden set" in warned(sent)[0]
    assert warned(retrieved) == ()
    assert warned(sent, retrieved) == ()


def test_u051_identical_texts_are_1_in_every_script(others: dict[str, Any]) -> None:
    given = others["U051"]["input"]
    rows = [(given["answer"], given["reference"])]
    rows += [
        (text, text) for text in ("保証は二年です。", "كفالة لمدة سنتين", "두 해", "สองปี", "δύο χρόνια", "۱۲", "🪔")
    ]
    for answer, reference in rows:
        for profile in ("auto", "squad", "en", "ru", "plain"):
            assert _one(exact_match, answer, [reference], profile=profile) == 1.0
            assert _one(token_f1, answer, [reference], profile=profile) == 1.0


def test_phrases_find_the_refusals_of_nomiracl(data_dir: Path) -> None:
    """English phrases in answers of 11 models, to English and Russian questions: both kinds of error are rare.

    The prompt asked for "I don't know" or "Yes, answer is present"; answers with both or neither tell nothing.
    """
    counts = dict.fromkeys(((said, found) for said in (True, False) for found in (True, False)), 0)
    for path in sorted((data_dir / "nomiracl_outputs").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            answers = [text or "" for line in lines for text in json.loads(line)["results"].values()]
        for text in answers:
            plain = text.casefold().replace("’", "'")
            said = "i don't know" in plain
            if said != ("yes, answer is present" in plain):
                counts[said, says_it_has_no_answer(text)] += 1
    assert sum(counts.values()) == 9321
    assert counts[True, True] / (counts[True, True] + counts[True, False]) > 0.975
    assert counts[False, True] <= 3
