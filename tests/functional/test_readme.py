"""Every command of the README runs as it stands there, on the files it shows."""

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def commands_and_files():
    commands, files, target = [], {}, None
    for block in BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ cat "):
                target = line.removeprefix("$ cat ")
                files[target] = ""
            elif line.startswith("$ "):
                commands.append(line.removeprefix("$ "))
                target = None
            elif target:
                files[target] += f"{line}\n"
    return commands, files


def test_the_readme_commands_work(ragauge):
    commands, files = commands_and_files()
    assert len(files) == 4
    ours = [command for command in commands if command.startswith("ragauge ")]
    assert len(ours) >= 3
    named = ("lamps.pdf", "lamps-ru.pdf", "plugs.pdf", "cables.pdf")
    files |= {f"docs/{name}": b"%PDF-1.7" for name in named}
    for command in ours:
        done = ragauge(*shlex.split(command, comments=True)[1:], files=files)
        assert done.code == 0, (command, done.out, done.err)
        assert "recall@5" in done.out or command.startswith(
            (
                "ragauge golden",
                "ragauge baseline",
                "ragauge sweep",
                "ragauge diagnose",
                "ragauge doctor",
                "ragauge study",
            )
        )


def test_the_make_targets_of_the_readme_exist():
    commands, _ = commands_and_files()
    targets = {command.split()[1] for command in commands if command.startswith("make ")}
    assert targets == {"eval", "test"}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_links_lead_somewhere():
    links = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(links) >= 5
    assert [link for link in links if not (ROOT / link).exists()] == []
