"""Every check of `make check` is red for the violation it exists for, and green without it."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = (
    "src",
    "scripts",
    "docs",
    "pyproject.toml",
    "Makefile",
    "README.md",
    "LICENSE",
    "ragauge.toml",
    "baseline.json",
)
BIN = Path(sys.executable).parent


@pytest.fixture
def copy(tmp_path):
    if not all((BIN / tool).exists() for tool in ("ruff", "mypy", "lint-imports")):
        pytest.skip("the development tools are not installed beside this Python")
    for part in PARTS:
        source = ROOT / part
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, tmp_path / part, ignore=ignore) if source.is_dir() else shutil.copy(
            source, tmp_path / part
        )
    return tmp_path


def make(copy: Path, target: str, **variables: str) -> subprocess.CompletedProcess:
    settings = [f"{name}={value}" for name, value in {"BIN": str(BIN), **variables}.items()]
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = ["make", "-o", ".venv/ready-dev", "-o", ".venv/ready-run", *settings, target]
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=300)


def plant(copy: Path, file: str, old: str, new: str) -> None:
    path = copy / "src" / "ragauge" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("target", ["lint", "imports", "docs-check", "gate"])
def test_the_clean_tree_passes(copy, target):
    done = make(copy, target)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_upward_import_breaks_the_contract(copy):
    plant(copy, "core/stage.py", "from enum import StrEnum", "from enum import StrEnum\n\nimport ragauge.catalog")
    done = make(copy, "imports")
    assert done.returncode != 0
    assert "Imports go one way BROKEN" in done.stdout


def test_an_upward_import_within_golden_breaks_the_contract(copy):
    module = copy / "src/ragauge/golden/ids/match.py"
    module.write_text(f"{module.read_text()}\n\nimport ragauge.golden.matching.level  # noqa: E402, F401\n")
    assert "Within golden too BROKEN" in make(copy, "imports").stdout


def test_a_folder_without_a_place_in_the_layers_breaks_the_contract(copy):
    (copy / "src/ragauge/misc").mkdir()
    (copy / "src/ragauge/misc/__init__.py").write_text('"""A folder nobody placed."""\n')
    assert make(copy, "imports").returncode != 0


def test_a_heavy_import_breaks_the_contract_and_the_lint(copy):
    line = "import numpy as np"
    plant(copy, "metrics/retrieval/sets.py", line, f"{line}\nimport torch")
    assert "torch" in make(copy, "lint").stdout
    assert "BROKEN" in make(copy, "imports").stdout


def test_a_heavy_import_by_name_is_seen_too(copy):
    path = copy / "src/ragauge/metrics/retrieval/sets.py"
    text = path.read_text(encoding="utf-8").replace("import numpy as np", "import importlib\n\nimport numpy as np", 1)
    path.write_text(f'{text}\n\nTORCH = importlib.import_module("torch")\n', encoding="utf-8")
    done = make(copy, "lint")
    assert done.returncode != 0
    assert "TID251" in done.stdout


def test_a_wrong_doctest_fails_the_tests(copy):
    plant(copy, "metrics/retrieval/sets.py", "Values(0.666667)", "Values(0.7)")
    done = make(copy, "test", ARGS="src/ragauge/metrics/retrieval/sets.py")
    assert done.returncode != 0
    assert "Values(0.7)" in done.stdout


def test_a_stale_page_fails_the_docs(copy):
    plant(copy, "metrics/retrieval/sets.py", "Share of the first k hits that are relevant.", "Share of hits.")
    done = make(copy, "docs-check")
    assert done.returncode != 0
    assert "stale: docs/metrics/retrieval.md" in done.stdout


def test_a_metric_without_direction_fails(copy):
    plant(copy, "metrics/retrieval/sets.py", '    direction="higher",\n', "")
    assert make(copy, "test", ARGS="src/ragauge/catalog.py").returncode != 0
    assert make(copy, "docs-check").returncode != 0


def test_a_wrong_type_fails(copy):
    with suppress(OSError):  # what mypy knows of the files that are as they were
        shutil.copytree(ROOT / ".mypy_cache", copy / ".mypy_cache")
    plant(copy, "core/stage.py", "return list(Stage).index(self)", "return str(self)")
    done = make(copy, "types")
    assert done.returncode != 0
    assert "stage.py" in done.stdout


def test_a_retriever_that_lost_its_best_hit_fails_the_gate(copy):
    plant(copy, "pipeline/lexical.py", 'kind="stable")[:k]', 'kind="stable")[1:k]')
    done = make(copy, "gate")
    assert done.returncode != 0
    assert "FAIL" in done.stdout
    assert "recall@5: max_losses 0" in done.stdout
