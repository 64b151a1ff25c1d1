"""The names of attributes and operations: of OpenInference, of OpenTelemetry for generative AI, and ours.

Sources: OpenInference, spec/semantic_conventions.md; OpenTelemetry, semantic-conventions-genai, docs/gen-ai. Ours begin
with ``ragauge.`` and say what these have no name for; docs/traces.md lists them.
"""

from __future__ import annotations

KIND, OPERATION = "openinference.span.kind", "gen_ai.operation.name"
KINDS = frozenset(
    "LLM EMBEDDING CHAIN RETRIEVER RERANKER TOOL AGENT GUARDRAIL EVALUATOR PROMPT DECISION".split()  # noqa: SIM905
)
OPERATIONS = {
    **dict.fromkeys(("chat", "text_completion", "generate_content"), "LLM"),
    **dict.fromkeys(("invoke_agent", "create_agent"), "AGENT"),
    "embeddings": "EMBEDDING",
    "retrieval": "RETRIEVER",
    "execute_tool": "TOOL",
    "invoke_workflow": "CHAIN",
}
"""What an operation is called in OpenInference."""

INPUT, OUTPUT, METADATA = "input.value", "output.value", "metadata"
DOCUMENTS = ("reranker.output_documents", "retrieval.documents", "gen_ai.retrieval.documents")
"""Lists of documents that a span hands on."""
QUERIES = ("reranker.query", "gen_ai.retrieval.query.text")
INPUT_MESSAGES, OUTPUT_MESSAGES = "llm.input_messages", "llm.output_messages"
GEN_AI_INPUT, GEN_AI_OUTPUT = "gen_ai.input.messages", "gen_ai.output.messages"
PARAMETERS, COST = "llm.invocation_parameters", "llm.cost.total"

TOKENS = {
    "prompt": ("llm.token_count.prompt", "gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"),
    "completion": ("llm.token_count.completion", "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"),
    "cache_read": ("llm.token_count.prompt_details.cache_read", "gen_ai.usage.cache_read.input_tokens"),
    "reasoning": ("llm.token_count.completion_details.reasoning", "gen_ai.usage.reasoning.output_tokens"),
}
"""Counts of tokens by kind; the first name that a span has counts. The last two are parts of the first two."""
MODELS = {
    "LLM": ("llm", ("llm.response.model_name", "gen_ai.response.model", "llm.model_name", "gen_ai.request.model")),
    "EMBEDDING": ("embedder", ("embedding.model_name", "gen_ai.response.model", "gen_ai.request.model")),
    "RERANKER": ("reranker", ("reranker.model_name", "gen_ai.request.model")),
}
"""Under which name the versions of a trace have the model of a span, and which attributes tell it."""

QUESTION_ID, QUESTION_TEXT = "ragauge.question.id", "ragauge.question.text"
STAGE_KIND, STAGE_NAME, STAGE_HITS = "ragauge.stage.kind", "ragauge.stage.name", "ragauge.stage.hits"
REWRITES = "ragauge.rewrites"
EXTRACTED, AUTHORIZATION = "ragauge.filter.extracted", "ragauge.filter.authorization"
PROMPT_TOKENS, PROMPT_WINDOW, PROMPT_CHUNKS = "ragauge.prompt.tokens", "ragauge.prompt.window", "ragauge.prompt.chunks"
ANSWER, CITATIONS, REFUSAL = "ragauge.answer.text", "ragauge.answer.citations", "ragauge.answer.refusal"
VERSIONS = "ragauge.versions"

HIDDEN = "__REDACTED__"
"""What instrumentation writes in place of a text that it is told to keep to itself."""
HEAVY = ("embedding.embeddings",)
"""Lists that nothing here reads, and that are most of a file."""
