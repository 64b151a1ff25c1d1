"""What a run would ask and cost, with nothing sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.flows import JudgeError
from ragauge.core.texts.tokens import estimated_tokens
from ragauge.judging.cache import Cache, key_of
from ragauge.judging.limits import Limits
from ragauge.judging.stand_in import stand_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.flows import Flow, Reply, Request
    from ragauge.judging.judge import Judge

ROUNDS = 100
"""A flow that asks more often than this is left there."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The calls of a dry run.

    ``first`` calls are certain: what flows ask first, and what follows replies that are in the cache (``cached``).
    ``further`` ones follow replies that nobody gave yet, taken to be as long as ``Limits.reply_tokens`` says with four
    items to an open list: an estimate, as are ``prompt`` and ``completion`` tokens. ``unknown`` flows could not go on
    with such a reply: what else they ask is not counted. ``samples`` is how many calls more there are, if the judge
    turns out not to tell the probabilities of labels; it is in no other number. ``money`` is None without prices.
    """

    flows: int
    first: int
    further: int
    cached: int
    unknown: int
    prompt: int
    completion: int
    money: float | None
    samples: int = 0

    @property
    def calls(self) -> int:
        """All calls, repeated ones and repairs apart."""
        return self.first + self.further


def plan_flows(
    flows: Mapping[str, Flow], judge: Judge, limits: Limits | None = None, cache: Cache | None = None
) -> Plan:
    """What these flows would ask; they are used up by it."""
    if cache is None:
        with Cache() as empty:
            return plan_flows(flows, judge, limits, empty)
    planner = _Planner(judge, limits or Limits(), cache)
    for flow in flows.values():
        planner.play(flow)
    return planner.plan(len(flows))


class _Planner:
    def __init__(self, judge: Judge, limits: Limits, cache: Cache) -> None:
        self._judge, self._limits, self._cache = judge, limits, cache
        self._asked: set[str] = set()
        self._first = self._further = self._cached = self._unknown = self._prompt = self._samples = 0

    def play(self, flow: Flow) -> None:
        """Go through one flow with replies of the cache, and stand-ins where there are none."""
        certain = True
        try:
            requests = next(flow)
            for _ in range(ROUNDS):
                found = [self._count(request, certain) for request in requests]
                certain = certain and None not in found
                answers = zip(requests, found, strict=True)
                requests = flow.send(tuple(stand_in(one) if kept is None else kept for one, kept in answers))
            self._unknown += 1
        except StopIteration:
            pass
        except JudgeError:
            self._unknown += 1
        finally:
            flow.close()

    def plan(self, flows: int) -> Plan:
        """The sums."""
        completion = (self._first + self._further) * self._limits.reply_tokens
        prices = self._limits.prices
        money = None if prices is None else prices.of(self._prompt, completion)
        counted = (self._first, self._further, self._cached, self._unknown)
        return Plan(flows, *counted, self._prompt, completion, money, self._samples)

    def _count(self, request: Request, certain: bool) -> Reply | None:
        """Count what a request asks; gives the reply that is in the cache."""
        if not (request.labels or request.samples > 1):
            return self._call(request, None, certain)
        if request.labels and request.schema is None and self._judge.tells_probabilities:
            kept = self._call(request, None, certain)
            if request.samples == 1 or (kept is not None and kept.probabilities is not None):
                return kept
            if kept is None:
                self._samples += sum(self._is_new(request, draw) for draw in range(request.samples))
                return None
        for draw in range(request.samples):
            self._call(request, draw, certain)
        return None

    def _call(self, request: Request, draw: int | None, certain: bool) -> Reply | None:
        """Count one call, if it has to be made; else give what is kept of it."""
        key = key_of(self._judge.identity, request, draw)
        kept = self._cache.get(key, request)
        if kept is None and key not in self._asked:
            self._asked.add(key)
            self._prompt += estimated_tokens(request.prompt)
            self._first += certain
            self._further += not certain
        self._cached += kept is not None
        return kept

    def _is_new(self, request: Request, draw: int) -> bool:
        key = key_of(self._judge.identity, request, draw)
        new = key not in self._asked and self._cache.get(key, request) is None
        self._asked.add(key)
        return new
