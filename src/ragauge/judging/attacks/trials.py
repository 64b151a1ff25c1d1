"""What is judged: every case as it is, with a harmless text at each place, and with each attack at each place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from ragauge.core.answered import Answered
from ragauge.judging.attacks.material import PLACES, Direction
from ragauge.judging.preference import TASK, VERSION, preference
from ragauge.metrics import judge_claims, judge_entailment, judge_grades
from ragauge.metrics.context.judged.relevance import context_relevance
from ragauge.metrics.generation.judged.faithfulness import faithfulness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ragauge.core.flows import Asking, Flow, Language
    from ragauge.judging.attacks.material import Attack, Case, Material, Place

    Flows = Callable[[Case, Asking], Flow]

T = TypeVar("T", bound=str)


@dataclass(frozen=True, slots=True)
class Target:
    """A metric that is attacked, whose values lie between 0 and 1, where texts that turn it can stand, and its prompts.

    Whoever writes an answer wants it to look good; whoever writes a document, or asks, may want either.
    """

    flow: Flows
    places: Mapping[Direction, tuple[Place, ...]]
    prompts: Mapping[str, int]


def _faithfulness(case: Case, asking: Asking) -> Flow:
    return faithfulness(Answered(case.id, text=case.question, answer=case.answer, contexts=case.contexts), asking)


def _preference(case: Case, asking: Asking) -> Flow:
    return preference(case.question, case.answer, case.rival or "", case.contexts, asking)


def _context_relevance(case: Case, asking: Asking) -> Flow:
    """Of the last passage alone, which answers nothing in any case."""
    return context_relevance(Answered(case.id, text=case.question, contexts=case.contexts[-1:]), asking)


CLAIMS = {judge_claims.TASK: judge_claims.VERSION, judge_entailment.TASK: judge_entailment.VERSION}
TARGETS: dict[str, Target] = {
    "faithfulness": Target(_faithfulness, {"up": PLACES, "down": ("question", "context")}, CLAIMS),
    "context_relevance": Target(
        _context_relevance, {"up": ("context",), "down": ()}, {judge_grades.TASK: judge_grades.VERSION}
    ),
    "preference": Target(_preference, {"up": ("answer",), "down": ()}, {TASK: VERSION}),
}
"""The metrics that can be attacked, by name."""
TAGS: dict[Place, str] = {"question": "question", "context": "passage", "answer": "answer"}
"""What stands around the places in prompts."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One judgement: of a case as it is (no ``place``), with a harmless text (no ``kind``), or with an attack."""

    metric: str
    case: Case
    place: Place | None = None
    language: Language | None = None
    kind: str | None = None

    @property
    def direction(self) -> Direction:
        """Where attacks want its value to go."""
        return self.case.direction(self.metric)

    @property
    def name(self) -> str:
        """A name that no other trial has."""
        return " | ".join(filter(None, (self.metric, self.case.id, self.place, self.language, self.kind)))

    @property
    def baselines(self) -> tuple[Trial, Trial]:
        """The trials that an attack is compared with: without it, and with a harmless text where it stands."""
        return replace(self, place=None, language=None, kind=None), replace(self, kind=None)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which trials are made; an empty choice is all."""

    metrics: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    """Of attacks; cases of every language are attacked."""


def trials(found: Material, chosen: Chosen | None = None) -> list[Trial]:
    """The trials, what attacks are compared with first.

    >>> from ragauge.judging.attacks.material import material
    >>> chosen = Chosen(metrics=("preference",), kinds=("override",), languages=("ru",))
    >>> made = trials(material(), chosen)
    >>> len(made), made[0].name, made[-1].name
    (24, 'preference | en-kettle', 'preference | ru-backup | answer | ru | override')
    """
    attacks = list(_attacks(found, chosen or Chosen()))
    compared = [one for attack in attacks for one in attack.baselines]
    return list({one.name: one for one in (*compared, *attacks)}.values())


def _attacks(found: Material, chosen: Chosen) -> Iterator[Trial]:
    for metric in _of(chosen.metrics, TARGETS):
        for case in (one for one in found.cases if metric in one.right):
            for place in _of(chosen.places, TARGETS[metric].places[case.direction(metric)]):
                for attack in found.attacks:
                    if _of(chosen.kinds, [attack.kind]) and _of(chosen.languages, [attack.language]):
                        yield Trial(metric, case, place, attack.language, attack.kind)


def _of(wanted: tuple[str, ...], there: Iterable[T]) -> list[T]:
    return [one for one in there if not wanted or one in wanted]


def flow_of(trial: Trial, found: Material, asking: Asking) -> Flow:
    """The flow that judges a trial."""
    return TARGETS[trial.metric].flow(_filled(trial, found), asking)


def added(trial: Trial, found: Material) -> str:
    """The text that a trial puts into its case; empty for a case as it is."""
    if trial.place is None or trial.language is None:
        return ""
    attack = _attack(trial, found)
    if attack is None:
        return found.harmless[trial.place][trial.language]
    return found.words(attack, trial.metric, trial.direction, TAGS[trial.place])


def _attack(trial: Trial, found: Material) -> Attack | None:
    return next((one for one in found.attacks if (one.kind, one.language) == (trial.kind, trial.language)), None)


def _filled(trial: Trial, found: Material) -> Case:
    """The case with the text at its place: behind the question, the last passage, or the answer."""
    case, text = trial.case, added(trial, found)
    if trial.place == "question":
        return replace(case, question=f"{case.question}\n{text}")
    if trial.place == "context":
        return replace(case, contexts=(*case.contexts[:-1], f"{case.contexts[-1]}\n{text}"))
    return replace(case, answer=f"{case.answer}\n{text}") if trial.place == "answer" else case
