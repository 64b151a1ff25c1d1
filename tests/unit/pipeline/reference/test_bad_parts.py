"""Documents, settings and parts of the user's that cannot be: one sentence, never a stack trace or a wrong trace."""

from dataclasses import replace

import pytest

from ragauge.core.errors import InputError
from ragauge.core.records import Document
from ragauge.pipeline.recording import Recording
from ragauge.pipeline.reference.building import build
from ragauge.pipeline.reference.journal import Journal
from ragauge.pipeline.reference.settings import Settings

DOCUMENTS = [Document("a", "lamp two years"), Document("b", "pump one year")]


@pytest.mark.parametrize("documents", [[], [Document("a", " ")]])
def test_nothing_to_search(documents):
    with pytest.raises(InputError, match="there is nothing to search"):
        build(documents)


@pytest.mark.parametrize("document", [Document("a", "lamp \ud83d"), Document("\ud83d", "lamp"), Document("a", None)])
def test_half_a_character(document):
    with pytest.raises(InputError, match="half a character"):
        build([*DOCUMENTS[1:], document])


@pytest.mark.parametrize(
    "given",
    [{"k": "5"}, {"k": 2.5}, {"k": True}, {"k": float("nan")}, {"hits": None}, {"budget": "x"}, {"window": 1.5},
     {"boost": "x"}, {"boost": float("nan")}, {"boost": 1e7}, {"dedupe": 1}, {"setup": "fixed"}],
)  # fmt: skip
def test_settings_of_another_kind(given):
    (name,) = given
    with pytest.raises(InputError, match=f"'{name}': must be"):
        Settings(**given)


def test_a_rewrite_that_is_one_text_is_one_query():
    asked = []

    def search(query, k, **_):
        asked.append(query)
        return [("a", 1.0)]

    trace = build(DOCUMENTS, lanes={"bm25": search}, rewrite=lambda question, allowed: "lamp years").ask("lamp?")
    assert (asked, trace.rewrites) == (["lamp years"], ("lamp years",))


@pytest.mark.parametrize(
    ("answer", "words"),
    [(None, "neither a text nor an Answer"), (5, "neither a text"), (b"x", "neither a text"), ("\ud83d", "is no text")],
)
def test_an_answer_that_is_none(answer, words):
    trace = replace(build(DOCUMENTS), generate=lambda question, context: answer).ask("lamp")
    assert trace.failed_in == "answer"
    assert words in trace.error


@pytest.mark.parametrize("text", [None, 3, "lamp \ud83d"])
def test_a_question_that_is_no_text(text):
    with pytest.raises(InputError, match="is no text"):
        Recording(text)


def test_a_full_disk_names_the_file_of_the_traces(tmp_path):
    class Full:
        def write(self, _):
            raise OSError(28, "No space left on device")

        def close(self):
            raise OSError(28, "No space left on device")

    trace = build(DOCUMENTS).ask("lamp")
    journal = Journal(tmp_path / "t.jsonl").begin(())
    journal._file.close()
    journal._file = Full()
    with pytest.raises(InputError, match=r"t\.jsonl\.part: cannot be written: No space left"), journal:
        journal.add(trace)
