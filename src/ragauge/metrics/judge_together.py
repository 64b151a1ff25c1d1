"""Several flows as one, so that what they ask in the same round is asked at once."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from ragauge.core.flows import Reply, Request

T = TypeVar("T")


def asked_together(
    flows: Iterable[Generator[tuple[Request, ...], tuple[Reply, ...], T]],
) -> Generator[tuple[Request, ...], tuple[Reply, ...], list[T]]:
    """The results of flows in their order; a round has the requests of all that are not done yet.

    >>> from ragauge.core.flows import Reply, Request
    >>> def flow(*prompts):
    ...     for prompt in prompts:
    ...         (reply,) = yield (Request("task", 1, prompt),)
    ...     return reply.text
    >>> both = asked_together([flow("a", "b"), flow("c")])
    >>> [request.prompt for request in next(both)], [one.prompt for one in both.send((Reply("1"), Reply("2")))]
    (['a', 'c'], ['b'])
    >>> try:
    ...     both.send((Reply("3"),))
    ... except StopIteration as done:
    ...     print(done.value)
    ['3', '2']

    Raises: what any of the flows raises.
    """
    results: dict[int, T] = {}
    running = dict(enumerate(flows))
    asked: dict[int, tuple[Request, ...]] = {}
    replies: dict[int, tuple[Reply, ...]] = {}
    while running:
        for place, flow in list(running.items()):
            try:
                asked[place] = flow.send(replies[place]) if place in replies else next(flow)
            except StopIteration as done:
                results[place] = done.value
                del running[place]
        if running:
            coming = iter((yield tuple(chain.from_iterable(asked[place] for place in running))))
            replies = {place: tuple(islice(coming, len(asked[place]))) for place in running}
    return [results[place] for place in sorted(results)]
