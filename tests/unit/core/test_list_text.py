"""Lists in the cells of tables: what Python, numpy and JSON print is read back, and nothing is evaluated."""

import ast
import json
import random
import re

import numpy as np
import pytest

from ragauge.core.list_text import looks_like_a_list, parse_list

LETTERS = "ab'\"\\\n\t[],é лё💡{}():\x00\x07"


def value(draw: random.Random, depth: int = 2):
    kind = draw.random()
    if depth and kind < 0.15:
        return [value(draw, depth - 1) for _ in range(draw.randint(0, 3))]
    if depth and kind < 0.3:
        return {f"{place}{draw.choice(LETTERS)}": value(draw, depth - 1) for place in range(draw.randint(0, 3))}
    if kind < 0.4:
        return draw.choice([None, True, False, 1, -2.5, 1e-7])
    return "".join(draw.choice(LETTERS) for _ in range(draw.randint(0, 6)))


def test_what_python_and_json_write_is_read_back():
    draw = random.Random(7)
    for _ in range(3000):
        listed = [value(draw) for _ in range(draw.randint(0, 4))]
        assert parse_list(repr(listed)) == ast.literal_eval(repr(listed)) == listed
        assert parse_list(json.dumps(listed)) == listed
        texts = [one for one in listed if isinstance(one, str)]
        assert looks_like_a_list(repr(texts))
        assert looks_like_a_list(json.dumps(texts))


def test_arrays_of_numpy_have_no_commas():
    """Python joins texts that stand side by side; two texts of a prompt are not one."""
    printed = str(np.array(["It hums.", "It's two", 'a "b"'], dtype=object))
    assert "," not in printed
    assert parse_list(printed) == ["It hums.", "It's two", 'a "b"']


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('["a", "b', "Unterminated string"),
        ("['a', 'b", "a text does not end; was it cut?, at character 7"),
        ("['a', 'b'", "the list does not end; was it cut?"),
        ("['a', ...]", "shortened when it was printed"),
        ("['a',, 'b']", "a value is missing before the comma"),
        ("['a'] b", "something follows the list"),
        ("[Document(page_content='a')]", "Document is no text, number, list or object"),
        ("[__import__('os').system('true')]", "__import__ is no text"),
        ("['\\ud83d']", "half a character"),
        ("[{'a': 1, 'a': 2}]", "stands twice"),
        ("[" * 30 + "'a'" + "]" * 30, "nested too deeply"),
        ("{'a': 1}", "Expecting property name"),
        ('{"a": 1}', "a list is needed"),
    ],
)
def test_anything_else_is_refused(text, says):
    with pytest.raises(ValueError, match=re.escape(says)):
        parse_list(text)
