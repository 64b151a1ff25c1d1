"""Every vector index, held against exact search on clustered vectors: with filters, ties, too few, and nothing."""

import importlib.util

import numpy as np
import pytest

from ragauge.backends import qdrant_store
from ragauge.core.errors import InputError, MissingDependencyError, RagaugeError
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.stores.engines import ENGINES, built_with, make_index, searched_with
from ragauge.pipeline.stores.neighbours import neighbours
from ragauge.pipeline.stores.store import VectorStore

PACKAGES = {
    "hnswlib": "hnswlib",
    "usearch": "usearch",
    "faiss-hnsw": "faiss",
    "faiss-ivf": "faiss",
    "qdrant-edge": "qdrant_edge",
    "qdrant": "qdrant_client",
}
SMALL = {"qdrant-edge": {"full_scan": 10}}
"""What makes an engine use its graph although there are few vectors."""
GOOD = {"ef": 128, "nprobe": 16}
LEAST = {"ef": 1, "nprobe": 1}
BY_PAYLOAD = ("qdrant-edge", "qdrant")


@pytest.fixture(params=["exact", *PACKAGES])
def engine(request):
    package = PACKAGES.get(request.param)
    if package is not None and importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    return request.param


def clustered(count, seed=0):
    """Unit vectors around forty centres; a random cloud would be no test of anything."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(40, 24))
    found = centres[rng.integers(40, size=count)] + 0.5 * rng.normal(size=(count, 24))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


VECTORS, ASKED = clustered(1500), clustered(15)
IDS = [f"д{number:04d}" for number in range(1500)]
NUMBERS = np.random.default_rng(1).permutation(1500)
METADATA = {
    name: {
        "rank": int(number),
        "half": number / 2,
        "раздел": ["ru", "en", "de"][number % 3],
        "open": bool(number % 2),
        "tags": [f"t{number % 5}", int(number % 7)],
        **({"tier": "1"} if number % 4 else {"tier": 1}),
        **({"rare": "yes"} if number % 11 == 0 else {}),
        **({"odd": {"a": 1}} if number % 2 else {"odd": "b"}),
    }
    for name, number in zip(IDS, NUMBERS, strict=True)
}


def store(engine, effort=GOOD, **parameters):
    made = VectorStore(make_index(engine, **SMALL.get(engine, {}), **parameters), IDS, VECTORS, METADATA)
    set_effort(made, effort)
    return made


def set_effort(made, effort):
    for name in made.index.effort.keys() & effort.keys():
        made.index.effort[name] = effort[name]


def weak(engine):
    """What makes a graph that does not lead everywhere, and lists that are too many."""
    return {
        name: value
        for name, value in {"m": 2, "ef_construction": 4, "nlist": 300}.items()
        if name in built_with(engine)
    }


@pytest.fixture(scope="module")
def truth():
    return VectorStore(make_index("exact"), IDS, VECTORS, METADATA)


@pytest.fixture
def searched(engine):
    made = store(engine)
    yield made
    made.index.close()


def counted(made, truth, k, predicates=()):
    """What every question finds, against exact search."""
    filters = [one.where(predicates) if predicates else None for one in (made, truth)]
    allowed = filters[1].ids if predicates else None
    for vector, found, exact in zip(
        ASKED.astype(np.float32),
        made.search(ASKED, k, filters[0]),
        truth.search(ASKED, k, filters[1]),
        strict=True,
    ):
        yield neighbours(exact, made.rescored(vector, found), k, allowed=allowed)


def test_nearly_everything_is_found_and_scores_are_dot_products(searched, truth):
    found = list(counted(searched, truth, 10))
    assert np.mean([one.recall for one in found]) > 0.97
    assert all(one.short == one.repeated == 0 for one in found)
    for vector, hits in zip(ASKED, searched.search(ASKED, 5), strict=True):
        for hit in hits:
            assert hit.score == pytest.approx(VECTORS[IDS.index(hit.item)] @ vector, abs=1e-5)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_less_effort_finds_less_or_takes_no_effort(engine, truth):
    made = store(engine, LEAST, **weak(engine))
    low = np.mean([one.recall for one in counted(made, truth, 10)])
    set_effort(made, GOOD)
    high = np.mean([one.recall for one in counted(made, truth, 10)])
    made.index.close()
    assert low < high if searched_with(engine) else low == high == 1


PREDICATES = [
    "rank < 30", "rank >= 750", "rank = 7", "rank = 7.0", "half <= 10.5", "rank in {1, 2, 3, 5000}", "раздел = ru",
    "раздел in {ru, de}", "open = true", "tags = t1", "tags = 3", "tags in {t1, 3}", 'tier = "1"', "tier = 1",
    "tier != 1", "раздел != ru", "раздел not in {ru, en}", "rare exists", "rare not exists", "раздел ^= r",
    'раздел < "ru"', "odd = b", "rank = 9999",
]  # fmt: skip


@pytest.mark.parametrize("text", PREDICATES)
def test_no_hit_is_against_the_filter(engine, truth, built, text):
    made = built(engine)
    predicates = [parse(text), parse("rank < 1400")]
    where = made.where(predicates)
    assert where.ids == {name for name in IDS if all(one.holds(METADATA[name]) for one in predicates)}
    found = list(counted(made, truth, 10, predicates))
    assert all(one.forbidden == one.repeated == 0 for one in found)
    assert {one.due for one in found} == {min(10, len(where.ids))}
    if engine in {"exact", "qdrant"}:
        assert all(one.recall in (None, 1.0) for one in found)


@pytest.fixture(scope="module")
def built():
    made = {}

    def get(engine):
        if engine not in made:
            made[engine] = store(engine)
        return made[engine]

    yield get
    for one in made.values():
        one.index.close()


def test_payload_conditions_are_used_where_they_mean_the_same(built, engine):
    if engine not in BY_PAYLOAD:
        pytest.skip("filters by rows")
    payload = built(engine).index._payload
    translated = {text for text in PREDICATES if payload.translated([parse(text)]) is not None}
    assert set(PREDICATES) - translated == {
        "tier != 1", "раздел != ru", "раздел not in {ru, en}", "rare exists", "rare not exists", "раздел ^= r",
        'раздел < "ru"', "odd = b",
    }  # fmt: skip


def test_an_engine_that_counts_otherwise_is_not_believed(built, engine, monkeypatch):
    if engine not in BY_PAYLOAD:
        pytest.skip("filters by rows")
    made = built(engine)
    wrong = made.index._payload.translated([parse("rank < 31")])
    monkeypatch.setattr(made.index._payload, "translated", lambda _: wrong)
    with pytest.raises(RagaugeError, match="lets 31 rows pass a filter that 30 rows keep"):
        made.where([parse("rank < 30")])


def test_short_lists_are_short_and_not_padded(engine, truth):
    """Little effort under a tight filter; engines that filter within the search may still find everything."""
    made = store(engine, LEAST, **weak(engine))
    found = list(counted(made, truth, 10, [parse("rank < 40")]))
    made.index.close()
    assert all(one.returned <= one.due == 10 for one in found)
    if engine in {"faiss-hnsw", "faiss-ivf", "usearch", "hnswlib"}:
        assert any(one.short for one in found)


def test_more_than_there_are(engine):
    made = VectorStore(make_index(engine), ["b", "a", "c"], np.eye(3), {})
    set_effort(made, {"nprobe": 10})
    found = made.search(np.array([[0.5, 0.0, 1.0]]), 100)[0]
    made.index.close()
    assert [hit.item for hit in found] == ["c", "b", "a"]


def test_equal_scores_stand_by_falling_id(engine):
    made = VectorStore(make_index(engine), ["p", "r", "q"], np.array([[0.0, 1.0]] * 3), {})
    set_effort(made, {"nprobe": 10})
    found = made.search(np.array([[0.0, 0.5]]), 3)[0]
    made.index.close()
    assert [(hit.item, hit.score) for hit in found] == [("r", 0.5), ("q", 0.5), ("p", 0.5)]


def test_nothing_in_nothing_out(engine):
    empty = VectorStore(make_index(engine), [], np.zeros((0, 3)), {})
    assert empty.search(np.ones((2, 3)), 5) == [[], []]
    empty.index.close()


def test_a_zero_vector_finds_nothing(built, engine):
    assert built(engine).search(np.zeros((1, 24)), 5) == [[]]


def test_two_builds_find_the_same(engine, truth):
    if engine == "qdrant-edge":
        pytest.skip("qdrant-edge draws without a seed")
    found = []
    for _ in range(2):
        made = store(engine, LEAST)
        found.append(made.search(ASKED, 10))
        made.index.close()
    assert found[0] == found[1]


def test_sizes(built, engine):
    size = built(engine).index.nbytes()
    assert size is None if engine in BY_PAYLOAD else size >= 4 * VECTORS.size


@pytest.mark.parametrize(
    ("name", "parameters", "word"),
    [
        ("hnswlib", {"m": 1}, "m must be"),
        ("usearch", {"ef_construction": 0}, "ef_construction must be"),
        ("usearch", {"dtype": "f8"}, "f32, f16"),
        ("faiss-hnsw", {"m": "many"}, "'many'"),
        ("faiss-ivf", {"nlist": 0}, "nlist must be"),
        ("qdrant-edge", {"full_scan": 1}, "full_scan must be"),
        ("hnswlib", {"nlist": 4}, "no parameter nlist; it has m, ef_construction"),
        ("exact", {"m": 4}, "it has none"),
        ("qdrant:ftp://host", {}, "http"),
        ("qdrant:https://me:secret@host", {}, "without a name or password"),
        ("annoy", {}, "no vector index"),
    ],
)
def test_bad_parameters(name, parameters, word):
    with pytest.raises(InputError, match=word) as raised:
        make_index(name, **parameters)
    assert "secret" not in str(raised.value)


def test_more_lists_than_vectors():
    pytest.importorskip("faiss", reason="faiss-cpu is not installed")
    with pytest.raises(InputError, match="nlist must be at most the number of vectors, 3"):
        VectorStore(make_index("faiss-ivf", nlist=4), ["a", "b", "c"], np.eye(3))


@pytest.mark.parametrize("name", [*PACKAGES, "qdrant:http://localhost:6333"])
def test_a_package_that_is_not_there_is_named(name, monkeypatch):
    package = "qdrant_client" if name.startswith("qdrant:") else PACKAGES[name]
    for module in (package, "usearch.index"):
        monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(MissingDependencyError, match=r"is not installed: pip install 'ragauge\[(ann|qdrant)\]'"):
        make_index(name)


def test_half_precision(truth):
    pytest.importorskip("usearch", reason="usearch is not installed")
    whole, half = store("usearch"), store("usearch", dtype="f16")
    assert half.index.nbytes() < whole.index.nbytes()
    assert np.mean([one.recall for one in counted(half, truth, 10)]) > 0.9


def test_the_key_is_not_sent_in_the_open(monkeypatch):
    monkeypatch.setenv("QDRANT_API_KEY", "s3cret")
    with pytest.raises(InputError, match="https") as raised:
        make_index("qdrant:http://qdrant.example:6333")
    assert "s3cret" not in str(raised.value)


@pytest.fixture
def server(monkeypatch):
    """The client's local mode in the place of a server, with what it was called with."""
    client = pytest.importorskip("qdrant_client", reason="qdrant-client is not installed")
    local, called = client.QdrantClient(":memory:"), {}

    def connect(**given):
        called.update(given)
        return local

    monkeypatch.setattr(client, "QdrantClient", connect)
    monkeypatch.setattr(local, "close", lambda: None)
    monkeypatch.setenv("QDRANT_API_KEY", "s3cret")
    return local, called


