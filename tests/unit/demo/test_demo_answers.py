"""The answers of the demo: sentences of its documents, cited sentence by sentence, the same every time."""

from dataclasses import replace

import pytest

from ragauge.answering.cases import answers_of
from ragauge.core.answered import Answers
from ragauge.core.texts.markers import without_markers
from ragauge.demo.asking import demo_corpus, demo_traces
from ragauge.demo.corpus import demo_documents, demo_golden
from ragauge.evaluation import Surroundings
from ragauge.io.trace_tables import traced_of
from ragauge.metrics.generation.citations import lexical_citation_precision, lexical_citation_recall
from ragauge.metrics.generation.cited import cited, cited_chunks
from ragauge.pipeline.lexical import LexicalRetriever

GOLDEN = demo_golden()


@pytest.fixture(scope="module")
def traces():
    return demo_traces(GOLDEN)


@pytest.fixture(scope="module")
def cases(traces):
    return answers_of(GOLDEN, traced_of(traces), Surroundings(corpus=demo_corpus())).cases


def test_the_ranking_is_that_of_bm25_over_whole_documents(traces):
    search = LexicalRetriever(demo_documents()).search
    for trace in traces[::9]:
        assert list(trace.stages[0].hits) == [(hit.item, hit.score) for hit in search(trace.text)]
        assert trace.stage("context").items == trace.stages[0].items[:5]


def test_every_question_has_an_answer_or_a_refusal(traces):
    assert len(traces) == 108
    assert not any(trace.failed for trace in traces)
    assert all((trace.answer is None) == trace.refusal for trace in traces)
    assert 20 < sum(trace.answer is not None for trace in traces) < 100


def test_the_reference_answers_are_of_answerable_questions(cases):
    assert {one.answerable for one in cases} == {True, False}
    assert all(bool(one.references) == one.answerable for one in cases)


def test_answers_are_sentences_of_the_documents_that_they_cite(traces, cases):
    """Sentence by sentence: nothing is cited for a sentence but the document that it stands in."""
    texts = {document.id: document.text for document in demo_documents()}
    for trace, one in zip(traces, cases, strict=True):
        if trace.answer is None:
            continue
        found = cited(one)
        assert found.by_sentence
        assert not found.unknown
        assert cited_chunks(one) == trace.citations
        for statement in found.statements:
            known = [texts[one.ids[place]] for place in statement.cited]
            assert known, statement
            assert all(any(word in text for text in known) for word in without_markers(statement.text).split())


def test_citations_support_what_they_stand_beside(cases):
    for measure in (lexical_citation_recall, lexical_citation_precision):
        values = measure(Answers(cases))
        assert values.defined.sum() >= 20
        assert values.value[values.defined].min() == 1.0


def test_it_is_the_same_every_time(traces):
    some = replace(GOLDEN, questions=GOLDEN.questions[::12])
    assert [(one.stages, one.answer, one.citations) for one in demo_traces(some)] == [
        (one.stages, one.answer, one.citations) for one in traces[::12]
    ]
