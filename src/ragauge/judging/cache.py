"""Replies on disk: what was answered once is not asked again, by this run or any other."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ragauge.core.errors import InputError, Problem
from ragauge.core.flows import Reply
from ragauge.io.files import shown
from ragauge.judging.structured import with_data

if TYPE_CHECKING:
    from ragauge.core.flows import Request

FORMAT = 1
"""Rises when a reply is asked for in other words for the same request."""
OURS = 0x52474A31
"""What a SQLite file says it is: a cache of this kind."""
MEMORY = ":memory:"
PATIENCE = 5.0
TABLE = "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, task TEXT, reply TEXT) WITHOUT ROWID"


def key_of(identity: str, request: Request, draw: int | None) -> str:
    """The name of a reply: a hash of the judge, the prompt and its number, the schema, the labels and the sample."""
    content = [
        FORMAT, identity, request.task, request.version, request.prompt, request.schema, request.labels, draw,
    ]  # fmt: skip
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Cache:
    """A SQLite file with the replies that could be used, by the hash of all that went into them; no prompt is in it.

    Every reply is written when it comes, so that a run that is killed goes on where it was. Any number of processes can
    share the file: the first reply to a request stays, and the others take it over. What cannot be written, as when the
    disk is full, is told in ``problem``, and the run goes on without. Files are private to the user who makes them.

    Raises: InputError for a file that cannot be opened, or is something else.
    """

    def __init__(self, path: str | Path = MEMORY) -> None:
        self.path = None if str(path) == MEMORY else str(path)
        self.problem: str | None = None
        try:
            if self.path is not None:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self._file = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            self._prepare()
        except (OSError, sqlite3.Error) as error:
            raise InputError([Problem(f"cannot be used as a cache of replies: {error}", shown(path))]) from error

    def get(self, key: str, request: Request) -> Reply | None:
        """The reply, with its data; None where there is none that can be used."""
        try:
            row = self._file.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            self._note(error)
            return None
        return None if row is None else _read(row[0], request)

    def put(self, key: str, request: Request, reply: Reply) -> Reply:
        """Keep a reply; gives the one that counts, which another process may have written before."""
        kept = {"text": reply.text, "probabilities": reply.probabilities, "tokens": reply.tokens}
        text = json.dumps({name: value for name, value in kept.items() if value}, ensure_ascii=True)
        try:
            insert = "INSERT OR IGNORE INTO replies VALUES (?, ?, ?)"
            if self._file.execute(insert, (key, request.task, text)).rowcount == 1:
                return reply
        except sqlite3.Error as error:
            self._note(error)
            return reply
        before = self.get(key, request)
        if before is not None:
            return before
        self.forget(key)  # what stands there cannot be read
        return reply

    def forget(self, key: str) -> None:
        """Take a reply out, so that it is asked for again."""
        try:
            self._file.execute("DELETE FROM replies WHERE key = ?", (key,))
        except sqlite3.Error as error:
            self._note(error)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _prepare(self) -> None:
        self._file.execute("BEGIN IMMEDIATE")  # others may open it at the same time
        if self._file.execute("PRAGMA application_id").fetchone()[0] != OURS:
            if self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise sqlite3.DatabaseError("it is a database of something else")
            self._file.execute(f"PRAGMA application_id = {OURS}")
            self._file.execute(TABLE)
        self._file.execute("COMMIT")
        self._file.execute("PRAGMA synchronous = NORMAL")
        self._write_ahead()

    def _write_ahead(self) -> None:
        """Readers and a writer side by side; SQLite itself does not wait for others to let it change to that."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._file.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)
            else:
                return

    def _note(self, error: sqlite3.Error) -> None:
        self.problem = self.problem or str(error)


def _read(text: Any, request: Request) -> Reply | None:
    try:
        kept = json.loads(text)
        reply = Reply(str(kept.get("text", "")), probabilities=kept.get("probabilities"), cached=True)
    except (TypeError, ValueError, AttributeError, RecursionError):
        return None
    if request.schema is None:
        return reply
    reply, wrong = with_data(reply, request.schema)
    return None if wrong else reply
