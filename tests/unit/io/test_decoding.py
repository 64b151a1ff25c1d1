"""The encoding of a text file: told by its mark, proven, declared or found; never guessed where it is in doubt."""

import codecs
import gzip

import pytest

from ragauge import InputError
from ragauge.io.decoding import decode
from ragauge.io.reading_tables import read_table

RUSSIAN = """Как вернуть товар без чека?
Сколько дней длится ежегодный отпуск?
Кто платит за ремонт – арендатор или владелец?
Что такое «обстоятельства непреодолимой силы»?
Где хранится приказ об увольнении?
Можно ли оформить возврат через сайт?
Когда начисляется премия за квартал?
Нужно ли уведомлять соседей о шуме?
Сколько стоит доставка в другой город?
Какой срок действия у доверенности?
Кому подаётся жалоба на решение?
Что делать, если посылка потерялась?
Как изменить пароль от личного кабинета?
Есть ли скидка для пенсионеров?
Чем отличается аванс от задатка?
Куда сдать показания счётчика?
Какие документы нужны для вычета?
Почему отклонена заявка №15?
Имеет ли право сотрудник отказаться?
В каком разделе описан гарантийный срок?""".splitlines()
GERMAN = """Wie lange läuft die Kündigungsfrist?
Wer trägt die Kosten für größere Schäden?
Gehören Äpfel zum Frühstück?
Gilt § 4 Abs. 2 auch für Schüler?
Was heißt „höhere Gewalt“?
Wann öffnet das Büro?""".splitlines()
FRENCH = """Ça dépend de quoi ?
Quelle est la durée du préavis ?
Où faut-il déposer la réclamation ?
L’employé peut-il être licencié ?
Qui paie les frais d’« accès » à l’œuvre ?
À qui s’adresse le règlement intérieur ?""".splitlines()
SPANISH = """¿Cuántos días de vacaciones tiene un empleado?
¿Quién paga la reparación del daño?
¿Qué significa la cláusula 4ª?
¿Dónde está el niño?""".splitlines()
PORTUGUESE = """Qual é a duração da licença?
A ação não é válida?
Quem são os responsáveis pelas obrigações?
O pão é grátis às segundas?""".splitlines()
JAPANESE = """返品はできますか。
休暇は何日ありますか?
修理費用は誰が払うのですか
契約を解除する方法を教えてください。
キャンセル料はいくらですか
有給休暇の日数""".splitlines()
CHINESE = """怎么退货?
员工有多少天年假?
谁来支付维修费用?
合同解除需要提前多少天通知?
发票丢失了怎么办
保修期多长""".splitlines()
FOUND = [
    (RUSSIAN, "windows-1251"),
    (RUSSIAN, "cp866"),
    (RUSSIAN, "koi8-r"),
    ([line.lower() for line in RUSSIAN], "windows-1251"),
    ([line.upper() for line in RUSSIAN], "windows-1251"),
    ([line.lower() for line in RUSSIAN], "koi8-r"),
    (GERMAN, "windows-1252"),
    (FRENCH, "windows-1252"),
    (SPANISH, "windows-1252"),
    (PORTUGUESE, "windows-1252"),
    (GERMAN + FRENCH + SPANISH, "windows-1252"),
    (["The fee is £40 – why?", "What’s “force majeure”?"], "windows-1252"),
    (JAPANESE, "cp932"),
    (CHINESE, "gb18030"),
    (["Скільки днів триває відпустка?", "Хто сплачує за ремонт?", "Де зберігається наказ?"], "windows-1251"),
    (["Колко дни продължава отпускът?", "Кой плаща ремонта?"], "windows-1251"),
    (["Kto płaci za naprawę?", "Gdzie złożyć reklamację?", "Czy mogę zwrócić książkę?"], "windows-1250"),
]
DOUBTFUL = {
    "Greek": ("Πόσες ημέρες διαρκεί η άδεια;\nΠοιος πληρώνει;", "cp1253"),
    "Korean": ("휴가는 며칠입니까?\n수리비는 누가 냅니까?", "cp949"),
    "Arabic": ("كم يوما تستمر الإجازة؟\nمن يدفع تكاليف الإصلاح؟", "cp1256"),
    "Thai": ("ลาพักร้อนได้กี่วัน", "cp874"),
    "Taiwanese": ("員工有多少天年假?\n誰來支付維修費用?\n發票遺失了怎麼辦", "big5"),
    "old Japanese": ("返品はできますか。\n休暇は何日ありますか?", "euc-jp"),
    "noise": ("¦½÷¶¤¦½", "latin-1"),
}


def golden(lines):
    return "id;question;gold\r\n" + "".join(f"{place};{line};a.md\r\n" for place, line in enumerate(lines))


@pytest.mark.parametrize(("lines", "encoding"), FOUND)
def test_encodings_that_are_found(lines, encoding):
    text = golden(line for line in lines if encoding != "koi8-r" or not set("«–№") & set(line))
    data = text.encode(encoding, "strict" if encoding != "cp866" else "xmlcharrefreplace")
    found = decode(data, "g.csv")
    assert (found.encoding, found.how) == (encoding, "detected")
    assert found.text == data.decode(encoding)
    assert found.notes == (f"read as {encoding} (detected; --encoding says otherwise)",)


@pytest.mark.parametrize("kind", DOUBTFUL)
def test_encodings_that_are_in_doubt_stop(kind):
    text, encoding = DOUBTFUL[kind]
    with pytest.raises(InputError, match=r"g\.csv:2: byte 0x.. is not UTF-8, and .*; give --encoding NAME") as caught:
        decode(golden(text.splitlines()).replace("id;", "id;").encode(encoding), "g.csv")
    assert len(caught.value.problems) == 1
    assert decode(golden(text.splitlines()).encode(encoding), "g.csv", encoding=encoding).text == golden(
        text.splitlines()
    )


