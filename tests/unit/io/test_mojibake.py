"""Text that was read by a wrong encoding is seen and turned back; clean text of any language is left alone."""

import pytest

from ragauge.io.mojibake import repaired

CLEAN = {
    "English": ["The client’s fee is £40; why?", "“Force majeure” – what’s covered?", "5 ≤ 6 → ok…"],
    "German": ["Äpfel", "»MENÜ«", "Größe ≤ 5", "„Straße“, „Übung“ und „Ä“", "GRÖẞE", "Was heißt „höhere Gewalt“?"],
    "French": ["Ça va ?", "«\u00a0privé\u00a0»", "là\u00a0» et «\u00a0à\u00a0»", "L’ÉTÉ…", "l’œuvre créée", "DÉJÀ »"],
    "Portuguese": ["ação", "A AÇÃO…", "“SÃO”", "“MAÇÔ", "“MAÇÔ–", "IRMÃ\u00a0DE", "opções do avô"],
    "Spanish": ["¿Cuántos días?", "ESPAÑA…", "«SEÑOR»", "“Ñ”", "4.ª cláusula"],
    "Swedish": ["Vem äger båten på ön?", "”Å”", "”PÅ”", "ÅÄÖ"],
    "Danish": ["Må jeg på færgen?", "»Ø«", "»PÅ Ø«", "ØRE…"],
    "Russian": ["«СССР»", "Рёбра и сёмга", "С» и Р»", "ПРИВЕТ…", "Твёрдый – «тёплый»", "№5", "РЭС-Р«"],
    "Ukrainian": ["Рік і Сім’я", "Її ґанок", "Ріка Єрика", "Сєвєр"],
    "Bulgarian": ["Колко дни продължава отпускът?", "„Рила“", "СЪД"],
    "Serbian": ["Рјечник Србије", "Њега и Љубав", "Ђурђевдан"],
    "Polish": ["Zażółć gęślą jaźń", "„ŁÓDŹ”", "ŻÓŁĆ…"],
    "Czech": ["Příliš žluťoučký kůň", "Úžas", "„ČÁST“"],
    "Chinese": ["怎么退货?", "“合同”……"],
    "Japanese": ["返品はできますか。", "「契約」～"],
}
BROKEN = {
    "Â§ 4.2": "§ 4.2",
    "â‰¤ 5": "≤ 5",
    "ÐŸÑ€Ð¸Ð²ÐµÑ‚": "Привет",
    "РџСЂРёРІРµС‚": "Привет",
    "ÃƒÂ¼ber": "über",
    "lÃ\u00a0 oÃ¹": "là où",
    "voilÃ\u00a0": "voilà",
    "Größe â‰¤ 5": "Größe ≤ 5",
    "clientâ€™s": "client’s",
    "вЂњyesвЂќ": "“yes”",
    "╨Я╤А╨╕╨▓╨╡╤В": "Привет",
    "п÷я─п╦п╡п╣я┌": "Привет",
    "ГјГ¶": "üö",
    "Ĺ‚Ăłdka": "łódka",
}
SENTENCES = [
    "Wie lange läuft die Kündigungsfrist für größere Schäden?",
    "Qu’est-ce qu’un congé « sans délai » à l’étranger ?",
    "Как вернуть товар «без чека» – И когда?",
    "Скільки днів триває відпустка?",
    "怎么退货?",
    "返品はできますか。",
    "¿Cuántos días? – 5 €",
    "Żółta łódź 😀",
]


@pytest.mark.parametrize("text", [text for texts in CLEAN.values() for text in texts])
def test_clean_text_is_left_alone(text):
    assert repaired(text) is None


@pytest.mark.parametrize("broken", BROKEN)
def test_broken_text_is_turned_back(broken):
    assert repaired(broken) == BROKEN[broken]
    assert repaired(BROKEN[broken]) is None


def misread(text, encoding):
    """As a browser reads it: a byte without a sign is a control sign."""
    signs = (bytes([byte]).decode(encoding, "surrogateescape") for byte in text.encode())
    return "".join(chr(ord(sign) - 0xDC00) if "\udc80" <= sign <= "\udcff" else sign for sign in signs)


@pytest.mark.parametrize("text", SENTENCES)
@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "cp1251"])
def test_the_round_trip_is_exact(text, encoding):
    assert repaired(misread(text, encoding)) == text


@pytest.mark.parametrize("text", SENTENCES[:3])
def test_the_same_mistake_twice(text):
    assert repaired(misread(misread(text, "cp1252"), "cp1252")) == text


def test_ascii_and_empty_text():
    assert repaired("") is None
    assert repaired("Why?") is None
