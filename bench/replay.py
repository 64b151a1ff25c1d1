"""What the funnel says that fixing a stage brings back, against what comes back when it is put right and asked again.

python bench/replay.py            the demo pipeline and every planted fault of tests/planted.py: a table in Markdown
python bench/replay.py CUT USE    some of them
python bench/replay.py --all      every place with a loss; without it the top cause of each fault
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import planted
from ragauge.funnel.losses import followed
from ragauge.funnel.places import Place
from ragauge.funnel.recovery import recoveries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.funnel.recovery import Recovery

HEAD = ("pipeline", "lost at", "needs", "estimate", "interval", "replayed", "put first", "others", "to the prompt",
        "replayed")  # fmt: skip
HEALTHY = "healthy"


def rows(name: str, *, every: bool) -> Iterator[tuple[str, ...]]:
    """The places of one pipeline at which needs were lost."""
    case = planted.healthy() if name == HEALTHY else planted.faulty(name)
    found = [one for one in recoveries(case.diagnosis) if one.first is one.last]
    for one in found if every or name == HEALTHY else found[:1]:
        yield row(name, case, one)


def row(name: str, case: Any, one: Recovery) -> tuple[str, ...]:
    """The estimate of a place, and what its replay counted."""
    repaired = planted.repaired(name) if name == one.last.name else None
    done = case.replayed(one.last, repaired=repaired)
    is_ranked = repaired is None and one.last.position <= Place.ASSEMBLY.position
    first = case.replayed(one.last, at="first") if is_ranked else None
    total = int(followed(case.diagnosis).sum())
    interval = "" if one.interval is None else f"{one.interval.low * total:.1f} to {one.interval.high * total:.1f}"
    inside = one.interval is None or one.interval.low * total <= done.needs <= one.interval.high * total
    prompt = ("", "") if one.to_prompt is None else (f"{one.to_prompt:.1f}", str(done.to_prompt))
    return (
        name.lower(),
        one.last.value,
        str(one.lost),
        f"{one.needs:.1f}",
        interval,
        str(done.needs) if inside else f"**{done.needs}**",
        "" if first is None else str(first.needs),
        f"{done.others:+d}",
        *prompt,
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=", ".join((HEALTHY, *planted.FAULTS)))
    parser.add_argument("--all", action="store_true", help="every place with a loss")
    given = parser.parse_args()
    print("|", " | ".join(HEAD), "|")
    print("|", " | ".join("---" for _ in HEAD), "|")
    for name in given.faults or (HEALTHY, *planted.FAULTS):
        for one in rows(name, every=given.all):
            print("|", " | ".join(one), "|", flush=True)


if __name__ == "__main__":
    main()
