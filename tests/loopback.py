"""A server on the loopback that answers by a script, for tests of what asks over HTTP."""

from __future__ import annotations

import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Asked(NamedTuple):
    method: str
    path: str
    headers: Any
    body: bytes


class Server(ThreadingHTTPServer):
    """Answers are (status, headers, body), a function of the request that gives one, or "hang up".

    ``script`` is used up one by one; then ``always`` answers.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: list[Any] = []
        self.always: Any = (404, {}, "not here")
        self.asked: list[Asked] = []
        self.url = f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        asked = Asked(self.command, self.path, self.headers, self.rfile.read(length))
        self.server.asked.append(asked)
        answer = self.server.script.pop(0) if self.server.script else self.server.always
        if callable(answer):
            answer = answer(asked)
        if answer == "hang up":
            self.connection.close()
            return
        status, headers, body = answer
        data = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        with suppress(BrokenPipeError, ConnectionResetError):  # whoever asked has given up
            self.wfile.write(data)

    do_GET = do_POST = answer  # noqa: N815

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving() -> Iterator[Server]:
    made = Server()
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.shutdown()
        made.server_close()
        thread.join()
