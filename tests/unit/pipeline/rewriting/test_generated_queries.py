"""Multi-query and HyDE: what is asked of a generator, and what is made of its answer."""

import re

import pytest

from ragauge.core.errors import InputError
from ragauge.pipeline.rewriting.hyde import hyde
from ragauge.pipeline.rewriting.multi_query import multi_query
from ragauge.pipeline.rewriting.prompting import language_of, load_prompt

NAMES = {
    "multi_query": {"question": "?", "count": "3"},
    "hyde": {"question": "?"},
    "filter": {"question": "?", "fields": "a: b"},
}


class Canned:
    def __init__(self, answer):
        self.answer, self.prompts = answer, []

    def complete(self, prompt):
        self.prompts.append(prompt)
        return self.answer


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_prompt_is_there_in_its_language_and_fills(name, language):
    prompt = load_prompt(name, language)
    assert prompt.label == f"{name}.{language}.1"
    assert language_of(re.sub(r"\$\w+|field|value", "", prompt.text)) == language
    assert "$" not in prompt.filled(**NAMES[name])


def test_a_version_that_is_not_there():
    with pytest.raises(FileNotFoundError):
        load_prompt("hyde", "en", 99)


def test_the_prompt_is_in_the_script_of_the_question_and_holds_it_as_it_is():
    generator = Canned("")
    multi_query("Цена $count или ${x}?", generator, count=7)
    assert "Цена $count или ${x}?" in generator.prompts[0]
    assert "запросов: 7" in generator.prompts[0]


def test_the_first_different_lines_are_kept_without_their_marks():
    answer = "1) Гарантия на лампы\n• «гарантия на лампы»\n2. 3 лампы\n\n***\n- a-b\n2024 год\nпятый"
    found = multi_query("Какая гарантия?", Canned(answer), count=4)
    assert found == ["Какая гарантия?", "Гарантия на лампы", "3 лампы", "a-b", "2024 год"]


def test_an_answer_with_nothing_in_it_leaves_the_question():
    assert multi_query("What?", Canned("\n what \n")) == ["What?"]
    assert hyde("What?", Canned(" \n ")) == "What?"
    with pytest.raises(InputError, match="count"):
        multi_query("What?", Canned(""), count=0)


def test_hyde_with_the_question_before_the_passage():
    assert hyde("What?", Canned("A lamp."), with_question=True) == "What?\nA lamp."
