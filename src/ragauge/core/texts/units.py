"""Units of measure, English and Russian: what they measure, and how many of the smallest one they are.

Russian one-letter words that are more often something else (в, г, с) are none.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import NamedTuple

_TABLE = """
time 0.001 ms millisecond milliseconds мс
time 1 sec secs second seconds сек секунда секунды секунду секунд
time 60 min mins minute minutes мин минута минуты минуту минут
time 3600 h hr hrs hour hours ч час часа часов
time 86400 day days сут сутки суток день дня дней дни
time 604800 week weeks неделя недели неделю недель
months 1 month months мес месяц месяца месяцев
months 12 year years год года лет
length 0.000001 nm нм
length 0.001 µm мкм
length 1 mm millimetre millimetres millimeter millimeters мм
length 10 cm centimetre centimetres centimeter centimeters см
length 1000 m metre metres meter meters м метр метра метров
length 1000000 km kilometre kilometres kilometer kilometers км километр километра километров
inches 1 inch inches дюйм дюйма дюймов
inches 12 ft foot feet
inches 63360 mile miles миля мили миль
mass 0.001 mg мг
mass 1 g gram grams гр грамм грамма граммов
mass 1000 kg kgs kilogram kilograms кг килограмм килограмма килограммов
mass 1000000 tonne tonnes т тонна тонны тонн
pounds 1 lb lbs
volume 1 ml мл
volume 1000 l litre litres liter liters л литр литра литров
bytes 1 byte bytes байт байта
bytes 1000 kb кб
bytes 1000000 mb мб
bytes 1000000000 gb гб
power 1 w watt watts вт ватт
power 1000 kw квт
energy 1 kwh
voltage 1 v volt volts вольт
celsius 1 °c ℃
fahrenheit 1 °f ℉
ratio 1 % percent pct процент процента процентов
ratio 0.1 ‰
usd 1 $ usd dollar dollars доллар доллара долларов
eur 1 € eur euro euros евро
gbp 1 £ gbp
rub 1 ₽ rub rur руб рубль рубля рублей ruble rubles rouble roubles
"""
BEFORE = "$€£₽"
"""Signs that can stand before the number."""


class Unit(NamedTuple):
    """What is measured, and how many of the smallest unit of it this one is."""

    measures: str
    size: Decimal


@cache
def units() -> dict[str, Unit]:
    """The units by all their names.

    >>> units()["часов"] == units()["hours"], units()["kg"].size, "lamp" in units()
    (True, Decimal('1000'), False)
    """
    rows = (row.split() for row in _TABLE.strip().splitlines())
    return {name: Unit(measures, Decimal(size)) for measures, size, *names in rows for name in names}
