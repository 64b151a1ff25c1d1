"""Vectors on disk: what is not what was written is passed over, and a full disk is told."""

import numpy as np
import pytest

from ragauge.core.errors import InputError
from ragauge.pipeline.embedding.vector_shards import VectorShards

KEYS = [b"a" * 32, b"b" * 32]
ROWS = np.array([[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data[:20],
        lambda data: b"",
        lambda data: b"PK\x03\x04" + data,
        lambda data: b"\x80\x04K\x01.",
        lambda data: data[:-3] + bytes([data[-3] ^ 1]) + data[-2:],
        lambda data: data.replace(b"'vector'", b"'vectoR'"),
    ],
)
def test_a_damaged_file_is_passed_over(tmp_path, damage):
    VectorShards(tmp_path).add(KEYS, ROWS)
    (file,) = tmp_path.glob("*.npy")
    file.write_bytes(damage(file.read_bytes()))
    again = VectorShards(tmp_path)
    assert KEYS[0] not in again
    again.add(KEYS, ROWS)
    assert VectorShards(tmp_path).rows(KEYS).tolist() == ROWS.tolist()


def test_a_full_disk_is_told_and_leaves_nothing(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    shards = VectorShards(tmp_path)
    monkeypatch.setattr(np, "save", full)
    with pytest.raises(InputError, match="cannot be written: No space left"):
        shards.add(KEYS, ROWS)
    assert not list(tmp_path.iterdir())
