"""`ragauge study fusion`, `rerank` and `expansion`: tables, JSON, files of one's own, and mistakes."""

import json

import pytest

from loopback import serving
from scorecards import refused

WORDS = ("лампа", "насос", "фильтр", "кабель", "scale", "timer", "valve", "probe")


@pytest.fixture
def place(tmp_path):
    (tmp_path / "docs").mkdir()
    rows = ["id,question,document,lang"]
    for number in range(16):
        word = WORDS[number % 8]
        (tmp_path / "docs" / f"d{number}.md").write_text(f"{word} has the code {number} and no other.\n", "utf-8")
        rows.append(f"q{number},{word} code {number}?,d{number}.md,{'ru' if number % 8 < 4 else 'en'}")
    (tmp_path / "gold.csv").write_text("\n".join(rows) + "\n", "utf-8")
    return tmp_path


def study(name, *more):
    return ("study", name, "docs", "gold.csv", "--match", "all", *more)


def titles(data):
    return [table["title"] for table in data["tables"]]


def test_fusion(ragauge, place):
    done = ragauge(*study("fusion", "-m", "recall@1", "-m", "mrr", "--json", "f.json", "--markdown", "f.md"))
    assert done.code == 0, done.err
    assert "lanes: one lane" in done.out
    data = json.loads((place / "f.json").read_text("utf-8"))
    assert titles(data)[0] == "lanes alone and fused: recall@1, differences from bm25"
    assert data["provenance"]["lanes"] == ["bm25", "lsa"]
    assert "### α by cross-validation" in (place / "f.md").read_text("utf-8")


def test_fusion_of_runs_of_ones_own(ragauge, place):
    trec = "".join(f"q{n} Q0 d{n}.md 1 2.5 a\nq{n} Q0 d0.md 2 1.5 a\n" for n in range(1, 16))
    lists = "".join(json.dumps({"id": f"q{n}", "hits": ["d0.md", f"d{n}.md"]}) + "\n" for n in range(1, 16))
    (place / "a.trec").write_text(trec, "utf-8")
    (place / "b.jsonl").write_text(lists, "utf-8")
    done = ragauge(*study("fusion", "--run", "a=a.trec", "--run", "b=b.jsonl", "--json", "-"))
    data = json.loads(done.out)
    assert data["provenance"]["lanes"] == ["a", "b"]
    assert any("b have no scores: only ranks are fused" in note for note in data["notes"])
    mixed = json.loads(ragauge(*study("fusion", "--lane", "bm25", "--run", "a=a.trec", "--json", "-")).out)
    assert mixed["provenance"]["lanes"] == ["bm25", "a"]


def test_rerank(ragauge, place):
    done = ragauge(*study("rerank", "--depth", "2,4", "--json", "r.json"))
    assert done.code == 0, done.err
    data = json.loads((place / "r.json").read_text("utf-8"))
    assert titles(data)[:3] == [
        f"reranked: {name}, differences from first stage" for name in ("ndcg@10", "mrr", "precision@1")
    ]
    orders = [row["order"] for row in data["tables"][0]["rows"]]
    assert orders == ["first stage", "lexical depth=2", "lexical depth=4", "oracle depth=2", "oracle depth=4"]


def test_rerank_by_a_service(ragauge, place, monkeypatch):
    def answer(asked):
        documents = json.loads(asked.body)["documents"]
        results = [{"index": n, "relevance_score": 1.0 / (1 + n)} for n in range(len(documents))]
        return 200, {"Content-Type": "application/json"}, json.dumps({"results": results})

    with serving() as server:
        server.always = answer
        done = ragauge(*study("rerank", "--depth", "3", "--reranker", f"http:{server.url}/rerank#m", "--json", "-"))
    data = json.loads(done.out)
    assert json.loads(server.asked[0].body)["model"] == "m"
    said = {one["says"] for one in data["advice"]}
    assert "broken: scores belong to their texts" in said  # it scores by place
    assert "not worth it" in said


