"""One run of judging as a process: its seconds, CPU seconds and calls as JSON.

python bench/_judging_run.py URL FLOWS CONCURRENCY CACHE   CACHE is a path, none, or floor: bare streams and no judge
"""

from __future__ import annotations

import asyncio
import json
import sys
from time import perf_counter, process_time
from urllib.parse import urlsplit

SCHEMA = {"type": "object", "properties": {"supported": {"type": "boolean"}}, "required": ["supported"]}
TEXT = "The lamp is covered for two years. " * 60


def flow(number):
    from ragauge.core.flows import Request

    (reply,) = yield (Request("verdict", 1, f"Is claim number-{number}. supported?\n{TEXT}", SCHEMA),)
    return float(reply.data["supported"])


def judged(url: str, number: int, concurrency: int, cache: str) -> dict[str, object]:
    """The run that is measured, imports apart."""
    import aiohttp  # noqa: F401, TID251

    from ragauge.backends.openai_judge import OpenAIJudge
    from ragauge.judging.cache import Cache
    from ragauge.judging.limits import Limits
    from ragauge.judging.running import run_flows

    begin, cpu = perf_counter(), process_time()
    flows = {str(one): flow(one) for one in range(number)}
    kept = None if cache == "none" else Cache(cache)
    results = run_flows(flows, OpenAIJudge("m", url=f"{url}/v1"), Limits(concurrency=concurrency), kept)
    failed = results.failed
    scored = sum(isinstance(one, float) for one in results.outcomes.values())
    taken = {"seconds": perf_counter() - begin, "cpu": process_time() - cpu}
    return {**taken, "calls": results.spent.calls, "scored": scored, "failed": failed}


def floor(url: str, number: int, concurrency: int) -> dict[str, object]:
    """The same requests by bare streams, so many connections: what no client can be faster than."""
    host, port = urlsplit(url).hostname, urlsplit(url).port
    numbers = iter(range(number))

    async def work() -> None:
        reader, writer = await asyncio.open_connection(host, port)
        for one in numbers:
            prompt = f"Is claim number-{one}. supported?\n{TEXT}"
            body = json.dumps({"model": "m", "messages": [{"role": "user", "content": prompt}]}).encode()
            writer.write(f"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
            head = await reader.readuntil(b"\r\n\r\n")
            json.loads(await reader.readexactly(int(head.rpartition(b"Content-Length:")[2])))
        writer.close()

    async def together() -> None:
        await asyncio.gather(*[work() for _ in range(concurrency)])

    begin, cpu = perf_counter(), process_time()
    asyncio.run(together())
    return {"seconds": perf_counter() - begin, "cpu": process_time() - cpu, "calls": number}


def main() -> None:
    url, number, concurrency, cache = sys.argv[1:5]
    given = (url, int(number), int(concurrency))
    print(json.dumps(floor(*given) if cache == "floor" else judged(*given, cache)))


main()
