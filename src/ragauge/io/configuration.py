"""The configuration file: found, read, and our part of it."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.io.config_fields import Fields
from ragauge.io.files import existing_file, read_bytes, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

TABLES = ("gate", "run", "judge")
"""The tables of a configuration."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a file says: our tables by name, and what stands before their names in it (``tool.ragauge.``)."""

    file: str
    tables: Mapping[str, Any]
    prefix: str = ""

    def table(self, name: str) -> dict[str, Any] | None:
        """One table; None where it is not there.

        Raises: InputError for a value of that name that is no table.
        """
        value = self.tables.get(name)
        return None if value is None else _table(value, self.file, f"{self.prefix}{name}")

    def refuse_unknown(self, problems: list[Problem]) -> None:
        """Note every table that there is not."""
        Fields(self.tables, self.file, None, self.prefix.rstrip(".") or "the file", problems).refuse_unknown(TABLES)


def find_config(given: str | Path | None, folder: Path | None = None) -> Path:
    """The configuration: the file that was named, ``ragauge.toml``, or ``pyproject.toml`` with ``[tool.ragauge]``.

    Raises: InputError when there is none.
    """
    found = Path(given) if given is not None else discovered(folder)
    if found is None:
        raise InputError("no configuration: neither ragauge.toml nor [tool.ragauge] in pyproject.toml; see --config")
    return found


def discovered(folder: Path | None = None) -> Path | None:
    """The configuration that is found without being named, if there is one."""
    own, project = (folder or Path()) / "ragauge.toml", (folder or Path()) / "pyproject.toml"
    if os.path.lexists(own):
        return own
    tools = read_toml(project).get("tool") if project.is_file() else None
    return project if isinstance(tools, dict) and "ragauge" in tools else None


def read_configuration(path: str | Path) -> Configuration:
    """What is ours in a file: all of it, or ``[tool.ragauge]`` where there are tools.

    Raises: InputError for a file that cannot be read, is no TOML, or has nothing for us.
    """
    file = shown(path)
    content = read_toml(existing_file(path))
    tools = content.get("tool")
    if tools is None or any(name in content for name in TABLES):
        return Configuration(file, content)
    own = _table(_table(tools, file, "tool").get("ragauge"), file, "tool.ragauge")
    return Configuration(file, own, "tool.ragauge.")


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file.

    Raises: InputError naming the line, where it is none.
    """
    try:
        return tomllib.loads(read_bytes(path).decode())
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        last = read_bytes(path).count(b"\n") + 1
        raise InputError([Problem(f"not TOML: {error}", shown(path), int(found[1]) if found else last)]) from error
    except (RecursionError, ValueError) as error:
        raise InputError([Problem(f"not TOML that can be read: {brief(str(error))}", shown(path))]) from error


def beside(config: str | Path, path: str | None) -> str | None:
    """A path that a configuration names, seen from where the command runs.

    >>> beside("ci/ragauge.toml", "scores.json"), beside("ragauge.toml", None)
    ('ci/scores.json', None)
    """
    return None if path is None else str(Path(config).parent / Path(path).expanduser())


def _table(value: object, file: str, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError([Problem(f"no table [{name}] in it", file)])
    return value