@pytest.mark.filterwarnings("ignore:Payload indexes have no effect", "ignore:Local mode")
def test_a_server_gets_a_collection_of_its_own_and_loses_it_again(server):
    local, called = server
    made = VectorStore(make_index("qdrant:https://qdrant.example", m=8), ["a", "b"], np.eye(2), {"a": {"n": 1}})
    assert (called["url"], called["api_key"]) == ("https://qdrant.example", "s3cret")
    (collection,) = local.get_collections().collections
    assert collection.name.startswith("ragauge-")
    assert [hit.item for hit in made.search(np.array([[0.5, 1.0]]), 9)[0]] == ["b", "a"]
    assert [hit.item for hit in made.search(np.array([[0.5, 1.0]]), 9, made.where([parse("n = 1")]))[0]] == ["a"]
    made.index.close()
    assert not local.get_collections().collections


def test_what_a_server_says_is_told_without_the_key(server, monkeypatch):
    local, _ = server

    def refuse(**_):
        raise ValueError("401 for api-key s3cret")

    monkeypatch.setattr(local, "create_collection", refuse)
    index = make_index("qdrant:https://qdrant.example")
    with pytest.raises(RagaugeError, match=r"qdrant at https://qdrant.example failed: 401 for api-key \*\*\*"):
        VectorStore(index, ["a"], np.ones((1, 2)))
    index.close()  # there is no collection to remove


