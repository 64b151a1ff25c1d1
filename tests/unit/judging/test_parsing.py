"""The JSON in what judges write."""

from time import perf_counter

import pytest
from canned_judges import VERDICT

from ragauge.judging.parsing import read_reply

SO = {"supported": True}


@pytest.mark.parametrize(
    "text",
    [
        '{"supported": true}',
        '\ufeff {"supported": true}\n',
        '```json\n{"supported": true}\n```',
        '```\n{"supported": true,}\n```',
        'Вот ответ: {"supported": true,\n} — и всё.',
        '<think>\nMaybe {"supported": false}?\n</think>\n{"supported": true}',
        'As {braces} go: {"supported": true}',
        '{"supported": true}\n{"supported": true}',  # twice the same
        'First {unclosed, then {"supported": true}',
    ],
)
def test_found(text):
    assert read_reply(text, VERDICT) == (SO, None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is no JSON in it"),
        ("Yes.", "there is no JSON in it"),
        ('{"supported": true', "Expecting ',' delimiter"),
        ('{"supported": true} {"supported": false}', "there are different replies in it"),
        ('{"supported": true, "supported": false}', "the key 'supported' stands twice in one object"),
        ('{"supported": NaN}', "NaN is not a number that can be scored"),
        ("[true]", "$ must be of type object, not [True]"),
        ("__import__('os').abort()", "there is no JSON in it"),
    ],
)
def test_not_found(text, why):
    assert read_reply(text, VERDICT) == (None, why)


def test_commas_and_brackets_in_strings_are_left_alone():
    schema = {"type": "object", "properties": {"quote": {"type": "string"}}}
    assert read_reply('x {"quote": "a,} \\" ,] b",}', schema) == ({"quote": 'a,} " ,] b'}, None)


HOSTILE = [
    "{" * 200_000,
    '{"a":' * 50_000,
    '"' * 200_000,
    "{" + '"x",' * 60_000,
    ", " * 99_000 + "{",
    "<think>" * 30_000,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_takes_no_time(text):
    begin = perf_counter()
    assert read_reply(text, VERDICT)[0] is None
    assert perf_counter() - begin < 5
