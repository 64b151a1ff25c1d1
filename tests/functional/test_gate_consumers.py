"""Every output of a gate and of a comparison, read by what will read it, with text that tries to be something else."""

import io
import re
from html.parser import HTMLParser

import pytest
import xmlschema
from junitparser import Error, Failure, JUnitXml, Skipped
from markdown_it import MarkdownIt
from rich.console import Console

from ragauge.comparison.records import Comparison, Difference, Moved, Pairing
from ragauge.core.score import Interval
from ragauge.gating.records import Finding, GateResult, RuleResult, Verdict
from ragauge.gating.rules import Rule
from ragauge.report.annotations import gate_annotations
from ragauge.report.comparison_markdown import comparison_markdown
from ragauge.report.comparison_terminal import print_comparison
from ragauge.report.gate import sentences
from ragauge.report.gate_markdown import MARKER, gate_markdown
from ragauge.report.gate_terminal import print_gate
from ragauge.report.junit import gate_junit
from ragauge.report.rows import printable

EVIL = (
    "ёж<script>alert(1)</script>|\n::error file=x,line=1::взлом\r::stop-commands::t\n##[error]y ##vso[task.complete]z"
    "\x1b[31m\x00\u202e\ud800\ufffe 100%25%0A%3A &amp;`]]>*_@user`\\ -->, a:b 👩\u200d🔬 "
)
KINDS = [
    (Verdict.PASS, {}, None, None),
    (Verdict.FAIL, {}, Failure, "error"),
    (Verdict.FAIL, {"required": False}, Failure, "error"),
    (Verdict.INCONCLUSIVE, {"on_inconclusive": "fail"}, Failure, "error"),
    (Verdict.INCONCLUSIVE, {"on_inconclusive": "warn"}, Skipped, "warning"),
    (Verdict.INCONCLUSIVE, {"on_inconclusive": "pass"}, Skipped, "notice"),
    (Verdict.NOT_MEASURED, {}, Error, "error"),
    (Verdict.NOT_MEASURED, {"required": False}, Skipped, "warning"),
    (Verdict.NOT_COMPARABLE, {}, Error, "error"),
    (Verdict.NOT_COMPARABLE, {"required": False}, Skipped, "warning"),
]


def a_rule(verdict=Verdict.FAIL, text=EVIL, row=12, **fields):
    whole = Finding(
        "min", 0.6, verdict, f"{text}причина", value=0.5, interval=Interval(0.4, 0.6, 0.9, text), n=1, items=8
    )
    part = Finding("min", 0.6, Verdict.PASS, text, {text: text}, 0.7, n=8, items=8)
    return RuleResult(Rule(f"recall@5{text}", min=0.6, slices=(text,), row=row, **fields), (whole, part))


def a_gate(*rules, source=f"{EVIL}.toml"):
    return GateResult(source, EVIL, EVIL, 0.05, 3, rules, (EVIL, "note"))


ALL = a_gate(*(a_rule(verdict, **fields) for verdict, fields, _, _ in KINDS))


def a_comparison(**fields):
    interval = Interval(-0.05, 0.01, 0.95, EVIL)
    shown = {"n": 20, "base": 0.73, "candidate": 0.71, "difference": -0.02, "interval": interval, "p": 0.3}
    whole = Difference(EVIL, "higher", None, left_out={EVIL: 2}, test=EVIL, verdict="no difference shown", **shown)
    part = Difference(EVIL, "higher", {EVIL: EVIL}, left_out={}, verdict="worse", **shown)
    moved = Moved(EVIL, EVIL, EVIL, 1.0, 0.0, False, (EVIL, "ещё"), (EVIL,), (1,), (57,))
    pairing = Pairing(22, (EVIL,), (EVIL,), (EVIL,))
    return Comparison(EVIL, EVIL, pairing, (whole, part), (moved,), notes=(EVIL,), **fields)


# JUnit

XSD = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:complexType name="told" mixed="true">
  <xs:attribute name="message" type="xs:string"/> <xs:attribute name="type" type="xs:string" use="required"/>
</xs:complexType>
<xs:complexType name="case">
  <xs:choice minOccurs="0">
    <xs:element name="skipped" type="told"/> <xs:element name="error" type="told"/>
    <xs:element name="failure" type="told"/>
  </xs:choice>
  <xs:attribute name="name" type="xs:token" use="required"/>
  <xs:attribute name="classname" type="xs:token" use="required"/>
  <xs:attribute name="time" type="xs:decimal" use="required"/>
</xs:complexType>
<xs:complexType name="property">
  <xs:attribute name="name" type="xs:token" use="required"/>
  <xs:attribute name="value" type="xs:string" use="required"/>
