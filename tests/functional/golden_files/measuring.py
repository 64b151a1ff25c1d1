"""Measuring small golden sets through the command, and looking at what it says."""

import io
import json
import re

import openpyxl

from golden_files.kind import answers, json_lines

SURE = {"question": "Sure?", "expected_sources": ["sure.pdf"]}
SURE_RUN = {"Sure?": ["sure.pdf"]}
BYTE_ORDER_MARK = re.compile(r"byte.order mark|\bBOM\b", re.IGNORECASE)


def measured(ragauge, files, *options, metrics=("recall@5",)):
    """The JSON of an evaluation of the first file by the second, which must succeed."""
    gold, run = list(files)[:2]
    names = [word for metric in metrics for word in ("-m", metric)]
    done = ragauge("eval", gold, run, *names, *options, "--json", "-", files=files)
    assert done.code == 0, done.err
    return json.loads(done.out)


def refused(ragauge, files, *options, words):
    """An evaluation must be refused, in one message that has all these words."""
    gold, run = list(files)[:2]
    done = ragauge("eval", gold, run, "-m", "recall@5", *options, "--json", "out.json", files=files)
    assert done.code == 2
    assert done.err.startswith("error: ")
    assert "Traceback" not in done.err
    for word in words:
        assert word in done.err
    return done.err


def cells(data, metric="recall@5"):
    return data["questions"]["values"][metric]


def value(data, metric="recall@5"):
    (found,) = [one["value"] for one in data["scores"] if one["metric"] == metric and one["slice"] is None]
    return found


def told(data, *words):
    """Whether one of the warnings has all these words."""
    return any(all(word.casefold() in warning.casefold() for word in words) for warning in data["warnings"])


def account(data):
    """All that is said about how the numbers were made."""
    return json.dumps([data["warnings"], data["provenance"]], ensure_ascii=False).casefold()


def pair(gold_rows, run_rows):
    """A JSONL golden file and a JSONL run."""
    return {"gold.jsonl": json_lines(gold_rows), "run.jsonl": answers(run_rows)}


def one_and_sure(sources, hits, **more):
    """One question and a sure one."""
    row = {"question": "Who?", "expected_sources": sources, **more}
    return pair([row, {**dict.fromkeys(row), **SURE}], {"Who?": hits, **SURE_RUN})


def sheet(rows):
    """The bytes of an Excel workbook with one sheet."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def places(*found):
    return [{"source": name, "page": page} for name, page in found]
