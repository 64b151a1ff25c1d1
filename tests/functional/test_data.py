"""`ragauge data`: collections from a server on the loopback, broken off, damaged, twice, killed; then measured."""

import gzip
import hashlib
import io
import json
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from loopback import serving

ROWS = {
    "corpus.jsonl": '{"_id": "d1", "title": "Lamps", "text": "They hum."}\n{"_id": "d2", "text": "Cords."}\n',
    "queries.jsonl": '{"_id": "q1", "text": "lamps"}\n{"_id": "q2", "text": "cords"}\n',
    "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t1\n",
    "qrels/dev.tsv": "query-id\tcorpus-id\tscore\nq2\td2\t1\n",
}


def a_zip(files, top="scifact/"):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(top + name, data)
    return made.getvalue()


ZIP = a_zip(ROWS)
MD5 = hashlib.md5(ZIP).hexdigest()
HERE = ("--folder", "kept", "--sum", MD5)


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr("ragauge.io.collections.downloading.time.sleep", lambda _: None)
    with serving() as made:
        made.always = (200, {}, ZIP)
        yield made


def files(folder):
    return {path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file()}


KEPT = {".scifact.lock", "scifact/source.json", *(f"scifact/{name}" for name in ROWS)}


def test_fetched_once_then_read(ragauge, server):
    done = ragauge("data", "scifact", "--url", server.url, *HERE)
    assert done.code == 0, done.err
    assert done.out == "kept/scifact\n"
    assert f"downloading {server.url}/scifact.zip" in done.err
    assert "ragauge sweep kept/scifact kept/scifact" in done.err
    assert "terms of use: https://github.com/allenai/scifact" in done.err
    assert files("kept") == KEPT
    facts = json.loads(Path("kept/scifact/source.json").read_text("utf-8"))
    assert (facts["from"], facts["md5"], facts["as published"]) == (f"{server.url}/scifact.zip", MD5, False)
    again = ragauge("data", "scifact", "--url", server.url, *HERE)
    assert (again.code, again.out) == (0, done.out)
    assert "was here already" in again.err
    assert [asked.path for asked in server.asked] == ["/scifact.zip"]


@pytest.mark.parametrize(("split", "question"), [("test", "q1"), ("dev", "q2")])
def test_eval_takes_the_folder_and_its_splits(ragauge, server, split, question):
    ragauge("data", "scifact", "--url", server.url, *HERE)
    run = {"run.jsonl": f'{{"question": "{question}", "hits": ["d{question[1]}"]}}\n'}
    done = ragauge("eval", "kept/scifact", "run.jsonl", "--split", split, "--json", "-", files=run)
    assert done.code == 0, done.err
    assert ragauge("eval", "kept/scifact", "run.jsonl", "--split", "train").code == 2


def test_sweep_takes_the_folder(ragauge, server):
    ragauge("data", "scifact", "--url", server.url, *HERE)
    assert ragauge("sweep", "kept/scifact", "kept/scifact", "--k", "1").code == 0


def test_the_published_sum_holds_for_mirrors_and_files_at_hand(ragauge, server):
    done = ragauge("data", "scifact", "--url", server.url, "--folder", "kept")
    assert done.code == 2
    assert f"its md5 is {MD5}, and should be 5f7d1de60b170fc8027bb7898e2efca1; nothing was kept" in done.err
    assert len(server.asked) == 1
    done = ragauge("data", "scifact", "--from", "mine.zip", "--folder", "kept", files={"mine.zip": ZIP})
    assert done.code == 2
    assert "mine.zip: not scifact as it is published, or damaged" in done.err
    assert files("kept") == {".scifact.lock"}


def test_a_file_at_hand(ragauge, server):
    done = ragauge(
        "data", "scifact", "--from", "mine.zip", "--folder", "kept", "--sum", "none", files={"mine.zip": ZIP}
    )
    assert done.code == 0, done.err
    assert files("kept") == KEPT
    assert Path("mine.zip").exists()
    assert server.asked == []


