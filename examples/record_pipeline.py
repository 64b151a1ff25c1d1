"""Measure a pipeline of your own stage by stage: decorate its functions, and ask the questions of the golden set."""

import re

import ragauge

DOCUMENTS = {
    "warranty": "The lamp is covered for two years. Гарантия на лампу: два года.",
    "returns": "Send it back within thirty days. Возврат: тридцать дней.",
}
GOLD = {"How long is the lamp covered?": ["warranty"], "Сколько дней на возврат?": ["returns"]}
recorder = ragauge.Recorder()


def parts(text: str, pattern: str) -> set[str]:
    return set(re.findall(pattern, text.lower()))


@recorder.lane("words")
def by_words(question: str) -> list[str]:
    return [name for name, text in DOCUMENTS.items() if parts(question, r"\w{4,}") & parts(text, r"\w{4,}")]


@recorder.lane("letters")
def by_letters(question: str) -> list[str]:
    shared = {name: len(parts(question, r"\w{3}") & parts(text, r"\w{3}")) for name, text in DOCUMENTS.items()}
    return sorted(shared, key=shared.__getitem__, reverse=True)


@recorder.step("fuse")
def fuse(*lanes: list[str]) -> list[str]:
    return sorted(DOCUMENTS, key=lambda name: sum(name in lane[:1] for lane in lanes), reverse=True)


ragauge.record(lambda question: fuse(by_words(question), by_letters(question)), GOLD, recorder=recorder)
recorder.save("traces.jsonl")
for stage in ("words", "letters", "fuse"):
    score = ragauge.evaluate(GOLD, recorder.run(stage), ["recall@5"])["recall@5"]
    print(stage, score.metric, score.value, f"n = {score.n}")
