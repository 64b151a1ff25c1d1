"""Charts as pictures by vl-convert, which has Vega-Lite within and needs neither a browser nor a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.errors import MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Mapping

VEGA_LITE = "6.4"
"""The version of Vega-Lite that draws, whatever others the package has."""
SCALE = 2.0
NOWHERE: tuple[str, ...] = ()
"""The addresses that a specification may load data from."""


def chart_svg(spec: Mapping[str, Any]) -> str:
    """A complete specification as SVG.

    Raises: MissingDependencyError without vl-convert.
    """
    return str(_package().vegalite_to_svg(dict(spec), vl_version=VEGA_LITE, allowed_base_urls=list(NOWHERE)))


def chart_png(spec: Mapping[str, Any], *, scale: float = SCALE) -> bytes:
    """A complete specification as PNG, ``scale`` pixels to each of its own.

    Raises: MissingDependencyError without vl-convert.
    """
    how = {"vl_version": VEGA_LITE, "allowed_base_urls": list(NOWHERE), "scale": scale}
    return bytes(_package().vegalite_to_png(dict(spec), **how))


def _package() -> Any:
    try:
        import vl_convert
    except ImportError as error:
        message = "charts become pictures by vl-convert, which is not installed: pip install 'ragauge[charts]'"
        raise MissingDependencyError(message) from error
    return vl_convert
