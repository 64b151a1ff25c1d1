"""Answers in plain tables: columns by name, prompts in any form, ids that are there and ids that are not."""

import pytest

from ragauge.core.errors import InputError
from ragauge.io.answer_cells import contexts_in
from ragauge.io.answer_columns import answer_columns, is_table_of_answers, may_repeat
from ragauge.io.answer_rows import read_answers
from ragauge.io.table import Table


def table(*rows, start=2):
    return Table.of_rows(list(enumerate(rows, start)), source="r.csv")


def row(question="How long?", **more):
    return {"question": question, "answer": "Two years.", **more}


def texts(found):
    """The texts of the prompt of each trace."""
    known = dict(found.traced.anchors.select("item", "quote").iter_rows())
    return [[known[item] for item in items] for items in prompts(found).values()]


def prompts(found):
    rows = found.traced.run("context").frame.group_by("question", maintain_order=True).agg("item")
    return dict(rows.iter_rows())


@pytest.mark.parametrize(
    ("names", "answer", "contexts", "references"),
    [
        (["question", "answer", "contexts", "ground_truth"], "answer", "contexts", "ground_truth"),
        (["question", "answer", "contexts", "ground_truths"], "answer", "contexts", "ground_truths"),
        (["user_input", "retrieved_contexts", "response", "reference"], "response", "retrieved_contexts", "reference"),
        (["input", "actual_output", "expected_output", "retrieval_context", "context"], "actual_output",
         "retrieval_context", "expected_output"),
        (["Вопрос", "Ответ", "Контексты", "Эталонный ответ"], "Ответ", "Контексты", "Эталонный ответ"),
        (["query", "Prediction", "answer"], "Prediction", None, None),
        (["id", "question", "answer", "passages"], "answer", "passages", None),
    ],
)  # fmt: skip
def test_columns_are_found_by_name(names, answer, contexts, references):
    found = answer_columns(names, "r.csv")
    assert (found.answer, found.contexts, found.references) == (answer, contexts, references)
    assert is_table_of_answers(names, "r.csv")


def test_two_columns_that_could_be_the_answer_are_told():
    with pytest.raises(InputError, match="'response' and 'prediction' could each be the answer"):
        answer_columns(["question", "response", "prediction"], "r.csv")


def test_runs_and_traces_are_no_tables_of_answers():
    assert not is_table_of_answers(["question", "retrieved"], "r")
    assert not is_table_of_answers(["question", "answer", "stages"], "r")
    assert not is_table_of_answers(["answer", "contexts"], "r")
    assert may_repeat(["question", "answer", "document"], "r")
    assert not may_repeat(["question", "answer", "contexts", "source"], "r")


@pytest.mark.parametrize(
    "cell",
    [
        ["It hums.", "Two years."],
        '["It hums.", "Two years."]',
        "['It hums.', 'Two years.']",
        "['It hums.'\n 'Two years.']",
        "('It hums.', 'Two years.')",
        [{"text": "It hums."}, {"page_content": "Two years.", "metadata": {}}],
        ["It hums.", " ", None, "Two years."],
    ],
)
def test_every_form_of_a_prompt(cell):
    assert texts(read_answers(table(row(contexts=cell)))) == [["It hums.", "Two years."]]


def test_texts_are_divided_only_where_it_is_said_how():
    one = read_answers(table(row(contexts="It hums.\n\nTwo years; or one.")))
    assert texts(one) == [["It hums.\n\nTwo years; or one."]]
    assert any("--context-separator" in note for note in one.traced.notes)
    two = read_answers(table(row(contexts="It hums.\n\nTwo years; or one.")), separator="\n\n")
    assert texts(two) == [["It hums.", "Two years; or one."]]
    assert texts(read_answers(table(row(contexts="[1] It hums [2]")))) == [["[1] It hums [2]"]]


def test_a_blank_prompt_is_not_recorded_and_an_empty_one_is():
    found = read_answers(table(row("a", contexts=""), row("b", contexts=None), row("c", contexts="[]")))
    assert found.traced.recorded["trace"].to_list() == [2]


def test_ids_beside_the_texts():
    found = read_answers(table(row(contexts=["It hums.", "Two years."], context_ids="['c1', 7]", citations=[7])))
    assert prompts(found) == {"How long?": ["c1", "7"]}
    assert found.traced.asked["citations"].to_list() == [["7"]]
    assert found.run.frame["item"].to_list() == ["c1", "7"]


