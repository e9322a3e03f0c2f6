"""Worker processes: they answer what computes, in turn for each client, and end with the server."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread, get_native_id
from typing import Any

import httpx
import pytest
from tests.processes import alive, until_dead

from crownbridge.errors import ConflictError, InputError
from crownbridge.web import workers
from crownbridge.web.workers import WorkerPool, lower_priority


@pytest.fixture
def pool() -> Any:
    made = WorkerPool(2)
    yield made
    made.close()


def run_in_thread(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread of its own: this one may have the event loop of a browser."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def describe() -> tuple[int, int]:
    """The process and its niceness."""
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0)


def note(path: Path, text: str, seconds: float = 0.0) -> str:
    """Append a line to a file after some time."""
    time.sleep(seconds)
    with path.open("a") as file:
        file.write(f"{text}\n")
    return text


def fail() -> None:
    raise InputError("the text contains no games")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_functions_run_in_other_processes_of_low_priority(pool: WorkerPool) -> None:
    async def run() -> list[tuple[int, int]]:
        return [await pool.run("one", describe) for _ in range(3)]

    found = run_in_thread(run())
    assert len(set(found)) == 1
    ((process, niceness),) = set(found)
    assert process != os.getpid()
    assert niceness > os.getpriority(os.PRIO_PROCESS, 0)


def test_a_lower_priority_than_that_of_workers_is_kept() -> None:
    """As of a server that was started with `nice`; only root could raise it."""
    niceness: list[int] = []

    def run() -> None:
        os.setpriority(os.PRIO_PROCESS, get_native_id(), 10)
        lower_priority()
        niceness.append(os.getpriority(os.PRIO_PROCESS, get_native_id()))

    thread = Thread(target=run)
    thread.start()
    thread.join()
    assert niceness == [10]


def test_errors_are_raised_where_the_result_is_awaited(pool: WorkerPool) -> None:
    with pytest.raises(InputError, match="the text contains no games"):
        run_in_thread(pool.run("one", fail))


def test_a_worker_that_dies_is_replaced(pool: WorkerPool) -> None:
    with pytest.raises(ConflictError, match="too much time or memory"):
        run_in_thread(pool.run("one", die))
    assert run_in_thread(pool.run("one", describe))


def test_a_task_that_takes_too_long_is_ended(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_SECONDS", 0.2)
    with pytest.raises(ConflictError, match="too much time or memory"):
        run_in_thread(pool.run("one", time.sleep, 1000))


def test_clients_take_turns(tmp_path: Path) -> None:
    pool, path = WorkerPool(1), tmp_path / "order"

    async def run() -> None:
        first = asyncio.create_task(pool.run("greedy", note, path, "greedy 0", 0.5))
        await asyncio.sleep(0)
        many = [pool.run("greedy", note, path, f"greedy {number}") for number in range(1, 5)]
        await asyncio.gather(first, *many, pool.run("other", note, path, "other"))

    run_in_thread(run())
    pool.close()
    lines = path.read_text().splitlines()
    assert [line for line in lines if line != "other"] == [f"greedy {number}" for number in range(5)]
    assert lines.index("other") <= 2


def test_one_client_leaves_a_process_to_the_others(pool: WorkerPool, tmp_path: Path) -> None:
    path = tmp_path / "order"

    async def run() -> None:
        many = [pool.run("greedy", note, path, "greedy", 0.5) for _ in range(2)]
        await asyncio.gather(*many, pool.run("other", note, path, "other"), pool.run("other", describe))

    run_in_thread(run())
    assert path.read_text().splitlines() != ["greedy", "greedy", "other"]


def test_a_client_may_not_let_endless_tasks_wait(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_WAITING", 3)

    async def run() -> list[Any]:
        tasks = [pool.run("greedy", time.sleep, 0.1) for _ in range(20)]
        return await asyncio.gather(*tasks, pool.run("other", describe), return_exceptions=True)

    *results, other = run_in_thread(run())
    assert isinstance(other, tuple)
    assert 3 <= results.count(None) < 20
    assert all("too many requests" in str(result) for result in results if result is not None)


def test_a_task_that_nobody_awaits_is_ended(tmp_path: Path) -> None:
    pool, path = WorkerPool(1), tmp_path / "order"

    async def run() -> None:
        tasks = [asyncio.create_task(pool.run("one", note, path, text, 1000.0)) for text in ("first", "second")]
        third = asyncio.create_task(pool.run("one", note, path, "third"))
        await asyncio.sleep(0.5)
        for task in reversed(tasks):
            task.cancel()
        await asyncio.wait_for(third, 30)

    run_in_thread(run())
    pool.close()
    assert path.read_text().splitlines() == ["third"]


def hang(*_: Any) -> None:
    time.sleep(1000)


def test_the_task_of_a_client_that_disconnects_is_ended(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.worker_route.answer_in_worker", hang)
    running = start()
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{running.visitor.address}/api/records", json={"text": ""}, timeout=2)
    running.visitor.until(lambda: not running.server.services.workers._running)  # noqa: SLF001 (the only sign of it)


def test_the_requests_of_a_client_have_a_limited_size(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "(;FF[4]GM[11]SZ[5];B[a1])"
    monkeypatch.setattr(workers, "MOST_BYTES", 1000)
    for padding, status in ((700, 200), (1000, 409), (700, 200)):
        answer = visitor.post("/records", {"text": text + " " * padding})
        assert answer.status_code == status, answer.text


def test_requests_that_are_being_received_count(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start()
    visitor, pool = running.visitor, running.server.services.workers
    monkeypatch.setattr(workers, "MOST_BYTES", 1000)
    received = Event()

    def body() -> Iterator[bytes]:
        yield b'{"text": "(;FF[4]GM[11]SZ[5];B[a1])"' + b" " * 500
        received.wait(30)
        yield b"}"

    with ThreadPoolExecutor() as threads:
        headers = {"Content-Type": "application/json"}
        first = threads.submit(httpx.post, f"{visitor.address}/api/records", content=body(), headers=headers)
        visitor.until(lambda: pool._sizes)  # noqa: SLF001 (the only sign of it)
        assert visitor.post("/records", {"text": " " * 700}).status_code == 409
        received.set()
        assert first.result().status_code == 200


def test_a_long_game_is_read_in_its_worker(start: Any) -> None:
    running = start()
    visitor = running.visitor
    name = visitor.open("random", "random")
    visitor.until_over(name)
    logged = running.server.rooms.opened(name).logged(1)
    assert len(pickle.dumps(logged)) < 2000 < visitor.get(f"/rooms/{name}")["size"]


def test_tasks_that_wait_end_with_the_pool() -> None:
    pool = WorkerPool(1)

    async def run() -> list[Any]:
        tasks = [asyncio.create_task(pool.run("one", time.sleep, 1000)) for _ in range(3)]
        await asyncio.sleep(0.5)
        await asyncio.to_thread(pool.close)
        return await asyncio.gather(*tasks, return_exceptions=True)

    assert [type(result) for result in run_in_thread(run())] == [ConflictError] * 3


def test_large_answers_are_computed_in_a_worker(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is replaced in the server is not replaced in its workers."""
    cells = [f"{column}{row}" for column in "abcdefghijk" for row in range(1, 12)]
    tree: list[dict[str, Any]] = [{"parent": None, "move": None}]
    for first in cells[:100]:
        tree += [{"parent": 0, "move": first}, {"parent": len(tree), "move": "k11"}]
    large = visitor.post("/studies", {"game": "hex", "tree": tree}).json()["id"]
    small = visitor.post("/studies", {"game": "hex", "tree": tree[:3]}).json()["id"]
    monkeypatch.setattr("crownbridge.web.routes.studies.document", None)
    monkeypatch.setattr("crownbridge.web.routes.records.document", None)
    assert len(visitor.get(f"/studies/{large}")["document"]["tree"]) == len(tree)
    assert len(visitor.post("/records", {"text": "(;FF[4]GM[11]SZ[5];B[a1])"}).json()["games"]) == 1
    assert visitor.http.get(f"/api/studies/{small}").status_code == 500  # which closes the connection


