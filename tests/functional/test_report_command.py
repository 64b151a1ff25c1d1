"""`ragauge report` and `--html`: what is in the file, what belongs together, and what is refused."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import report_data
from judged_cards import claim, judged_card
from ragauge.cli.main import main
from ragauge.report.html.document import SECTIONS
from report_data import FILES, data_of, policy, sections

MATCH = ("--match", "all")
GOLD, TRACES = ("--gold", "gold.jsonl", *MATCH), ("--traces", "better.jsonl")
LABELS = "id,human,judge\n" + "".join(f"{i},{'yes' if i % 3 else 'no'},{'yes' if i % 2 else 'no'}\n" for i in range(12))
PAIRS = "id,forward,swapped\n1,A,B\n2,A,A\n3,B,A\n"
MADE = (
    ("eval", "gold.jsonl", "traces.jsonl", *MATCH, "-m", "recall@2", "-m", "mrr", "--by", "lang", "--json", "old.json"),
    ("eval", "gold.jsonl", "better.jsonl", *MATCH, "-m", "recall@2", "-m", "mrr", "--by", "lang", "--json", "new.json"),
    ("compare", "old.json", "new.json", "--json", "cmp.json"),
    ("diagnose", "gold.jsonl", "better.jsonl", *MATCH, "--chunks", "chunks.jsonl", "--json", "diag.json"),
    ("gate", "--json", "gate.json"),
    ("judge", "calibrate", "labels.csv", "--json", "calibration.json"),
    ("judge", "bias", "pairs.csv", "--json", "bias.json"),
    ("sweep", "docs", "gold.jsonl", *MATCH, "--set", "chunker=fixed", "--set", "size=4,8", "--k", "1,2",
     "--json", "sweep.json"),
)  # fmt: skip
RESULTS = ("old.json", "new.json", "cmp.json", "diag.json", "gate.json", "calibration.json", "bias.json")


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """A folder with every kind of result, made once by the commands themselves."""
    folder = tmp_path_factory.mktemp("report")
    files = {
        **FILES,
        "other.jsonl": FILES["gold.jsonl"].replace('["b"]', '["a"]'),
        "labels.csv": LABELS,
        "pairs.csv": PAIRS,
    }
    files |= {f"docs/{row['id']}.md": row["text"] for row in report_data.CHUNKS}
    for name, text in files.items():
        place = folder / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for words in MADE:
            done = CliRunner().invoke(main, words)
            assert done.exit_code == 0, (words, done.output)
    return folder


@pytest.fixture
def place(made, ragauge, tmp_path):
    """The folder of this test with links to what was made."""
    for one in made.iterdir():
        (tmp_path / one.name).symlink_to(one)
    return tmp_path


def refused(done, *words):
    assert done.code == 2
    assert "Traceback" not in done.err
    for word in words:
        assert word in " ".join(done.err.split()), done.err


def overall(path, metric):
    """The value of a metric over all questions in a scorecard."""
    scores = json.loads(path.read_text(encoding="utf-8"))["scores"]
    return next(one["value"] for one in scores if one["metric"] == metric and one["slice"] is None)


def report(ragauge, *arguments):
    done = ragauge("report", *arguments)
    assert done.code == 0, done.err
    return Path("report.html").read_text(encoding="utf-8")


def test_every_kind_of_result_is_shown(ragauge, place):
    page = report(ragauge, *RESULTS, *GOLD, *TRACES)
    assert sections(page) == set(SECTIONS) - {"sweep", "latency"}
    assert sections(report(ragauge, "sweep.json")) >= {"sweep", "provenance"}
    assert data_of(page)["sections"]["comparison"]["base"] == "old.json"


def test_the_file_is_told_and_nothing_else_is_printed(ragauge, place):
    done = ragauge("report", "new.json", "-o", "отчёт.html", "--language", "ru", "--title", "Май <b>")
    assert (done.code, done.out) == (0, "")
    size = (place / "отчёт.html").stat().st_size
    assert done.err == f"written: отчёт.html ({size / 1000:,.0f} kB)\n"
    page = (place / "отчёт.html").read_text(encoding="utf-8")
    assert '<html lang="ru">' in page
    assert "<title>Май &lt;b&gt;</title>" in page


def test_nothing_is_asked_of_a_network_and_no_text_is_markup(ragauge, place):
    page = report(ragauge, *RESULTS, *GOLD, *TRACES, "--chunks", "chunks.jsonl")
    assert policy(page)["default-src"] == "'none'"
    assert "connect-src" not in policy(page)
    assert report_data.SCRIPT not in page
    assert report_data.SCRIPT in data_of(page)["sections"]["questions"]["texts"]


def test_the_same_input_gives_the_same_bytes(ragauge, place):
    assert report(ragauge, "new.json", *GOLD, *TRACES) == report(ragauge, "new.json", *GOLD, *TRACES)


def test_two_scorecards_are_base_and_candidate_and_compared(ragauge, place):
    found = data_of(report(ragauge, "old.json", "new.json"))["sections"]
    assert (found["comparison"]["base"], found["comparison"]["candidate"]) == ("old.json", "new.json")
    rows = {row["metric"]: row for row in found["comparison"]["rows"] if not row["slice"]}
    new, old = (overall(place / name, "mrr") for name in ("new.json", "old.json"))
    assert rows["mrr"]["difference"] == pytest.approx(new - old, abs=1e-15)
    shown = {one["metric"]: one["value"] for stage in found["stages"]["stages"] for one in stage["metrics"]}
    assert shown["mrr"] == new  # the candidate is looked at


def test_a_comparison_says_which_scorecard_is_which(ragauge, place):
    for order in (("old.json", "new.json"), ("new.json", "old.json")):
        found = data_of(report(ragauge, *order, "cmp.json"))["sections"]
        assert found["stages"]["stages"][0]["metrics"][1]["value"] == found["comparison"]["rows"][1]["candidate"]


def test_gold_and_traces_are_diagnosed_with_the_same_numbers_as_by_diagnose(ragauge, place):
    around = ("--chunks", "chunks.jsonl")
    found = data_of(report(ragauge, "new.json", *GOLD, *TRACES, *around))["sections"]["funnel"]
    assert found == data_of(report(ragauge, "new.json", "diag.json"))["sections"]["funnel"]
    assert sections(report(ragauge, *GOLD, *TRACES)) == {"verdict", "funnel", "questions", "provenance"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ["name what is to be shown"]),
        (("nothing.json",), ["nothing.json: no such file"]),
        (("traces.jsonl",), ["traces.jsonl:2: not JSON", "--traces"]),
        (("old.json", "new.json", "old.json"), ["old.json: 3 scorecards", "ragauge compare"]),
        (("diag.json", "diag.json"), ["diag.json: another diagnosis beside diag.json"]),
        (("old.json", "gate.json"), ["gate.json: it judged recall@2", "of new.json, and not of old.json"]),
        (("new.json", "new.json", "cmp.json"), ["cmp.json: it says recall@2", "those of other runs"]),
        (("new.json", "--gold", "other.jsonl"), ["other.jsonl: this golden set is another", "--match"]),
        (("new.json", "-o", "new.json"), ["--output would overwrite new.json"]),
        (("new.json", *GOLD, "-o", "gold.jsonl"), ["--output would overwrite gold.jsonl"]),
        (("new.json", "--corpus", "docs", "-o", "docs/a.md"), ["--output would overwrite"]),
        (("new.json", "-o", "no/r.html"), ["no/r.html: cannot be written"]),
        (("new.json", "-o", "-"), ["--output needs the name of a file"]),
    ],
)
def test_what_is_refused(ragauge, place, arguments, words):
    before = {one.name: one.read_bytes() for one in place.iterdir() if one.is_file()}
    refused(ragauge("report", *arguments), *words)
    assert {one.name: one.read_bytes() for one in place.iterdir() if one.is_file()} == before


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"study": "fusion", "tables": []}, "this is a study, which a report does not show"),
        ({"comparisons": []}, "this is several comparisons, which a report does not show"),
        ({"format": "ragauge judge prefer", "version": 1}, "this is a comparison of answers by a judge"),
        ({"budgets": []}, "this is what a gate could decide (gate --check)"),
        ({"a": 1, "b": 2}, "no result of a command: an object with 'a', 'b'"),
        ([1, 2], "no result of a command: a list of 2"),
        ({"scores": [], "questions": {}}, "no scorecard"),
    ],
)
def test_other_files_are_called_by_what_they_look_like(ragauge, content, words):
    refused(ragauge("report", "x.json", files={"x.json": json.dumps(content)}), f"x.json: {words}")


def test_all_that_is_wrong_is_told_at_once(ragauge, place):
    refused(ragauge("report", "nothing.json", "gold.jsonl", "old.json"), "nothing.json: no such file", "gold.jsonl:2: ")


def test_a_diagnosis_or_a_sweep_of_another_golden_set_is_refused(ragauge, place):
    for name in ("diag.json", "sweep.json"):
        found = json.loads((place / name).read_text())
        prints = found["provenance"]
        (prints if name == "sweep.json" else prints["fingerprints"])["gold"] = "5f3a"
        (place / "other.json").write_text(json.dumps(found))
        refused(ragauge("report", "new.json", "other.json"), "other.json: the golden set of this", "5f3a")


class TestHtmlOfOtherCommands:
    def page(self, ragauge, *arguments):
        done = ragauge(*arguments, "--html", "o.html")
        assert done.code == 0, done.err
        assert done.out  # the table is printed all the same
        size = Path("o.html").stat().st_size
        assert f"written: o.html ({size / 1000:,.0f} kB)" in done.err
        return data_of(Path("o.html").read_text(encoding="utf-8"))["sections"]

    def test_compare(self, ragauge, place):
        found = self.page(ragauge, "compare", "old.json", "new.json")
        assert found["comparison"] == data_of(report(ragauge, "old.json", "new.json"))["sections"]["comparison"]
        many = ragauge("compare", "old.json", "new.json", "new.json", "--html", "m.html")
        refused(many, "--html shows one comparison")

    def test_gate(self, ragauge, place):
        found = self.page(ragauge, "gate")
        assert found["gate"]["verdict"] == json.loads((place / "gate.json").read_text())["verdict"]
        assert found["comparison"]["base"] == "old.json"
        refused(ragauge("gate", "--check", "--html", "c.html"), "--html: not with --check")

    def test_a_gate_that_could_not_be_held_leaves_no_report_of_an_earlier_one(self, ragauge, place):
        self.page(ragauge, "gate")
        refused(ragauge("gate", "--html", "o.html", "nothing.json"), "no such file")
        known = data_of((place / "o.html").read_text(encoding="utf-8"))
        assert known["sections"]["gate"]["verdict"] == "not measured"

    def test_diagnose(self, ragauge, place):
        found = self.page(ragauge, "diagnose", "gold.jsonl", "better.jsonl", *MATCH, "--chunks", "chunks.jsonl")
        assert found["funnel"] == data_of(report(ragauge, "diag.json"))["sections"]["funnel"]

    def test_sweep(self, ragauge, place):
        grid = ("--set", "chunker=fixed", "--set", "size=4,8", "--k", "1,2")
        found = self.page(ragauge, "sweep", "docs", "gold.jsonl", *MATCH, *grid)
        assert found["sweep"] == data_of(report(ragauge, "sweep.json"))["sections"]["sweep"]

    def test_eval_of_traces_and_of_a_run(self, ragauge, place):
        names = ("-m", "recall@2", "-m", "mrr", "--by", "lang", "--chunks", "chunks.jsonl")
        found = self.page(ragauge, "eval", "gold.jsonl", "better.jsonl", *MATCH, *names)
        known = data_of(report(ragauge, "new.json", "diag.json", *GOLD, *TRACES))["sections"]
        assert found["funnel"] == known["funnel"]
        assert found["stages"] == known["stages"]
        (place / "run.jsonl").write_text('{"question": "q1", "hits": ["b", "a"]}\n{"question": "q2", "hits": []}\n')
        found = self.page(ragauge, "eval", "gold.jsonl", "run.jsonl", *MATCH, "--k", "1")
        assert {row["place"]: row["needs"] for row in found["funnel"]["rows"]}["place.cut"] == 1

    def test_run(self, ragauge, place):
        grid = ("--set", "chunker=fixed", "--set", "size=8", "--set", "generator=extractive", *MATCH)
        written = ("--traces", "t.jsonl", "--chunks", "c.jsonl")
        found = self.page(ragauge, "run", "docs", "gold.jsonl", *grid, *written)
        around = ("--corpus", "docs", "--chunks", "c.jsonl")
        known = data_of(report(ragauge, *GOLD, "--traces", "t.jsonl", *around))["sections"]
        assert found["funnel"] == known["funnel"]
        steps = [sorted(row["step"] for row in one["latency"]["rows"]) for one in (found, known)]
        assert steps[0] == steps[1] != []

    def test_where_nothing_can_be_followed_the_report_says_so_and_is_written(self, ragauge, place, monkeypatch):
        from ragauge.core.errors import InputError
        from ragauge.report import assembling

        def follow(*_arguments, **_options):
            raise InputError("a predicate is none")

        monkeypatch.setattr(assembling, "follow", follow)
        done = ragauge("eval", "gold.jsonl", "better.jsonl", *MATCH, "--html", "o.html")
        assert done.code == 0
        assert "the report does not show where evidence was lost: a predicate is none" in done.err
        assert "funnel" not in sections((place / "o.html").read_text(encoding="utf-8"))

    def test_not_with_a_dry_run(self, ragauge, place):
        judge = ("--judge-model", "m", "--dry-run", "--html", "o.html")
        refused(ragauge("eval", "gold.jsonl", "better.jsonl", *MATCH, *judge), "--html: not with --dry-run")

    def test_demo(self, ragauge):
        found = self.page(ragauge, "demo", "-m", "recall@5")
        assert sum(row["needs"] for row in found["funnel"]["rows"]) == 132
        assert {"verdict", "stages", "slices", "questions"} <= set(found)

    def test_html_is_never_printed_nor_written_over_an_input(self, ragauge, place):
        refused(ragauge("compare", "old.json", "new.json", "--html", "-"), "--html needs the name of a file")
        refused(ragauge("compare", "old.json", "new.json", "--html", "new.json"), "--html would overwrite new.json")


class TestDamage:
    """Whatever is taken out of a result, or put in its place: it is refused, or the page can be made of it."""

    ODD = (None, "odd", -1, 0.5, [], {}, [None])

    def damaged(self, value, at=()):
        """Every result that lacks one name, or has something odd in one place; of a list its first element is taken."""
        parts = list(value.items()) if isinstance(value, dict) else list(enumerate(value[:1]))
        for name, inner in parts:
            if isinstance(value, dict):
                yield (*at, name), None, True
            for odd in self.ODD:
                yield (*at, name), odd, False
            if isinstance(inner, dict | list):
                yield from self.damaged(inner, (*at, name))

    def with_damage(self, whole, path, odd, *, gone):
        data = json.loads(whole)
        inner = data
        for part in path[:-1]:
            inner = inner[part]
        if gone:
            del inner[path[-1]]
        else:
            inner[path[-1]] = odd
        return data

    def test_no_damage_of_a_scorecard_gets_through(self, tmp_path):
        from ragauge.core.errors import InputError
        from ragauge.report.assembling import assemble
        from ragauge.report.html.document import document
        from ragauge.report.per_question_files import as_csv
        from ragauge.report.per_question_table import question_table
        from ragauge.report.result_files import read_result

        said = [{"faithfulness": {"claims": [claim("It hums."), claim("It is red.", "not_found")]}}, {}]
        whole = judged_card(0.5, "no_claims", grounds=said).to_json()
        told, shown = 0, 0
        for path, odd, gone in self.damaged(json.loads(whole)):
            (tmp_path / "s.json").write_text(json.dumps(self.with_damage(whole, path, odd, gone=gone)))
            try:
                inputs = assemble([read_result(tmp_path / "s.json")])
            except InputError:
                told += 1
                continue
            json.dumps(document(inputs), allow_nan=False)
            as_csv(question_table(inputs))
            shown += 1
        assert told > 100
        assert shown > 100

    @pytest.mark.parametrize("name", [*RESULTS[2:], "sweep.json"])
    def test_no_damage_gets_through(self, made, name):
        from ragauge.core.errors import InputError
        from ragauge.report.assembling import assemble
        from ragauge.report.charts.drawing import charts_of, complete
        from ragauge.report.html.document import document
        from ragauge.report.result_files import Result, checked

        whole = (made / name).read_text(encoding="utf-8")
        told, shown = 0, 0
        for path, odd, gone in self.damaged(json.loads(whole)):
            data = self.with_damage(whole, path, odd, gone=gone)
            try:
                kind = checked(data, name)
            except InputError:
                told += 1
                continue
            inputs = assemble([Result(name, kind, data)])
            json.dumps(document(inputs), allow_nan=False)
            for chart in charts_of(inputs):
                json.dumps(complete(chart), allow_nan=False)
            shown += 1
        assert told > 50
        assert shown > 50
