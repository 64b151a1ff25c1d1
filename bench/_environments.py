"""The virtual environment of the peers, the base install of this checkout, and what machine this is."""

from __future__ import annotations

import json
import os
import platform
import tempfile
import venv
from pathlib import Path
from typing import Any

from _processes import run, say

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {
    "pytrec_eval": "pytrec-eval-terrier",
    "ranx": "ranx",
    "ir_measures": "ir_measures",
    "pyarrow": "pyarrow",
}
COLUMNAR = {"numpy", "polars", "polars-runtime-32"}
TOOLING = {"pip", "setuptools", "wheel"}

_VERSIONS = """
import importlib.metadata as m, json, sys
print(json.dumps({name: m.version(name) for name in sys.argv[1:]}))
"""
_SIZES = """
import importlib.metadata as m, json
def size(d):
    paths = (d.locate_file(f) for f in d.files or ())
    return sum(p.stat().st_size for p in paths if p.is_file())
print(json.dumps({d.name.lower(): size(d) for d in m.distributions()}))
"""


def peer_python(folder: Path) -> str:
    """The interpreter of the peers' own environment, which is made on first use."""
    python, marker = _python(folder), folder / "installed.txt"
    wanted = " ".join(PACKAGES.values())
    if not marker.is_file() or marker.read_text() != wanted:
        say(f"installing {wanted} in {folder}")
        _install(folder, *PACKAGES.values())
        marker.write_text(wanted)
    return str(python)


def versions(python: str, packages: list[str]) -> dict[str, str]:
    """The installed versions of packages, as that interpreter sees them."""
    return dict(_ask(python, _VERSIONS, *packages))


def footprint() -> dict[str, Any]:
    """Packages and megabytes of a fresh environment with nothing but the base install of this checkout."""
    with tempfile.TemporaryDirectory() as folder:
        say("installing the checkout in a fresh environment")
        _install(Path(folder), str(ROOT))
        sizes = _ask(str(_python(Path(folder))), _SIZES)
    sizes = {name: size / 1e6 for name, size in sizes.items() if name not in TOOLING}
    beside = {name: size for name, size in sizes.items() if name not in COLUMNAR | {"ragauge"}}
    return {
        "packages": len(sizes),
        "total_mb": sum(sizes.values()),
        "beside": sorted(beside),
        "beside_mb": sum(beside.values()),
        "ragauge_mb": sizes["ragauge"],
    }


def machine() -> str:
    """Cores, processor and system, and how busy it is with other things."""
    names = [line.split(":", 1)[1].strip() for line in _cpuinfo() if line.startswith("model name")]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    processor = names[0] if names else platform.machine()
    return f"{cores} cores ({processor}), {platform.system()}, load {os.getloadavg()[0]:.1f} before the first run"


def _cpuinfo() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.is_file() else []


def _python(folder: Path) -> Path:
    return folder / "bin" / "python"


def _install(folder: Path, *packages: str) -> None:
    venv.create(folder, with_pip=True, clear=True)
    pip = [str(_python(folder)), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    run([*pip, *packages])


def _ask(python: str, code: str, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run([python, "-c", code, *arguments]).out)
    return found