def test_a_broken_download_is_gone_on_with(ragauge, server):
    server.script = [(200, {"Content-Length": str(len(ZIP))}, ZIP[:300]), *["hang up"] * 4]
    done = ragauge("data", "scifact", "--url", server.url, *HERE)
    assert done.code == 2
    assert done.err.count("error:") == 1
    assert "without a network, bring the file and call: ragauge data scifact --from scifact.zip" in done.err
    assert Path("kept/.scifact.part").read_bytes() == ZIP[:300]
    assert not Path("kept/scifact").exists()
    server.script = [(206, {"Content-Range": f"bytes 300-{len(ZIP) - 1}/{len(ZIP)}"}, ZIP[300:])]
    assert ragauge("data", "scifact", "--url", server.url, *HERE).code == 0
    assert files("kept") == KEPT


def test_a_beginning_of_another_file_is_thrown_away(ragauge, server):
    Path("kept").mkdir()
    Path("kept/.scifact.part").write_bytes(b"x" * 300)
    server.script = [(206, {"Content-Range": f"bytes 300-{len(ZIP) - 1}/{len(ZIP)}"}, ZIP[300:])]
    assert ragauge("data", "scifact", "--url", server.url, *HERE).code == 0
    assert [asked.headers.get("Range") for asked in server.asked] == ["bytes=300-", None]


def test_a_zip_slip_writes_nothing(ragauge, server):
    evil = a_zip({**ROWS, "../../../evil.jsonl": "x"})
    server.always = (200, {}, evil)
    done = ragauge("data", "scifact", "--url", server.url, "--folder", "a/b/kept", "--sum", "none")
    assert done.code == 2
    assert "would be written outside of its folder" in done.err
    assert not list(Path().rglob("*evil*"))
    assert not Path("a/b/kept/scifact").exists()
    assert not Path("a/b/kept/.scifact.new").exists()


def test_a_zip_that_is_none(ragauge, server):
    server.always = (200, {}, "<html>log in to the hotel</html>")
    done = ragauge("data", "scifact", "--url", server.url, "--folder", "kept", "--sum", "none")
    assert done.code == 2
    assert "no zip file" in done.err
    assert not Path("kept/scifact").exists()
    server.always = (200, {}, ZIP)
    assert ragauge("data", "scifact", "--url", server.url, *HERE).code == 0


def test_a_folder_that_was_changed_is_told_and_made_anew(ragauge, server):
    ragauge("data", "scifact", "--url", server.url, *HERE)
    Path("kept/scifact/qrels/test.tsv").write_text("q1\td2\t1\n")
    done = ragauge("data", "scifact", *HERE)
    assert done.code == 2
    assert "kept/scifact/qrels/test.tsv: was changed or is gone; --force makes the folder anew" in done.err
    assert ragauge("data", "scifact", "--url", server.url, "--force", *HERE).code == 0
    assert Path("kept/scifact/qrels/test.tsv").read_text() == ROWS["qrels/test.tsv"]
    assert files("kept") == KEPT


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_a_folder_of_ones_own_is_not_touched(ragauge, server, force):
    done = ragauge("data", "scifact", "--url", server.url, *HERE, *force, files={"kept/scifact/mine.txt": "x"})
    assert done.code == 2
    assert "was not made by ragauge data" in done.err
    assert files("kept/scifact") == {"mine.txt"}


def test_a_file_of_ones_own_within_is_not_lost(ragauge, server):
    ragauge("data", "scifact", "--url", server.url, *HERE)
    Path("kept/scifact/заметки.txt").write_text("x")
    assert ragauge("data", "scifact", *HERE).code == 0
    done = ragauge("data", "scifact", "--url", server.url, "--force", *HERE)
    assert done.code == 2
    assert "kept/scifact/заметки.txt: this was not fetched and would be lost; move it away" in done.err
    assert Path("kept/scifact/заметки.txt").exists()


def test_a_failed_second_fetch_leaves_the_first(ragauge, server):
    ragauge("data", "scifact", "--url", server.url, *HERE)
    server.always = (404, {}, "gone")
    done = ragauge("data", "scifact", "--url", server.url, "--force", *HERE)
    assert done.code == 2
    assert "cannot be downloaded: HTTP 404" in done.err
    assert files("kept") == KEPT


