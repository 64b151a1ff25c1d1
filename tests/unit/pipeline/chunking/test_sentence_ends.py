"""Sentences of English, Russian and CJK text."""

import pytest

from ragauge.pipeline.chunking.sentence_ends import sentence_spans


@pytest.mark.parametrize(
    "sentences",
    [
        ["Dr. Smith met Mrs. Jones.", "They left at 5 p.m.", "The end."],
        ["See e.g. Figure 3.", "It holds for J. R. R. Tolkien too."],
        ["It costs 3.50 dollars.", "Version 4.2.1 is out!", "Is it?", "Yes."],
        ["In 2024.", "Then 2025."],
        ["Wait... what?", "Oh…", "Fine."],
        ['"Stop!" he said.', '"Go."', "They went (slowly).", "Then home."],
        ["Lamps, bulbs etc. are covered.", "Fuses, etc.", "No bulbs."],
        ["Does it? no way.", "See No. 5 now.", "I said no.", "Then left."],
        ["The U.S. Navy left."],
        ["Кабели, лампы и т. д.", "Они в наличии."],
        ["Кабели, лампы и т.д.", "Они в наличии."],
        ["Это было в 2024 г.", "Потом всё изменилось."],
        ["Доставка в г. Москва по ул. Ленина, д. 5 платная."],
        ["Памятник А. С. Пушкину стоит у д. 7.", "Он старый."],
        ["См. рис. 5, т. е. схему.", "Гл. 3 об этом."],
        ["Так было в XX в.", "Потом иначе.", "Рим III в. до н. э.", "Он велик."],
        ["«Стой!» — крикнул он.", "Все встали."],
        ["Он сказал: «Иду.»", "И ушёл…", "Куда?"],
        ["東京は大きい。", "「止まれ。」と言った。", "本当！？", "はい。"],
        ["हाँ।", "नहीं।"],
        ["مرحبا؟", "نعم."],
    ],
)
def test_sentences(sentences: list[str]) -> None:
    text = " ".join(sentences)
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


def test_cjk_needs_no_space() -> None:
    text = "東京。次！「終。」空"
    assert [text[a:b] for a, b in sentence_spans(text)] == ["東京。", "次！", "「終。」", "空"]


def test_blank_lines_pages_and_items_end_sentences_and_line_ends_do_not() -> None:
    text = "A title\n\nOne\nsentence:\n- first\n- second\n1. Third. Fourth\fPage"
    assert [text[a:b] for a, b in sentence_spans(text)] == [
        "A title", "One\nsentence:", "- first", "- second", "1. Third.", "Fourth", "Page",
    ]  # fmt: skip


def test_a_part_of_a_text() -> None:
    assert sentence_spans("One. Two. Three.", 5, 9) == [(5, 9)]
    assert sentence_spans("") == sentence_spans(" \n ") == []
