"""Reports whose every name and text is the same hostile or odd text, in all places where data are shown."""

import numpy as np

from ragauge.core.score import Interval, Score, Values
from ragauge.core.scorecard import Scorecard
from ragauge.core.trace import StageHits, Trace
from ragauge.io.trace_tables import traced_of
from ragauge.report.html.inputs import Inputs

PLACES = ("cut", "right")


def card(names, questions, columns):
    """A scorecard with a metric of each name; every third question failed, every fourth is left out."""
    values, scores = {}, []
    slices = [None, *({column: cell} for column, cells in columns.items() for cell in dict.fromkeys(cells))]
    for name in names:
        cases = {"failed: " + name: np.arange(len(questions)) % 3 == 2, name: np.arange(len(questions)) % 4 == 3}
        values[name] = Values(np.linspace(0, 1, len(questions)), cases)
        known = values[name].value[values[name].defined]
        whole = {
            "metric": name, "value": float(known.mean()) if len(known) else None, "n": len(known),
            "items": len(known) + 2,
            "interval": Interval(0.0, 1.0, 0.95, "exact") if len(known) else None,
            "excluded": {name: 1}, "failed": {"failed: " + name: 1},
        }  # fmt: skip
        scores += [Score(**whole, slice=one) for one in slices]
    status = tuple("scored" if place % 3 else "no_relevant" for place in range(len(questions)))
    provenance = {"gold": {name: name for name in names}, "run": {"source": names[0] if names else "run"}}
    return Scorecard(tuple(scores), tuple(questions), values, status, columns, (), provenance)


def diagnosis(names, questions):
    needs = [
        {"question": question, "need": name, "first": place, "last": place, "why": name,
         "ranks": {name: 1, "z" + name: None}}
        for question in questions for name, place in zip(names, PLACES * len(names), strict=False)
    ]  # fmt: skip
    rows, entered = [], len(needs)
    for place in PLACES:
        count = sum(need["first"] == place for need in needs)
        rows.append({"first": place, "last": place, "loss": place == "cut", "needs": count, "questions": len(questions),
                     "entered": entered, "share": count / max(1, entered), "interval": [0.0, 1.0]})  # fmt: skip
    return {"rows": rows if needs else [], "recovery": [], "figures": {name: {"value": 0.5, "n": 1} for name in names},
            "advice": list(names), "unanswerable": dict.fromkeys(names, 1), "left_out": dict.fromkeys(names, 2),
            "notes": list(names), "needs": needs, "provenance": {name: {name: name} for name in names}}  # fmt: skip


def traces(names, questions):
    kinds = ("lane", "lane", "fused", "context")
    return tuple(
        Trace(
            question, text=names[place % len(names)],
            stages=tuple(StageHits(f"{number}{name}", kinds[min(number, 3)], tuple((one, 1 / 3) for one in names))
                         for number, name in enumerate(names[:3])),
            answer=names[place % len(names)], citations=tuple(names), refusal=False,
            timings=dict.fromkeys(names, 0.25), tokens=dict.fromkeys(names, 7), cache_hits=dict.fromkeys(names, 2),
        )
        for place, question in enumerate(questions)
    )  # fmt: skip


def comparison(names):
    rows = [
        {"metric": name, "direction": "higher", "n": 4, "slice": where, "base": 0.5, "candidate": 0.25,
         "difference": -0.25, "interval": {"low": -0.5, "high": 0.125}, "p": 0.03125, "p_adjusted": 0.03125,
         "test": name, "wins": 1, "ties": 1, "losses": 2, "effect": None, "detectable": None, "verdict": "worse",
         "judge": name}
        for name in names for where in (None, {name: name})
    ]  # fmt: skip
    moved = [
        {"question": name, "text": name, "metric": name, "base": 0.0, "candidate": 1.0, "better": True}
        for name in names
    ]
    return {"base": names[0], "candidate": names[-1], "comparable": False, "reasons": list(names),
            "correction": names[0], "family": 2, "differences": rows, "moved": moved, "notes": list(names)}  # fmt: skip


def sweep(names):
    points = [
        {"name": name, "k": 5, "interval": [-0.1, 0.1], "difference": -0.01, "p_adjusted": 0.5, "verdict": name,
         "pareto": True, "cost": {"tokens": 100.5 + place, "chunks": 9},
         "scores": [{"metric": names[0], "slice": None, "value": 0.5, "n": 4, "interval": {"low": 0.25, "high": 0.75}}]}
        for place, name in enumerate(names)
    ]  # fmt: skip
    curve = {
        "parameter": names[0],
        "points": [{names[0]: place, "name": name, "value": 0.5} for place, name in enumerate(names)],
    }
    return {"metric": names[0], "best": names[0], "recommended": names[-1], "points": points, "curve": curve,
            "notes": list(names)}  # fmt: skip


def gate(names):
    rules = [
        {"rule": {"metric": name, "text": name}, "verdict": "fail", "judge": name, "advisory": True,
         "findings": [{"condition": name, "limit": 0.5, "interval": None, "slice": {name: name}, "value": None, "n": 0,
                       "verdict": "not measured", "reason": name}]}
        for name in names
    ]  # fmt: skip
    return {"verdict": "inconclusive", "exit_code": 0, "config": names[0], "scorecard": names[0], "baseline": None,
            "rules": rules, "notes": list(names)}  # fmt: skip


def odd_inputs(names, *, questions=None, traced=True):
    """A report of everything in which every name and text is one of these."""
    asked = list(questions or dict.fromkeys(names))
    columns = {name: [names[place % 2 % len(names)] for place in range(len(asked))] for name in names}
    told = traces(names, asked) if traced else ()
    return Inputs(
        title=names[0], cards=(card(names, asked, columns), card(names, asked, columns)),
        diagnosis=diagnosis(names, asked), comparison=comparison(names), sweep=sweep(names), gate=gate(names),
        traced=traced_of(told) if traced else None, traces=told,
    )  # fmt: skip
