"""Settings from a table: all mistakes at once, near names, and keys that would do nothing."""

import pytest

from ragauge.core.errors import InputError
from ragauge.io.config_fields import Fields
from ragauge.pipeline.reference.settings import Settings, Setup
from ragauge.pipeline.reference.settings_table import idle_keys, settings_of


def read(**table):
    problems = []
    settings = settings_of(Fields(table, "ragauge.toml", None, "run.pipeline", problems), 5)
    return settings, [str(one) for one in problems]


def test_all_keys():
    settings, problems = read(
        chunker="fixed", size=100, overlap=10, lane="bm25+lsa", fusion="convex", alpha=0.3, norm="zscore",
        reranker="lexical", depth=20, hits=60, rewrite="rm3", rewriting={"terms": 5}, filter="soft", boost=0.2,
        budget=500, counter="chars", order="edges_first", dedupe=False, neighbours=True, window=4096,
        generator="extractive", generation={"threshold": 0.5},
    )  # fmt: skip
    assert problems == []
    setup = Setup("fixed", {"size": 100, "overlap": 10}, ("bm25", "lsa"),
                  {"fusion": "convex", "alpha": 0.3, "norm": "zscore"}, "lexical", 20)  # fmt: skip
    assert settings == Settings(
        setup, hits=60, rewrite="rm3", rewriting={"terms": 5}, filter="soft", boost=0.2, budget=500, counter="chars",
        order="edges_first", dedupe=False, neighbours=True, window=4096, generator="extractive",
        generation={"threshold": 0.5},
    )  # fmt: skip


def test_an_empty_table_is_the_usual_pipeline():
    assert read() == (Settings(), [])
    assert read(lane=["bm25"], reranker="none", chunker="document") == (Settings(), [])


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"chunkr": "fixed"}, "did you mean chunker?"),
        ({"chunker": "fixd", "size": 3}, "did you mean fixed?"),
        ({"chunker": "parents"}, "needs parent and child"),
        ({"chunker": "fixed", "size": 5, "overlap": 9}, "overlap"),
        ({"size": 5}, "the chunker document takes nothing"),
        ({"lane": "bm52"}, "no lane 'bm52'"),
        ({"lane": "bm25+bm25"}, "each once"),
        ({"lane": "bm25+lsa", "fusion": "convx"}, "did you mean convex?"),
        ({"lane": "bm25+lsa+wordllama", "fusion": "convex"}, "two lanes"),
        ({"lane": "bm25+lsa", "alpha": 0.5}, "without fusion = 'convex'"),
        ({"lane": "bm25+lsa", "fusion": "convex", "alpha": 2}, "from 0 to 1"),
        ({"fusion": "rrf"}, "one lane"),
        ({"reranker": "magic"}, "no reranker 'magic'"),
        ({"depth": 5}, "without a reranker"),
        ({"rewriting": {"terms": 5}}, "without a rewrite"),
        ({"generation": {"threshold": 0.5}}, "without a generator"),
        ({"reranker": "lexical", "depth": 3}, "must not be above depth, which is 3"),
        ({"hits": 4}, "must not be above hits, which is 4"),
        ({"rewrite": "rm4"}, "did you mean rm3?"),
        ({"rewrite": "rm3", "lane": "lsa"}, "looks at what the lane bm25 finds first"),
        ({"rewrite": "rm3", "rewriting": {"term": 5}}, "rm3 has no parameter 'term'"),
        ({"rewrite": "hyde"}, "for dense lanes"),
        ({"rewrite": "rm3", "rewrite_lanes": ["lsa"]}, "no lane 'lsa'"),
        ({"filter": "softly"}, "did you mean soft?"),
        ({"boost": 0.5}, "without filter = 'soft'"),
        ({"filter": "soft", "boost": -1}, "from 0 to 1e+06"),
        ({"budget": -1}, "whole number from 0"),
        ({"counter": "tokens"}, "words, chars"),
        ({"dedupe": "yes"}, "true or false"),
        ({"generation": 3}, "must be a table"),
        ({"k": 5}, "unknown key 'k'"),
        ({"lane": 7}, "list of texts"),
    ],
)
def test_mistakes(table, words):
    settings, problems = read(**table)
    assert settings is None
    assert words in "\n".join(problems)
    assert all(one.startswith("ragauge.toml: ") for one in problems)


def test_all_mistakes_are_told_at_once():
    _, problems = read(chunker="fixd", lane="bm52", filter="no", hits="many", sise=3, rewrite="rm4", boost="x")
    told = "\n".join(problems)
    for word in ("fixd", "bm52", "filter", "hits", "sise", "rm4", "boost"):
        assert word in told


def test_settings_are_checked_in_code_too():
    with pytest.raises(InputError) as caught:
        Settings(k=0, filter="often", rewrite="rm3", rewriting={"x": 1}, budget=-1)
    assert len(caught.value.problems) == 4


def test_the_lanes_that_are_asked_the_rewritten_question():
    lanes = Setup(lanes=("bm25", "lsa", "wordllama"))
    assert Settings(lanes, rewrite="bo1").rewritten == {"bm25"}
    assert Settings(lanes, rewrite="hyde").rewritten == {"lsa", "wordllama"}
    assert Settings(lanes, rewrite="multi_query").rewritten == set(lanes.lanes)
    assert Settings(lanes, rewrite="hyde", rewrite_lanes=("bm25",)).rewritten == {"bm25"}
    assert Settings(lanes).rewritten == set()


def test_parameters_of_inner_chunkers_are_known():
    table = {"chunker": "pages", "inner": "fixed", "size": 50}
    assert idle_keys(table) == {}
    settings, problems = read(**table)
    assert problems == []
    assert settings.setup.chunking == {"inner": "fixed", "size": 50}
