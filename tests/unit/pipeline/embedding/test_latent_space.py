"""LSA against the full decomposition of numpy, and what it does with texts that say nothing."""

import numpy as np
import pytest

from ragauge.pipeline.embedding import sparse_rows
from ragauge.pipeline.embedding.lsa import LsaEmbedder
from ragauge.pipeline.embedding.sparse_rows import SparseRows
from ragauge.pipeline.embedding.term_weights import TermWeights
from ragauge.pipeline.embedding.truncated_svd import right_singular_vectors

TEXTS = [
    "A lamp with a bulb of nine watts",
    "Bulbs for lamps, sold in packs",
    "The warranty lasts two years from delivery",
    "Гарантия на лампы действует два года",
    "Returns are free within two weeks",
    "Возврат товара в течение двух недель",
]


def dense(rows: SparseRows) -> np.ndarray:
    full = np.zeros((len(rows), rows.width))
    for row in range(len(rows)):
        part = slice(rows.starts[row], rows.starts[row + 1])
        full[row, rows.columns[part]] = rows.values[part]
    return full


def unit(rows: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.where(lengths > 1e-9, rows / np.maximum(lengths, 1e-9), 0)


def sparse(full: np.ndarray) -> SparseRows:
    rows, columns = np.nonzero(full)
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(full)))])
    return SparseRows(starts, columns, full[rows, columns], full.shape[1])


@pytest.mark.parametrize("dimensions", [1, 2, 4, 300])
def test_cosines_are_those_of_the_full_decomposition(dimensions):
    embedder = LsaEmbedder(dimensions=dimensions)
    embedder.fit(TEXTS)
    matrix = dense(TermWeights(TEXTS).fitted)
    right = np.linalg.svd(matrix, full_matrices=False)[2][:dimensions].T
    expected = unit(matrix @ right)
    found = embedder.texts(TEXTS)
    assert found.shape == (6, min(dimensions, 6))
    assert found @ found.T == pytest.approx(expected @ expected.T, abs=1e-6)


def test_a_matrix_larger_than_what_is_sampled():
    generator = np.random.default_rng(5)
    signal = generator.standard_normal((200, 8)) @ generator.standard_normal((8, 90))
    full = signal * (generator.random((200, 90)) < 0.5)
    full += 0.01 * generator.standard_normal(full.shape)
    strong = sparse(signal + 1e-4 * full)
    right = np.linalg.svd(dense(strong), full_matrices=False)[2][:8].T
    found = right_singular_vectors(strong, 8)
    assert found.shape == (90, 8)
    assert found.T @ found == pytest.approx(np.eye(8), abs=1e-9)
    assert found @ found.T == pytest.approx(right @ right.T, abs=1e-6)
    assert (found[np.abs(found).argmax(axis=0), np.arange(8)] > 0).all()


def test_a_matrix_of_small_rank_has_as_few_dimensions():
    generator = np.random.default_rng(6)
    low = generator.standard_normal((40, 3)) @ generator.standard_normal((3, 30))
    assert right_singular_vectors(sparse(low), 20).shape == (30, 3)  # more sampled than its rank
    assert right_singular_vectors(sparse(low), 2).shape == (30, 2)
    assert right_singular_vectors(sparse(np.tile(low, (3, 1))), 40).shape == (30, 3)
    assert right_singular_vectors(sparse(np.zeros((40, 5))), 3).shape == (5, 0)


def test_a_matrix_with_more_rows_than_sampled_and_few_columns():
    full = np.random.default_rng(8).standard_normal((50, 7))
    found = right_singular_vectors(sparse(full), 30)
    right = np.linalg.svd(full, full_matrices=False)[2].T
    assert np.abs(found.T @ right) == pytest.approx(np.eye(7), abs=1e-9)


def test_products_do_not_depend_on_the_chunks(monkeypatch):
    generator = np.random.default_rng(7)
    full = generator.standard_normal((5, 40)) * (generator.random((5, 40)) < 0.7)
    other = generator.standard_normal((40, 3))
    monkeypatch.setattr(sparse_rows, "GATHERED", 4)
    assert sparse(full).times(other) == pytest.approx(full @ other)
    assert dense(sparse(full).transposed()) == pytest.approx(full.T)


def test_the_weights():
    rows = dense(TermWeights(["a a b", "b c", ""]).fitted)
    rarity = 1 + np.log(4 / np.array([2, 3, 2]))  # a, b, c
    first = np.array([(1 + np.log(2)) * rarity[0], rarity[1], 0])
    assert rows[0] == pytest.approx(first / np.linalg.norm(first))
    assert rows[2].tolist() == [0, 0, 0]


def test_what_has_no_known_word_is_like_nothing():
    embedder = LsaEmbedder(dimensions=3)
    embedder.fit([*TEXTS, "", "!?"])
    found = embedder.texts(["zebra quagga", "", "\ud800", "lamp", "lamp zebra"])
    assert np.linalg.norm(found, axis=1) == pytest.approx([0, 0, 0, 1, 1])
    assert found[3] == pytest.approx(found[4])  # unseen words have no part
    assert embedder.questions([]).shape == (0, 3)


@pytest.mark.parametrize("corpus", [[], [""], ["...", "  "]])
def test_a_corpus_without_words(corpus):
    embedder = LsaEmbedder()
    embedder.fit(corpus)
    assert embedder.texts(["lamp", ""]).shape == (2, 0)


def test_twice_the_same_bytes_and_order_does_not_matter():
    first, second, turned = LsaEmbedder(dimensions=4), LsaEmbedder(dimensions=4), LsaEmbedder(dimensions=4)
    first.fit(TEXTS)
    second.fit(TEXTS)
    turned.fit(TEXTS[::-1])
    assert first.texts(TEXTS).tobytes() == second.texts(TEXTS).tobytes()
    cosines = [embedder.texts(TEXTS) @ embedder.texts(TEXTS).T for embedder in (first, turned)]
    assert cosines[0] == pytest.approx(cosines[1], abs=1e-9)


def test_identity_is_of_parameters_and_corpus():
    identities = set()
    for dimensions, corpus in [(4, TEXTS), (5, TEXTS), (4, TEXTS[1:]), (4, ["".join(TEXTS)])]:
        embedder = LsaEmbedder(dimensions=dimensions)
        embedder.fit(corpus)
        identities.add(embedder.identity)
    assert len(identities) == 4


def test_misuse():
    with pytest.raises(ValueError, match="before fit"):
        LsaEmbedder().texts(["lamp"])
    with pytest.raises(ValueError, match="at least 1"):
        LsaEmbedder(dimensions=0)
