"""The policies of an evaluation that a user can change; every change is on record in the result."""

from __future__ import annotations

from dataclasses import dataclass, fields
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from ragauge.core.errors import InputError

HIGHEST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Options:
    """How undefined and doubtful cases are read.

    - ``skip_missing``: leave out questions that the run does not answer, instead of scoring them 0;
    - ``no_relevant``: a question judged with nothing relevant scores ``zero``, or is left out (``exclude``);
    - ``duplicates``: an id twice for one question in a TREC run is an ``error``, or the ``first`` row or the
      one with the ``best`` score counts;
    - ``ties``: equal scores stand by falling id (``id``), or the value is the ``average`` over their orders;
    - ``unjudged``: hits without a judgment are ``not_relevant``, are taken out of the list (``drop``), or the
      scores also say what they were if every one of them were relevant with grade 1 (``bounds``);
    - ``depth``: only the first hits of a question are looked at;
    - ``lower_is_better``: scores are distances;
    - ``compat``: numbers of another version (``trec_eval-9``: scores as float32, recall points rounded up);
    - ``level`` and ``seed`` of the confidence intervals; ``clusters``: the column whose questions belong together.
    """

    skip_missing: bool = False
    no_relevant: Literal["zero", "exclude"] = "zero"
    duplicates: Literal["error", "first", "best"] = "error"
    ties: Literal["id", "average"] = "id"
    unjudged: Literal["not_relevant", "drop", "bounds"] = "not_relevant"
    depth: int | None = None
    lower_is_better: bool = False
    compat: Literal["trec_eval-9"] | None = None
    level: float = 0.95
    seed: int = 0
    clusters: str | None = None

    def __post_init__(self) -> None:
        for name, hint in get_type_hints(Options).items():
            _check(name, getattr(self, name), hint)
        if self.depth is not None and not 1 <= self.depth <= HIGHEST:
            raise InputError(f"depth must be from 1 to {HIGHEST}, got {self.depth}")
        if not 0.5 <= self.level <= 0.9999:
            raise InputError(f"level must be from 0.5 to 0.9999, got {self.level}")
        if self.seed < 0:
            raise InputError(f"seed must not be negative, got {self.seed}")
        if self.ties == "average":
            self._refuse_beside_average()

    def _refuse_beside_average(self) -> None:
        """The orders of ties are taken over whole lists, so what cuts or thins them first is another question."""
        others = {"depth": self.depth is not None, "unjudged": self.unjudged != "not_relevant"}
        if beside := [name for name, used in others.items() if used]:
            raise InputError(f"ties='average' cannot be combined with {' or '.join(beside)}")

    def changed(self) -> dict[str, Any]:
        """The policies that differ from the defaults.

        >>> Options(skip_missing=True).changed()
        {'skip_missing': True}
        """
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != field.default
        }


def _check(name: str, value: object, hint: Any) -> None:
    parts = get_args(hint) if get_origin(hint) in (UnionType, Union) else (hint,)
    for part in parts:
        choices = get_args(part)
        if value in choices if choices else type(value) is part or (part is float and type(value) is int):
            return
    wanted = [str(choice) for part in parts for choice in get_args(part)] or [part.__name__ for part in parts]
    raise InputError(f"{name} must be one of {', '.join(wanted)}, got {value!r}")


def make_options(**policies: Any) -> Options:
    """Options from keyword arguments.

    >>> make_options(depth=3).depth
    3

    Raises: InputError naming the policies there are, for one that is not.
    """
    known = [field.name for field in fields(Options)]
    if unknown := [name for name in policies if name not in known]:
        raise InputError(f"no policy {', '.join(map(repr, unknown))}; there are: {', '.join(known)}")
    return Options(**policies)
