"""What reranking and expansion come to on Russian XQuAD: RAGAUGE_DATA. The figures of docs/studies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ragauge.core.reading import Reading
from ragauge.io.corpus_files import read_corpus
from ragauge.loading import golden_from
from ragauge.studying.expansion.study import expansion_study
from ragauge.studying.rerank.rerankers import make_reranker
from ragauge.studying.rerank.study import rerank_study
from ragauge.studying.subject import Subject, subject_of
from ragauge.sweeping.store import Store
from studies import table

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.data]


@pytest.fixture(scope="module")
def russian(data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Subject:
    place = data_dir / "xquad" / "beir_ru"
    store = Store(tmp_path_factory.mktemp("steps"))
    return subject_of(read_corpus(place), golden_from(place, Reading()), store, metrics=("ndcg@10",))


def test_a_lexical_rerank_wins_nothing_of_its_headroom(russian: Subject) -> None:
    study = rerank_study(
        russian, russian.lists(("bm25",)), {"lexical": make_reranker("lexical", russian.texts)}, depths=(10,)
    )
    rows = {row["order"]: row["ndcg@10"] for row in table(study, "reranked: ndcg@10")}
    assert rows == {
        "first stage": pytest.approx(0.9532, abs=5e-5),
        "lexical depth=10": pytest.approx(0.9474, abs=5e-5),
        "oracle depth=10": pytest.approx(0.9891, abs=5e-5),
    }
    (row,) = table(study, "of what a better order")
    assert row["share won"] == pytest.approx((0.9474 - 0.9532) / (0.9891 - 0.9532), abs=5e-3)


def test_feedback_expands_russian_questions_and_does_not_help(russian: Subject) -> None:
    study = expansion_study(russian)
    rows = {row["question"]: row for row in table(study, "expansions: ndcg@10")}
    assert [rows[name]["ndcg@10"] for name in ("raw question", "rm3", "bo1")] == pytest.approx(
        [0.9532, 0.9439, 0.9323], abs=5e-5
    )
    assert {rows[name]["verdict"] for name in ("rm3", "bo1")} == {"worse"}
