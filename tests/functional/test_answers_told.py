"""`ragauge eval` tells beside the means who was refused, and by name who was refused wrongly."""

import json
import re

GOLD = [{"id": f"q{n}", "question": f"Вопрос {n}?", "gold": ["d"]} for n in range(3)]
GOLD.append({"id": "q3", "question": "Без ответа?", "no_answer": True})
LANE = [{"name": "bm25", "kind": "lane", "hits": [["d", 1.0]]}]
SAID = ["Два года.", "Не знаю.", "Три дня.", "Пять дней."]
FILES = {
    "gold.jsonl": "".join(json.dumps(row) + "\n" for row in GOLD),
    "t.jsonl": "".join(
        json.dumps({"trace": 1, "question": f"q{n}", "stages": LANE, "answer": said}) + "\n"
        for n, said in enumerate(SAID)
    ),
}


def test_the_two_by_two_stands_below_the_scores(ragauge):
    done = ragauge("eval", "gold.jsonl", "t.jsonl", files=FILES)
    assert done.code == 0, done.err
    assert "│ with an answer │        2 │       1 │         33.3% │" in done.out
    assert re.search(r"│ hallucinated answer +│ 1 │ q3 ", done.out)
    assert re.search(r"│ wrong refusal: \w[\w ]+ +│ 1 │ q1 ", done.out)
    assert "! whether 4 of 4 answers are refusals was told by a list of English and Russian phrases (1 are)" in done.out
    page = ragauge("eval", "gold.jsonl", "t.jsonl", "--markdown", "-").out
    assert "| without one | 1 | 0 | 0.0% |" in page


def test_a_ranking_alone_has_none_of_it(ragauge):
    done = ragauge("eval", "gold.jsonl", "t.jsonl", "-m", "mrr", files=FILES)
    assert "refused" not in done.out
    assert "#### " not in ragauge("eval", "gold.jsonl", "t.jsonl", "-m", "mrr", "--markdown", "-").out
