"""The table [judge]: everything that is wrong with it at once, and never a key in a message."""

import pytest

from ragauge.core.errors import InputError
from ragauge.io.configuration import read_configuration
from ragauge.judging.configuration import JudgeConfig, judge_config
from ragauge.judging.judges import make_cache, make_judge
from ragauge.judging.limits import Budget, Limits, Prices

WHOLE = """
[judge]
provider = "openai"
model = "судья"
url = "http://localhost:8000/v1"
key = "MY_KEY"
language = "ru"
cache = "replies.sqlite"
temperature = "unsent"
max_tokens = 800
structured = "json_object"
concurrency = 4
rpm = 500
tpm = 200000
timeout = 30
deadline = 90.5
attempts = 3
reply_tokens = 90
[judge.budget]
calls = 1000
tokens = 2000000
money = 1.5
[judge.prices]
prompt = 0.4
completion = 1.6
"""


def config(tmp_path, text, given=None):
    path = tmp_path / "ragauge.toml"
    path.write_text(text, encoding="utf-8")
    return judge_config(read_configuration(path), str(path), given)


def test_the_whole_table(tmp_path):
    limits = Limits(
        concurrency=4, rpm=500.0, tpm=200_000.0, timeout=30.0, deadline=90.5, attempts=3, reply_tokens=90,
        budget=Budget(1000, 2_000_000, 1.5), prices=Prices(0.4, 1.6),
    )  # fmt: skip
    parameters = {"temperature": None, "max_tokens": 800, "structured": "json_object"}
    url, cache = "http://localhost:8000/v1", str(tmp_path / "replies.sqlite")
    found = config(tmp_path, WHOLE)
    assert found == JudgeConfig("судья", "openai", url, "MY_KEY", "ru", cache, parameters, limits)
    made = make_cache(found)
    assert made is not None
    made.close()


def test_what_is_given_goes_before_the_file(tmp_path):
    found = config(tmp_path, WHOLE, {"model": "судья", "cache": "here.sqlite", "url": None})
    assert (found.model, found.cache, found.url) == ("судья", "here.sqlite", "http://localhost:8000/v1")
    assert (found.key, found.limits.prices) == ("MY_KEY", Prices(0.4, 1.6))


WITHOUT_MONEY = WHOLE.replace("money = 1.5\n", "")


@pytest.mark.parametrize(
    ("given", "key", "url", "prices"),
    [
        ({"model": "other"}, "MY_KEY", "http://localhost:8000/v1", None),
        ({"url": "http://elsewhere/v1"}, None, "http://elsewhere/v1", None),
        ({"url": "http://elsewhere/v1", "key": "OTHER"}, "OTHER", "http://elsewhere/v1", None),
        ({"provider": "anthropic", "model": "other"}, None, None, None),
    ],
)
def test_what_is_of_one_judge_is_not_taken_over_to_another(tmp_path, given, key, url, prices):
    found = config(tmp_path, WITHOUT_MONEY, given)
    assert (found.key, found.url, found.limits.prices) == (key, url, prices)
    assert found.limits.concurrency == 4


def test_a_budget_in_money_is_not_kept_at_the_prices_of_another_judge(tmp_path):
    with pytest.raises(InputError, match=r"with the command line: budget: money needs .* of this judge"):
        config(tmp_path, WHOLE, {"model": "other"})


def test_another_provider_has_another_model(tmp_path):
    with pytest.raises(InputError, match="model: is missing"):
        config(tmp_path, WITHOUT_MONEY, {"provider": "gemini"})


def test_nothing_is_no_judge(tmp_path):
    assert config(tmp_path, "[run]\n") is None


def test_everything_that_is_wrong_is_told_at_once(tmp_path):
    text = """
    [judge]
    modle = "m"
    provider = "anthropic"
    key = "sk-Secret-123"
    seed = 3
    rpm = 0
    attempts = 0
    budget = 5
    temperature = "hot"
    [judge.prices]
    prompt = -1
    """
    with pytest.raises(InputError) as error:
        config(tmp_path, text)
    said = str(error.value)
    for part in (
        "did you mean model", "model: is missing", "key: must be the name of an environment variable",
        "seed: anthropic has none", "rpm: must be at least", "attempts: must be", "must be a table: [judge.budget]",
        "temperature: must be a number", "prompt: must be at least 0", "completion: is missing",
    ):  # fmt: skip
        assert part in said
    assert "Secret" not in said


def test_a_budget_in_money_needs_prices(tmp_path):
    with pytest.raises(InputError, match=r"money needs \[judge.prices\]"):
        config(tmp_path, "[judge]\nmodel = 'm'\n[judge.budget]\nmoney = 1\n")


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini"])
def test_every_provider_is_made(tmp_path, provider, monkeypatch):
    pytest.importorskip("aiohttp", reason="aiohttp is not installed: the extra judge")
    monkeypatch.setenv("MY_KEY", "sk-Secret-123")
    text = f"[judge]\nprovider = '{provider}'\nmodel = 'm'\nkey = 'MY_KEY'\nurl = 'https://host:1/v1'\nmax_tokens = 5\n"
    judge = make_judge(config(tmp_path, text))
    assert '"place": "host:1/v1"' in judge.identity
    assert "Secret" not in judge.identity + repr(vars(judge))
