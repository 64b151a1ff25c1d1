"""The public collections that can be fetched by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ragauge.core.brief import brief
from ragauge.core.errors import InputError

BEIR = "https://public.ukp.informatik.tu-darmstadt.de/thakur/BEIR/datasets"
XQUAD = "https://raw.githubusercontent.com/google-deepmind/xquad/7d30520c717524000f0d9d2f9c10a069acd9d285"


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection as its makers publish it: one file at an address, with its checksum.

    ``digest`` is an MD5 sum (32 digits) or a SHA-256 sum (64). ``size`` is in bytes, packed. ``questions`` are those
    of the ``split`` that results are usually reported on; ``splits`` has all of them.
    """

    name: str
    about: str
    shape: Literal["beir", "squad"]
    base: str
    file: str
    digest: str
    size: int
    documents: int
    questions: int
    splits: tuple[str, ...]
    home: str
    split: str = "test"


def collections() -> dict[str, Collection]:
    """All collections by name, the small ones first."""
    return {one.name: one for one in sorted((*_BEIR, *_XQUAD), key=lambda one: (one.shape, one.size))}


def find_collection(name: str) -> Collection:
    """The collection of a name.

    >>> find_collection("scifact").documents
    5183

    Raises: InputError naming those there are.
    """
    known = collections()
    if name not in known:
        raise InputError(f"no collection {brief(name)}; there are: {', '.join(known)}")
    return known[name]


def _beir(
    name: str, about: str, md5: str, size: int, counts: tuple[int, int], splits: str, home: str, **more: str
) -> Collection:
    file = f"{more.pop('stem', name)}.zip"
    documents, questions = counts
    return Collection(
        name, about, "beir", BEIR, file, md5, size, documents, questions, tuple(splits.split()), home, **more
    )


# MD5 sums and the questions of a split: the table in the README of github.com/beir-cellar/beir. Sizes in bytes:
# github.com/allenai/ir_datasets, which has the same sums. Documents: the cards of the corpora there.
_BEIR = (
    _beir("scifact", "scientific claims, abstracts that support or refute them", "5f7d1de60b170fc8027bb7898e2efca1",
          2_816_079, (5_183, 300), "train test", "https://github.com/allenai/scifact"),
    _beir("nfcorpus", "questions of laymen, medical papers", "a89dba18a62ef92f7d323ec890a0d38d",
          2_448_432, (3_633, 323), "train dev test", "https://www.cl.uni-heidelberg.de/statnlpgroup/nfcorpus/"),
    _beir("fiqa", "questions on finance, posts that answer them", "17918ed23cd04fb15047f73e6c3bd9d9",
          17_948_027, (57_638, 648), "train dev test", "https://sites.google.com/view/fiqa/"),
    _beir("arguana", "arguments, their counterarguments", "8ad3e3c2a5867cdced806d6503f29b99",
          3_773_617, (8_674, 1_406), "test", "http://argumentation.bplaced.net/arguana/data"),
    _beir("trec-covid", "questions on COVID-19, papers, graded", "ce62140cb23feb9becf6270d0d1fe6d1",
          73_876_720, (171_332, 50), "test", "https://ir.nist.gov/covidSubmit/index.html"),
    _beir("scidocs", "papers, those that they cite", "38121350fc3a4d2f48850f6aff52e4a9",
          142_471_588, (25_657, 1_000), "test", "https://allenai.org/data/scidocs"),
    _beir("quora", "questions, others that ask the same", "18fb154900ba42a600f84b839c173167",
          15_853_968, (522_931, 10_000), "dev test", "https://www.quora.com/q/quoradata/"),
    _beir("touche-2020", "controversial questions, arguments, graded", "46f650ba5a527fc69e0a6521c5a23563",
          227_132_363, (382_545, 49), "test", "https://webis.de/events/touche-20/shared-task-1.html",
          stem="webis-touche2020"),
    _beir("nq", "questions to a search engine, Wikipedia", "d4d3d2e48787a744b6f6e691ff534307",
          498_307_926, (2_681_468, 3_452), "test", "https://ai.google.com/research/NaturalQuestions"),
    _beir("hotpotqa", "questions that need two articles, Wikipedia", "f412724f78b0d91183a0e86805e16114",
          654_025_350, (5_233_329, 7_405), "train dev test", "https://hotpotqa.github.io"),
    _beir("dbpedia-entity", "entities that are searched for, DBpedia, graded", "c2a39eb420a3164af735795df012ac2c",
          639_285_131, (4_635_922, 400), "dev test", "https://github.com/iai-group/DBpedia-Entity/"),
    _beir("fever", "claims, Wikipedia", "5a818580227bfb4b35bb6fa46d9b6c03",
          1_236_988_269, (5_416_568, 6_666), "train dev test", "http://fever.ai"),
    _beir("climate-fever", "claims on the climate, Wikipedia", "8b66f0a9126c521bae2bde127b4dc99d",
          1_228_666_652, (5_416_593, 1_535), "test", "http://climatefever.ai"),
    _beir("msmarco", "questions to a search engine, web passages", "444067daf65d982533ea17ebd59501e4",
          1_082_258_632, (8_841_823, 6_980), "train dev test", "https://microsoft.github.io/msmarco/", split="dev"),
)  # fmt: skip


def _xquad(language: str, name: str, sha256: str, size: int) -> Collection:
    about = f"questions and paragraphs of Wikipedia in {name}, answers as spans"
    home = "https://github.com/google-deepmind/xquad"
    file = f"xquad.{language}.json"
    return Collection(f"xquad-{language}", about, "squad", XQUAD, file, sha256, size, 240, 1190, ("test",), home)


# SHA-256 sums and sizes of the files at the commit in the address.
_XQUAD = (
    _xquad("ru", "Russian", "208d5b1aa154c52b1b5c5eda16281e455e8fd198cdb9af3f469f0d6037d973bf", 1_896_368),
    _xquad("en", "English", "e4c57d1c9143aaa1c5d265ba5987a65f4e69528d2a98f29d6e75019b10344f29", 609_383),
    _xquad("de", "German", "990b5d746746ed65ed4702ea5f35f99ffa4e2f1c390c07d003642acd937916f9", 669_810),
)
