"""Charts as Vega-Lite: the same specification in the page, in a notebook, and as PNG or SVG."""
