"""Late chunking against jina's ``chunked_pooling`` and where it is meant to differ."""

import numpy as np
import pytest

from ragauge.core.errors import InputError
from ragauge.pipeline.chunking.late import late_pool

TOKENS = np.array([[1.0, 0], [0, 1], [1, 1], [3, 3], [5, 1], [0, 0]])


def test_the_mean_of_the_tokens_of_a_span() -> None:
    """Case late_two of chunked_pooling, which reckons in float32."""
    pooled = np.array(late_pool(TOKENS, [(0, 3), (3, 6)]), dtype=np.float32)
    assert pooled.tolist() == [[0.6666666865348816] * 2, [2.6666667461395264, 1.3333333730697632]]


def test_a_span_beyond_the_tokens_keeps_its_place() -> None:
    """Case late_beyond: at a max_length of 5 chunked_pooling drops the second span."""
    first, beyond = late_pool(TOKENS[:4], [(0, 3), (4, 6)])
    assert np.float32(first).tolist() == [0.6666666865348816] * 2
    assert beyond is None


@pytest.mark.parametrize("span", [(2, 2), (3, 1), (-1, 2), (6, 7), (9, 12)])
def test_nothing_to_pool(span: tuple[int, int]) -> None:
    before, none, after = late_pool(TOKENS, [(0, 1), span, (5, 6)])
    assert none is None
    assert (before.tolist(), after.tolist()) == ([1, 0], [0, 0])


def test_no_tokens_and_no_spans() -> None:
    assert late_pool(np.empty((0, 3)), [(0, 1)]) == [None]
    assert late_pool(TOKENS, []) == []


@pytest.mark.parametrize(
    ("tokens", "spans"),
    [
        ([1.0, 2.0], []),
        ([[np.nan, 1.0]], []),
        ([["a"]], []),
        (TOKENS, [(0.5, 2)]),
        (TOKENS, [3]),
        (TOKENS, [(0, 1, 2)]),
    ],
)
def test_what_cannot_be_pooled(tokens, spans) -> None:
    with pytest.raises(InputError):
        late_pool(tokens, spans)
