"""The template of golden sets in English."""

from __future__ import annotations

from ragauge.golden.versions.template_texts import TemplateTexts

ENGLISH = TemplateTexts(
    sheet="golden",
    manual_sheet="How to fill this in",
    columns={
        "id": "id",
        "question": "question",
        "document": "document",
        "pages": "pages",
        "quote": "quote",
        "answer": "answer",
        "type": "type",
        "answerable": "answerable",
        "reason": "reason",
    },
    notes={
        "id": "A short name of your own. It stays the same when the question is edited.",
        "question": "As a user would ask it.",
        "document": "The file that has the answer. Several that are all needed: a.pdf; b.pdf. "
        'Any one of several: [["a.pdf", "b.pdf"]]',
        "pages": "If you know them: 7, or 10-12 (one place), or 3; 8 (two places). Counted from 1.",
        "quote": "A sentence from the document that has the answer, copied as it stands.",
        "answer": "What a good answer says.",
        "type": "A group of questions of your own, to see scores by.",
        "answerable": "no, if the documents do not have the answer. Otherwise leave it blank.",
        "reason": "Why there is no answer: out_of_corpus, repealed, ambiguous ...",
    },
    yes_no=("yes", "no"),
    examples=(
        {
            "id": "example-1",
            "question": "How long is the warranty of the lamp?",
            "document": "warranty.pdf",
            "answer": "Two years.",
            "type": "one document",
        },
        {
            "id": "example-2",
            "question": "Who pays for the return, and until when can I send the lamp back?",
            "document": "returns.pdf; delivery-terms.pdf",
            "answer": "The shop pays, within 30 days.",
            "type": "both documents",
        },
        {
            "id": "example-3",
            "question": "What is the highest speed of the rotor?",
            "document": '[["manual-2023.pdf", "manual-2024.pdf"]]',
            "answer": "4,000 rpm.",
            "type": "any document",
        },
        {
            "id": "example-4",
            "question": "How is the filter cleaned?",
            "document": "handbook.pdf",
            "pages": "10-12",
            "answer": "Under running water, then it dries for a day.",
            "type": "pages",
        },
        {
            "id": "example-5",
            "question": "May I open the lid while it spins?",
            "document": "safety.pdf",
            "quote": "Never open the lid before the rotor has come to rest.",
            "answer": "No.",
            "type": "quote",
        },
        {
            "id": "example-6",
            "question": "What does the lamp cost in Japan?",
            "type": "no answer",
            "answerable": "no",
            "reason": "out_of_corpus",
        },
    ),
    manual=(
        "How to fill this in",
        "One row is one question. Delete the six examples when you know how it works.",
        "question: as a user would ask it, in the words of a user. Twenty questions are a start; fifty are better.",
        "document: the name of the file that has the answer. The folder and the ending may be left out.",
        "Several documents that are all needed are parted by a semicolon: returns.pdf; delivery-terms.pdf",
        'If any one of several will do: [["manual-2023.pdf", "manual-2024.pdf"]], with these brackets and quotes.',
        "Read the file with --match all, so that documents parted by a semicolon are all needed.",
        "pages: 7, or 10-12 (one place, any of its pages will do), or 3; 8 (two places). The first page is 1.",
        "quote: one sentence that has the answer, copied from the document. It finds its place even if pages move.",
        "Pages and a quote belong to the document of their row. Not every row needs them.",
        "answerable: write no if the documents do not have the answer, and the reason beside it.",
        "A blank document alone does not say that there is no answer: it may only mean that nobody has looked.",
        "type and every column that you add: scores can be shown for each of their values.",
        "All cells are text, so a spreadsheet does not turn 10-12 into a date. Keep it so when you paste.",
    ),
)
