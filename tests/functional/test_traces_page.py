"""The page about traces shows what happens."""

import doctest
import re
from pathlib import Path

from ragauge.io.otel import names

PAGE = Path(__file__).parents[2] / "docs" / "traces.md"


def test_its_examples_run():
    done = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (done.failed, done.attempted > 5) == (0, True)


def test_its_table_names_every_attribute_of_ours():
    made = {value for name, value in vars(names).items() if name.isupper() and isinstance(value, str)}
    table = PAGE.read_text(encoding="utf-8").split("### Attributes of ours")[1].split("```")[0]
    assert {value for value in made if value.startswith("ragauge.")} == set(re.findall(r"`(ragauge\.[a-z.]+)`", table))
