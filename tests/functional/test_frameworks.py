"""Golden sets and runs in the field names of other tools are read as they are."""

import json

import pytest

RUN = [["atlas.md", "x"], ["x", "устав.md"]]
QUESTIONS = ["How long is the warranty?", "Сколько ждать?"]
QUOTES = ["The warranty lasts two years from the day of purchase.", "Погрузите фильтр в воду на пять минут."]
TEXTS = [[QUOTES[0] + " Keep the receipt.", "x"], ["y", "Совет. " + QUOTES[1]]]


def jsonl(rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def by_question(found):
    return jsonl({"question": q, "retrieved": hits} for q, hits in zip(QUESTIONS, found, strict=True))


def each(make):
    return [make(q, gold, text) for q, gold, text in zip(QUESTIONS, ("atlas.md", "устав.md"), QUOTES, strict=True)]


IDS = {
    "ragas": jsonl(each(lambda q, d, _: {"user_input": q, "reference": "…", "reference_context_ids": [d]})),
    "autorag": jsonl(each(lambda q, d, _: {"qid": f"i{q}", "query": q, "retrieval_gt": [[d]], "generation_gt": ["…"]})),
    "mlflow": json.dumps(
        each(
            lambda q, d, _: {
                "inputs": {"question": q},
                "expectations": {"expected_retrieved_context": [{"doc_uri": d}]},
            }
        )
    ),
    "deepeval": json.dumps(each(lambda q, d, _: {"input": q, "expected_output": "…", "source_file": d})),
    "llamaindex": json.dumps(
        {
            "queries": {str(n): q for n, q in enumerate(QUESTIONS)},
            "corpus": {"a": "…"},
            "relevant_docs": {"0": ["atlas.md"], "1": ["устав.md"]},
        }
    ),
    "langsmith": jsonl(
        each(lambda q, d, _: {"inputs": {"question": q}, "outputs": {"answer": "…", "expected_docs": [d]}})
    ),
    "haystack": jsonl(each(lambda q, d, _: {"question": q, "answer": "…", "ground_truth_documents": [d]})),
}


@pytest.mark.parametrize("tool", IDS)
def test_gold_of_ids(ragauge, tool):
    name = "gold.jsonl" if tool in ("ragas", "autorag", "langsmith", "haystack") else "gold.json"
    files = {name: IDS[tool], "run.jsonl": by_question(RUN)}
    done = ragauge("eval", name, "run.jsonl", "-m", "mrr", "-m", "recall@1", "--json", "-", files=files)
    assert done.code == 0, done.err
    assert [score["value"] for score in json.loads(done.out)["scores"]] == [0.75, 0.5]


def test_phoenix_examples_with_the_source_in_their_metadata(ragauge):
    rows = each(lambda q, d, _: {"input": {"question": q}, "output": {"answer": "…"}, "metadata": {"source": d}})
    files = {"gold.jsonl": jsonl(rows), "run.jsonl": by_question(RUN)}
    done = ragauge(
        "eval", "gold.jsonl", "run.jsonl", "-m", "mrr", "--map", "document=metadata.source", "--json", "-", files=files
    )
    assert done.code == 0, done.err
    assert json.loads(done.out)["scores"][0]["value"] == 0.75


TEXT_ROWS = {
    "ragas": lambda q, _, t: {"user_input": q, "reference_contexts": [t]},
    "deepeval": lambda q, _, t: {"input": q, "context": [t], "expected_output": "…"},
}
TEXT_RUNS = {
    "ragas": lambda q, texts: {"user_input": q, "retrieved_contexts": texts, "response": "…"},
    "deepeval": lambda q, texts: {"input": q, "retrieval_context": texts, "actual_output": "…"},
}


@pytest.mark.parametrize("tool", TEXT_ROWS)
def test_gold_of_texts_and_hits_of_texts(ragauge, tool):
    run = [TEXT_RUNS[tool](q, texts) for q, texts in zip(QUESTIONS, TEXTS, strict=True)]
    files = {"gold.jsonl": jsonl(each(TEXT_ROWS[tool])), "run.jsonl": jsonl(run)}
    done = ragauge("eval", "gold.jsonl", "run.jsonl", "-m", "mrr", "-m", "recall@1", "--json", "-", files=files)
    assert done.code == 0, done.err
    assert [score["value"] for score in json.loads(done.out)["scores"]] == [0.75, 0.5]


def test_one_file_may_be_gold_and_run(ragauge):
    rows = [
        {"user_input": q, "reference_contexts": [quote], "retrieved_contexts": texts}
        for q, quote, texts in zip(QUESTIONS, QUOTES, TEXTS, strict=True)
    ]
    done = ragauge("eval", "all.jsonl", "all.jsonl", "-m", "mrr", "--json", "-", files={"all.jsonl": jsonl(rows)})
    assert done.code == 0, done.err
    assert json.loads(done.out)["scores"][0]["value"] == 0.75


NUMBERS = {"x": 7, "atlas.md": 8, "устав.md": 9}
HITS = {
    "langchain": lambda d, t: {"page_content": t, "metadata": {"source": f"/data/in/{d}", "page": 3}},
    "langchain, dumped": lambda d, t: {
        "lc": 1, "type": "constructor", "id": ["langchain", "schema", "document", "Document"],
        "kwargs": {"page_content": t, "metadata": {"source": f"/data/in/{d}"}},
    },
    "llamaindex": lambda d, t: {"node": {"id_": f"n-{d}", "text": t, "metadata": {"file_name": d}}, "score": 0.5},
    "haystack": lambda d, t: {"id": f"h-{d}", "content": t, "meta": {"file_path": f"in/{d}"}, "score": 0.5},
    "qdrant": lambda d, t: {"id": NUMBERS[d], "score": 0.5, "payload": {"source": d, "text": t}},
}  # fmt: skip


@pytest.mark.parametrize("tool", HITS)
def test_hits_of_frameworks_tell_their_documents(ragauge, tool):
    run = by_question([[HITS[tool](d, "…") for d in hits] for hits in RUN])
    gold = "question,expected_docs\n" + "".join(
        f"{q},{d}\n" for q, d in zip(QUESTIONS, ("atlas.md", "устав.md"), strict=True)
    )
    files = {"gold.csv": gold, "run.jsonl": run}
    done = ragauge("eval", "gold.csv", "run.jsonl", "-m", "mrr", "--json", "-", files=files)
    assert done.code == 0, done.err
    assert json.loads(done.out)["scores"][0]["value"] == 0.75


def test_an_id_that_names_two_documents_stops(ragauge):
    hits = [{"id": "c1", "source": "a.md"}, {"id": "c1", "source": "b.md"}]
    files = {
        "gold.csv": "question,expected_docs\nWhy?,a.md\n",
        "run.jsonl": jsonl([{"question": "Why?", "retrieved": hits}]),
    }
    done = ragauge("eval", "gold.csv", "run.jsonl", files=files)
    assert done.code == 2
    for word in ("run.jsonl:1", "'c1'", "'a.md'", "'b.md'"):
        assert word in done.err
