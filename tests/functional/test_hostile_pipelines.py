"""Commands that search documents: bad names, documents that could be lost, and what nobody would be told of."""

import json

import pytest

DOCUMENTS = {"docs/a.md": "Lamps: two years.", "docs/b.md": "Pumps: one year.", "docs/blank.md": " \n"}
GOLD = '{"question": "lamps", "document": "a"}\n{"question": "pumps", "document": "b.md"}\n'
FILES = {**DOCUMENTS, "g.jsonl": GOLD}
COMMANDS = {
    "run": ("run", "docs", "g.jsonl"),
    "sweep": ("sweep", "docs", "g.jsonl"),
    "study": ("study", "fusion", "docs", "g.jsonl"),
}


def refused(done, message):
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("command", "option"),
    [("run", "--traces"), ("run", "--chunks"), ("run", "--per-question"), ("sweep", "--csv"), ("sweep", "--json"),
     ("study", "--json"), ("study", "--markdown")],
)  # fmt: skip
@pytest.mark.parametrize("path", ["g.jsonl", "docs/a.md", "./docs/../docs/b.md", "link/a.md"])
def test_documents_and_gold_are_never_overwritten(ragauge, tmp_path, command, option, path):
    ragauge("--version", files=FILES)
    (tmp_path / "link").symlink_to("docs")
    refused(ragauge(*COMMANDS[command], option, path), f"{option} would overwrite")
    assert {name: (tmp_path / name).read_text("utf-8") for name in FILES} == FILES


def test_a_new_file_among_the_documents_and_one_that_is_hidden(ragauge):
    assert ragauge(*COMMANDS["run"], "--json", "docs/.scores.json", files=FILES).code == 0
    assert ragauge(*COMMANDS["run"], "--json", "docs/.scores.json").code == 0


@pytest.mark.parametrize("option", ["--traces", "--chunks"])
@pytest.mark.parametrize("path", ["-", ""])
def test_what_is_never_printed_needs_a_file(ragauge, tmp_path, option, path):
    refused(ragauge(*COMMANDS["run"], option, path, files=FILES), f"{option} needs the name of a file")
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_name_is_not_the_folder_one_is_in(ragauge, command):
    *words, _, gold = COMMANDS[command]
    refused(ragauge(*words, "", gold, files=FILES), "the name of the documents is empty")


@pytest.mark.parametrize("command", COMMANDS)
def test_documents_that_no_search_can_find_are_told(ragauge, command):
    done = ragauge(*COMMANDS[command], files=FILES)
    assert done.code == 0
    assert "1 of 3 documents are empty: blank.md" in " ".join(done.out.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_documents_without_any_text(ragauge, command):
    refused(ragauge(*COMMANDS[command], files={"docs/a.md": "", "docs/b.md": " ", "g.jsonl": GOLD}), "has any text")


@pytest.mark.parametrize(
    "change",
    ["terms=1.5", "terms=true", 'terms="x"', "terms=nan", "documents=0", "documents=[1]", "original=nan", "original=2",
     'original="x"'],
)  # fmt: skip
def test_parameters_of_a_rewriting_are_looked_at_before_anything_is_asked(ragauge, tmp_path, change):
    done = ragauge(
        *COMMANDS["run"], "--set", "rewrite=rm3", "--set", f"rewriting.{change}", "--traces", "t.jsonl", files=FILES
    )
    refused(done, f"rewriting: {change.split('=')[0]} must be")
    assert not list(tmp_path.glob("t.jsonl*"))


def test_a_generator_that_cannot_be_asked_is_refused_at_once(ragauge, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    for change, words in (
        ("temperature=nan", "temperature must be a number"),
        ('temperature="hot"', "temperature must be a number"),
        ("max_tokens=0", "max_tokens must be a whole number"),
        ("timeout=nan", "timeout must be a number of seconds"),
        ("attempts=1.5", "attempts must be at least 1"),
        ('version="../x"', "the version of a prompt is a whole number"),
        ('url="http://host:99999/"', "the url of a server is"),
        ('url="http://host/путь"', "the url of a server is"),
    ):
        done = ragauge(*COMMANDS["run"], "--set", "generator=openai:m", "--set", f"generation.{change}", files=FILES)
        refused(done, words)
        assert "sk-secret" not in done.err


def test_a_boost_that_would_swallow_the_scores(ragauge):
    done = ragauge(*COMMANDS["run"], "--set", "filter=soft", "--set", "boost=1e308", files=FILES)
    refused(done, "boost: must be from 0 to 1e+06")


def test_one_question_counts_a_hundred_points(ragauge):
    done = ragauge("sweep", "docs", "one.jsonl", "--json", "-", files={**FILES, "one.jsonl": GOLD.splitlines()[0]})
    assert any("one counts 100 points" in note for note in json.loads(done.out)["notes"])
