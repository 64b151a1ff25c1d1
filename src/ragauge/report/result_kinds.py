"""The results of commands as JSON: how each is told apart by what is in it, and what it must have to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.funnel.places import Place
from ragauge.gating.records import Verdict
from ragauge.report.shapes import (
    anything,
    ends,
    fields,
    flag,
    interval,
    many,
    maybe,
    named,
    number,
    one_of,
    text,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.report.shapes import Shape

PLACES = one_of(place.name.lower() for place in Place)
VERDICTS = one_of(verdict.value for verdict in Verdict)
DIRECTIONS = one_of(("higher", "lower", "none"))


def _curve(value: Any, at: str) -> Iterator[str]:
    """A curve; each of its points has the parameter under its own name."""
    complaints = list(fields(parameter=text)(value, at))
    if not complaints and not value["parameter"].isidentifier():
        complaints = [f"{at}.parameter is no name: {brief(value['parameter'])}"]
    yield from complaints
    if not complaints:
        point = fields(name=text, value=number, **{value["parameter"]: number})
        yield from fields(points=many(point))(value, at)


SCORES = fields(
    scores=many(
        fields(metric=text, slice=maybe(named(text)), value=maybe(number), interval=maybe(interval), n=whole,
               items=whole, excluded=named(whole), failed=named(whole), flagged=named(whole),
               bounds=maybe(named(number)))
    )
)  # fmt: skip


def _scorecard(value: Any, at: str) -> Iterator[str]:
    """What is shown of a scorecard beside that by which it is read: its scores, and what judges said."""
    yield from SCORES(value, at)
    if "grounds" in value["questions"]:
        grounds = value["questions"]["grounds"]
        complaints = list(many(maybe(named(anything)))(grounds, "grounds"))
        yield from complaints
        if not complaints and len(grounds) != len(value["questions"]["id"]):
            yield "grounds does not have one entry a question"


DIAGNOSIS = fields(
    rows=many(
        fields(first=PLACES, last=PLACES, loss=flag, needs=whole, questions=whole, entered=whole, share=maybe(number),
               interval=maybe(ends))
    ),
    recovery=many(fields(first=PLACES, last=PLACES, needs=number, share=number, interval=maybe(ends), goal=PLACES)),
    figures=named(fields(value=maybe(number), n=whole)),
    advice=many(text),
    unanswerable=named(whole),
    left_out=named(whole),
    notes=many(text),
    needs=many(
        fields(question=text, need=text, first=PLACES, last=PLACES, why=maybe(text), ranks=named(maybe(whole)))
    ),
    provenance=named(anything),
)  # fmt: skip
COMPARISON = fields(
    base=text, candidate=text, comparable=flag, reasons=many(text), correction=text, family=whole,
    differences=many(
        fields(metric=text, direction=DIRECTIONS, slice=maybe(named(text)), n=whole, base=maybe(number),
               candidate=maybe(number), difference=maybe(number), interval=maybe(interval), p=maybe(number),
               p_adjusted=maybe(number), test=maybe(text), wins=maybe(whole), ties=maybe(whole), losses=maybe(whole),
               effect=maybe(number), detectable=maybe(number), verdict=text)
    ),
    moved=many(
        fields(question=text, text=maybe(text), metric=text, base=number, candidate=number, better=maybe(flag),
               base_hits=maybe(many(text)), candidate_hits=maybe(many(text)), base_relevant=maybe(many(whole)),
               candidate_relevant=maybe(many(whole)))
    ),
    notes=many(text),
    provenance=named(anything),
)  # fmt: skip
POINTS = fields(
    metric=text, best=text, recommended=text,
    points=many(
        fields(name=text, k=whole, scores=many(
                   fields(metric=text, slice=maybe(named(text)), value=maybe(number), interval=maybe(interval), n=whole)
               ),
               cost=fields(tokens=maybe(number), chunks=whole), verdict=text, difference=maybe(number),
               interval=maybe(ends), p_adjusted=maybe(number), pareto=flag)
    ),
    curve=maybe(_curve),
    notes=many(text),
    provenance=named(anything),
)  # fmt: skip


def _sweep(value: Any, at: str) -> Iterator[str]:
    """A sweep; its curve goes through configurations that are among its points."""
    complaints = list(POINTS(value, at))
    yield from complaints
    if not complaints and value["curve"] is not None:
        names = {point["name"] for point in value["points"]}
        yield from fields(curve=fields(points=many(fields(name=one_of(names)))))(value, at)


GATE = fields(
    verdict=VERDICTS, exit_code=whole, config=text, scorecard=text, baseline=maybe(text),
    rules=many(
        fields(rule=fields(metric=text, text=text), verdict=VERDICTS, findings=many(
            fields(condition=text, limit=number, slice=maybe(named(text)), value=maybe(number),
                   interval=maybe(interval), n=whole, verdict=VERDICTS, reason=text)
        ))
    ),
    notes=many(text),
)  # fmt: skip
CALIBRATION = fields(
    judge=maybe(text), task=maybe(text), prompt=maybe(text), labels=fields(source=text, n=whole, items=whole),
    verdict=text, scale=many(text), confusion=many(many(whole)), warnings=many(text),
    figures=named(fields(value=maybe(number), interval=maybe(interval), note=maybe(text))),
    per_label=named(named(anything)),
    threshold=maybe(fields(
        recommended=maybe(anything),
        reliability=maybe(fields(table=many(fields(promised=number, observed=maybe(number), n=whole)))),
    )),
    estimate=maybe(anything), next_round=maybe(anything),
)  # fmt: skip
POSITION = fields(consistency=maybe(number), flip_rate=maybe(number), first_slot_share=maybe(number))
BIAS = fields(source=text, judges=many(fields(judge=text, position=POSITION)), notes=many(text))


@dataclass(frozen=True, slots=True)
class Kind:
    """A result of a command: what it is called, the names that tell it, and its shape; None is never shown.

    ``format`` is what stands under the name ``format`` in those that say themselves what they are.
    """

    name: str
    words: str
    told: tuple[str, ...]
    shape: Shape | None = None
    format: str | None = None

    def fits(self, data: dict[str, Any]) -> bool:
        """Whether it is one, by the names in it."""
        return (self.format is None or data.get("format") == self.format) and all(name in data for name in self.told)


SCORECARD = "scorecard"
KINDS = (
    Kind(SCORECARD, "a scorecard", ("scores", "questions"), _scorecard),
    Kind("diagnosis", "a diagnosis", ("diagnosis", "needs"), DIAGNOSIS),
    Kind("comparison", "a comparison", ("base", "candidate", "differences"), COMPARISON),
    Kind("sweep", "a sweep", ("points", "recommended"), _sweep),
    Kind("gate", "the result of a gate", ("rules", "exit_code"), GATE),
    Kind("calibration", "the calibration of a judge", (), CALIBRATION, "ragauge judge calibration"),
    Kind("bias", "the biases of a judge", (), BIAS, "ragauge judge bias"),
    Kind("comparisons", "several comparisons", ("comparisons",)),
    Kind("study", "a study", ("study", "tables")),
    Kind("injections", "a study of attacks on a judge", (), None, "ragauge judge injections"),
    Kind("preferences", "a comparison of answers by a judge", (), None, "ragauge judge prefer"),
    Kind("feasibility", "what a gate could decide (gate --check)", ("budgets",)),
)
"""In the order in which they are looked for."""


def kind_of(data: Any) -> Kind | None:
    """What a JSON value is; None for what no command wrote.

    >>> kind_of({"study": "fusion", "tables": []}).words, kind_of([1])
    ('a study', None)
    """
    if not isinstance(data, dict):
        return None
    return next((kind for kind in KINDS if kind.fits(data)), None)
