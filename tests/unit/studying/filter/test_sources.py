"""Where predicates come from: columns, rules, phrases, and what is wrong with any of them in one message."""

import pytest

from ragauge import load_golden
from ragauge.core.errors import InputError
from ragauge.studying.filter.families import families_of, guards_of
from ragauge.studying.filter.phrases import phrases_of, read_phrases
from ragauge.studying.filter.plan import Plan
from ragauge.studying.filter.sources import sources_of


@pytest.fixture
def golden(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text(
        '{"id": "q1", "question": "What in the US?", "gold": ["a"], "lang": "en", "filter": {"locale": "en-US"}}\n'
        '{"id": "q2", "question": "Что в Америке?", "gold": ["b"], "lang": "ru", "filter": "год >= 2024; tier = 1"}\n'
        '{"id": "q3", "question": "Why?", "gold": ["b"], "lang": "en", "filter": {}}\n'
        '{"id": "q4", "question": "How?", "gold": ["b"], "lang": "en"}\n',
        encoding="utf-8",
    )
    return load_golden(path, match="all")


def told(source):
    return {question: [str(one) for one in several] for question, several in source.by_question.items()}


def test_the_column_filter_is_read_where_nothing_else_is_named(golden):
    (source,), labels = sources_of(golden, Plan())
    assert told(source) == {"q1": ['locale = "en-US"'], "q2": ["год >= 2024", "tier = 1"], "q3": []}
    assert labels is None
    (forced,), _ = sources_of(golden, Plan(predicates=("tier = 1",)))
    assert forced.name == "forced"


def test_rules_on_one_column_are_one_source(golden):
    rules = ("lang=en: locale ^= en-", "lang=ru: locale = ru-RU; tier = 1", "lang = en : tier = '1'")
    (source,), _ = sources_of(golden, Plan(when=rules))
    assert source.name == "when lang"
    assert told(source)["q1"] == ['locale prefix "en-"', 'tier = "1"']
    assert told(source)["q2"] == ['locale = "ru-RU"', "tier = 1"]
    families = families_of(source)
    assert [one.name.split(": ")[1] for one in families] == ["locale prefix", "tier =", "locale =", "all together"]
    assert list(families[1].by_question) == ["q1", "q3", "q4", "q2"]


def test_phrases_are_extracted_and_labels_stand_beside_them(golden):
    plan = Plan(phrases={"locale": {"en-US": ["the US", "Америка"]}})
    (source,), labels = sources_of(golden, plan)
    assert told(source) == {"q1": ['locale = "en-US"'], "q2": ['locale = "en-US"'], "q3": [], "q4": []}
    assert list(labels.by_question) == ["q1", "q2", "q3"]


def test_authorization_is_marked_in_every_source_and_is_no_part_of_the_whole(golden):
    plan = Plan(column="filter", predicates=("tenant = elm",), authorization=("tenant", "locale"))
    sources, _ = sources_of(golden, plan)
    assert {str(one): one.authorization for source in sources for ps in source.by_question.values() for one in ps} == {
        'locale = "en-US"': True, "год >= 2024": False, "tier = 1": False, 'tenant = "elm"': True,
    }  # fmt: skip
    names = [one.name for source in sources for one in families_of(source)]
    assert names[-2:] == ["column filter: all together", "forced: tenant ="]
    guards = guards_of(sources)
    assert list(map(str, guards["q1"])) == ['locale = "en-US"', 'tenant = "elm"']
    assert list(map(str, guards["q4"])) == ['tenant = "elm"']


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (Plan(column="filer"), "no column 'filer' to filter by"),
        (Plan(predicates=("locale",)), "--predicate 'locale'"),
        (Plan(when=("locale = en-US",)), "is no rule, such as"),
        (Plan(when=("lang=de: locale = de-DE",)), "no question has lang = 'de'; there are: 'en', 'ru'"),
        (Plan(when=("tongue=en: locale = en-US",)), "no column 'tongue'"),
        (Plan(when=("lang=en: ;",)), "has no predicate"),
        (
            Plan(predicates=("tenant = elm",), authorization=("tenat",)),
            "--authorization tenat: no predicate is on that",
        ),
    ],
)
def test_mistakes(golden, plan, said):
    with pytest.raises(InputError, match="^[^\n]*" + said.replace("(", r"\(")):
        sources_of(golden, plan)


def test_all_mistakes_at_once(golden):
    with pytest.raises(InputError) as caught:
        sources_of(golden, Plan(predicates=("x", "y"), when=("z",)))
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize("given", [{"boosts": ()}, {"boosts": (0.0,)}, {"boosts": (float("nan"),)}, {"epsilon": 0},
                                   {"epsilon": 1.5}])  # fmt: skip
def test_a_plan_of_nonsense(given):
    with pytest.raises(InputError):
        Plan(**given)


@pytest.mark.parametrize(
    ("told", "said"),
    [({}, "no field"), ({"locale": "en"}, "field 'locale'"), ({"locale": {"en": "x"}}, "list of phrases"),
     ({"year": [{"value": 1}]}, "field 'year'"), ({"year": [{"value": [1], "phrases": []}]}, "list of phrases")],
)  # fmt: skip
def test_phrases_that_are_no_table(told, said):
    with pytest.raises(InputError, match=said):
        phrases_of(told, "p.toml")


def test_a_file_of_phrases(tmp_path):
    (tmp_path / "p.toml").write_text('[locale]\n"en-US" = ["US"]\n[["год"]]\nvalue = 2024\nphrases = []\n', "utf-8")
    assert read_phrases(tmp_path / "p.toml") == {"locale": {"en-US": ["US"]}, "год": {2024: []}}
    (tmp_path / "p.toml").write_text("[locale\n", "utf-8")
    with pytest.raises(InputError, match="not TOML"):
        read_phrases(tmp_path / "p.toml")
