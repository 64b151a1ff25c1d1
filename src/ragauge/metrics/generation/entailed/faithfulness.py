"""Whether the context entails what the answer claims, by a local entailment model."""

from __future__ import annotations

import numpy as np

from ragauge.core.answered import Answered
from ragauge.core.parameters import Share
from ragauge.core.ports import Entailer
from ragauge.core.spec import metric
from ragauge.metrics.generation.entailed.claims import ENTAILED, UNDEFINED, scored_claims
from ragauge.stats.means import exact_mean

REFERENCES = (
    "doi:10.18653/v1/2022.naacl-main.287",
    "doi:10.18653/v1/2024.eacl-demo.16",
    "This project: the claims are those of lexical_faithfulness",
)


@metric(
    stage="generation",
    direction="higher",
    inputs=ENTAILED,
    undefined=UNDEFINED,
    holds=("bounded",),
    breaks=(),
    references=REFERENCES,
)
def entailed_faithfulness(one: Answered, entailer: Entailer, *, threshold: Share = 0.5) -> float | str:
    """Share of the answer's claims that one passage of the context entails, by a local entailment model.

    Formula: claims whose best score over the passages is at least ``threshold`` ÷ claims. The score is the model's
    probability that the passage entails the claim, for a passage longer than the model reads the best of its windows.
    Claims are those of lexical_faithfulness: sentences, and their parts between semicolons, each once.

    ``threshold``: 0.5 is no property of your texts. Choose it on labels of your own: ``ragauge judge calibrate`` takes
    a file of scores and human labels, and tells the threshold and how much it matters.

    Returns: one ratio a question in [0, 1]; higher is better. With a context that is empty nothing is supported: 0.
    Undefined: refused (a refusal claims nothing), no_answer, no_context (not recorded), no_claims, missing, failed,
    too_long (a claim leaves the model no room for a passage: a failure, it is never cut).
    Limits: as good as the model, and no better in languages and lengths that it was not trained on; claims that need
    two passages are not supported; a sentence that refers to another one ("It costs 5 €.") is judged without it.
    Source: the use of entailment is that of Honovich et al. 2022, TRUE; the definition that of Es et al. 2024, ragas.

    Example: a model that knows one of two claims.
        >>> import numpy as np
        >>> class Model:
        ...     identity = "example"
        ...     def scores(self, pairs):
        ...         return np.array([0.97 if "moons" in claim else 0.08 for _, claim in pairs])
        >>> one = Answered("q1", answer="Mars has two moons. Mars has thick air.", contexts=("Mars has two moons.",))
        >>> entailed_faithfulness(one, Model()), entailed_faithfulness(one, Model(), threshold=0.05)
        (0.5, 1.0)
    """
    found = scored_claims(one, entailer)
    if isinstance(found, str):
        return found
    return sum(claim.score >= threshold for claim in found) / len(found)


@metric(
    stage="generation",
    direction="higher",
    inputs=ENTAILED,
    undefined=UNDEFINED,
    holds=("bounded",),
    breaks=(),
    unit="probability",
    references=REFERENCES,
)
def entailment_score(one: Answered, entailer: Entailer) -> float | str:
    """How surely the context entails the answer's claims, on average, by a local entailment model.

    Formula: mean over the claims of the best score over the passages; no threshold. Claims and scores are those of
    entailed_faithfulness.

    Returns: one number a question in [0, 1]; higher is better. With a context that is empty nothing is entailed: 0.
    Undefined: refused, no_answer, no_context (not recorded), no_claims, missing, failed, too_long (a failure).
    Limits: most models are too sure of themselves, so that it is no share of claims that are true; comparable between
    runs that were scored by the same model only.
    Source: Honovich et al. 2022, TRUE, for scores of entailment as a measure of consistency.

    Example:
        >>> import numpy as np
        >>> class Model:
        ...     identity = "example"
        ...     def scores(self, pairs):
        ...         return np.array([0.875 if "moons" in claim else 0.125 for _, claim in pairs])
        >>> one = Answered("q1", answer="Mars has two moons. Mars has thick air.", contexts=("Mars has two moons.",))
        >>> entailment_score(one, Model())
        0.5
    """
    found = scored_claims(one, entailer)
    return found if isinstance(found, str) else exact_mean(np.array([claim.score for claim in found]))