def test_reranked_lists_of_ones_own(ragauge, place):
    first = {f"q{n}": ["d0.md", "d1.md", f"d{n}.md"] for n in range(2, 16)}
    better = {question: hits[::-1] for question, hits in first.items()}
    (place / "first.json").write_text(json.dumps(first), "utf-8")
    (place / "better.json").write_text(json.dumps(better | {"q2": ["d9.md"]}), "utf-8")
    done = ragauge(*study("rerank", "--candidates", "first.json", "--reranked", "mine=better.json", "--json", "-"))
    data = json.loads(done.out)
    assert [one["says"] for one in data["advice"]] == ["broken: hits were candidates, each once", "rerank"]
    assert "'d9.md' was no candidate" in data["advice"][0]["because"]


def test_expansion(ragauge, place):
    done = ragauge(*study("expansion", "--by", "lang", "--json", "e.json"))
    assert done.code == 0, done.err
    assert "rm3: leave the question" in done.out
    data = json.loads((place / "e.json").read_text("utf-8"))
    slices = {
        row["slice"] for table in data["tables"] if table["title"].startswith("by slice") for row in table["rows"]
    }
    assert {"lang=en", "lang=ru"} <= slices
    assert data["provenance"]["parameters"]["rm3"] == "10 terms of 10 texts, the question weighs 0.5"


def test_expansion_with_a_generator(ragauge, place, monkeypatch):
    def answer(asked):
        prompt = json.loads(asked.body)["messages"][0]["content"]
        text = "1. a code of lamps\n2. the code" if "4" in prompt else "a passage"
        return 200, {}, json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]})

    with serving() as server:
        server.always = answer
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
        arguments = study("expansion", "--generator", "openai:small", "--rewrites", "2", "--json", "-")
        first, asked = ragauge(*arguments), len(server.asked)
        again = ragauge(*arguments)
    assert asked == len(server.asked) == 2 * 16
    data = json.loads(first.out)
    assert "multi-query by the number of rewrites, differences from the raw question" in titles(data)
    assert {one["subject"] for one in data["advice"]} == {"rm3", "bo1", "multi-query N=2", "hyde"}
    assert "sk-secret" not in first.out + first.err
    assert "small" in data["provenance"]["generator"]
    assert [one["says"] for one in json.loads(again.out)["advice"]] == [one["says"] for one in data["advice"]]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("fusion", "--lane", "bm25"), "two lanes or more"),
        (("fusion", "--lane", "magic", "--lane", "bm25"), "magic"),
        (("fusion", "--run", "a"), "NAME=FILE"),
        (("fusion", "--run", "a=nowhere.trec", "--lane", "bm25"), "nowhere.trec"),
        (("fusion", "--run", "a=gold.csv", "--run", "a=gold.csv"), "twice"),
        (("fusion", "--lane", "bm25", "--run", "bm25=gold.csv"), "'bm25'"),
        (("fusion", "-m", "judged@5"), "no better and worse"),
        (("fusion", "--clusters", "colour"), "colour"),
        (("rerank", "--reranker", "magic"), "magic"),
        (("rerank", "--reranker", "onnx:nowhere"), "nowhere"),
        (("rerank", "--reranker", "http:http://host/rerank"), "http"),
        (("rerank", "--depth", "0"), "depth"),
        (("rerank", "--depth", "a"), "depth"),
        (("rerank", "--candidates", "nowhere.trec"), "nowhere.trec"),
        (("rerank", "--candidates", "a.trec", "--lane", "bm25"), "--candidates"),
        (("expansion", "--by", "colour"), "colour"),
        (("expansion", "--lane", "magic"), "magic"),
        (("expansion", "--generator", "magic"), "magic"),
        (("expansion", "--rewrites", "0"), "rewrites"),
        (("expansion", "-m", "recal@5"), "recal"),
    ],
)
def test_mistakes_are_one_message(ragauge, place, arguments, word):
    refused(ragauge(*study(*arguments)), word)


def test_an_input_is_not_written_over(ragauge, place):
    (place / "a.json").write_text('{"q1": ["d1.md"]}', "utf-8")
    done = ragauge(*study("fusion", "--lane", "bm25", "--run", "a=a.json", "--json", "a.json"))
    assert done.code == 2
    assert (place / "a.json").read_text("utf-8") == '{"q1": ["d1.md"]}'