@pytest.mark.parametrize(
    ("data", "encoding", "how", "notes"),
    [
        (b"why", "utf-8", "utf-8", ()),
        ("Что?".encode(), "utf-8", "utf-8", ()),
        (codecs.BOM_UTF8 + "Что?".encode(), "utf-8", "bom", ("byte order mark removed",)),
        ("\ufeffЧто?".encode("utf-16-le"), "utf-16-le", "bom", ("read as utf-16-le; byte order mark removed",)),
        ("\ufeffЧто?".encode("utf-16-be"), "utf-16-be", "bom", ("read as utf-16-be; byte order mark removed",)),
        ("\ufeffЧто?".encode("utf-32-le"), "utf-32-le", "bom", ("read as utf-32-le; byte order mark removed",)),
        ("\ufeffЧто?".encode("utf-32-be"), "utf-32-be", "bom", ("read as utf-32-be; byte order mark removed",)),
    ],
)
def test_marks(data, encoding, how, notes):
    found = decode(data, "g.csv")
    assert (found.encoding, found.how, found.notes) == (encoding, how, notes)
    assert found.text in ("why", "Что?")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("lines", [RUSSIAN, GERMAN, JAPANESE, ["Why?"]])
def test_utf16_without_a_mark(lines, encoding):
    found = decode(golden(lines).encode(encoding), "g.csv")
    assert (found.text, found.encoding, found.how) == (golden(lines), encoding, "detected")


def test_a_mark_in_the_middle_and_the_end_sign_of_dos():
    found = decode("\ufeffa,b\n1,2\n\ufeffa,b\n3,4\n\x1a".encode(), "g.csv")
    assert found.text == "a,b\n1,2\na,b\n3,4\n"
    assert found.notes[1] == "byte order marks inside of the text removed: 1, the first on line 3"


def test_a_declared_encoding_goes_first_and_is_strict():
    found = decode("Straße".encode("cp1252"), "g.csv", encoding="CP1252")
    assert (found.text, found.fact, found.notes) == ("Straße", "CP1252 (declared)", ("read as CP1252 (declared)",))
    assert decode("Straße".encode(), "g.csv", encoding="latin-1").notes[1].startswith("the file is valid UTF-8 too")
    assert decode("\ufeffЧто".encode("utf-16"), "g.csv", encoding="utf-16").text == "Что"
    assert decode("\ufeffЧто".encode("utf-16-le"), "g.csv", encoding="utf-16-le").text == "Что"
    assert decode("\ufeffЧто".encode(), "g.csv", encoding="utf8").text == "Что"
    with pytest.raises(InputError, match=r"g\.csv:3: byte 0xdf is not utf-8; give the right --encoding NAME"):
        decode("a\r\nb\r\nStraße".encode("cp1252"), "g.csv", encoding="utf-8")
    with pytest.raises(InputError, match=r"g\.csv:2: byte 0x98 is not windows-1251"):
        decode(b"a\r\x98", "g.csv", encoding="windows-1251")
    with pytest.raises(InputError, match="byte order mark of utf-8, so it is not windows-1251; leave out --encoding"):
        decode("\ufeffЧто".encode(), "g.csv", encoding="windows-1251")


@pytest.mark.parametrize("name", ["klingon", "", "rot13", "hex", "zip", "a\0b", "д"])
def test_encodings_that_are_not_known(name):
    with pytest.raises(InputError, match=r"--encoding .* is not known; use a name like"):
        decode(b"why", "g.csv", encoding=name)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("id,q\n1,Что?\n2,Где".encode()[:-1], r"g\.csv:3: byte 0xd0 is not UTF-8: the file ends in the middle"),
        ("id,q\n1,Что?\n2,🙂".encode()[:-1], r"g\.csv:3: byte 0xf0 is not UTF-8: the file ends in the middle"),
        ("\ufeffid,q\n1,Что?\n2,Где".encode()[:-1], r"g\.csv:3: byte 0xd0: the file ends in the middle of a character"),
        ("\ufeffid,q\n1,Что?".encode("utf-16-le")[:-1], r"g\.csv:2: byte 0x3f: the file ends in the middle of a"),
        ("Größe\nGröße\n".encode() + "Größe".encode("cp1252"), r"g\.csv:3: byte 0xf6 is not UTF-8: .*two files joined"),
        (b"a,b\n\x00,c", r"g\.csv:2: a NUL byte: this is a binary file"),
        (b"a\0\0b\n\0\0c", r"g\.csv:1: a NUL byte"),
        ("\ufeffa\n\0b".encode("utf-16-le"), r"g\.csv:2: a NUL byte"),
        (b"\xff", r"g\.csv:1: byte 0xff is not UTF-8"),
        (b"x" * (1 << 24) + b"xx", r"g\.csv:1: a line of more than 16 MiB"),
    ],
)
def test_what_is_no_text(data, message):
    with pytest.raises(InputError, match=message):
        decode(data, "g.csv")


def test_the_encoding_is_among_the_facts_of_a_packed_file(tmp_path):
    path = tmp_path / "g.csv.gz"
    path.write_bytes(gzip.compress(golden(RUSSIAN).encode("windows-1251"), mtime=0))
    table = read_table(path)
    assert table.columns["question"] == RUSSIAN
    assert table.facts["encoding"] == "windows-1251 (detected)"
    assert table.notes == ("read as windows-1251 (detected; --encoding says otherwise)",)
    assert read_table(path, encoding="cp1251").facts["encoding"] == "cp1251 (declared)"