</xs:complexType>
<xs:complexType name="suite">
  <xs:sequence>
    <xs:element name="properties"><xs:complexType><xs:sequence>
      <xs:element name="property" type="property" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="testcase" type="case" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence>
  <xs:attribute name="name" type="xs:token" use="required"/>
  <xs:attribute name="package" type="xs:token"/> <xs:attribute name="id" type="xs:int"/>
  <xs:attribute name="tests" type="xs:int" use="required"/>
  <xs:attribute name="failures" type="xs:int" use="required"/>
  <xs:attribute name="errors" type="xs:int" use="required"/>
  <xs:attribute name="skipped" type="xs:int"/> <xs:attribute name="time" type="xs:decimal"/>
</xs:complexType>
<xs:element name="testsuites"><xs:complexType>
  <xs:sequence><xs:element name="testsuite" type="suite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:attribute name="name" type="xs:string"/> <xs:attribute name="time" type="xs:decimal"/>
  <xs:attribute name="tests" type="xs:int"/> <xs:attribute name="failures" type="xs:int"/>
  <xs:attribute name="errors" type="xs:int"/>
</xs:complexType></xs:element>
</xs:schema>"""
"""What the schemas of Jenkins (junit-10.xsd) and of Ant (JUnit.xsd) both allow, without host, time stamp and output."""


def read_junit(result):
    return next(iter(JUnitXml.fromstring(gate_junit(result).encode())))


def test_a_junit_reader_sees_each_rule_as_it_ended():
    cases = list(read_junit(ALL))
    assert len(cases) == len(KINDS)
    for case, (verdict, fields, kind, _) in zip(cases, KINDS, strict=True):
        assert [type(one) for one in case.result] == ([] if kind is None else [kind]), (verdict, fields)
        if kind is not None:
            assert case.result[0].type == verdict.value
            assert "причина" in case.result[0].message
            assert "(n = 1 of 8 scored)" in case.result[0].text


def test_junit_counts_are_what_a_reader_counts():
    suite = read_junit(ALL)
    told = (suite.tests, suite.failures, suite.errors, suite.skipped)
    suite.update_statistics()
    assert told == (suite.tests, suite.failures, suite.errors, suite.skipped) == (10, 3, 2, 4)


def test_junit_keeps_the_settings():
    properties = {one.name: one.value for one in read_junit(ALL).properties()}
    assert (properties["alpha"], properties["family"], properties["exit_code"]) == ("0.05", "3", "1")
    assert properties["scorecard"] == printable(EVIL).replace("\ufffe", "\ufffd")


def test_junit_is_valid_and_the_schema_can_tell():
    schema = xmlschema.XMLSchema(XSD)
    for result in (ALL, a_gate(), a_gate(a_rule(Verdict.PASS, ""))):
        schema.validate(gate_junit(result))
    text = gate_junit(ALL)
    for good, bad in (('classname="', 'class="'), ('tests="10"', 'tests="ten"'), ("(</?)failure( |>)", r"\1failed\2")):
        assert not schema.is_valid(re.sub(good, bad, text)), good


def test_junit_is_the_same_every_time():
    assert gate_junit(ALL) == gate_junit(a_gate(*(a_rule(verdict, **fields) for verdict, fields, _, _ in KINDS)))
    assert not re.search(r"timestamp|hostname|\d{4}-\d\d-\d\dT", gate_junit(ALL))


# Markdown

TAGS = {"h3", "p", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "strong", "details", "summary"}


class Page(HTMLParser):
    """Tables, tags and comments of a rendered page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.comments, self.tables, self.heads = set(), [], [], []
        self.open = None
        self.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        assert not [name for name, _ in attrs if name != "style"], attrs
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        self.open = tag

    def handle_endtag(self, tag):
        self.open = None

    def handle_data(self, data):
        if self.open in ("td", "th"):
            self.tables[-1][-1][-1] += data
        elif self.open == "h3":
            self.heads.append(data)

    def handle_comment(self, data):
        self.comments.append(data)


def as_cell(text):
    """What the reader sees of data in a cell: no control characters, and spaces at the ends are the table's."""
    return printable(text).strip()


def test_a_renderer_shows_the_gate_as_it_is():
    page = Page(gate_markdown(ALL))
    assert page.tags == TAGS
    assert page.comments == [" ragauge-gate "]
    assert page.heads[0].startswith("❌ gate: FAIL: 2 fail, 2 not comparable")
    (table,) = page.tables[:1]
    assert [len(row) for row in table] == [6] * (1 + 2 * len(KINDS))
    assert table[1][0] == "✅ PASS"
    assert table[1][2:5] == ["0.5000", "[0.4000, 0.6000]", "1 of 8 scored"]
    assert table[1][5] == as_cell(f"{EVIL}причина")
    assert table[2][1].startswith("↳ recall@5")


