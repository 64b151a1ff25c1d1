"""Where a need can end, in the order of the pipeline: written here once."""

from __future__ import annotations

from enum import StrEnum


class Place(StrEnum):
    """Where a piece of needed evidence ended: lost at a stage, or one of the ends that are no loss.

    >>> Place.FILTER.position < Place.CUT.position, Place.RIGHT.is_loss, Place.FILTER.is_loss
    (True, False, True)
    """

    CORPUS = "not in the corpus"
    PARSING = "lost in parsing"
    CHUNKING = "split by chunking"
    INDEX = "not indexed"
    FILTER = "removed by filter"
    RETRIEVAL = "not retrieved"
    FUSION = "lost in fusion"
    RERANK = "lost in rerank"
    CUT = "cut at k"
    ASSEMBLY = "lost in assembly"
    REFUSAL = "in the prompt, refused"
    USE = "in the prompt, not used"
    ANSWER = "in the prompt, answered wrong"

    RIGHT = "answered right"
    USED = "used"
    PROMPT = "in the prompt"
    COMPANION = "in the prompt, other evidence lost"
    RANKED = "retrieved"
    UNSEEN = "nothing recorded"
    FAILED = "failed"
    MISSING = "no trace"
    WITHHELD = "not for this asker"

    @property
    def position(self) -> int:
        """The place in the order of the pipeline, from 0."""
        return ORDER[self]

    @property
    def is_loss(self) -> bool:
        """Whether evidence that ends here was lost."""
        return self.position <= Place.ANSWER.position


ORDER = {place: number for number, place in enumerate(Place)}
LOSSES = tuple(place for place in Place if place.is_loss)
"""The stages in the order in which evidence passes them."""
CHECKS = LOSSES[:-1]
"""The stages that let single pieces of evidence pass or not; an answer is right or wrong as a whole."""
KEPT = (Place.RIGHT, Place.USED, Place.PROMPT, Place.COMPANION, Place.RANKED,
        Place.UNSEEN)  # fmt: skip
"""The ends of evidence that was not lost, as far as was recorded."""

MEANINGS = {
    Place.CORPUS: "none of its documents is in the corpus",
    Place.PARSING: "its document is there, its words are not in the text",
    Place.CHUNKING: "no single chunk holds it",
    Place.INDEX: "no chunk that holds it is in the index",
    Place.FILTER: "no document that holds it keeps the predicates of the question",
    Place.RETRIEVAL: "a lane of the first stage did not return it",
    Place.FUSION: "a lane had it within reach, the fused list has not",
    Place.RERANK: "it stood within reach before reranking, and not after",
    Place.CUT: "it was ranked below the cut",
    Place.ASSEMBLY: "it was handed on and did not enter the prompt",
    Place.REFUSAL: "the model saw it and declined to answer",
    Place.USE: "the model saw it and did not cite it",
    Place.ANSWER: "the model saw it, and the answer is wrong",
    Place.RIGHT: "the answer is right",
    Place.USED: "the answer cites it; whether it is right is not known",
    Place.PROMPT: "the model saw it; what came of it is not recorded",
    Place.COMPANION: "the model saw it, but not all that the question needs: no answer could have been right",
    Place.RANKED: "it stood within the cut; what came after is not recorded",
    Place.UNSEEN: "the trace has no list that could show it",
    Place.FAILED: "the question ended in an error, and no stage before had lost it",
    Place.MISSING: "the question has no trace",
    Place.WITHHELD: "no document that holds it may be seen by the person who asks",
}
"""What each place means, for people."""
