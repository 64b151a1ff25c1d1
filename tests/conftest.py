"""Fixtures that many tests share: where the collections and the recorded cases are, if they are here at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.pop("COLUMNS", None)  # workers of a parallel run have a width of their own


def _folder(variable: str) -> Path:
    value = os.environ.get(variable)
    if not value:
        pytest.skip(f"{variable} is not set: it names the folder that this test reads")
    path = Path(value)
    if not path.is_dir():
        pytest.skip(f"{variable} names no folder: {value}")
    return path


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The collections of runs, qrels and expected values."""
    return _folder("RAGAUGE_DATA")


@pytest.fixture(scope="session")
def cases_dir() -> Path:
    """The cases that users and other tools have met."""
    return _folder("RAGAUGE_CASES")
