"""What flows ask: from the cache, from a call that is in flight already, or from the judge."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ragauge.core.flows import JudgeError
from ragauge.judging.cache import key_of
from ragauge.judging.schema import refuse_unknown_words
from ragauge.judging.structured import checked_reply, repair, twice_unusable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.flows import Reply, Request
    from ragauge.judging.cache import Cache
    from ragauge.judging.judge import Judge
    from ragauge.judging.sending import Sender


class Asker:
    """Answers the requests of flows, each equal one once.

    ``counts`` has how many replies were ``cached`` or ``shared`` with an equal request in flight, how many could only
    be used when asked again (``repaired``), how many requests for labels or several replies were answered by
    ``probabilities`` and by ``samples``, and how many had a part of their texts alone (``split``).
    """

    def __init__(self, judge: Judge, sender: Sender, cache: Cache) -> None:
        self._judge, self._sender, self._cache = judge, sender, cache
        self._flying: dict[str, asyncio.Future[Reply]] = {}
        self._checked: dict[int, Mapping[str, Any]] = {}  # kept, so that no other comes by the same id
        self.counts: Counter[str] = Counter()

    async def ask(self, requests: Sequence[Request]) -> tuple[Reply, ...]:
        """The replies in the order of the requests, asked together.

        Raises: JudgeError, the first in that order, after all have come back.
        """
        if len(requests) == 1:
            return (await self._one(requests[0]),)
        found = await asyncio.gather(*map(self._one, requests), return_exceptions=True)
        for one in found:
            if isinstance(one, BaseException):
                raise one
        return tuple(one for one in found if not isinstance(one, BaseException))

    def forget(self, requests: Sequence[Request]) -> None:
        """Take the replies to requests out of the cache, because no use could be made of them."""
        for request in requests:
            draws = [None, *range(request.samples)] if _is_sampled(request) else [None]
            for draw in draws:
                self._cache.forget(key_of(self._judge.identity, request, draw))

    async def _one(self, request: Request) -> Reply:
        self.counts["split"] += request.parts > 1
        if request.schema is not None and id(request.schema) not in self._checked:
            refuse_unknown_words(request.schema)
            self._checked[id(request.schema)] = request.schema
        if not _is_sampled(request):
            return await self._reply(request, None)
        if request.labels and request.schema is None and self._judge.tells_probabilities:
            reply = await self._reply(request, None)
            if reply.probabilities is not None or request.samples == 1:
                self.counts["probabilities"] += reply.probabilities is not None
                return reply
        return await self._samples(request)

    async def _samples(self, request: Request) -> Reply:
        """All samples in one reply, whose text and data are those of the first."""
        draws = [self._reply(request, draw) for draw in range(request.samples)]
        found = await asyncio.gather(*draws, return_exceptions=True)
        replies: list[Reply] = []
        for one in found:
            if isinstance(one, BaseException):
                raise one
            replies.append(one)
        self.counts["samples"] += 1
        tokens = sum((Counter(one.tokens) for one in replies), Counter())
        cached = all(one.cached for one in replies)
        return replace(replies[0], texts=tuple(one.text for one in replies), tokens=dict(tokens), cached=cached)

    async def _reply(self, request: Request, draw: int | None) -> Reply:
        key = key_of(self._judge.identity, request, draw)
        flying = self._flying.get(key)
        if flying is not None:
            reply = await asyncio.shield(flying)
            self.counts["shared"] += 1
            return replace(reply, cached=True, tokens={})
        kept = self._cache.get(key, request)
        if kept is not None:
            self.counts["cached"] += 1
            return kept
        coming: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._flying[key] = coming
        try:
            reply = self._cache.put(key, request, await self._usable(request, draw))
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError):
                coming.cancel()
            else:
                coming.set_exception(error)
                coming.exception()  # nobody may be waiting for it
            raise
        finally:
            del self._flying[key]
        coming.set_result(reply)
        return reply

    async def _usable(self, request: Request, draw: int | None) -> Reply:
        """A reply with text, or with data that fits the schema: the judge has a second try at it, and no third."""
        reply = await self._sender.send(request, draw)
        if request.schema is None:
            if not reply.text.strip():
                raise JudgeError("unparsable", "the reply is empty")
            return reply
        first, error = checked_reply(reply, request)
        if error is None:
            return first
        again = await self._sender.send(repair(request, reply.text, str(error)), draw)
        second, error = checked_reply(again, request)
        if error is not None:
            raise twice_unusable(error)
        self.counts["repaired"] += 1
        return replace(second, tokens=dict(Counter(reply.tokens) + Counter(again.tokens)))


def _is_sampled(request: Request) -> bool:
    return bool(request.labels) or request.samples > 1
