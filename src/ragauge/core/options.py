"""The policies of an evaluation that a user can change; every change is on record in the result."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, get_args, get_type_hints

from ragauge.core.errors import InputError


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
            allowed = [
                choice for part in (hint, *get_args(hint)) for choice in get_args(part) if isinstance(choice, str)
            ]
            value = getattr(self, name)
            if allowed and value is not None and value not in allowed:
                raise InputError(f"{name} must be one of {', '.join(allowed)}, got {value!r}")
        if self.depth is not None and self.depth < 1:
            raise InputError(f"depth must be at least 1, got {self.depth}")
        if not 0 < self.level < 1:
            raise InputError(f"level must lie between 0 and 1, got {self.level}")
        if self.ties == "average" and self.unjudged == "bounds":
            raise InputError("ties='average' and unjudged='bounds' both set the bounds of a score; use one of them")

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
