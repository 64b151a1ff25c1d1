"""A judge's server as a process of its own, which can be killed: it answers after a delay, and counts by prompt.

python slow_judge.py PORT DELAY [STEM]   the last prompt's word that begins with STEM is always refused with 429
"""

import asyncio
import json
import sys

PORT, DELAY, STEM = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else ""
ANSWER = json.dumps({
    "choices": [{"message": {"content": '{"supported": true}'}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 12, "completion_tokens": 5},
}).encode()  # fmt: skip
counts = {"calls": 0, "connections": 0, "flying": 0, "most": 0}


def reply(status: str, body: bytes) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def answer(head: bytes, body: bytes) -> bytes:
    if head.startswith(b"GET"):
        return reply("200 OK", json.dumps(counts).encode())
    counts["calls"] += 1
    counts["flying"] += 1
    counts["most"] = max(counts["most"], counts["flying"])
    await asyncio.sleep(DELAY)
    counts["flying"] -= 1
    if STEM and STEM.encode() in body:
        return reply("429 Too Many Requests", b"slow down")
    return reply("200 OK", ANSWER)


async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    counts["connections"] += 1
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            lines = head.lower().split(b"\r\n")
            size = next((int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:")), 0)
            writer.write(await answer(head, await reader.readexactly(size)))
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main() -> None:
    server = await asyncio.start_server(connected, "127.0.0.1", PORT, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)  # noqa: T201
    await server.serve_forever()


asyncio.run(main())
