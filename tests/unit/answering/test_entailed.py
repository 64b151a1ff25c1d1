"""Scoring by an entailment model: it is asked once, and what it must not give is refused."""

import numpy as np
import pytest

from ragauge.answering.entailed import RememberingEntailer, entailed_values, score_entailed
from ragauge.catalog import find_metric
from ragauge.core.answered import Answered, Answers
from ragauge.core.errors import MetricNameError, RagaugeError
from ragauge.core.spec import MetricSpec

ANSWERS = Answers(
    (
        Answered("q1", answer="Mars has two moons. Lamps hum.", contexts=("Two moons.", "Lamps hum.")),
        Answered("q2", answer="Lamps hum.", contexts=("Lamps hum.", "")),
        Answered("q3", answer="I don't know.", contexts=("Lamps hum.",)),
    )
)


class Counted:
    identity = "counted"

    def __init__(self, give=lambda pairs: np.linspace(0, 1, len(pairs))):
        self.give = give
        self.asked = []

    def scores(self, pairs):
        self.asked.append(list(pairs))
        return self.give(pairs)


def test_all_pairs_of_all_metrics_are_asked_about_once_and_together():
    model = Counted()
    names = ["entailed_faithfulness", "entailed_faithfulness(threshold=0.25)", "entailment_score"]
    values = entailed_values(ANSWERS, [find_metric(name) for name in names], model)
    assert list(values) == names
    (asked,) = model.asked
    assert len(asked) == len(set(asked)) == 4
    assert [list(one.cells()) for one in values.values()] == [
        [0.5, 1.0, "refused"], [1.0, 1.0, "refused"], [pytest.approx(2 / 3), 1.0, "refused"],
    ]  # fmt: skip


def test_the_model_is_not_asked_without_metrics_or_claims():
    assert score_entailed(ANSWERS, [], [], Counted(give=None)) == ([], {})
    nothing = Answers((Answered("q", answer="?", contexts=("a",)),))
    (score,), _ = score_entailed(
        nothing, [find_metric("entailment_score")], [(None, np.ones(1, dtype=bool))], Counted(give=None)
    )
    assert (score.value, score.excluded) == (None, {"no_claims": 1})


@pytest.mark.parametrize(
    "give",
    [
        lambda pairs: np.full(len(pairs), 1.5),
        lambda pairs: np.full(len(pairs), -0.01),
        lambda pairs: np.full(len(pairs), np.inf),
        lambda pairs: np.zeros(len(pairs) + 1),
        lambda pairs: np.zeros((len(pairs), 1)),
        lambda _: 0.5,
    ],
)
def test_scores_that_are_none_are_refused(give):
    with pytest.raises(RagaugeError, match="one score from 0 to 1 for each of 4 pairs"):
        entailed_values(ANSWERS, [find_metric("entailment_score")], Counted(give))


def test_intervals_by_clusters_and_slices():
    slices = [(None, np.ones(3, dtype=bool)), ({"type": "x"}, np.array([False, True, True]))]
    scores, _ = score_entailed(
        ANSWERS, [find_metric("entailment_score")], slices, Counted(), clusters=np.array([0, 1, 1])
    )
    assert [score.n for score in scores] == [2, 1]
    assert scores[0].interval.method == "wilson_clustered"
    assert scores[1].excluded == {"refused": 1}


def test_identity_and_memory():
    model = Counted()
    remembering = RememberingEntailer(model)
    assert remembering.identity == "counted"
    assert remembering.scores([]).shape == (0,)
    remembering.remember([("a", "b"), ("a", "b")])
    remembering.scores([("a", "b"), ("c", "d")])
    assert model.asked == [[("a", "b")], [("c", "d")]]


def test_a_metric_read_from_a_file_cannot_be_computed():
    one = find_metric("entailment_score")
    read = MetricSpec.from_dict(one.spec.to_dict()).bind()
    with pytest.raises(MetricNameError, match="read from a file"):
        entailed_values(ANSWERS, [read], Counted())
