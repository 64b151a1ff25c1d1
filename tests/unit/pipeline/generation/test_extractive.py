"""Answers made of sentences of the context."""

import math

import pytest

from ragauge.core.errors import InputError
from ragauge.core.records import Chunk, Hit
from ragauge.pipeline.context.assemble import assemble
from ragauge.pipeline.generation.answerers import make_answerer
from ragauge.pipeline.generation.extractive import ExtractiveAnswerer, function_words
from ragauge.pipeline.generation.markers import read_markers, without_markers


def context(*texts):
    chunks = {f"c{n}": Chunk(f"c{n}", f"d{n}", 0, len(text), text) for n, text in enumerate(texts, start=1)}
    return assemble([Hit(name, 1.0 / rank) for rank, name in enumerate(chunks, start=1)], chunks)


def test_the_worth_of_a_sentence():
    """Two sentences; 'lamp' in both weighs ln(1 + 3/3), 'warranty' in one ln(1 + 3/2), 'Bern' in none ln(1 + 3/1)."""
    asked = "Is the warranty of lamps other in Bern?"  # stems: warranti, lamp, other, bern
    given = context("Lamps hum. The warranty of lamps: two years.")
    weights = {"lamp": math.log(2), "warranti": math.log(2.5), "other": math.log(4), "bern": math.log(4)}
    worth = (weights["lamp"] + weights["warranti"]) / sum(weights.values())
    assert not ExtractiveAnswerer(threshold=worth - 1e-9)(asked, given).refusal
    assert ExtractiveAnswerer(threshold=worth + 1e-9)(asked, given).refusal


def test_a_second_sentence_must_add_something():
    given = context("The warranty is two years.", "The warranty is good.", "Cords cost 5 euros. Fish swim.")
    answer = ExtractiveAnswerer(threshold=0.2)("How long is the warranty and what do cords cost?", given)
    assert (answer.text, answer.citations) == ("The warranty is two years. Cords cost 5 euros.", ("c1", "c3"))
    answer = ExtractiveAnswerer(threshold=0.2)("What do cords cost, how long is the warranty?", given)
    assert answer.citations == ("c1", "c3")  # in the order of the prompt, whichever was taken first
    assert ExtractiveAnswerer(sentences=1, threshold=0.2)("warranty, cords cost", given).citations == ("c3",)


@pytest.mark.parametrize(
    "texts",
    [
        ("The warranty is two years.", "Cords cost 5 euros. Fish swim."),
        ("The warranty [3] is two years[4]. So it is", "| cords | 5 euros [1] |"),
        ("Срок гарантии — два года!", "Шнуры стоят 5 евро, warranty of cords и т. д."),
    ],
)
def test_markers_are_all_that_is_said_beside_the_answer(texts):
    """Every sentence has the marker of its passage; those that stand in the documents cite nothing here."""
    answer = ExtractiveAnswerer(threshold=0.1)("warranty cords, гарантия шнуров", context(*texts))
    assert without_markers(answer.said) == without_markers(answer.text)
    assert read_markers(answer.said, len(texts)).known == (1, 2)
    assert not read_markers(answer.said, len(texts)).unknown
    assert answer.citations == ("c1", "c2")


def test_russian_words_in_their_forms():
    given = context("Насос шумит.", "Срок гарантии на лампы — два года. Храните чек.")
    answer = ExtractiveAnswerer()("Какой гарантийный срок у лампы?", given)
    assert (answer.text, answer.citations) == ("Срок гарантии на лампы — два года.", ("c2",))
    assert ExtractiveAnswerer()("Где находится Берн?", given).refusal


def test_headings_and_questions_are_no_answers_but_count_for_the_next_sentence():
    given = context("# Warranty of lamps\n\nTwo years.\n\nHow much is a cord? Five euros.", "Warranty needs lamps.")
    assert ExtractiveAnswerer(sentences=1)("warranty of lamps", given).text == "Two years."
    assert ExtractiveAnswerer(sentences=1)("How much is a cord?", given).text == "Five euros."
    assert ExtractiveAnswerer(threshold=0)("cord", context("What is a cord?")).refusal


def test_a_joined_passage_is_cited_as_a_whole():
    chunks = {"a": Chunk("a", "d", 0, 10, "Lamps hum."), "b": Chunk("b", "d", 10, 22, " Cords break")}
    joined = assemble([Hit("a", 2.0), Hit("b", 1.0)], chunks, neighbours=True)
    assert ExtractiveAnswerer()("lamps", joined).citations == ("a", "b")


@pytest.mark.parametrize("asked", ["", "?", "What is it?", "Что это такое?"])
def test_a_question_that_names_nothing_is_refused(asked):
    assert ExtractiveAnswerer(threshold=0)(asked, context("What is it? It is what it is.")).refusal


def test_no_context_no_answer():
    assert ExtractiveAnswerer(threshold=0)("lamps", context()).refusal


def test_sharing_nothing_is_not_enough_with_any_threshold():
    assert ExtractiveAnswerer(threshold=0)("lamps", context("Cords break.")).refusal


def test_the_same_again():
    given = context("Lamps hum. Lamps glow. Lamps burn.")
    assert {ExtractiveAnswerer(sentences=1)("lamps", given).text for _ in range(5)} == {"Lamps hum."}


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"sentences": 0}, "sentences must be a whole number"),
        ({"threshold": 1.5}, "threshold must be a number from 0 to 1"),
        ({"threshold": math.nan}, "threshold must be a number from 0 to 1"),
        ({"threshold": "0.3"}, "threshold must be a number from 0 to 1"),
        ({"temperature": 0}, "no parameter 'temperature'; there are: sentences, threshold"),
    ],
)
def test_parameters_that_cannot_be(parameters, says):
    with pytest.raises(InputError, match=says):
        make_answerer("extractive", **parameters)


def test_function_words_are_as_words_are_read():
    assert {"the", "какой", "все"} <= function_words()
    assert not {"всё", "warranty"} & function_words()
