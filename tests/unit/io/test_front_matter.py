"""Front matter as metadata: typed, never guessed, and the text stays as it is."""

import re
from datetime import date

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ragauge.io.corpus_files import read_corpus
from ragauge.io.front_matter import front_matter


def fields(text):
    found = front_matter(text)
    assert found is not None
    assert found.doubts == ()
    return found.fields


def test_types_of_toml():
    told = fields(
        '+++\na = "1"\nb = 1\nc = 1.0\nd = true\ne = 2024-05-31\nf = 2024-05-31T10:00:00Z\ng = ["x", 2]\n'
        '"ключ" = "en-GB"\n+++\n# Title\n'
    )
    assert told == {
        "a": "1", "b": 1, "c": 1.0, "d": True, "e": "2024-05-31", "f": "2024-05-31T10:00:00+00:00", "g": ("x", 2),
        "ключ": "en-GB",
    }  # fmt: skip
    assert [type(told[name]) for name in "abcd"] == [str, int, float, bool]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("en-US", "en-US"), ("1", 1), ("-3", -3), ("1.0", 1.0), ("1e3", 1000.0), ("01", "01"), ("1.2.3", "1.2.3"),
        ("true", True), ("False", False), ("yes", "yes"), ("no", "no"), ("NO", "NO"),
        ("2024-05-31", "2024-05-31"), ("2024-05-31T10:00:00Z", "2024-05-31T10:00:00Z"), ("1_000", "1_000"),
        ('"1"', "1"), ("'true'", "true"), ("'it''s'", "it's"), ('"a\\tb \\u00fc"', "a\tb ü"), ('""', ""),
        ("a # remark", "a"), ('"a # b" # remark', "a # b"), ("a#b", "a#b"), ("http://x.org/a?b", "http://x.org/a?b"),
        ("«Аквилон Фарма»", "«Аквилон Фарма»"), ("[a, 'b, c', 1, \"1\"]", ("a", "b, c", 1, "1")), ("[]", ()),
        ("[a, b,]  # two", ("a", "b")), ("[1, null]", (1,)),
        ('"\\U0001F512 \\x41\\_\\e\\N"', "\U0001f512 A\xa0\x1b\x85"),
    ],
)  # fmt: skip
def test_values_of_yaml(written, value):
    told = fields(f"---\nkey: {written}\n---\ntext\n")
    assert told == {"key": value}
    assert type(told["key"]) is type(value)


@pytest.mark.parametrize("written", ["", "~", "null", "# nothing"])
def test_no_value_is_no_field(written):
    assert fields(f"---\nkey: {written}\nother: 1\n---\n") == {"other": 1}


def test_block_lists_at_either_indent():
    assert fields("---\na:\n- x\n- 'y'\nb:\n  - 1\n\n  # between\n  - 2.5\nc: 3\n---\n") == {
        "a": ("x", "y"), "b": (1, 2.5), "c": 3,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("author:\n  name: Ann", "'author' is no single value"),
        ("note: |\n  two\n  lines", "'note' is no single value"),
        ("note: >-\n  folded", "'note' is no single value"),
        ("note: goes on\n  below", "'note' is no single value"),
        ("list:\n  - a\n  -\n    b: 1", "'list' is no single value"),
        ("list: [a, [b]]", "'list' is no list of single values"),
        ("list: [a, b", "'list' is no list that can be read"),
        ("list: [a: 1]", "'list' is no single value"),
        ("map: {a: 1}", "'map' is no single value"),
        ("anchor: &a 1", "'anchor' is no single value"),
        ("tag: !!str 1", "'tag' is no single value"),
        ("odd: a: b", "'odd' is no single value"),
        ('open: "a', "'open' has quotes that do not close"),
        ('escape: "\\q"', "'escape' has an escape that is not known"),
        ('beyond: "\\U00110000"', "'beyond' has an escape that is not known"),
        ('half: "\\ud83d"', "'half' has an escape that is not known"),
        ("far: 1e999", "'far' an infinite number"),
        ("twice: 1\ntwice: 1", "'twice' stands twice"),
    ],
)
def test_what_is_no_flat_value_is_told_and_only_that_field_is_lost(lines, said):
    found = front_matter(f"---\nfirst: 1\n{lines}\nlast: 2\n---\ntext\n")
    assert found is not None
    assert found.fields == {"first": 1, "last": 2}
    (doubt,) = found.doubts
    assert doubt.startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\nA quiet lamp hums.\n---\n", "line 1 is no field"),
        ("---\nkey:value\n---\n", "line 1 is no field"),
        ("---\na: 1\n- b\nc d\n---\n", "line 3 is no field"),
        ("+++\na = \n+++\n", "not TOML"),
        ("+++\n" + "a = " + "[" * 5000 + "\n+++\n", "not TOML"),
    ],
)
def test_lines_that_are_no_fields_give_none_at_all(text, said):
    found = front_matter(text)
    assert found is not None
    assert found.fields == {}
    assert found.doubts[0].startswith(said)


@pytest.mark.parametrize(
    "text",
    ["", "# Title\n---\na: 1\n---\n", "---\n\nA rule above.\n\n---\n", "---\na: 1\n", "----\na: 1\n---\n", "+++x\n"],
)
def test_what_is_no_front_matter(text):
    assert front_matter(text) is None


def test_nested_toml_is_told():
    found = front_matter("+++\na = 1\n[params]\nb = 2\n+++\n")
    assert found is not None
    assert found.fields == {"a": 1}
    assert found.doubts[0].startswith("'params' is no text")


POWER = re.compile(r"[+-]?\d+[eE][+-]?\d+")
"""What is a number in YAML 1.2 and here, and a text in YAML 1.1, which PyYAML writes."""
PLAIN = (
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=8).filter(
        lambda text: not POWER.fullmatch(text)
    )
    | st.integers(-999, 999)
    | st.booleans()
    | st.floats(-99, 99).map(lambda number: round(number, 3))
)


@given(st.dictionaries(st.from_regex(r"[a-zа-яё][a-z_]{0,5}", fullmatch=True), PLAIN | st.lists(PLAIN, max_size=3)))
def test_what_another_program_writes_is_read_as_it_was(given):
    text = yaml.safe_dump(given, allow_unicode=True, width=10_000)
    told = fields(f"---\n{text}---\nbody\n") if given else {}
    wanted = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    assert told == wanted
    assert {name: type(value) for name, value in told.items()} == {name: type(value) for name, value in wanted.items()}


def test_the_text_and_its_fingerprint_stay_and_the_file_is_named(tmp_path):
    (tmp_path / "a.md").write_text("---\nlocale: en-GB\nyear: 2024\n---\n# A\n", encoding="utf-8")
    (tmp_path / "б.txt").write_text("+++\ndate = 2024-05-31\n[more]\nx = 1\n+++\nБ\n", encoding="utf-8")
    (tmp_path / "c.yaml").write_text("---\nlocale: en-GB\n---\n", encoding="utf-8")
    corpus = read_corpus(tmp_path)
    assert corpus.metadata == {"a.md": {"locale": "en-GB", "year": 2024}, "б.txt": {"date": "2024-05-31"}}
    assert corpus.texts["a.md"] == "---\nlocale: en-GB\nyear: 2024\n---\n# A\n"
    assert corpus.fingerprint() == read_corpus(dict(corpus.texts)).fingerprint()
    (note,) = corpus.notes
    assert note.startswith(
        "1 of 3 documents have front matter that is not all read as metadata: б.txt ('more' is no text"
    )
    assert date.fromisoformat(str(corpus.metadata["б.txt"]["date"]))
