"""What filters do to the gold: measured on what a filter lets pass, and not on what a search found among it.

Every metric here takes the ``Judged`` of the gold with the units that the filter of each question lets pass, in any
order. A question without a filter has no such list, and is excluded as ``missing``.
"""

INPUTS = ("filter", "gold")
FILTER_CASES = {
    "no_relevant": "excluded: nothing is relevant, so a filter can remove nothing of it",
    "gold_unknown": "excluded: the question has no gold and nothing is declared",
    "gold_unlocated": "excluded: no document or chunk there is could meet its gold, with or without a filter",
    "missing": "excluded: the question has no filter",
}
"""The undefined cases of every filter metric, with what happens then."""
