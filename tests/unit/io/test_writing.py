"""Files are written whole or not at all."""

import pytest

from ragauge import InputError
from ragauge.io.writing import write_text


def test_a_file_is_replaced_whole(tmp_path):
    target = tmp_path / "файл.txt"
    write_text(target, "one\n")
    write_text(target, "два\r\n")
    assert target.read_bytes() == "два\r\n".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["файл.txt"]
    assert target.stat().st_mode & 0o444 == 0o444


def test_a_failing_write_leaves_the_old_file_and_no_rest(tmp_path):
    target = tmp_path / "out.txt"
    write_text(target, "old")
    with pytest.raises(UnicodeEncodeError):
        write_text(target, "new \ud800")
    assert target.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match="cannot be written: No such file"):
        write_text(tmp_path / "no" / "out.txt", "x")
