"""The knee of the curve over sizes, and what overlap is worth: claimed where it is shown, and not where it is not."""

from ragauge import evaluate
from ragauge.pipeline.reference.setup import Setup
from ragauge.sweeping.choosing import judged
from ragauge.sweeping.curves import curve_through
from ragauge.sweeping.overlaps import ablations
from ragauge.sweeping.result import Cost, Point

GOLD = {f"q{n}": ["d"] for n in range(40)}


def point(found, size, *, overlap=None, k=5, lanes=("bm25",)):
    """A configuration that finds the gold of the first ``found`` questions."""
    run = {f"q{n}": ["d"] if n < found else ["x"] for n in range(40)}
    chunking = {"size": size} if overlap is None else {"size": size, "overlap": overlap}
    card = evaluate(GOLD, run, ["recall@5"])
    return Point(Setup("fixed", chunking, lanes), k, "recall@5", card, Cost(size * k, 1000 // size, size))


def curve_of(points):
    """The curve of a sweep over these points."""
    told, best, _ = judged(points)
    return curve_through(best, told)


def test_the_knee_is_the_smallest_size_that_is_not_shown_worse():
    points = [point(36, 400), point(37, 800), point(35, 200), point(15, 100), point(10, 50)]
    curve = curve_of(points)
    assert [one.setup.chunking["size"] for one in curve.points] == [50, 100, 200, 400, 800]
    assert (curve.best.setup.chunking["size"], curve.knee.setup.chunking["size"]) == (800, 200)
    assert all(p < 0.05 for p in curve.p[:2])
    assert curve.p[2] > 0.05
    assert (curve.differences[4], curve.p[4]) == (None, None)
    assert curve.to_dict()["knee"] == points[2].name


def test_the_knee_contradicts_no_verdict_of_the_sweep():
    """Six lost questions are shown among three comparisons, and not among nine: of one pair there is one verdict."""
    sizes = [point(40, 400), point(34, 200), point(20, 100), point(10, 50)]
    alone = curve_of(sizes)
    assert (alone.knee.setup.chunking["size"], alone.p[2]) == (400, 2 / 2**6)
    told, best, _ = judged([*sizes, *(point(34, 200, k=k) for k in range(10, 16))])
    curve = curve_through(best, told)
    assert curve.knee.setup.chunking["size"] == 200
    assert curve.p[2] > 0.05
    assert [one.verdict for one in curve.points] == ["worse", "worse", "not shown worse", ""]


def test_no_knee_where_no_size_is_shown_to_be_worse():
    assert curve_of([point(36, 400), point(35, 200), point(34, 100)]).knee is None


def test_two_sizes_have_no_knee_and_one_no_curve():
    points = [point(36, 400), point(10, 100)]
    assert curve_of(points).knee is None
    assert curve_of(points[:1]) is None


def test_other_kinds_are_no_part_of_the_curve():
    points = [point(36, 400), point(30, 200), point(10, 100), point(20, 50, k=10), point(20, 50, lanes=("lsa",))]
    assert len(curve_of(points).points) == 3


def test_overlap_is_held_against_none():
    points = [
        point(20, 100, overlap=0),
        point(38, 100, overlap=20),
        point(30, 200, overlap=0),
        point(30, 200, overlap=20),
    ]
    first, second = ablations([*points, point(1, 300, overlap=20)])
    assert (first.overlap, first.without, first.value, first.difference) == (20, 0.5, 0.95, 0.45)
    assert first.p == 2 * 2 / 2**18  # Holm over the two of them
    assert (second.difference, second.p) == (0.0, 1.0)
    assert ablations(points[:1]) == []
