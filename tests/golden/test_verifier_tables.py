"""The tables of verifiers against people and of abstention on NoMIRACL: published figures, and what the page says."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from ragauge.judging.measured.calibrating import calibrate
from ragauge.judging.measured.labels import LabelColumns, read_labels
from ragauge.judging.measured.settings import Settings
from ragauge.metrics.generation.abstention import abstention_table

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))
try:
    import abstention
    import verifiers
    from _verifiers import area_under_curve, expertqa_claims, judged, markdown, worth
finally:
    sys.path.remove(str(ROOT / "bench"))

MODELS = ("gpt-4-azure", "gpt-3.5-turbo-azure", "Mistral-7B-Instruct-v0.2", "Mixtral-8x7B-Instruct-v0.1",
          "llama-2-70b-chat", "llama-2-13b-chat", "llama-2-7b-chat", "flan-t5-xxl", "Orca-2-7b", "Orca-2-13b",
          "aya-101")  # fmt: skip
PUBLISHED = {
    ("en", "refused_unanswerable"): (57.2, 54.8, 90.0, 72.4, 0.0, 0.8, 2.8, 16.4, 12.0, 6.8, 15.6),
    ("ru", "refused_unanswerable"): (58.0, 34.8, 90.0, 78.4, 0.8, 4.0, 0.4, 1.6, 11.2, 9.2, 31.6),
    ("en", "answered_answerable"): (94.8, 91.2, 35.2, 78.8, 85.2, 46.4, 68.0, 98.8, 81.6, 98.0, 51.6),
    ("ru", "answered_answerable"): (93.6, 94.4, 32.4, 77.2, 83.2, 61.6, 96.4, 100.0, 79.6, 85.2, 22.8),
}
"""Accuracy in % on the non-relevant and on the relevant subset, as NoMIRACL's own README has it (of all 250)."""


@pytest.mark.parametrize("language", abstention.LANGUAGES)
def test_published_accuracies_of_nomiracl(data_dir, language):
    """All 44 of them to the last digit: replies that cannot be read count as wrong there."""
    found = dict(abstention.answers_of_models(data_dir, language))
    assert set(found) == set(MODELS)
    for place, model in enumerate(MODELS):
        table = abstention_table(found[model], refusals="recorded")
        for cell in ("refused_unanswerable", "answered_answerable"):
            published = PUBLISHED[language, cell][place]
            assert len(table[cell]) / 250 * 100 == pytest.approx(published, abs=1e-9), (model, cell)


def test_rates_are_of_the_replies_that_can_be_read(data_dir):
    """Counts taken from the files by hand: of GPT-4's 250, 143 say "I don't know", 106 answer, one does neither."""
    answers = dict(abstention.answers_of_models(data_dir, "en"))["gpt-4-azure"]
    hallucinated, wrong = abstention.rates(answers, refusals="recorded")
    assert (hallucinated.value, hallucinated.n) == (106 / 249, 249)
    assert hallucinated.excluded == {"answerable": 250, "refusal_unknown": 1}
    assert (wrong.value, wrong.n) == (12 / 249, 249)


@pytest.mark.parametrize(
    ("reply", "read"),
    [
        ("Yes, answer is present.", False),
        ("I don't\nknow", True),
        ("I don't know. Yes, answer is present.", None),
        ("Yes, answer is present. Yes, answer is present. I don't know.", None),
        ("The answer is present in [2].", False),
        ("answer is not present", True),
        ("[3]", False),
        ("[3] is the one that has it", None),
        ("Wales", None),
        ("", None),
    ],
)
def test_replies_are_read_as_the_benchmark_reads_them(reply, read):
    assert abstention.reading(reply) is read


def test_claims_of_expertqa(data_dir):
    everything = expertqa_claims(data_dir)
    claims = judged(everything)
    assert len(everything) == len({one.item for one in everything}) == 2788
    assert (sum(bool(one.passages) for one in everything), len(claims)) == (1765, 1688)
    assert sum(one.supported for one in claims) == 1209
    assert not any(text.startswith("[") and text.count("\n") == 0 and "http" in text[:12] for one in claims
                   for text in one.passages)  # fmt: skip


def test_worth_is_what_the_calibration_says(data_dir):
    """The same figures from `ragauge judge calibrate`, on a sixteenth of the claims."""
    claims = judged(expertqa_claims(data_dir))[::16]
    calls = next(calls for name, calls in verifiers.lexical_verdicts(claims) if name == verifiers.default_name())
    found = verifiers.claim_worth(claims, calls)
    rows = [
        {"id": one.item, "question": f"{one.question:03d}", "human": "yes" if one.supported else "no", "judge": said}
        for one, said in zip(claims, np.where(calls, "yes", "no").tolist(), strict=True)
    ]
    labels = read_labels(rows, LabelColumns("judge", ("human",), "id", "question"))
    told = calibrate(labels, Settings(positive="yes"))
    assert found.agreement == told.figure("agreement").value
    assert found.constant == told.figure("constant judge").value
    assert found.kappa == pytest.approx(told.figure("kappa").value, abs=1e-12)
    assert (found.kappa_interval.low, found.kappa_interval.high) == pytest.approx(
        (told.figure("kappa").interval.low, told.figure("kappa").interval.high), abs=1e-12
    )
    assert found.balanced == told.figure("balanced accuracy").value
    assert found.n == len(claims) == 106


def test_worth_by_hand():
    human, verdicts = np.array([1, 1, 1, 0]), np.array([1, 0, 1, 1])
    found = worth(human, verdicts, labels=2)
    assert (found.agreement, found.constant, found.gain, found.recalls) == (0.5, 0.75, -0.25, (0.0, 2 / 3))
    assert found.balanced == pytest.approx(1 / 3)
    assert found.gain_interval.low < -0.25 < found.gain_interval.high
    always = worth(human, np.ones(4, dtype=int), labels=2)
    assert (always.gain, always.gain_interval, always.kappa) == (0.0, None, 0.0)


def test_the_area_is_the_share_of_pairs_in_the_right_order():
    draw = np.random.default_rng(0)
    human, scores = draw.random(60) < 0.6, np.round(draw.random(60), 1)
    pairs = [(a > b) + (a == b) / 2 for a in scores[human] for b in scores[~human]]
    area, low, high = area_under_curve(human, scores, np.arange(60) // 3)
    assert area == pytest.approx(np.mean(pairs), abs=1e-12)
    assert low < area < high
    calls = (scores > 0.5).astype(int)
    balanced = worth(human.astype(int), calls, labels=2).balanced
    assert area_under_curve(human, calls.astype(float), np.arange(60))[0] == pytest.approx(balanced, abs=1e-12)


@pytest.fixture(scope="module")
def page() -> str:
    return (ROOT / "docs" / "judges.md").read_text(encoding="utf-8")


def test_the_page_has_the_table_of_nomiracl(data_dir, page):
    assert markdown(abstention.HEADS, abstention.table(data_dir)) in page


def test_the_page_has_the_rows_of_lengths(data_dir, page, monkeypatch):
    """The quickest rows of the table; the others take as long as the command that prints it."""
    monkeypatch.setattr(verifiers, "FIGURES", {"the longer answer": verifiers.length})
    rows = [verifiers.pair_cells(*row) for row in verifiers.answer_rows(data_dir / "ragchecker_meta")]
    assert len(rows) == 3
    assert all(f"| {' | '.join(cells)} |\n" in page for cells in rows)
