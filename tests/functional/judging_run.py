"""A run of judging as a process of its own: judging_run.py URL FLOWS CACHE CONCURRENCY; prints its results as JSON."""

import json
import sys

from judging_flows import verdicts

from ragauge.backends.openai_judge import OpenAIJudge
from ragauge.judging.cache import Cache
from ragauge.judging.limits import Limits
from ragauge.judging.results import InterruptedRun
from ragauge.judging.running import run_flows


def main():
    url, number, path, concurrency = sys.argv[1:5]
    limits = Limits(concurrency=int(concurrency), first_wait=0.05)
    code = 0
    try:
        results = run_flows(verdicts(int(number)), OpenAIJudge("m", url=url), limits, Cache(path))
    except InterruptedRun as interrupted:
        results, code = interrupted.results, 130
        print(interrupted, file=sys.stderr)  # noqa: T201
    told = {"outcomes": {name: one if isinstance(one, float) else one.kind for name, one in results.outcomes.items()}}
    told |= {"calls": results.spent.calls, "counts": results.counts, "notes": results.notes}
    print(json.dumps(told))  # noqa: T201
    return code


sys.exit(main())
