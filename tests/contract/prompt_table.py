"""The table of prompts that are out: a hash of each text, so that none can change without a new number.

python tests/contract/prompt_table.py    add the prompts that are not in it yet; exit 1 for any that has changed
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

TABLE = Path(__file__).with_name("prompts.sha256")
PROMPTS = Path(__file__).parents[2] / "src" / "ragauge" / "prompts"


def hashes(folder: Path = PROMPTS) -> dict[str, str]:
    """The hash of each text, by its path in the folder of prompts."""
    texts = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc"))
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in texts}


def recorded(table: Path = TABLE) -> dict[str, str]:
    """The rows of the table, in the form of ``sha256sum``."""
    lines = table.read_text(encoding="utf-8").splitlines() if table.exists() else []
    rows = [line.split("  ", 1) for line in lines]
    return {name: found for found, name in rows}


def changed(now: dict[str, str], before: dict[str, str]) -> list[str]:
    """What has become of recorded prompts, one sentence each."""
    return [
        f"{name} has {'changed' if name in now else 'gone'}: keep it, and write its next number"
        for name, found in before.items()
        if now.get(name) != found
    ]


def add_new(folder: Path = PROMPTS, table: Path = TABLE) -> list[str]:
    """Add the prompts that are not in the table; nothing is written where a recorded one has changed.

    Gives the names that were added.

    Raises: SystemExit with what has changed.
    """
    now, before = hashes(folder), recorded(table)
    if wrong := changed(now, before):
        raise SystemExit("\n".join(wrong))
    table.write_text("".join(f"{found}  {name}\n" for name, found in now.items()), encoding="utf-8")
    return sorted(now.keys() - before.keys())


if __name__ == "__main__":
    sys.stdout.write("".join(f"added {name}\n" for name in add_new()))
