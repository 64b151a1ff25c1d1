"""Outputs that could destroy something, streams that cannot be written, and data that could steer a terminal."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ragauge import Scorecard
from ragauge.core.errors import InputError, MetricNameError, Problem
from ragauge.demo.files import demo_targets

GOLD = "id,question,type,gold\nq1,How long?,single,d1\nq2,Ёж или уж?,выбор,док\n"
RUN = '{"id": "q1", "hits": ["d1"]}\n{"id": "q2", "hits": ["дом", {"id": null}]}\n'
FILES = {"g.csv": GOLD, "r.jsonl": RUN}
COMMAND = str(Path(sys.executable).parent / "ragauge")


@pytest.fixture
def shell(tmp_path):
    """Run a line of bash in the folder; `ragauge` is the command."""

    def run(line, **environment):
        for name, text in FILES.items():
            (tmp_path / name).write_text(text, "utf-8")
        script = f'set -o pipefail; ragauge() {{ {COMMAND} "$@"; }}; {line}'
        settings = {**os.environ, **environment}
        return subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, env=settings, timeout=60)

    return run


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def refused(done, message):
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("option", ["--json", "--markdown", "--per-question"])
@pytest.mark.parametrize("path", ["g.csv", "./r.jsonl", "ссылка", "hard"])
def test_an_input_is_never_overwritten(ragauge, tmp_path, option, path):
    ragauge("--version", files=FILES)
    (tmp_path / "ссылка").symlink_to("g.csv")
    (tmp_path / "hard").hardlink_to(tmp_path / "r.jsonl")
    refused(ragauge("eval", "g.csv", "r.jsonl", option, path), f"{option} would overwrite ")
    assert (tmp_path / "g.csv").read_text("utf-8") == GOLD
    assert (tmp_path / "r.jsonl").read_text("utf-8") == RUN


@pytest.mark.parametrize("path", ["set/qrels/test.tsv", "set/../set/queries.jsonl"])
def test_the_files_of_an_input_folder_neither(ragauge, path):
    files = {
        "set/qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t1\n",
        "set/queries.jsonl": '{"_id": "q1", "text": "Ёж?"}\n',
        "r.jsonl": RUN,
    }
    refused(ragauge("eval", "set", "r.jsonl", "--json", path, files=files), "--json would overwrite ")
    assert ragauge("eval", "set", "r.jsonl", "--json", "set/out.json").code == 0
    assert ragauge("eval", "set", "r.jsonl", "--json", "set/out.json").code == 0


@pytest.mark.parametrize("paths", [("o", "o"), ("o", "./o"), ("o", "link"), ("-", "-"), ("старый", "hard")])
def test_two_outputs_need_two_places(ragauge, tmp_path, paths):
    ragauge("--version", files={**FILES, "старый": "old"})
    (tmp_path / "link").symlink_to("o")
    (tmp_path / "hard").hardlink_to(tmp_path / "старый")
    before = names(tmp_path)
    done = ragauge("eval", "g.csv", "r.jsonl", "--json", paths[0], "--markdown", paths[1])
    refused(done, "--json and --markdown need places of their own")
    assert names(tmp_path) == before


def test_all_outputs_are_written_or_none(ragauge, tmp_path):
    done = ragauge("eval", "g.csv", "r.jsonl", "--per-question", "ok.csv", "--json", "нет/x.json", files=FILES)
    refused(done, "нет/x.json: cannot be written: No such file or directory")
    refused(ragauge("eval", "g.csv", "r.jsonl", "--markdown", "ok.md", "--json", "/dev/full"), "No space left")
    assert names(tmp_path) == ["g.csv", "r.jsonl"]


def test_a_folder_that_is_not_there_is_told_before_anything_is_read(ragauge):
    refused(ragauge("eval", "no.csv", "no.jsonl", "--json", "no/x.json"), "error: no/x.json: cannot be written")


def test_the_null_device_takes_everything(ragauge):
    names = ("--json", "/dev/null", "--markdown", "/dev/null")
    assert ragauge("eval", "g.csv", "r.jsonl", *names, files=FILES).code == 0
    assert Path("/dev/null").is_char_device()


def test_standard_output_by_another_name(shell):
    done = shell("ragauge eval g.csv r.jsonl --json /dev/stdout | cat")
    assert done.returncode == 0
    assert done.stdout.startswith(b'{\n "format"')
    for line in ("ragauge eval g.csv r.jsonl --json out >out", "ragauge eval g.csv r.jsonl --json /dev/stdout >out",
                 "ragauge eval g.csv r.jsonl --markdown - --json /dev/stdout | cat"):  # fmt: skip
        done = shell(line)
        assert done.returncode == 2
        assert b"--json and the standard output go to the same place" in done.stderr


def test_the_demo_replaces_nothing_unasked(ragauge, tmp_path):
    files = {"golden.jsonl": "mine", "corpus/моё.md": "моё"}
    refused(ragauge("demo", "--save", ".", files=files), "holds golden.jsonl already; nothing was written, --force")
    assert (tmp_path / "golden.jsonl").read_text() == "mine"
    assert names(tmp_path) == ["corpus", "golden.jsonl"]
    assert ragauge("demo", "--save", ".", "--force").code == 0
    assert all(path.is_file() for path in demo_targets(tmp_path))
    assert (tmp_path / "corpus" / "моё.md").read_text("utf-8") == "моё"
    refused(ragauge("demo", "--save", "."), "holds golden.jsonl, run.trec and 73 more already")
    refused(ragauge("demo", "--save", "new", "--json", "new/run.trec"), "--json would overwrite new/run.trec")
    refused(ragauge("demo", "--save", "golden.jsonl"), "is a file")


@pytest.mark.parametrize("arguments", ["--help", "--version", "metrics", "metrics --json", "metrics mrr",
                                       "eval g.csv r.jsonl", "eval g.csv r.jsonl --json -",
                                       "eval g.csv r.jsonl --per-question -"])  # fmt: skip
@pytest.mark.parametrize(("stream", "why"), [(">/dev/full", "No space left on device"), (">&-", "it is closed")])
def test_an_output_that_cannot_be_written_is_one_message(shell, arguments, stream, why):
    done = shell(f"ragauge {arguments} {stream}")
    assert done.returncode == 2
    assert done.stderr.decode() == f"error: standard output: cannot be written: {why}\n"


@pytest.mark.parametrize("stream", ["2>&-", "2>/dev/full"])
def test_messages_that_cannot_be_told_leave_the_exit_code(shell, tmp_path, stream):
    done = shell(f"ragauge eval g.csv нет.jsonl {stream}")
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")
    assert shell(f"ragauge eval g.csv r.jsonl --json out.json {stream}").returncode == 0
    assert Scorecard.from_json((tmp_path / "out.json").read_text("utf-8")).questions == ("q1", "q2")


@pytest.mark.parametrize("arguments", ["--help", "metrics", "demo", "demo --json -", "eval g.csv r.jsonl"])
def test_a_closed_pipe_ends_quietly(shell, arguments):
    done = shell(f"(sleep 0.1; ragauge {arguments}; echo $? >code) | true; cat code")
    assert done.stderr == b""
    assert done.stdout == b"141\n"


def test_an_interrupt_says_so_and_leaves_nothing(ragauge, tmp_path):
    ragauge("--version", files=FILES)
    os.mkfifo(tmp_path / "pipe")
    command = [COMMAND, "eval", "g.csv", "r.jsonl", "--markdown", "новый.md", "--json", "pipe"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    for _ in range(300):  # until it waits for a reader of the pipe, who never comes
        if any(name.endswith(".part") for name in names(tmp_path)):
            break
        time.sleep(0.1)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, out, err.decode().strip()) == (130, b"", "interrupted")
    assert names(tmp_path) == ["g.csv", "pipe", "r.jsonl"]


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1251", "utf-8"])
def test_json_is_json_in_every_encoding(shell, encoding):
    done = shell("ragauge eval g.csv r.jsonl --json -", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    card = Scorecard.from_json(done.stdout.decode(encoding))
    assert card.columns["question"] == ["How long?", "Ёж или уж?"]
    assert json.loads(shell("ragauge metrics --json", PYTHONIOENCODING=encoding).stdout.decode(encoding))


def test_json_escapes_what_needs_two_units(shell, tmp_path):
    with_emoji = GOLD.replace("How long?", "How long 👩‍🔬?")
    (tmp_path / "e.csv").write_text(with_emoji, "utf-8")
    done = shell("ragauge eval e.csv r.jsonl --json -", PYTHONIOENCODING="latin-1")
    assert Scorecard.from_json(done.stdout.decode("ascii")).columns["question"][0] == "How long 👩‍🔬?"


@pytest.mark.parametrize("where", [(), ("--per-question", "-"), ("--json", "-"), ("--markdown", "-")])
def test_an_exit_code_of_two_says_why(ragauge, where):
    files = {**FILES, "none.csv": "id,question,gold\nq1,Ёж?,\n", "empty.trec": ""}
    done = ragauge("eval", "none.csv", "r.jsonl", "-m", "mrr", *where, files=files)
    assert (done.code, done.err) == (2, "error: nothing could be measured: 1 gold_unknown\n")
    assert done.out
    done = ragauge("eval", "g.csv", "empty.trec", *where)
    assert (done.code, done.err) == (2, "error: the run is empty: it answers no question\n")


def test_messages_have_a_bearable_length(ragauge):
    assert len(str(Problem("x" * 10_000_000, "ф" * 5000, 7, "c" * 5000))) < 700
    assert str(Problem("x" * 10_000_000, "run.trec", 7)).startswith("run.trec:7: xxx")
    for error in (InputError("я" * 10_000), MetricNameError("я" * 10_000)):
        assert len(str(error)) == 300
    assert str(Problem("two\nlines", "a\nb.csv", 1)) == "a b.csv:1: two lines"
    columns = ",".join(f"столбец{number}" for number in range(10_000))
    done = ragauge("eval", "w.csv", "r.jsonl", files={**FILES, "w.csv": f"{columns}\nx{',' * 9999}\n"})
    refused(done, "no column for the question")
    assert len(done.err) < 700
    refused(ragauge("eval", "g.csv", "r.jsonl", "-m", "m" * 100_000), "metric")
    done = ragauge("eval", "g.csv", "r.jsonl", f"--{'о' * 100_000}")
    refused(done, "No such option")
    assert len(done.err) < 1000


@pytest.mark.parametrize("arguments", [("eval", "я\x1b[31m.csv", "r.jsonl"), ("eval", "g.csv", "\u202er.jsonl"),
                                       ("eval", "g.csv", "r.jsonl", "--by", "\x1b]0;x\x07"),
                                       ("eval", "g.csv", "r.jsonl", "-m", "\x9b31m"),
                                       ("eval", "odd.csv", "r.jsonl"), ("eval", "odd.csv", "r.jsonl", "--by", "x"),
                                       ("eval", "g.csv", "r.jsonl", "--\x1b[31m"), ("\x1b[31m",),
                                       ("eval", "g.csv", "r.jsonl", "--json", "no\x1b[31m/x")])  # fmt: skip
def test_nothing_on_stderr_steers_the_terminal(ragauge, arguments):
    done = ragauge(*arguments, files={**FILES, "odd.csv": "id,question,gold,\x1b[2J\nq1,a,d1,x\n,,d1,x\n"})
    assert done.code == 2
    assert done.err
    assert not set(done.err) & set("\x1b\x07\x9b\u202e")


def test_what_letters_are_made_of_reaches_the_reader(ragauge):
    texts = ["می\u200cخواهم", "क्\u200dष", "東京\u3000駅", "10\u00a0км", "👩\u200d🔬", "\u200fعربي"]
    gold = "id,question,gold\n" + "".join(f"q{i},{text},x\n" for i, text in enumerate(texts))
    run = "".join(f'{{"id": "q{i}", "hits": ["y"]}}\n' for i in range(len(texts)))
    for where in ((), ("--markdown", "-")):
        options = ("--failures", "9", "--ids", "exact", *where)
        done = ragauge("eval", "w.csv", "w.jsonl", *options, files={"w.csv": gold, "w.jsonl": run})
        assert all(text in done.out for text in texts)
        assert "\ufffd" not in done.out


def test_what_steers_a_line_does_not(ragauge):
    gold = 'id,question,gold\nq1,"a\x1b[31m\u202eb\u2066c\u2028d\x9be",x\n'
    for where in ((), ("--markdown", "-")):
        out = ragauge("eval", "g.csv", "r.jsonl", "--ids", "exact", *where, files={"g.csv": gold, "r.jsonl": RUN}).out
        assert "31m" in out
        assert not set(out) & set("\x1b\u202e\u2066\u2028\x9b")


def test_a_spreadsheet_runs_no_cell_and_no_column_name(ragauge):
    cells = [
        "=1+1",
        " =1+1",
        "\n=1+1",
        "\u00a0@sum",
        "\t-x",
        "＝1",
        "-1+1",
        "+cmd|x",
        "-5",
        "+2.5",
        "3,5",
        "Ёж-уж",
        "a=b",
    ]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["id", "question", "gold", "=столбец()", "cell"])
    writer.writerows([f"q{i}", f"t{i}", "x", "", cell] for i, cell in enumerate(cells))
    files = {"c.json": _as_json(out), "r.jsonl": RUN}
    done = ragauge("eval", "c.json", "r.jsonl", "--ids", "exact", "--per-question", "-", files=files)
    assert done.code == 0, done.err
    rows = list(csv.DictReader(io.StringIO(done.out, newline="")))
    assert "'=столбец()" in rows[0]
    assert [row["cell"] for row in rows[:8]] == [f"'{cell}" for cell in cells[:8]]
    assert [row["cell"] for row in rows[8:]] == cells[8:]


def _as_json(table):
    return json.dumps(list(csv.DictReader(io.StringIO(table.getvalue(), newline=""))))


def test_a_carriage_return_in_a_cell_ends_no_row(ragauge):
    files = {"g.jsonl": json.dumps({"id": "q1", "question": "a", "gold": ["d1"], "note": "раз\rдва"}), "r.jsonl": RUN}
    out = ragauge("eval", "g.jsonl", "r.jsonl", "-m", "mrr", "--per-question", "-", files=files).out
    assert '"раз\rдва"' in out
    assert [len(row) for row in csv.reader(io.StringIO(out, newline=""))] == [6, 6]


def test_a_hit_without_an_id_is_called_so(ragauge):
    for where in ((), ("--markdown", "-")):
        out = ragauge("eval", "g.csv", "r.jsonl", *where, files=FILES).out
        assert "дом, (no id)" in out
        assert "no-id-" not in out


@pytest.mark.parametrize(("level", "text"), [("0.95", "95% intervals"), ("0.999", "99.9% intervals")])
def test_a_level_keeps_its_digits(ragauge, level, text):
    assert text in ragauge("eval", "g.csv", "r.jsonl", "--level", level, files=FILES).out


def test_a_column_asked_for_twice_is_shown_once(ragauge):
    names = ("-m", "mrr", "--json", "-")
    once = ragauge("eval", "g.csv", "r.jsonl", "--by", "type", *names, files=FILES)
    assert ragauge("eval", "g.csv", "r.jsonl", "--by", "type", "--by", "type", "--by", "TYPE", *names).out == once.out
    assert ragauge("demo", "--by", "type", "--by", "Type", *names).out == ragauge("demo", "--by", "type", *names).out


def test_a_question_is_no_command_of_a_build_service(ragauge):
    evil = "##[error]gone ::error::gone"
    files = {"g.csv": f'id,question,gold\nq1,"{evil}",a\n', "r.jsonl": '{"id":"q1","hits":["b"]}\n'}
    done = ragauge("eval", "g.csv", "r.jsonl", "--ids", "exact", files=files)
    assert done.code == 0
    assert "gone" in done.out
    assert "##[error]" not in done.out + done.err
    assert "::error" not in done.out + done.err