def test_an_id_of_several_texts_names_their_document():
    rows = (
        row("a", contexts=["It hums.", "Two years."], context_ids=["m.pdf", "m.pdf"], citations="m.pdf"),
        row("b", contexts=["Blue."], context_ids=["n.pdf"], citations="m.pdf"),
    )
    found = read_answers(table(*rows))
    items = prompts(found)["a"]
    assert len(set(items)) == 2
    documents = dict(found.traced.anchors.select("item", "document").iter_rows())
    assert [documents[item] for item in items] == ["m.pdf", "m.pdf"]
    assert texts(found) == [["It hums.", "Two years."], ["Blue."]]
    assert found.traced.asked["citations"].to_list() == [items, ["m.pdf"]]  # which is not in the prompt of b


def test_citations_of_texts_without_ids():
    by_place = read_answers(table(row(contexts=["It hums.", "Two years."], citations="[2, 9]")))
    (items,) = prompts(by_place).values()
    assert by_place.traced.asked["citations"].to_list() == [[items[1], "9"]]
    assert any("places in the prompt, from 1" in note for note in by_place.traced.notes)
    unknown = read_answers(table(row(contexts=["It hums."], citations=["m.pdf"])))
    assert unknown.traced.asked["citations"].to_list() == [None]
    assert any("what they cite is not known" in note for note in unknown.traced.notes)
    nothing = read_answers(table(row(contexts=["It hums."], citations="[]")))
    assert nothing.traced.asked["citations"].to_list() == [[]]


def test_flags_numbers_references_and_errors():
    rows = (
        row("a", refused="да", confidence="0,87", ground_truths='["Two years.", "24 months"]', error=""),
        {"question": "b", "answer": None, "refused": None, "confidence": "1.000", "error": "TimeoutError: slow"},
        row("c", refused=False, confidence=None, ground_truths=""),
    )
    found = read_answers(table(*rows))
    assert found.traced.asked["refusal"].to_list() == [True, None, False]
    assert found.traced.asked["error"].to_list() == [None, "TimeoutError: slow", None]
    assert found.traced.told.rows() == [(0, ["Two years.", "24 months"], 0.87), (1, None, 1.0)]


def test_a_ranking_beside_the_prompt_is_that_of_the_run():
    hits = [{"id": "c2", "score": 0.9, "document": "b.md"}, {"id": "c1", "score": 0.5}]
    found = read_answers(table(row(retrieved=hits, contexts=["Two years."], context_ids=["c2"])))
    assert found.run.frame["item"].to_list() == ["c2", "c1"]
    assert found.traced.names == ("retrieved", "context")
    known = {item: (document, quote) for item, document, quote in
             found.traced.anchors.select("item", "document", "quote").iter_rows()}  # fmt: skip
    assert known["c2"] == ("b.md", "Two years.")


def test_a_table_without_prompt_and_hits_has_no_stage():
    found = read_answers(table(row()))
    assert (found.traced.names, len(found.run), found.run.empty_questions) == ((), 0, ("How long?",))


def test_all_problems_in_one_pass():
    rows = (
        row("a", contexts=["x"], context_ids=["1", "2"], refused="maybe", confidence="high"),
        row("a", contexts="['x"),
        row("", contexts=[7]),
        row("b", contexts=["x"], citations=[None], retrieved=[{"odd": 1}]),
        {"question": "c", "answer": ["a list"]},
    )
    with pytest.raises(InputError) as caught:
        read_answers(table(*rows))
    told = {(problem.file, problem.row, problem.column) for problem in caught.value.problems}
    assert told == {
        ("r.csv", 2, "context_ids"), ("r.csv", 2, "refused"), ("r.csv", 2, "confidence"),
        ("r.csv", 3, "question"), ("r.csv", 3, "contexts"), ("r.csv", 4, "question"), ("r.csv", 4, "contexts"),
        ("r.csv", 5, "citations"), ("r.csv", 5, "retrieved"), ("r.csv", 6, "answer"),
    }  # fmt: skip
    assert "question 'a' was answered on row 2 already" in str(caught.value)


@pytest.mark.parametrize("cell", ["[1, 2, null]", "[[1], [2]]", '[true, "It hums."]'])
def test_a_list_of_what_is_no_text_is_refused_and_no_text_itself(cell):
    with pytest.raises(ValueError, match="neither a text nor an object"):
        contexts_in(cell)


def test_a_text_in_brackets_is_a_text():
    assert [one.text for one in contexts_in("[sic] It hums. [1]")] == ["[sic] It hums. [1]"]
