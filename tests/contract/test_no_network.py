"""Nothing is contacted at run time: no socket is opened by any command."""

import subprocess
import sys

WATCH = """
import sys
seen = []
sys.addaudithook(lambda event, args: seen.append(event) if event.startswith("socket.") else None)
{code}
print("SOCKETS", seen)
"""
COMMAND = """
from click.testing import CliRunner
from ragauge.cli.main import main
for arguments in (["demo", "--failures", "0"], ["metrics"], ["metrics", "ndcg"], ["--version"]):
    assert CliRunner().invoke(main, arguments).exit_code == 0
"""


def sockets(code: str, cwd) -> str:
    done = subprocess.run([sys.executable, "-c", WATCH.format(code=code)], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def test_no_command_opens_a_socket(tmp_path):
    assert sockets(COMMAND, tmp_path) == "SOCKETS []"


def test_the_watch_sees_a_socket(tmp_path):
    assert "socket.__new__" in sockets("import socket; socket.socket().close()", tmp_path)
