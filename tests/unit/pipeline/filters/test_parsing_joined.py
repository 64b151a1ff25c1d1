"""Two predicates in one text are told, and not taken for one with a long value."""

import pytest

from ragauge.core.errors import InputError
from ragauge.pipeline.filters.parsing import parse


@pytest.mark.parametrize(
    "text", ["year = 2024 and lang = ru", "год >= 2024 и раздел = цены", "a = b OR c != d", "a = b && c < 3"]
)
def test_two_predicates_in_one_text(text):
    with pytest.raises(InputError, match="looks like two predicates"):
        parse(text)


@pytest.mark.parametrize("text", ["title = salt and pepper", 'title = "a and b = c"', "раздел = цены и скидки"])
def test_texts_that_only_have_such_words(text):
    assert " " in parse(text).value