@pytest.mark.filterwarnings("ignore:Payload indexes have no effect", "ignore:Local mode")
def test_a_server_that_is_never_ready(server, monkeypatch):
    local, _ = server
    monkeypatch.setattr(qdrant_store, "WAIT", 0)
    monkeypatch.setattr(qdrant_store, "PAUSE", 0)
    monkeypatch.setattr(local, "get_collection", lambda **_: type("Info", (), {"status": "yellow"}))
    with pytest.raises(RagaugeError, match="has not indexed 1 vectors"):
        VectorStore(make_index("qdrant:https://qdrant.example"), ["a"], np.ones((1, 2)))


def test_no_server_there():
    pytest.importorskip("qdrant_client", reason="qdrant-client is not installed")
    with pytest.raises(RagaugeError, match=r"qdrant at http://127\.0\.0\.1:1 failed"):
        VectorStore(make_index("qdrant:http://127.0.0.1:1"), ["a"], np.ones((1, 2)))


def test_every_name_has_its_parameters():
    assert {name: (list(built_with(name)), list(searched_with(name))) for name in [*ENGINES, "qdrant:http://h"]} == {
        "exact": ([], []),
        "hnswlib": (["m", "ef_construction"], ["ef"]),
        "usearch": (["m", "ef_construction", "dtype"], ["ef", "oversample"]),
        "faiss-hnsw": (["m", "ef_construction"], ["ef"]),
        "faiss-ivf": (["nlist"], ["nprobe"]),
        "qdrant-edge": (["m", "ef_construction", "full_scan"], ["ef"]),
        "qdrant": ([], []),
        "qdrant:http://h": (["m", "ef_construction", "full_scan"], ["ef"]),
    }
    assert qdrant_store.KEY == "QDRANT_API_KEY"
