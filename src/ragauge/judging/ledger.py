"""What a run has spent, and whether another call fits the budget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.flows import JudgeError
from ragauge.core.texts.tokens import estimated_tokens

if TYPE_CHECKING:
    from ragauge.core.flows import Reply, Request
    from ragauge.judging.limits import Limits


@dataclass(frozen=True, slots=True)
class Spent:
    """What a run took: calls sent, replies among them, tokens, and money where there are prices (else None).

    ``estimated`` replies came without a count of tokens, and were counted by the length of their texts.
    """

    calls: int = 0
    replies: int = 0
    prompt: int = 0
    completion: int = 0
    estimated: int = 0
    money: float | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """The tokens that a call may take; ``length`` is what the length of its prompt alone says."""

    length: int
    prompt: float
    completion: float

    @property
    def tokens(self) -> float:
        """Of prompt and reply together."""
        return self.prompt + self.completion


class Ledger:
    """Counts calls while they go out and come back.

    Calls in flight are counted by estimates, so that many at once do not break the budget together by more than these
    are wrong: of the prompt by its length and how far that was off for those before, of the reply by the mean of those
    before. A call without a reply counts as a call, and takes no tokens that anybody knows of. Once a call does not
    fit, none is made any more.
    """

    def __init__(self, limits: Limits) -> None:
        self._budget, self._prices, self._reply_tokens = limits.budget, limits.prices, limits.reply_tokens
        self._calls = self._replies = self._prompt = self._completion = self._estimated = 0
        self._flying = (0.0, 0.0)
        self._told, self._guessed = 0, 0
        self._over: str | None = None

    @property
    def spent(self) -> Spent:
        """The sums so far."""
        money = None if self._prices is None else self._prices.of(self._prompt, self._completion)
        return Spent(self._calls, self._replies, self._prompt, self._completion, self._estimated, money)

    def estimate(self, request: Request) -> Estimate:
        """The tokens that a call may take, by what is known now."""
        reply = self._completion / self._replies if self._replies else float(self._reply_tokens)
        off = self._told / self._guessed if self._guessed else 1.0
        length = estimated_tokens(request.prompt)
        return Estimate(length, length * off, reply)

    def open(self, estimate: Estimate) -> None:
        """A call goes out.

        Raises: JudgeError of the kind ``budget`` when it does not fit.
        """
        prompt, completion = self._flying[0] + estimate.prompt, self._flying[1] + estimate.completion
        self._over = self._over or self._does_not_fit(self._prompt + prompt, self._completion + completion)
        if self._over is not None:
            raise JudgeError("budget", f"not asked: {self._over}")
        self._flying = (prompt, completion)
        self._calls += 1

    def close(self, estimate: Estimate, reply: Reply | None) -> int:
        """A call has come back, with or without a reply; gives the tokens that it took."""
        self._flying = (self._flying[0] - estimate.prompt, self._flying[1] - estimate.completion)
        if reply is None:
            return 0
        told = reply.tokens
        prompt = told.get("prompt", estimate.length)
        completion = told["completion"] if "completion" in told else estimated_tokens(reply.text)
        self._replies += 1
        self._prompt += prompt
        self._completion += completion
        if "prompt" in told:
            self._told, self._guessed = self._told + prompt, self._guessed + estimate.length
        self._estimated += not ("prompt" in told and "completion" in told)
        return prompt + completion

    def _does_not_fit(self, prompt: float, completion: float) -> str | None:
        budget = self._budget
        if budget.calls is not None and self._calls + 1 > budget.calls:
            return f"the budget of {budget.calls:,} calls is used up"
        if budget.tokens is not None and prompt + completion > budget.tokens:
            return f"the budget of {budget.tokens:,} tokens is used up"
        if budget.money is not None and self._prices is not None and self._prices.of(prompt, completion) > budget.money:
            return f"the budget of {budget.money:g} is used up"
        return None
