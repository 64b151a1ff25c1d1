"""What a server may be called and asked with, and answers that come drop by drop or without end."""

import itertools
from http.client import IncompleteRead

import pytest

from ragauge.backends import web
from ragauge.backends.openai_chat import OpenAIChat
from ragauge.backends.web import Server, is_address, retry_after
from ragauge.core.errors import InputError


class Answer:
    """A body in pieces; ``length`` is what its head says."""

    def __init__(self, pieces, length=None):
        self._pieces, self.length = iter(pieces), length

    def read1(self, _):
        return next(self._pieces, b"")


def test_a_whole_answer_in_pieces():
    assert web._whole(Answer([b"ab", b"c"]), 1) == b"abc"
    assert web._whole(Answer([b"ab", b"c", b"of the next answer"], length=3), 1) == b"abc"
    with pytest.raises(IncompleteRead):
        web._whole(Answer([b"ab"], length=3), 1)


def test_an_answer_drop_by_drop_is_given_up(monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr(web.time, "monotonic", lambda: next(clock))
    with pytest.raises(TimeoutError, match="not complete after 5 s"):
        web._whole(Answer(itertools.repeat(b" ")), 5)


def test_an_answer_without_end_is_given_up(monkeypatch):
    monkeypatch.setattr(web, "LARGEST", 100)
    with pytest.raises(OSError, match="larger than 100 bytes"):
        web._whole(Answer(itertools.repeat(b" " * 30)), 60)


@pytest.mark.parametrize(
    "url",
    ["http://host:99999/", "http://host:x/", "http://host/a b", "http://host/путь", "http://host/\n", "http://", "",
     None, 3, b"http://host/", "http://u:p@host/", "http://[::1/",
     "http://host/v1?key=secret", "http://host/v1?", "http://host/#x"],
)  # fmt: skip
def test_what_is_no_address(url):
    assert not is_address(url)
    with pytest.raises(InputError, match="the url of a server"):
        Server(url, name="n")


@pytest.mark.parametrize(
    "given",
    [{"timeout": 0}, {"timeout": float("nan")}, {"timeout": "60"}, {"first_wait": -1}, {"longest_wait": float("inf")},
     {"attempts": 0}, {"attempts": 1.5}, {"attempts": True}, {"key_variable": ""}, {"key_variable": "A=B"},
     {"key_variable": 3}, {"temperature": float("nan")}, {"temperature": -1}, {"temperature": True}, {"max_tokens": 0},
     {"max_tokens": 2.5}, {"seed": "x"}],
)  # fmt: skip
def test_parameters_that_cannot_be(given):
    (name,) = given
    with pytest.raises(InputError, match=f"{name} must"):
        OpenAIChat("m", url="http://host/v1", **given)


def test_dates_beyond_all_calendars():
    assert retry_after("Mon, 01 Jan 0001 00:00:00 -0000") == 0.0
    assert retry_after("nan") == 0.0
