"""How results show themselves in notebooks: what draws them stands above them, and is named by the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike


class Plot(Protocol):
    """A chart that a notebook shows."""

    @property
    def spec(self) -> dict[str, Any]:
        """The specification for Vega-Lite, with data and words."""

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file, as SVG, PNG or JSON by the end of its name."""


class Display(Protocol):
    """What draws results."""

    def html_of(self, result: Any) -> str:
        """A result as tables in HTML."""

    def plot_of(self, result: Any, name: str | None, language: str) -> Plot:
        """A chart of a result."""


_makers: list[Callable[[], Display]] = []


def displayed_by(make: Callable[[], Display]) -> None:
    """Name what draws all results from now on; it is made when the first one is shown."""
    _makers[:] = [make]


class Displayed:
    """A result that notebooks show as tables, and that has charts."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return _makers[0]().html_of(self)

    def plot(self, name: str | None = None, *, language: str = "en") -> Plot:
        """A chart of it, by its name in the HTML report; without a name the first one.

        A notebook draws it; ``save`` writes it as SVG, PNG (both need ``ragauge[charts]``) or Vega-Lite (JSON).

        Raises: InputError for a chart that there is not, naming those there are.
        """
        return _makers[0]().plot_of(self, name, language)
