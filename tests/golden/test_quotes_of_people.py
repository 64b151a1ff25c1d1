"""Why quotes that share nothing with their claim are told and not refused: people choose such sentences too."""

import json
from collections import Counter

from ragauge.judging.attacks.quotes import is_unrelated


def test_sentences_that_people_chose_as_support(data_dir):
    rows = map(json.loads, (data_dir / "scifact" / "evidence_spans.jsonl").read_text(encoding="utf-8").splitlines())
    chosen = [(row["claim"], [one["text"] for one in row["spans"]]) for row in rows if row["label"] == "SUPPORT"]
    assert Counter(is_unrelated(*one) for one in chosen) == {False: 763, True: 69}