def test_a_bot_finds_its_comment():
    assert gate_markdown(ALL).startswith(f"{MARKER}\n")
    assert gate_markdown(ALL).count(MARKER) == 1
    assert gate_markdown(a_gate(a_rule(text=MARKER))).count(MARKER) == 1


@pytest.mark.parametrize("reasons", [(), (EVIL,)])
def test_a_renderer_shows_the_comparison_as_it_is(reasons):
    page = Page(comparison_markdown(a_comparison(reasons=reasons)))
    if reasons:
        assert page.tags == {"h3", "p", "ul", "li"}
        return
    assert page.tags == TAGS - {"strong"}
    overall, slices, rankings = page.tables
    assert [len(row) for row in overall] == [10, 10]
    assert [len(row) for row in slices] == [10, 10]
    assert (slices[0][0], slices[1][0], overall[1][0]) == (as_cell(EVIL),) * 3
    assert rankings[1:] == [
        ["1", as_cell(EVIL) + "  ✓ relevant", as_cell(EVIL)],
        ["2", "ещё", ""],
        ["", "", "relevant at rank 57"],
    ]


# GitHub Actions

GRAMMAR = re.compile(
    r"::(?P<name>error|warning|notice) (?P<properties>\w+=[^\r\n:,]*(?:,\w+=[^\r\n:,]*)*)::(?P<data>[^\r\n]*)"
)
COMMAND = re.compile(r"^\s*::[\w-]+(?: [^\n]*?)?::|##\[|##vso\[|##teamcity\[", re.MULTILINE)


def unescaped(text, codes):
    """As the runner does it: the percent sign last."""
    for code, character in (*codes, ("%25", "%")):
        text = text.replace(code, character)
    return text


def read_annotation(line):
    found = GRAMMAR.fullmatch(line)
    assert found, line
    ends = (("%0D", "\r"), ("%0A", "\n"))
    pairs = (pair.split("=", 1) for pair in found["properties"].split(","))
    properties = {name: unescaped(value, (*ends, ("%3A", ":"), ("%2C", ","))) for name, value in pairs}
    return found["name"], properties, unescaped(found["data"], ends)


def test_the_runner_reads_each_annotation_as_it_was_meant():
    told = [read_annotation(line) for line in gate_annotations(ALL)]
    order = ["error", "warning", "notice"]
    meant = sorted(((one, KINDS[i][3]) for i, one in enumerate(ALL.results) if KINDS[i][3]),
                   key=lambda pair: order.index(pair[1]))  # fmt: skip
    assert [name for name, _, _ in told] == [level for _, level in meant]
    for (_, properties, message), (one, _) in zip(told, meant, strict=True):
        title = printable(f"ragauge: {one.rule.metric}: {one.verdict.value.upper()}")
        assert properties == {"file": printable(f"{EVIL}.toml"), "line": "12", "title": title}
        assert message == "\n".join(map(printable, [one.rule.text, *sentences(one, passing=False)]))


@pytest.mark.parametrize(
    ("source", "file"),
    [("{here}/conf/правила.toml", "conf/правила.toml"), ("./a.toml", "a.toml"), ("/other/a.toml", "/other/a.toml")],
)
def test_the_file_is_named_from_here(tmp_path, monkeypatch, source, file):
    monkeypatch.chdir(tmp_path)
    (line,) = gate_annotations(a_gate(a_rule(), source=source.format(here=tmp_path)))
    assert read_annotation(line)[1]["file"] == file


def test_a_rule_without_a_place_has_none():
    (line,) = gate_annotations(a_gate(a_rule(row=None), source=""))
    assert read_annotation(line)[1].keys() == {"title"}


def test_no_more_annotations_than_are_shown():
    told = [read_annotation(line) for line in gate_annotations(a_gate(*(a_rule(row=i) for i in range(1, 14))))]
    assert len(told) == 10
    assert told[-1][1]["title"] == "ragauge: and 4 rules more"
    assert len(told[-1][2].split("\n")) == 4


@pytest.mark.parametrize("width", range(20, 200, 7))
def test_nothing_printed_is_a_command_or_steers_the_terminal(width):
    assert COMMAND.search("a\n ::error file=x::y")
    out = io.StringIO()
    console = Console(file=out, width=width)
    print_gate(ALL, console)
    print_comparison(a_comparison(), console)
    print_comparison(a_comparison(reasons=(EVIL,)), console)
    text = out.getvalue() + gate_markdown(ALL) + comparison_markdown(a_comparison())
    assert not COMMAND.search(text)
    assert not set(text) & set("\x1b\x00\r\u202e\ud800")
    assert "взлом" in text
