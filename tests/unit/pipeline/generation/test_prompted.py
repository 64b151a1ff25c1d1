"""Answers by a generator: the prompt, the markers, the refusals."""

import pytest

from ragauge.backends.openai_chat import Completion
from ragauge.core.errors import InputError
from ragauge.core.records import Chunk, Hit
from ragauge.pipeline.context.assemble import assemble
from ragauge.pipeline.generation.answerers import make_answerer
from ragauge.pipeline.generation.markers import read_markers, without_markers
from ragauge.pipeline.generation.prompted import PromptedAnswerer
from ragauge.pipeline.generation.records import answer_of_trace

CHUNKS = {f"c{n}": Chunk(f"c{n}", f"d{n}", 0, 7, f"$text {n}") for n in (1, 2, 3)}
CONTEXT = assemble([Hit("c2", 3.0), Hit("c3", 2.0), Hit("c1", 1.0)], CHUNKS)


class Canned:
    def __init__(self, answer):
        self.answer, self.asked = answer, []

    def complete(self, prompt):
        self.asked.append(prompt)
        return self.answer


class Telling(Canned):
    identity = "canned"

    def completion(self, prompt):
        return Completion(self.complete(prompt), {"prompt": 7, "completion": 2}, cut=True)


@pytest.mark.parametrize(
    ("text", "known", "unknown"),
    [
        ("a [1].", (1,), 0),
        ("a [1, 2]", (1, 2), 0),
        ("a [1][3]", (1, 3), 0),
        ("a [1] [3] [1]", (1, 3), 0),
        ("a [1-3]", (1, 2, 3), 0),
        ("a [ 2 – 3 ; 1 ]", (2, 3, 1), 0),
        ("a [0]", (), 1),
        ("a [4] b [4]", (), 2),
        ("a [2-5]", (2, 3), 2),
        ("a [3-1]", (), 1),
        ("a [1-9999]", (1, 2, 3), 9996),
        ("in [2024]", (), 1),
        ("a [99999] [x] [] [1a] (1) [-1] [1.5]", (), 0),
        ("", (), 0),
    ],
)
def test_markers(text, known, unknown):
    assert read_markers(text, 3) == (known, unknown)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Two [1]. Three [2, 3]!", "Two. Three!"),
        ("[1]", ""),
        ("a\n[1] b", "a\n b"),
        ("an array[x] stays", "an array[x] stays"),
    ],
)
def test_texts_without_markers(text, plain):
    assert without_markers(text) == plain


def test_citations_are_chunks_in_the_order_of_the_prompt():
    answer = PromptedAnswerer(Canned("Two [3], one [1][7]. "))("How long?", CONTEXT)
    assert (answer.text, answer.citations, answer.unknown_markers) == ("Two, one.", ("c1", "c2"), 1)
    assert (answer.said, answer.refusal, answer.tokens, answer.cut) == ("Two [3], one [1][7]. ", False, None, False)


def test_a_trace_has_the_markers_of_chunks():
    """The model sees passages, some of several chunks; the list of the trace is chunks."""
    chunks = {name: Chunk(name, "d", at, at + 4, name * 4) for name, at in (("a", 0), ("b", 4), ("c", 20))}
    joined = assemble([Hit("a", 3.0), Hit("b", 2.0), Hit("c", 1.0)], chunks, neighbours=True)
    answer = PromptedAnswerer(Canned("So [1]. Or [2][3], [1-2], [0].\n"))("Why?", joined)
    assert answer_of_trace(answer, joined) == "So [1, 2]. Or [3][4], [1, 2, 3], [0]."
    assert read_markers(answer_of_trace(answer, joined), 3).unknown == read_markers(answer.said, 2).unknown == 2
    assert answer_of_trace(PromptedAnswerer(Canned(" [1] "))("Why?", joined), joined) is None


def test_tokens_and_a_cut_answer():
    answer = PromptedAnswerer(Telling("Two"))("How long?", CONTEXT)
    assert (answer.tokens, answer.cut) == ({"prompt": 7, "completion": 2}, True)


def test_the_prompt_is_in_the_language_of_the_question_and_passages_are_taken_as_they_are():
    canned = Canned("")
    PromptedAnswerer(canned)("How long is $question?", CONTEXT)
    PromptedAnswerer(canned)("Какой срок?", CONTEXT)
    english, russian = canned.asked
    assert "[1] $text 2\n\n[2] $text 3\n\n[3] $text 1\n" in english
    assert "Question: How long is $question?" in english
    assert "The passages do not answer this question." in english
    assert "Вопрос: Какой срок?" in russian
    assert "[1] $text 2" in russian


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ("The passages do not answer this question.", True),
        ("«the passages do not answer this question»", True),
        ("The passages do not answer this question. They are on lamps [1].", True),
        ("В этих фрагментах нет ответа на вопрос", True),
        ("Yes. The passages do not answer this question.", False),
        ("The passages do not answer", False),
        ("", False),
    ],
)
def test_refusals(said, refusal):
    for question in ("How long?", "Какой срок?"):
        assert PromptedAnswerer(Canned(said))(question, CONTEXT).refusal is refusal


def test_nothing_said_is_no_answer():
    assert PromptedAnswerer(Canned(" \n"))("How long?", CONTEXT).text is None


def test_an_empty_context_is_asked_about_too():
    canned = Canned("The passages do not answer this question.")
    assert PromptedAnswerer(canned)("How long?", assemble([], {})).refusal
    assert len(canned.asked) == 1


def test_what_it_is_made_of():
    assert PromptedAnswerer(Telling("")).identity == "canned answer.en.1 answer.ru.1"
    assert PromptedAnswerer(Canned("")).identity.startswith("Canned ")


def test_names(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:8000/v1")
    assert '"url": "http://localhost:8000/v1"' in make_answerer("openai:m").identity
    assert '"url": "http://other/v1"' in make_answerer("openai:m", url="http://other/v1").identity
    monkeypatch.delenv("OPENAI_BASE_URL")
    assert '"url": "https://api.openai.com/v1"' in make_answerer("openai:org/m:free").identity
    assert '"model": "org/m:free"' in make_answerer("openai:org/m:free").identity
    assert make_answerer("none") is None


@pytest.mark.parametrize(
    ("name", "parameters", "says"),
    [
        ("gpt", {}, "no answerer 'gpt'; there are: none, extractive, openai:MODEL"),
        ("openai:", {}, "no answerer 'openai:'"),
        ("openai", {}, "no answerer 'openai'"),
        ("none", {"threshold": 1}, "the answerer none has no parameter 'threshold'; there are: none"),
        ("openai:m", {"threshold": 1}, "has no parameter 'threshold'; there are: url, key_variable"),
        ("openai:m", {"name": "x"}, "has no parameter 'name'"),
        ("openai:m", {"url": "ftp://host"}, "the url of a server"),
        ("openai:m", {"attempts": 0}, "attempts must be at least 1"),
        ("openai:m", {"version": 99}, "no version 99 of the prompt"),
    ],
)
def test_names_and_parameters_that_are_not_there(name, parameters, says):
    with pytest.raises(InputError, match=says):
        make_answerer(name, **parameters)
