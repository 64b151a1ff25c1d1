"""``python -m ragauge`` is the ``ragauge`` command."""

from ragauge.cli.main import main

main(prog_name="ragauge")
