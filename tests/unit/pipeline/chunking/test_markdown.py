"""Structure: sections, and what is kept whole."""

import pytest

from ragauge.core.records import Document
from ragauge.pipeline.chunking.blocks import blocks
from ragauge.pipeline.chunking.markdown import MarkdownChunker

TABLE = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"


def made(text: str, **parameters: int) -> list[tuple[tuple[str, ...], str]]:
    return [(chunk.section, chunk.text) for chunk in MarkdownChunker(**parameters)(Document("d", text))]


def test_sections() -> None:
    text = "Before.\n# A #\nText.\n### B\nMore.\n\nSet\n---\nUnder.\n<h1 id='x'>C <b>c</b></h1>\nEnd.\n# Bare"
    assert made(text) == [
        ((), "Before."),
        (("A",), "# A #\nText."),
        (("A", "B"), "### B\nMore."),
        (("A", "Set"), "Set\n---\nUnder."),
        (("C c",), "<h1 id='x'>C <b>c</b></h1>\nEnd."),
        (("Bare",), "# Bare"),
    ]


def test_headings_without_text_go_with_the_section_below_them_not_beside() -> None:
    assert made("# A\n## B\nb\n## C\n## D\nd") == [
        (("A", "B"), "# A\n## B\nb"),
        (("A", "C"), "## C"),
        (("A", "D"), "## D\nd"),
    ]


@pytest.mark.parametrize(
    "whole", [TABLE, "```\n# no heading\n\nx = 1\n```", "- a b c\n  more\n\n- d e f", "~~~~\n~~~\n~~~~"]
)
def test_kept_whole_where_it_fits(whole: str) -> None:
    text = f"One two three four.\n\n{whole}\n\nFive six seven eight."
    size = len(whole.split())
    assert whole in [chunk for _, chunk in made(text, size=max(size, 4))]


def test_tables_between_rows_lists_between_items() -> None:
    assert made(TABLE, size=12) == [((), "| a | b |\n|---|---|\n| 1 | 2 |"), ((), "| 3 | 4 |")]
    assert made("- a b\n  c\n- d e\n- f", size=6) == [((), "- a b\n  c"), ((), "- d e\n- f")]
    assert made("```\na b\nc d\n```", size=3) == [((), "```\na b"), ((), "c d\n```")]


def test_html_blocks_and_unclosed_ones() -> None:
    assert [block.kind for block in blocks("<table>\n\n# x\n</table>\n<ul>\n# y\n")] == ["rows", "prose", "heading"]
    assert [block.kind for block in blocks("```\n# x\n")] == ["rows"]


@pytest.mark.parametrize(("line", "title"), [("# C#", "C#"), ("# A ##", "A"), ("#\tA", "A"), ("#  A  b  ", "A  b")])
def test_closed_headings(line: str, title: str) -> None:
    assert [block.title for block in blocks(line)] == [title]


@pytest.mark.parametrize("line", ["#A", "####### A", "    # A", "\\# A"])
def test_no_headings(line: str) -> None:
    assert [block.level for block in blocks(line)] == [0]


def test_windows_line_ends() -> None:
    assert made("# A\r\n\r\nText.\r\n## B\r\nMore.") == [(("A",), "# A\r\n\r\nText."), (("A", "B"), "## B\r\nMore.")]


def test_lists_end_at_a_heading_a_table_or_code_and_hold_indented_code() -> None:
    assert [block.kind for block in blocks("- a\n# b\n- a\n|a|\n|-|\n- a\n```\nx\n```\n")] == [
        "list", "heading", "list", "rows", "list", "rows",
    ]  # fmt: skip
    assert [block.kind for block in blocks("- a\n  ```\n# no heading\n\n  ```\n  more\n\nText")] == ["list", "prose"]
