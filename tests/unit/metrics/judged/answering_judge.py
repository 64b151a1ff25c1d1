"""A judge for tests of metrics that ask one: it answers from a function of the request, and keeps what it was asked."""

import json

from ragauge.core.flows import Asking, Reply
from ragauge.judging.results import Failure
from ragauge.judging.running import run_flows


class AnsweringJudge:
    identity = "answering"

    def __init__(self, answer, *, tells_probabilities=False):
        self.answer, self.tells_probabilities, self.asked = answer, tells_probabilities, []

    async def complete(self, request, /, draw=None):
        self.asked.append((request, draw))
        said = self.answer(request, draw)
        if isinstance(said, Reply):
            return said
        return Reply(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))

    async def close(self):
        pass


def judged(metrics, one, answer, asking=None, **more):
    """The results of metrics on one case in one run, and the judge."""
    judge = AnsweringJudge(answer, **more)
    flows = {name: make(one, asking or Asking()) for name, make in metrics.items()}
    return run_flows(flows, judge), judge


def outcome(metric, one, answer, asking=None, **more):
    """The outcome of one metric, its grounds, and the judge; a failure is told by its kind."""
    results, judge = judged({"it": metric}, one, answer, asking, **more)
    found = results.outcomes["it"]
    return found.kind if isinstance(found, Failure) else found, results.grounds.get("it"), judge
