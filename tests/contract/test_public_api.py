"""The public names, and what importing them costs."""

import subprocess
import sys

import ragauge

HEAVY = ("polars", "numpy", "rich", "bm25s", "Stemmer", "rapidfuzz", "scipy", "pandas", "pyarrow", "torch")


def test_every_public_name_exists_and_is_listed_once():
    assert sorted(ragauge.__all__) == sorted(set(ragauge.__all__))
    for name in ragauge.__all__:
        assert getattr(ragauge, name) is not None
    assert set(ragauge.__all__) <= set(dir(ragauge))


def test_an_unknown_name_is_an_attribute_error():
    assert not hasattr(ragauge, "no_such_name")


def loaded_after(code: str) -> set[str]:
    probe = f"{code}\nimport sys; print([m for m in {HEAVY!r} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout
    return set(eval(out.strip().splitlines()[-1], {}))  # our own print, above


def test_importing_the_package_loads_nothing_heavy():
    assert loaded_after("import ragauge") == set()


def test_the_probe_can_see_a_heavy_import():
    assert "numpy" in loaded_after("import ragauge; ragauge.score")


def test_help_and_version_load_nothing_heavy():
    for argument in ("--help", "--version"):
        code = f"from ragauge.cli.main import main\ntry: main([{argument!r}])\nexcept SystemExit: pass"
        assert loaded_after(code) == set()


def test_scoring_one_question_needs_numpy_and_metrics_list_no_backend():
    assert loaded_after("from ragauge.catalog import all_metrics; all_metrics()") == {"numpy"}
