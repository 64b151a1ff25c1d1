"""Which gold the filters of a question let pass: by the predicates of its trace, and by the mode of its filter."""

import pytest

from ragauge.core.errors import InputError
from ragauge.core.trace import StageHits, Trace
from ragauge.evaluation import Surroundings
from ragauge.funnel.admission import Admission
from ragauge.funnel.diagnosing import follow
from ragauge.funnel.origins import Origin
from ragauge.funnel.places import Place
from ragauge.funnel.reach import GONE, PASSED, UNKNOWN
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden
from ragauge.tables.corpus import Corpus

METADATA = {"de.md": {"lang": "de", "tenant": "oak"}, "ru.md": {"lang": "ru"}}


def origin(document, *verdicts):
    return Origin([*verdicts, *[UNKNOWN] * (4 - len(verdicts))], document=document)


def admission(extracted="{}", authorization=None, mode=None):
    return Admission.read("q", extracted, authorization, "traces", mode)


def verdict(documents, *given, **named):
    return admission(*given, **named).verdict([origin(name) for name in documents], METADATA)


def test_a_document_that_keeps_the_predicates_passes():
    assert verdict(["de.md"], '{"lang": "de"}') == (PASSED, "")
    assert verdict(["ru.md", "de.md"], '{"lang": "de"}') == (PASSED, "")
    assert verdict(["de.md"], "{}") == (PASSED, "")


def test_one_that_breaks_them_is_gone_and_it_is_said_why():
    told, why = verdict(["ru.md"], '{"lang": "de", "tenant": "oak"}')
    assert told == GONE
    assert why == 'ru.md: lang is \'ru\', asked lang = "de", has no tenant, asked tenant = "oak"'


def test_what_is_not_recorded_or_of_which_nothing_is_known_is_not_guessed():
    assert verdict(["ru.md"], None) == (UNKNOWN, "")
    assert verdict(["other.md"], '{"lang": "de"}') == (UNKNOWN, "")
    assert verdict(["ru.md", "other.md"], '{"lang": "de"}') == (UNKNOWN, "")
    assert admission('{"lang": "de"}').verdict([origin("ru.md", GONE)], METADATA) == (UNKNOWN, "")


@pytest.mark.parametrize("mode", ["soft boost=0.5", "soft", "none"])
def test_a_filter_that_is_soft_or_off_removes_nothing(mode):
    assert verdict(["ru.md"], '{"lang": "de"}', mode=mode) == (PASSED, "")
    assert verdict(["ru.md"], None, mode=mode) == (PASSED, "")


@pytest.mark.parametrize("mode", [None, "hard", "strict", ""])
def test_any_other_mode_is_hard(mode):
    assert verdict(["ru.md"], '{"lang": "de"}', mode=mode)[0] == GONE


def test_authorization_is_hard_whatever_the_mode():
    told, why = verdict(["ru.md"], '{"lang": "de"}', '{"tenant": "oak"}', mode="soft boost=0.5")
    assert told == GONE
    assert "lang" not in why
    assert admission("{}", '{"tenant": "elm"}', "none").is_withheld([origin("de.md")], METADATA)
    assert not admission("{}", '{"tenant": "oak"}', "none").is_withheld([origin("de.md")], METADATA)
    assert not admission('{"lang": "ru"}').is_withheld([origin("de.md")], METADATA)


def test_what_is_no_predicate_is_refused_with_its_question():
    with pytest.raises(InputError, match="predicates of question 'q'"):
        admission('{"lang": {"like": "d"}}')


def place(mode, **predicates):
    """Where a need ended whose document no lane returned."""
    versions = None if mode is None else {"filter": mode}
    trace = Trace("q", stages=(StageHits("bm25", "lane", (("x", None),)),), versions=versions, **predicates)
    around = Surroundings(corpus=Corpus({"ru.md": "лампа", "x": "x"}, metadata=METADATA))
    found = follow(load_golden({"q": ["ru.md"]}), traced_of([trace]), around)
    return [list(Place)[end[0]].name for end in (found.fates.first, found.fates.last)]


def test_the_filter_is_blamed_only_if_it_was_hard():
    wanted = {"extracted": {"lang": "de"}}
    assert place("hard", **wanted) == ["CHUNKING", "FILTER"]
    assert place(None, **wanted) == ["CHUNKING", "FILTER"]
    assert place("soft boost=0.5", **wanted) == ["CHUNKING", "RETRIEVAL"]
    assert place("none", **wanted) == ["CHUNKING", "RETRIEVAL"]
    assert place("none", authorization={"tenant": "oak"}) == ["WITHHELD", "WITHHELD"]