def test_large_studies_are_read_in_a_worker(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is replaced in the server is not replaced in its workers."""
    monkeypatch.setattr("starlette.requests.Request.json", None)
    monkeypatch.setattr("crownbridge.records.json_lines.loads", None)
    content = {"tree": [{}, {"parent": 0, "move": "a1", "comment": "x" * 10_000}]}
    name = visitor.post("/studies", {"game": "hex", **content}).json()["id"]
    answer = visitor.http.put(f"/api/studies/{name}", json={"revision": 1, **content})
    assert (answer.status_code, answer.json()) == (200, {"revision": 2})
    answer = visitor.http.put(f"/api/studies/{name}", json={"revision": 1, **content})
    assert (answer.status_code, "changed elsewhere" in answer.json()["detail"]) == (409, True)
    assert visitor.get("/studies")[0]["revision"] == 2


KILLED = """
import asyncio, os, sys, time
from crownbridge.web.workers import WorkerPool
async def run():
    pool = WorkerPool(1)
    print(await pool.run("one", os.getpid), flush=True)
    await pool.run("one", time.sleep, 1000)
if __name__ == "__main__":
    asyncio.run(run())
"""


def test_a_worker_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(KILLED)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        assert alive(worker)
        server.kill()
    assert until_dead(worker)
