"""Phrases of refusals, and answers that only look like one."""

import pytest

from ragauge.core.texts.refusals import says_it_has_no_answer

REFUSALS = """
I don't know.
I do not know the answer to that.
I'm sorry, but I cannot answer this question based on the provided context.
The provided documents do not contain any information about the price.
Based on the context, the price is not mentioned in the passages.
The manual does not say.
The text doesn’t mention the warranty period.
Unfortunately, there is no information on that.
There isn't enough information to answer.
I do not have enough information to answer.
This question cannot be answered from the passages.
The answer is not in the context.
It is not possible to answer from the given passages.
Not specified.
N/A
К сожалению, в предоставленных документах нет информации о цене.
Информация отсутствует в тексте.
Я не могу ответить на этот вопрос.
В документе не указано, сколько стоит лампа.
Документы не содержат ответа на этот вопрос.
Недостаточно данных для ответа.
Не указано.
Об этом в инструкции ничего не сказано.
Я не знаю. Спросите продавца.
The passages do not answer this question.
В этих фрагментах нет ответа на вопрос.
"""
ANSWERS = """
No.
No, it does not cover water.
The warranty does not cover water damage.
The document states that nobody knows.
The lamp cannot be found in stores.
There is enough information in the leaflet on page 2.
I don't know, but usually two years.
The manual does not say so. However, the leaflet has two years.
Unknown callers are blocked.
Нет, вода не покрывается.
Гарантия не распространяется на воду.
В инструкции не сказано, однако на сайте указаны два года.
Две недели; дольше не указано в договоре ничего не значит.
Two years.
"""


@pytest.mark.parametrize("text", REFUSALS.strip().splitlines())
def test_refusals(text):
    assert says_it_has_no_answer(text)
    assert says_it_has_no_answer(text.upper().replace("ё", "е"))


@pytest.mark.parametrize("text", ANSWERS.strip().splitlines())
def test_answers(text):
    assert not says_it_has_no_answer(text)


@pytest.mark.parametrize("text", ["", " \n", "?", "…"])
def test_nothing_is_no_refusal(text):
    assert not says_it_has_no_answer(text)
