"""Replies on disk: keyed by all that matters, shared, and never in the way."""

import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from canned_judges import VERDICT, YES

from ragauge.core.errors import InputError
from ragauge.core.flows import Reply, Request
from ragauge.judging.cache import Cache, key_of

ASKED = Request("verdict", 1, "Есть ли срок?", VERDICT, ("yes", "no"), 3)


@pytest.mark.parametrize(
    "changed",
    [
        {"task": "other"},
        {"version": 2},
        {"prompt": "Есть ли цена?"},
        {"schema": None},
        {"labels": ("yes",)},
    ],
)
def test_the_key_is_made_of_all_that_matters(changed):
    assert key_of("a", replace(ASKED, **changed), None) != key_of("a", ASKED, None)


def test_the_key_is_made_of_judge_and_sample_too_and_not_of_how_many_samples():
    keys = {key_of("a", ASKED, None), key_of("b", ASKED, None), key_of("a", ASKED, 0), key_of("a", ASKED, 1)}
    assert len(keys) == 4
    assert key_of("a", replace(ASKED, samples=9), 1) in keys


def test_a_reply_comes_back_from_the_disk_marked_and_free(tmp_path):
    reply = Reply(YES, {"supported": True}, {"yes": 0.75}, tokens={"prompt": 9})
    cache = Cache(tmp_path / "deep" / "judge.sqlite")
    cache.put("k", ASKED, reply)
    cache.close()
    found = Cache(tmp_path / "deep" / "judge.sqlite").get("k", ASKED)
    assert found == replace(reply, cached=True, tokens={})


def test_the_first_reply_counts(tmp_path):
    one, other = Cache(tmp_path / "c"), Cache(tmp_path / "c")
    one.put("k", ASKED, Reply(YES, {"supported": True}))
    assert other.put("k", ASKED, Reply('{"supported": false}', {"supported": False})).data == {"supported": True}


def test_many_may_make_the_file_at_once(tmp_path):
    def make(path):
        with Cache(path) as cache:
            return cache.put("k", ASKED, Reply(YES, {"supported": True})).text, cache.problem

    with ThreadPoolExecutor(8) as threads:
        for number in range(10):
            assert set(threads.map(make, [tmp_path / str(number)] * 8)) == {(YES, None)}


def test_what_cannot_be_read_or_does_not_fit_is_not_there(tmp_path):
    cache = Cache(tmp_path / "c")
    for key, text in {"a": "no json", "b": "[]", "c": '{"text": "{}"}', "d": '{"text": 1, "probabilities": 3}'}.items():
        cache._file.execute("INSERT INTO replies VALUES (?, 'verdict', ?)", (key, text))
        assert cache.get(key, ASKED) is None
    assert cache.put("a", ASKED, Reply(YES, {"supported": True})).data == {"supported": True}


def test_neither_prompt_nor_others_may_be_read(tmp_path):
    cache = Cache(tmp_path / "c")
    cache.put(key_of("judge", ASKED, None), ASKED, Reply(YES))
    cache.close()
    assert "срок".encode() not in (tmp_path / "c").read_bytes()
    assert stat.S_IMODE((tmp_path / "c").stat().st_mode) == 0o600


def test_a_full_disk_is_told_and_stops_nothing(tmp_path):
    cache = Cache(tmp_path / "c")
    cache._file.execute("PRAGMA max_page_count = 3")
    for number in range(50):
        assert cache.put(str(number), ASKED, Reply(YES + " " * 2000)).text.startswith(YES)
    assert cache.problem == "database or disk is full"


def test_a_file_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "text").write_text("Это не база. " * 100)
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE mine (a)")
    other.close()
    (tmp_path / "folder").mkdir()
    for name, why in {"text": "not a database", "other": "something else", "folder": "directory"}.items():
        with pytest.raises(InputError, match=why):
            Cache(tmp_path / name)
    assert (tmp_path / "text").read_text().startswith("Это")
