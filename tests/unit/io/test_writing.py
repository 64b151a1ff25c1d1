"""Files are written whole or not at all."""

import os
import stat
import threading
from pathlib import Path

import pytest

from ragauge import InputError
from ragauge.io.writing import check_target, write_all, write_text

not_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_whole(tmp_path):
    target = tmp_path / "файл.txt"
    write_text(target, "one\n")
    write_text(target, "два\r\n")
    assert target.read_bytes() == "два\r\n".encode()
    assert names(tmp_path) == ["файл.txt"]
    assert target.stat().st_mode & 0o444 == 0o444


def test_a_failing_write_leaves_the_old_file_and_no_rest(tmp_path):
    target = tmp_path / "out.txt"
    write_text(target, "old")
    with pytest.raises(UnicodeEncodeError):
        write_text(target, "new \ud800")
    assert target.read_text() == "old"
    assert names(tmp_path) == ["out.txt"]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match="cannot be written: No such file"):
        write_text(tmp_path / "no" / "out.txt", "x")


@pytest.mark.parametrize("bad", ["no/x.txt", "folder", "file.txt/x", "loop", "link-to-nowhere"])
def test_all_are_written_or_none(tmp_path, bad):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.txt").write_text("old")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "link-to-nowhere").symlink_to("no/such")
    before = names(tmp_path)
    with pytest.raises(InputError, match="cannot be written"):
        write_all([(tmp_path / "новый.txt", "x"), (tmp_path / "file.txt", "new"), (tmp_path / bad, "y")])
    assert names(tmp_path) == before
    assert (tmp_path / "file.txt").read_text() == "old"


def test_a_link_is_followed_and_stays_a_link(tmp_path):
    (tmp_path / "there").mkdir()
    for name in ("old", "new"):
        (tmp_path / name).symlink_to(f"there/{name}.txt")
    (tmp_path / "there" / "old.txt").write_text("old")
    write_all([(tmp_path / "old", "раз"), (tmp_path / "new", "два")])
    assert [(tmp_path / name).is_symlink() for name in ("old", "new")] == [True, True]
    assert (tmp_path / "there" / "old.txt").read_text("utf-8") == "раз"
    assert names(tmp_path / "there") == ["new.txt", "old.txt"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_the_mode_of_an_existing_file_stays(tmp_path, mode):
    target = tmp_path / "секрет.json"
    target.write_text("old")
    target.chmod(mode)
    write_text(target, "new")
    assert stat.S_IMODE(target.stat().st_mode) == mode


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path):
    write_text(tmp_path / "a", "x")
    (tmp_path / "b").write_text("x")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_a_name_as_long_as_a_name_can_be(tmp_path):
    write_text(tmp_path / ("n" * 255), "x")
    assert len(names(tmp_path)) == 1


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text("utf-8")))
    reader.start()
    write_text(pipe, "через трубу")
    reader.join(10)
    assert got == ["через трубу"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_to_and_stays_a_device():
    write_text("/dev/null", "x")
    assert Path("/dev/null").is_char_device()


def test_a_full_disk_is_one_message_and_nothing_else_is_written(tmp_path):
    with pytest.raises(InputError, match="/dev/full: cannot be written: No space left on device"):
        write_all([("/dev/full", "x"), (tmp_path / "ok.txt", "x")])
    assert names(tmp_path) == []


@pytest.mark.parametrize("step", ["replace", "chmod"])
def test_an_interrupt_leaves_no_rest(tmp_path, monkeypatch, step):
    def interrupt(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, step, interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_all([(tmp_path / "a", "x"), (tmp_path / "b", "y")])
    assert names(tmp_path) == []


@not_root
def test_a_read_only_file_or_folder_is_left_alone(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("old")
    target.chmod(0o400)
    with pytest.raises(InputError, match=r"a\.txt: cannot be written: Permission denied"):
        check_target(target)
    target.chmod(0o600)
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="Permission denied"):
        check_target(target)
    tmp_path.chmod(0o700)
