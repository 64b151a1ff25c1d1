"""Flows of one question each, for runs of judging."""

from ragauge.core.flows import Request

SCHEMA = {"type": "object", "properties": {"supported": {"type": "boolean"}}, "required": ["supported"]}


def flow(number):
    (reply,) = yield (Request("verdict", 1, f"Is claim number-{number}. supported? " + "text " * 400, SCHEMA),)
    return float(reply.data["supported"])


def verdicts(number):
    return {str(one): flow(one) for one in range(number)}
