"""A download against a server on the loopback: broken off, gone on with, too large, moved."""

import pytest

from loopback import serving
from ragauge.core.errors import InputError
from ragauge.io.collections.downloading import DownloadError, download

WHOLE = bytes(range(256)) * 1000


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as made:
        yield made


def ranged(asked):
    """A server that can give a part."""
    told = asked.headers.get("Range")
    if told is None:
        return 200, {}, WHOLE
    start = int(told.removeprefix("bytes=").removesuffix("-"))
    if start >= len(WHOLE):
        return 416, {"Content-Range": f"bytes */{len(WHOLE)}"}, b""
    return 206, {"Content-Range": f"bytes {start}-{len(WHOLE) - 1}/{len(WHOLE)}"}, WHOLE[start:]


def broken(after):
    return 200, {"Content-Length": str(len(WHOLE))}, WHOLE[:after]


def fetch(server, part, **settings):
    seen = []
    settings = {"most": 10**7, "first_wait": 0.01, "progress": lambda *step: seen.append(step), **settings}
    download(f"{server.url}/a.zip", part, **settings)
    return seen


def starts(server):
    return [asked.headers.get("Range") for asked in server.asked]


def test_a_whole_file(server, tmp_path):
    server.script = [ranged]
    seen = fetch(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == WHOLE
    assert (seen[0], seen[-1]) == ((0, len(WHOLE)), (len(WHOLE), len(WHOLE)))
    assert server.asked[0].path == "/a.zip"


def test_gone_on_with_within_a_call_and_in_the_next(server, tmp_path):
    part = tmp_path / "part"
    server.script = [broken(1000)] + ["hang up"] * 4
    with pytest.raises(DownloadError):
        fetch(server, part)
    assert part.read_bytes() == WHOLE[:1000]
    server.asked.clear()
    server.script = ["hang up", ranged]
    seen = fetch(server, part)
    assert part.read_bytes() == WHOLE
    assert starts(server) == ["bytes=1000-", "bytes=1000-"]
    assert seen[0] == (1000, len(WHOLE))


def test_attempts_are_counted_from_the_last_byte_that_came(server, tmp_path):
    def a_bit(asked):
        status, headers, body = ranged(asked)
        return status, {**headers, "Content-Length": str(len(body))}, body[:30_000]

    server.always = a_bit
    fetch(server, tmp_path / "part", attempts=2)
    assert (tmp_path / "part").read_bytes() == WHOLE
    assert len(server.asked) == 9


def test_a_server_that_gives_no_parts_begins_anew(server, tmp_path):
    (tmp_path / "part").write_bytes(b"of another file")
    server.script = [(200, {}, WHOLE)]
    fetch(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == WHOLE


def test_a_file_that_is_whole_already(server, tmp_path):
    (tmp_path / "part").write_bytes(WHOLE)
    server.script = [ranged]
    fetch(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == WHOLE


def test_a_part_longer_than_the_file_is_not_of_it(server, tmp_path):
    (tmp_path / "part").write_bytes(WHOLE + b"!")
    server.script = [ranged, ranged]
    fetch(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == WHOLE


def test_another_part_than_was_asked_for(server, tmp_path):
    (tmp_path / "part").write_bytes(WHOLE[:100])
    server.script = [(206, {"Content-Range": f"bytes 50-99/{len(WHOLE)}"}, WHOLE[50:100])]
    with pytest.raises(DownloadError, match="another part"):
        fetch(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == WHOLE[:100]


def test_a_busy_server_is_waited_for(server, tmp_path, monkeypatch):
    waited = []
    monkeypatch.setattr("time.sleep", waited.append)
    server.script = [(503, {"Retry-After": "7"}, ""), (429, {}, ""), ranged]
    fetch(server, tmp_path / "part")
    assert waited == [7.0, 0.02]


@pytest.mark.parametrize(
    ("answer", "requests", "says"),
    [
        ((404, {}, "no"), 1, "HTTP 404"),
        ((403, {}, "no"), 1, "HTTP 403"),
        ((503, {"Retry-After": "3600"}, ""), 1, "HTTP 503"),
        ((503, {}, ""), 4, "HTTP 503"),
        ((302, {"Location": "http://127.0.0.1:9/"}, ""), 1, "moved to 'http://127.0.0.1:9/', which is not followed"),
        ((308, {"Location": "file:///etc/passwd"}, ""), 1, "moved to 'file:///etc/passwd'"),
        ("hang up", 4, "closed connection"),
        ((200, {"Content-Length": "9"}, b""), 4, "broke off"),
    ],
)
def test_what_cannot_be_had(server, tmp_path, answer, requests, says):
    server.always = answer
    with pytest.raises(DownloadError, match=says):
        fetch(server, tmp_path / "part")
    assert len(server.asked) == requests


@pytest.mark.parametrize("headers", [{}, {"Content-Length": "20000000"}])
def test_a_file_that_is_too_large_is_not_read_on(server, tmp_path, headers):
    server.script = [(200, headers, WHOLE)]
    with pytest.raises(InputError, match="larger than it can be"):
        fetch(server, tmp_path / "part", most=100_000)
    assert not (tmp_path / "part").exists() or (tmp_path / "part").stat().st_size <= 2 * 100_000


def test_a_server_that_is_not_there(tmp_path):
    with serving() as server:
        pass
    with pytest.raises(DownloadError, match="refused"):
        fetch(server, tmp_path / "part", attempts=2)


def test_a_full_disk_is_no_fault_of_the_network(server, tmp_path):
    server.script = [ranged]
    with pytest.raises(OSError, match="directory"):
        fetch(server, tmp_path / "gone" / "part")
    assert len(server.asked) == 1