def test_no_server(ragauge, server):
    with serving() as gone:
        pass
    done = ragauge("data", "scifact", "--url", gone.url, "--folder", "kept")
    assert done.code == 2
    assert done.err.count("error:") == 1
    assert "--from scifact.zip" in done.err


def test_the_list_asks_nobody(ragauge, server, monkeypatch, tmp_path):
    monkeypatch.setenv("RAGAUGE_CACHE", str(tmp_path))
    monkeypatch.setattr("socket.socket.connect", None)
    done = ragauge("data")
    assert done.code == 0
    assert "scifact" in done.out
    assert "xquad-ru" in done.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nope"], "no collection 'nope'"),
        (["--force"], "say which collection is meant"),
        (["scifact", "--from", "a", "--url", "http://b"], "exclude one another"),
        (["scifact", "--from", "gone.zip"], "gone.zip: no such file"),
        (["scifact", "--from", "."], "this is a directory"),
        (["scifact", "--url", "ftp://host"], "the url of a collection is http"),
        (["scifact", "--url", "http://me:secret@host"], "without a name or password"),
        (["scifact", "--sum", "abc"], "a checksum is the 32"),
    ],
)
def test_what_cannot_be_done(ragauge, arguments, says):
    done = ragauge("data", *arguments, "--folder", "kept")
    assert done.code == 2
    assert says in done.err
    assert "secret" not in done.err


def test_a_kill_in_the_middle(ragauge, server, tmp_path):
    """The download hangs half-way and the process is killed: the next call goes on, and nothing else is left."""
    release = []

    def half(_asked):
        while not release:
            time.sleep(0.01)
        return "hang up"

    server.script = [(200, {"Content-Length": str(len(ZIP))}, ZIP[:300]), half]
    command = [str(Path(sys.executable).parent / "ragauge"), "data", "scifact", "--url", server.url, *HERE]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 20
    while len(server.asked) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    busy = ragauge("data", "scifact", "--url", server.url, *HERE)
    process.send_signal(signal.SIGKILL)
    process.wait()
    release.append(True)
    assert busy.code == 2
    assert "another process is fetching scifact" in busy.err
    assert Path("kept/.scifact.part").read_bytes() == ZIP[:300]
    Path("kept/.scifact.new").mkdir()  # as of one that was killed later
    Path("kept/.scifact.new/corpus.jsonl").write_text("half")
    server.script = [(206, {"Content-Range": f"bytes 300-{len(ZIP) - 1}/{len(ZIP)}"}, ZIP[300:])]
    assert ragauge("data", "scifact", "--url", server.url, *HERE).code == 0
    assert files("kept") == KEPT


@pytest.mark.data
def test_scifact_from_its_copy(ragauge, server, data_dir):
    copy = data_dir / "scifact"
    rows = {name: (copy / name).read_bytes() for name in ("queries.jsonl", "qrels/test.tsv", "qrels/train.tsv")}
    rows["corpus.jsonl"] = gzip.decompress((copy / "corpus.jsonl.gz").read_bytes())
    server.always = (200, {}, a_zip(rows))
    done = ragauge("data", "scifact", "--url", server.url, "--folder", "kept", "--sum", "none")
    assert done.code == 0, done.err
    assert all(Path("kept/scifact", name).read_bytes() == data for name, data in rows.items())


@pytest.mark.data
def test_xquad_from_its_copy_by_the_published_sum(ragauge, server, data_dir):
    server.always = (200, {}, gzip.decompress((data_dir / "xquad" / "xquad.ru.json.gz").read_bytes()))
    done = ragauge("data", "xquad-ru", "--url", server.url, "--folder", "kept")
    assert done.code == 0, done.err
    assert server.asked[0].path == "/xquad.ru.json"
    assert "ragauge sweep kept/xquad-ru kept/xquad-ru/golden.jsonl" in done.err
    assert json.loads(Path("kept/xquad-ru/source.json").read_text("utf-8"))["as published"] is True
