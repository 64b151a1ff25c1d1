"""The metrics: one folder a stage, one idea a file.

Every ranking metric takes a ``Judged`` of n questions and gives ``Values`` of shape ``(n,)``: one number a
question, or the name of the case in which there is none. Nothing is averaged here, and nothing is rounded.

The cases that all ranking metrics share are decided before a metric runs, from the gold: ``no_relevant``
(declared unanswerable, or nothing relevant and ``--no-relevant exclude``), ``gold_unknown`` (no gold and
nothing declared), ``gold_unlocated`` (nothing in the corpus or its chunks could meet the gold) and, only with
``--skip-missing``, ``missing``. Those questions are excluded and counted.
"""

RANKING_CASES = {
    "no_relevant": "excluded: the question is declared unanswerable",
    "gold_unknown": "excluded: the question has no gold and nothing is declared",
    "gold_unlocated": "excluded: no document or chunk there is could meet its gold",
}
"""The undefined cases of every ranking metric, with what happens then."""
