"""``ragauge demo``: retrieval and answers on one scorecard, and the same numbers from what it saves."""

from ragauge import Scorecard

WITHOUT_A_MODEL = {"lexical_faithfulness", "number_grounding", "citation_validity", "abstention_correct", "token_f1"}


def test_answers_are_measured_beside_retrieval(ragauge, tmp_path):
    done = ragauge("demo", "--save", "demo", "--json", "demo.json")
    assert done.code == 0, done.err
    card = Scorecard.from_json((tmp_path / "demo.json").read_text("utf-8"))
    assert set(card.metrics) >= WITHOUT_A_MODEL | {"recall@5", "mrr"}
    assert round(card["recall@5"].value, 4) == 0.6947
    assert card["token_f1"].n == 95
    assert card["hallucinated_answer"].n == 13
    assert not card["lexical_faithfulness"].failed
    for name in (*WITHOUT_A_MODEL, "recall@5"):
        assert name in done.out
    files = ("demo/golden.jsonl", "demo/traces.jsonl", "--corpus", "demo/corpus", "--by", "lang", "--json", "-")
    again = Scorecard.from_json(ragauge("eval", *files).out)
    assert again.scores == card.scores
    assert {name: list(one.cells()) for name, one in again.values.items()} == {
        name: list(one.cells()) for name, one in card.values.items()
    }
    assert again.warnings == card.warnings
    run = Scorecard.from_json(ragauge("eval", "demo/golden.jsonl", "demo/run.trec", "--json", "-").out)
    assert [run[name].value for name in run.metrics] == [card[name].value for name in run.metrics]
