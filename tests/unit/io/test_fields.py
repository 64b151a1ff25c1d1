"""Fields of TREC files: what separates them, and what never does."""

import gzip
import os
import threading

import pytest

import ragauge
from ragauge.io import fields, trec

LINES = [f"q{i // 3} Q0 d{i} {i % 3} {9 - i % 3}.5 7" for i in range(60)]


def read(path):
    return trec.read_trec_run(path).frame.rows()


@pytest.fixture
def file(tmp_path):
    def write(text, name="r.trec"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


REGULAR = [(f"q{i // 3}", f"d{i}", 9.5 - i % 3) for i in range(60)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n", " \n\t\n  "])
def test_line_ends(file, end):
    assert read(file(end.join(LINES))) == REGULAR
    assert read(file(end.join(LINES) + end)) == REGULAR


@pytest.mark.parametrize("byte", [1, 8, 14, 27, 31])
@pytest.mark.parametrize("place", [5, 40])
def test_control_bytes_separate_nothing(file, byte, place):
    lines = LINES.copy()
    lines[place] = f"q{place // 3} Q0{chr(byte)}d{place} 3 8 7 7"
    with pytest.raises(ragauge.InputError, match=rf":{place + 1}: a control byte 0x{byte:02x}"):
        read(file("\n".join(lines)))


def test_one_field_too_few_is_not_made_up_for_in_a_large_file(file, monkeypatch):
    monkeypatch.setattr(fields, "WINDOW", 256)
    lines = LINES.copy()
    lines[10], lines[11] = "q3 Q0 d10 1 7.5", "q3 Q0 d11 2 6.5 7 1"
    with pytest.raises(ragauge.InputError, match=r":11: expected 6 fields .*, got 5"):
        read(file("\n".join(lines)))


def test_a_lost_line_end_is_no_tag(file):
    lines = [*LINES[:10], f"{LINES[10]}{LINES[11]}", *LINES[12:]]
    with pytest.raises(ragauge.InputError, match=r":11: expected 6 fields .*, got 11"):
        read(file("\n".join(lines)))


def test_a_tag_may_have_spaces(file):
    assert read(file("\n".join(f"{line} my system" for line in LINES))) == REGULAR


def test_many_spaces_take_no_time(file):
    assert read(file("\n".join([LINES[0].replace(" ", " " * 200_000), *LINES[1:]]))) == REGULAR


def test_windows_of_any_size_give_the_same(file, monkeypatch):
    path = file("\n".join(LINES))
    for size in (1, 20, 27, 64, 1000):
        monkeypatch.setattr(fields, "WINDOW", size)
        assert read(path) == REGULAR


def test_a_pipe_is_refused_before_it_is_read(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: None)
    writer.start()
    with pytest.raises(ragauge.InputError, match="this is a pipe or a device; save its content to a file"):
        ragauge.load_run(pipe)
    writer.join()


def test_gzip_that_unpacks_too_large_is_refused(file, monkeypatch):
    from ragauge.io import files

    monkeypatch.setattr(files, "LARGEST_UNPACKED", 1000)
    with pytest.raises(ragauge.InputError, match="unpacks to more than"):
        ragauge.load_run(file(gzip.compress("\n".join(LINES).encode(), mtime=0), "r.trec.gz"))


def test_problems_name_their_lines_in_a_file_with_blank_lines(file):
    text = "\n\n".join([*LINES[:3], "q1 Q0 d9 1 x 7", *LINES[4:6], "q1 Q0 d9"])
    with pytest.raises(ragauge.InputError) as caught:
        read(file(text))
    assert [problem.row for problem in caught.value.problems] == [7, 13]
