"""`ragauge metrics`: the list, one card, and JSON."""

import json

from ragauge.catalog import all_metrics


def test_the_list_names_every_metric(ragauge):
    done = ragauge("metrics")
    assert done.code == 0
    for name, spec in all_metrics().items():
        assert name in done.out
        assert spec.summary[:30] in done.out


def test_a_card_shows_formula_range_and_references(ragauge):
    out = ragauge("metrics", "nDCG@10").out
    for text in ("ndcg[@k]", "Formula:", "Range: 0 to 1", "better: higher", "default linear", "doi:10.1145"):
        assert text in out


def test_a_required_parameter_may_be_left_out_of_the_question(ragauge):
    assert "must be given" in ragauge("metrics", "rbp").out


def test_json_is_the_declarations(ragauge):
    assert [spec["name"] for spec in json.loads(ragauge("metrics", "--json").out)] == list(all_metrics())


def test_an_unknown_name_suggests(ragauge):
    done = ragauge("metrics", "recal")
    assert done.code == 2
    assert "did you mean recall" in done.err
