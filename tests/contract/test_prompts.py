"""Prompts: a text never changes under its number, and says the same in both languages."""

import re
from string import Template

import pytest
from prompt_table import PROMPTS, TABLE, add_new, changed, hashes, recorded

from ragauge.core.texts.scripts import mostly
from ragauge.prompts.filling import prompt_text

FILE = re.compile(r"(?P<task>[a-z]+(?:_[a-z]+)*)/(?P<number>[1-9]\d*)\.(?P<language>en|ru)\.md")
FOUND = [(name, FILE.fullmatch(name)) for name in hashes()]
TASKS = sorted({(match["task"], int(match["number"])) for _, match in FOUND if match})
QUOTED = re.compile(r'"([a-z_]+)"')
"""Names of fields and verdicts, which are the same in every language."""


def check_table(now, before):
    assert not changed(now, before)
    assert now.keys() == before.keys(), "not in the table: python tests/contract/prompt_table.py adds them"


def check_pair(english, russian):
    assert set(english.get_identifiers()) == set(russian.get_identifiers()), "other fields"
    fields = [text.template.count("$") for text in (english, russian)]
    assert fields == [len(english.get_identifiers())] * 2, "a field twice"
    assert set(QUOTED.findall(english.template)) >= set(QUOTED.findall(russian.template)), "other names"
    plain = [QUOTED.sub("", text.pattern.sub("", text.template)) for text in (english, russian)]
    assert [mostly(text) for text in plain] == ["latin", "cyrillic"], "another language"
    for marked in ("data", "данные"):
        assert any(marked in text for text in plain), "does not say that what it is shown is data"


def check_file(name, text):
    assert FILE.fullmatch(name), f"{name}: a prompt is <task>/<number>.<en|ru>.md"
    lines = text.splitlines()
    assert text.endswith("\n"), "no end of line"
    assert max(map(len, lines)) <= 125, "too long a line"
    assert not any(line != line.rstrip() for line in lines), "white space at the end of a line"


def test_no_recorded_prompt_has_changed_and_none_is_missing():
    check_table(hashes(), recorded())


def test_the_table_is_in_the_form_of_sha256sum():
    assert all(re.fullmatch(r"[0-9a-f]{64}  \S+", line) for line in TABLE.read_text("utf-8").splitlines())


@pytest.mark.parametrize("name", [name for name, _ in FOUND])
def test_files_are_where_they_are_looked_for(name):
    check_file(name, (PROMPTS / name).read_text("utf-8"))


@pytest.mark.parametrize(("task", "number"), TASKS)
def test_both_languages_have_the_same_fields_and_names(task, number):
    check_pair(prompt_text(task, number, "en"), prompt_text(task, number, "ru"))


@pytest.mark.parametrize("task", sorted({task for task, _ in TASKS}))
def test_numbers_have_no_gaps(task):
    numbers = [number for name, number in TASKS if name == task]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.fixture
def folder(tmp_path):
    task = tmp_path / "prompts" / "claims"
    task.mkdir(parents=True)
    for language in ("en", "ru"):
        (task / f"1.{language}.md").write_text("Split $answer.\n", encoding="utf-8")
    return task.parent


def test_new_prompts_are_added_and_changed_ones_are_not(folder, tmp_path):
    table = tmp_path / "table"
    assert add_new(folder, table) == ["claims/1.en.md", "claims/1.ru.md"]
    before = table.read_text()
    (folder / "claims/2.en.md").write_text("Divide $answer.\n", encoding="utf-8")
    (folder / "claims/1.en.md").write_text("Split $answer!\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=re.escape("claims/1.en.md has changed: keep it, and write its next number")):
        add_new(folder, table)
    assert table.read_text() == before
    with pytest.raises(AssertionError, match="changed"):
        check_table(hashes(folder), recorded(table))
    (folder / "claims/1.en.md").write_text("Split $answer.\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="not in the table"):
        check_table(hashes(folder), recorded(table))
    assert add_new(folder, table) == ["claims/2.en.md"]
    check_table(hashes(folder), recorded(table))
    (folder / "claims/2.en.md").unlink()
    with pytest.raises(SystemExit, match="gone"):
        add_new(folder, table)


@pytest.mark.parametrize(
    ("english", "russian", "message"),
    [
        ("Split $answer: data.", "Разделите $text: данные.", "other fields"),
        ("Split $answer: data, $answer.", "Разделите $answer: данные.", "a field twice"),
        ('Split $answer: data, "yes".', 'Разделите $answer: данные, "no".', "other names"),
        ("Split $answer: data.", "Split the whole $answer: данные.", "another language"),
        ("Split $answer.", "Разделите $answer: данные.", "does not say"),
    ],
)
def test_pairs_that_do_not_fit_are_seen(english, russian, message):
    with pytest.raises(AssertionError, match=message):
        check_pair(Template(english), Template(russian))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("claims/v1.en.md", "a\n", "a prompt is"),
        ("claims/1.de.md", "a\n", "a prompt is"),
        ("claims/1.en.md", "a", "no end of line"),
        ("claims/1.en.md", "a \n", "white space"),
        ("claims/1.en.md", "a" * 130 + "\n", "too long"),
    ],
)
def test_files_that_are_wrong_are_seen(name, text, message):
    with pytest.raises(AssertionError, match=message):
        check_file(name, text)
