"""Answers by any generator, from a versioned prompt with numbered passages."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ragauge.backends.openai_chat import Completion
from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.pipeline.generation.markers import read_markers, without_markers
from ragauge.pipeline.generation.records import Answer, chunks_of
from ragauge.pipeline.rewriting.prompting import language_of, load_prompt
from ragauge.pipeline.words import words

if TYPE_CHECKING:
    from ragauge.core.ports import Generator
    from ragauge.pipeline.context.records import Context
    from ragauge.pipeline.rewriting.prompting import Language, Prompt

LANGUAGES: tuple[Language, ...] = ("en", "ru")


@runtime_checkable
class TellingGenerator(Protocol):
    """A generator that tells the tokens of a completion, and whether it was cut off."""

    def completion(self, prompt: str, /) -> Completion:
        """The text that follows the prompt, with what is known about it."""


@dataclass(frozen=True, slots=True)
class PromptedAnswerer:
    """Puts a question and its passages into the prompt ``answer`` (English or Russian, as the question is).

    Passages are numbered from 1 in the order of the context, also where there is none: the generator is always asked.
    An answer that begins with the sentence that the prompt asks for where the passages do not answer, in either
    language, is a refusal; what is cited after it counts as cited. An empty answer is none, and no refusal. Markers
    that stand in the passages themselves, such as [3] in an encyclopedia, can be taken over by the generator and then
    cannot be told from its own.

    >>> from ragauge.core.records import Chunk, Hit
    >>> from ragauge.pipeline.context.assemble import assemble
    >>> class Canned:
    ...     def complete(self, prompt):
    ...         return "Two years [1], in Bern too [2]."
    >>> context = assemble([Hit("c7", 1.0)], {"c7": Chunk("c7", "d", 0, 24, "Lamps: two years of warranty.")})
    >>> answer = PromptedAnswerer(Canned())("How long is the warranty?", context)
    >>> answer.text, answer.citations, answer.unknown_markers, answer.refusal
    ('Two years, in Bern too.', ('c7',), 1, False)

    Raises: InputError for a version of the prompt that there is not.
    """

    generator: Generator
    version: int = 1

    def __post_init__(self) -> None:
        if type(self.version) is not int:
            raise InputError(f"the version of a prompt is a whole number, got {brief(self.version)}")
        try:
            for name, language in product(("answer", "refusal"), LANGUAGES):
                self._prompt(name, language)
        except FileNotFoundError:
            raise InputError(f"no version {self.version} of the prompt") from None

    @property
    def identity(self) -> str:
        """The generator, as it calls itself, and the prompts."""
        generator = getattr(self.generator, "identity", type(self.generator).__name__)
        return " ".join([str(generator), *(self._prompt("answer", language).label for language in LANGUAGES)])

    def __call__(self, question: str, context: Context, /) -> Answer:
        """The answer; what the generator raises is passed on."""
        done = self._completion(self.prompt(question, context))
        text = without_markers(done.text)
        markers = read_markers(done.text, len(context.passages))
        return Answer(
            text or None,
            chunks_of(context, markers.known),
            refusal=self._refuses(text),
            tokens=done.tokens,
            said=done.text,
            unknown_markers=markers.unknown,
            cut=done.cut,
        )

    def prompt(self, question: str, context: Context) -> str:
        """What the generator is given."""
        language = language_of(question)
        passages = "\n\n".join(f"[{number}] {one.text}" for number, one in enumerate(context.passages, start=1))
        refusal = self._prompt("refusal", language).text.strip()
        return self._prompt("answer", language).filled(question=question, passages=passages, refusal=refusal)

    def _completion(self, prompt: str) -> Completion:
        if isinstance(self.generator, TellingGenerator):
            return self.generator.completion(prompt)
        return Completion(self.generator.complete(prompt))

    def _refuses(self, text: str) -> bool:
        """By words, as generators change case, quotes and the full stop."""
        said = words(text)
        sentences = (words(self._prompt("refusal", language).text) for language in LANGUAGES)
        return any(said[: len(sentence)] == sentence for sentence in sentences)

    def _prompt(self, name: str, language: Language) -> Prompt:
        return load_prompt(name, language, self.version, room="generation")
