"""Tournaments that are really played, by instant bots: what is in the store is what was scheduled, each game once."""

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crownbridge import games
from crownbridge.errors import CrownbridgeError
from crownbridge.games import Outcome, Termination
from crownbridge.players import FaultError, HumanPlayer, Player
from crownbridge.players.player import RandomPlayer
from crownbridge.ratings import Verdict, standings
from crownbridge.store import PackedGame, Store, StoredGame
from crownbridge.tournaments import Finished, Pairing, Tournament, canonical
from crownbridge.tournaments.executor import Executor, GameSnapshot, Inline, Play, Played
from crownbridge.tournaments.forfeits import Forfeits
from crownbridge.tournaments.game_runner import GameRunner, unplayed
from crownbridge.tournaments.runner import GameEnded, Observer, Runner
from crownbridge.tournaments.scoreboard import Scoreboard
from crownbridge.tournaments.workers import AHEAD, ATTEMPTS, Workers

ENDLESS = 1000
LINES_BOT = Path(__file__).parents[2] / "examples" / "lines_bot.py"
HTP_BOT = Path(__file__).parents[2] / "examples" / "htp_bot.sh"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.db") as opened:
        yield opened


def tournament(kind: str, agents: int, /, *engines: str, **keys: Any) -> Tournament:
    """Hex on a small board among agents that play at random, but for the engines that are named."""
    names = [*engines, *["random"] * (agents - len(engines))]
    given = {
        "id": "test",
        "agents": [{"id": f"agent {n}", "type": "engine", "engine": name} for n, name in enumerate(names)],
        "tournamentType": kind,
        "timeLimit": 60_000,
        "game": "hex",
        "gameOptions": {"size": 3},
        "openings": "random",
    }
    return Tournament.model_validate({**given, **keys})


def executor(config: Tournament, where: str) -> Executor:
    return Workers(partial(GameRunner, config), 2) if where == "workers" else Inline(GameRunner(config))


def play(
    config: Tournament, store: Store, where: str = "workers", most: int = ENDLESS, observers: tuple[Observer, ...] = ()
) -> Scoreboard:
    """Run it to its end, or until `most` games have ended."""
    store.begin(config.id, canonical(config))
    scoreboard = Scoreboard(config)
    runs_them = executor(config, where)
    try:
        runner = Runner(
            config.id, config.scheduler(), store, runs_them, [scoreboard, *observers], forfeits=Forfeits(config)
        )
        runner.run(lambda: len(scoreboard.results) >= most or scoreboard.enough())
    finally:
        runs_them.close()
    return scoreboard


def scheduled(config: Tournament, store: Store) -> list[str]:
    """The games that the format asks for, when they end as they did."""
    games = {game.identity: game for game in store.games(config.id)}
    scheduler = config.scheduler()
    found: list[str] = []
    while len(found) < len(games) and (pairing := scheduler.next()):
        found.append(pairing.identity)
        scheduler.report(Finished(pairing, games[pairing.identity].points))
    assert config.tournament_type in {"ladder", "match", "randomMatches"} or scheduler.over
    return found


def check(config: Tournament, store: Store, scoreboard: Scoreboard) -> None:
    """Check that rows, records, standings and the scoreboard agree."""
    points: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for game, record in store.records(config.id):
        game.check(record)
        assert record.outcome
        winner = record.outcome.winner
        for side, agent in enumerate(record.players):
            played[agent] += 1
            points[agent] += 1 if winner is None else 2 * (int(winner) == side)
    lines = standings(scoreboard.results, [*played]).lines
    assert {line.agent: (line.games, 2 * line.points) for line in lines} == {
        agent: (played[agent], points[agent]) for agent in played
    }
    assert len(scoreboard.results) == len(store.identities(config.id)) == sum(played.values()) // 2
    heard: Counter[str] = Counter()
    for result in scoreboard.results:
        heard[result.agents[0]] += round(2 * result.points)
        heard[result.agents[1]] += round(2 - 2 * result.points)
    assert heard == points


@pytest.mark.parametrize("where", ["workers", "inline"])
@pytest.mark.parametrize(
    ("config", "games"),
    [
        (tournament("roundRobin", 8), 8 * 7),
        (tournament("roundRobin", 8, gamesPerPairing=1, game="checkers", gameOptions={}, maxMoves=20), 8 * 7 // 2),
        (tournament("swiss", 16, rounds=4), 16 * 4),
        (tournament("gauntlet", 5, rounds=3), 4 * 3 * 2),
    ],
    ids=["roundRobin", "checkers", "swiss", "gauntlet"],
)
def test_formats_of_so_many_games(store: Store, where: str, config: Tournament, games: int) -> None:
    scoreboard = play(config, store, where)
    assert sorted(scheduled(config, store)) == sorted(game.identity for game in store.games(config.id))
    assert len(scoreboard.results) == games
    check(config, store, scoreboard)


@pytest.mark.parametrize("where", ["workers", "inline"])
def test_the_one_who_can_play_wins_the_knockout(store: Store, where: str) -> None:
    config = tournament("knockout", 8, "random", "random", "hex:3", gameOptions={"size": 5}, openings="initial")
    scoreboard = play(config, store, where)
    assert set(scheduled(config, store)) == store.identities(config.id)
    check(config, store, scoreboard)
    scheduler = config.scheduler()
    points = {game.identity: game.points for game in store.games(config.id)}
    while pairing := scheduler.next():
        scheduler.report(Finished(pairing, points[pairing.identity]))
    assert scheduler.ranking
    assert scheduler.ranking[0] == "agent 2"


@pytest.mark.parametrize("where", ["workers", "inline"])
@pytest.mark.parametrize("kind", ["ladder", "randomMatches"])
def test_formats_without_an_end_are_stopped_and_taken_up(store: Store, where: str, kind: str) -> None:
    config = tournament(kind, 6)
    first = play(config, store, where, 30)
    before = {game.identity: game for game in store.games(config.id)}
    check(config, store, first)
    second = play(config, store, where, 60)
    after = {game.identity: game for game in store.games(config.id)}
    assert len(before) >= 30
    assert len(after) >= 60
    assert before.items() <= after.items()
    assert second.resumed == len(before)
    check(config, store, second)


@pytest.mark.parametrize("where", ["workers", "inline"])
@pytest.mark.parametrize(("engines", "verdict"), [(("hex:3", "random"), Verdict.H1), (("random", "hex:3"), Verdict.H0)])
def test_a_match_ends_by_itself_and_stays_ended(
    store: Store, where: str, engines: tuple[str, str], verdict: Verdict
) -> None:
    config = tournament("match", 2, *engines, gameOptions={"size": 5}, sprt={"elo0": 0.0, "elo1": 100.0}, rounds=500)
    scoreboard = play(config, store, where)
    assert scoreboard.evidence
    assert scoreboard.evidence.verdict is verdict
    check(config, store, scoreboard)
    games = store.identities(config.id)
    assert len(games) < ENDLESS
    again = play(config, store, where)
    assert again.resumed == len(games) == len(store.identities(config.id))
    check(config, store, again)


def test_what_is_stored_is_not_played_again(store: Store) -> None:
    config = tournament("roundRobin", 8)
    play(config, store, most=20)
    before = list(store.games(config.id))
    scoreboard = play(config, store)
    assert scoreboard.resumed == len(before) < 8 * 7 == len(store.identities(config.id))
    assert list(store.games(config.id))[: len(before)] == before
    check(config, store, scoreboard)


def test_of_two_runs_at_once_both_go_by_the_games_that_are_stored(store: Store) -> None:
    """A second run, which plays at random too, has all of it played behind the back of the first."""
    config = tournament("swiss", 6)

    def play_all_of_it(ended: GameEnded) -> None:
        if not ended.resumed and len(store.identities(config.id)) < (config.scheduler().total or 0):
            play(config, store, "inline")

    scoreboard = play(config, store, "workers", observers=(play_all_of_it,))
    assert sorted(scheduled(config, store)) == sorted(game.identity for game in store.games(config.id))
    assert len(scoreboard.results) == config.scheduler().total
    check(config, store, scoreboard)


def test_games_of_a_worker_that_dies_are_begun_again(store: Store) -> None:
    config = tournament("roundRobin", 8, rounds=4, gameOptions={"size": 5})
    heard: list[str] = []
    killed: set[int | None] = set()

    def kill(ended: GameEnded) -> None:
        heard.append(ended.game.identity)
        if len(heard) % 25 == 10:
            victim = min(
                multiprocessing.active_children(), key=lambda child: child.pid or 0
            )  # the other may just start
            victim.kill()
            victim.join()  # which may take long where there is much to do
            killed.add(victim.pid)

    scoreboard = play(config, store, observers=(kill,))
    assert len(killed) == 9
    assert len(heard) == len(set(heard)) == 8 * 7 * 4
    assert set(heard) == store.identities(config.id) == set(scheduled(config, store))
    check(config, store, scoreboard)


def wait_for_the_gate(folder: Path, pairing: Pairing) -> Played:
    """A game that has begun, and lasts until the gate is there."""
    (folder / str(pairing.opening)).touch()
    while not (folder / "gate").exists():
        time.sleep(0.01)
    return Played(
        pairing, PackedGame(StoredGame(pairing.identity, ("a", "b"), None, "normal", "", "", 1, 0, counts=True), b"")
    )


def make_gated_play(folder: Path) -> Play:
    return partial(wait_for_the_gate, folder)


def test_games_that_have_not_begun_are_withdrawn(tmp_path: Path) -> None:
    first, second = (Pairing(f"game-{number}", ("a", "b"), number) for number in (1, 2))
    workers = Workers(partial(make_gated_play, tmp_path), 1)
    try:
        workers.submit(first)
        workers.submit(second)
        while not (tmp_path / "1").exists():
            time.sleep(0.01)
        workers.withdraw()
        while not workers.free_slots:
            assert not workers.finished()
        (tmp_path / "gate").touch()
        back: list[Played] = []
        while workers.busy:
            back += workers.finished()
    finally:
        workers.close()
    assert [played.pairing for played in back] == [first]
    assert not (tmp_path / "2").exists()


def refuse_connection() -> Play:
    raise ConnectionRefusedError("the database is not there")


def tell_its_cores() -> Play:
    raise CrownbridgeError(f"plays on {len(os.sched_getaffinity(0))} core")


class Idle:
    """A worker that notes its orders."""

    core = None

    def __init__(self, *_: object) -> None:
        self.games: list[Pairing] = []
        self.orders: list[tuple[str, str]] = []

    def send_game(self, pairing: Pairing, void: str = "") -> None:
        self.games.append(pairing)
        self.orders.append((pairing.identity, void))

    def close(self) -> None:
        pass


def test_only_the_game_that_was_played_counts_the_death_of_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.tournaments.workers._Worker", Idle)
    make_play: Any = None
    workers: Any = Workers(make_play, 1)
    for number in (1, 2):
        workers.submit(Pairing(f"game-{number}", ("a", "b"), number))
    orders = []
    for _ in range(ATTEMPTS):
        workers._replace(0)
        orders.append(workers._workers[0].orders)  # noqa: SLF001 (the same)
    void = ("game-1", f"its worker has died {ATTEMPTS} times")
    assert orders == [[("game-1", ""), ("game-2", "")]] * (ATTEMPTS - 1) + [[void, ("game-2", "")]]


@pytest.mark.parametrize(
    ("make", "error", "told"),
    [
        (partial(os._exit, 3), CrownbridgeError, f"died {ATTEMPTS} times"),
        (partial(int, "?"), ValueError, "invalid"),
        (tell_its_cores, CrownbridgeError, "plays on 1 core"),
        (refuse_connection, ConnectionRefusedError, "the database is not there"),
    ],
    ids=["dies", "fails", "reports its cores", "fails to connect"],
)
def test_workers_that_cannot_play_end_the_tournament(
    store: Store, make: Callable[[], Any], error: type[Exception], told: str
) -> None:
    config = tournament("roundRobin", 3)
    store.begin(config.id, canonical(config))
    workers = Workers(make, 2, pin=True)
    try:
        with pytest.raises(error, match=told):
            Runner(config.id, config.scheduler(), store, workers).run()
    finally:
        workers.close()
    assert not store.identities(config.id)
    assert not multiprocessing.active_children()


class Onlooker:
    """Sees games while it wants to."""

    def __init__(self) -> None:
        self.is_watching = True
        self.seen: list[GameSnapshot] = []

    def see(self, snapshot: GameSnapshot) -> None:
        self.seen.append(snapshot)


def test_a_game_that_is_over_is_not_under_way() -> None:
    config = tournament("match", 2)
    table = GameRunner(config)
    pairing = config.scheduler().next()
    assert pairing is not None
    assert table(pairing).packed.game.identity == pairing.identity
    assert table.snapshot() is None


@pytest.mark.parametrize("watching", [True, False])
def test_whoever_looks_sees_the_games_under_way(store: Store, *, watching: bool) -> None:
    given = {"game": "checkers", "gameOptions": {}, "timePerMove": 100, "maxMoves": 8}
    config = tournament("roundRobin", 2, "checkers", "checkers", **given)
    store.begin(config.id, canonical(config))
    onlooker = Onlooker()
    onlooker.is_watching = watching
    workers = Workers(partial(GameRunner, config), 2)
    workers.watch(onlooker)
    try:
        Runner(config.id, config.scheduler(), store, workers).run()
    finally:
        workers.close()
    assert bool(onlooker.seen) is watching
    assert {snapshot.identity for snapshot in onlooker.seen} <= store.identities(config.id)
    for snapshot in onlooker.seen:
        if snapshot.before is not None:
            assert str(snapshot.before.play(snapshot.move)) == str(snapshot.position)
        assert sorted(snapshot.players) == ["agent 0", "agent 1"]


class Failing(GameRunner):
    """A table of which one player makes our own code fail, in one way or another."""

    def __init__(self, config: Tournament, way: str) -> None:
        super().__init__(config)
        self._way = way

    def make_player(self, agent_id: str, seed: int) -> Player:
        if agent_id != "agent 1":
            return super().make_player(agent_id, seed)
        if self._way == "make":
            raise ZeroDivisionError("of ours")
        return FailingPlayer(agent_id, self._way)


class FailingPlayer(RandomPlayer):
    """Fails where a player should not."""

    def __init__(self, name: str, way: str) -> None:
        super().__init__(1)
        self.name, self._way = name, way

    def choose(self, *given: Any) -> Any:
        if self._way == "choose":
            raise ZeroDivisionError("of ours")
        if self._way == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(*given)

    def finish(self, *given: Any) -> Any:
        if self._way == "finish":
            raise ZeroDivisionError("of ours")
        return super().finish(*given)


class LatePlayer(RandomPlayer):
    """Loses on time in its first games because of other programs."""

    def __init__(self, name: str, games: int) -> None:
        super().__init__(1)
        self.name, self.late_games = name, games

    def choose(self, *given: Any) -> Any:
        if self.late_games:
            self.late_games -= 1
            raise FaultError(Termination.TIMEOUT, "did not answer in time", excuse="the machine was busy")
        return super().choose(*given)


def replace_agent(monkeypatch: pytest.MonkeyPatch, player: Player) -> None:
    """Let a player play instead of the agent of its name."""
    make_player = GameRunner.make_player
    monkeypatch.setattr(
        GameRunner,
        "make_player",
        lambda runner, agent, seed: player if agent == player.name else make_player(runner, agent, seed),
    )


@pytest.mark.parametrize(("late_games", "termination"), [(1, "normal"), (2, "normal"), (3, "timeout")])
def test_a_game_that_the_machine_decided_is_played_again_and_says_so(
    late_games: int, termination: str, store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tournament("roundRobin", 2, gamesPerPairing=1)
    replace_agent(monkeypatch, LatePlayer("agent 1", late_games))
    scoreboard = play(config, store, "inline")
    (game,) = store.games(config.id)
    assert (game.counts, game.termination) == (True, termination)
    voids = min(late_games, 2)
    void = "void, and not the fault of agent 1"
    lines = capsys.readouterr().err.splitlines()
    assert [line.startswith(f"{game.identity} is played again: {void}") for line in lines] == [True] * voids
    games = f"{voids} void game{'s' * (voids > 1)} of agent 1"
    assert game.detail.startswith(f"played again after {games} ({void}")
    assert game.detail.count("did not answer in time") == 1 + (termination == "timeout")
    assert store.record(config.id, game.identity).outcome.detail == game.detail
    assert scoreboard.voids == {"agent 1": voids}
    assert scoreboard.void_lines() == [f"{games}, played again; the first: {game.identity}: {game.detail}"]


def test_a_void_game_with_a_person_is_not_played_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tournament("roundRobin", 2, gamesPerPairing=1)
    late, person = LatePlayer("agent 1", 1), HumanPlayer()
    person.name = "agent 0"
    monkeypatch.setattr(person, "choose", RandomPlayer(1).choose)
    replace_agent(monkeypatch, late)
    replace_agent(monkeypatch, person)
    play(config, store, "inline")
    (game,) = store.games(config.id)
    assert (game.counts, game.termination) == (False, "interrupted")
    assert game.detail.startswith("void, and not the fault of agent 1")


@pytest.mark.parametrize("way", ["make", "choose", "finish", "die"])
def test_an_internal_error_voids_its_game_and_the_tournament_goes_on(store: Store, way: str) -> None:
    """Also after resuming: the void game is not played again."""
    config = tournament("roundRobin", 3, gamesPerPairing=1)
    store.begin(config.id, canonical(config))
    for most in (2, ENDLESS, ENDLESS):
        scoreboard = Scoreboard(config)
        workers = Workers(partial(Failing, config, way), 1)
        try:
            runner = Runner(config.id, config.scheduler(), store, workers, [scoreboard])
            runner.run(lambda scoreboard=scoreboard, most=most: len(scoreboard.results) >= most)  # type: ignore[misc]
        finally:
            workers.close()
    games = list(store.games(config.id))
    assert {game.identity for game in games} == set(scheduled(config, store))
    void = [game for game in games if "agent 1" in game.agents]
    assert len(void) == 2
    assert len(games) == 3
    told = "its worker has died 3 times" if way == "die" else "ZeroDivisionError: of ours (test_running.py, line"
    for game in void:
        assert game.detail.startswith(f"internal error: {told}"), game.detail
        assert (game.counts, game.winner, game.termination) == (False, None, "interrupted")
    assert all(game.counts for game in games if game not in void)
    assert list(store.damaged(config.id)) == []


@pytest.mark.parametrize("game", games.available())
def test_programs_for_any_game_start_from_openings(store: Store, game: str) -> None:
    bot = {"id": "bot", "type": "executable", "command": f"'{sys.executable}' '{LINES_BOT}'", "protocol": "lines"}
    other = {"id": "other", "type": "engine", "engine": "random"}
    config = tournament("roundRobin", 0, agents=[bot, other], game=game, gameOptions={}, openings="random")
    store.begin(config.id, canonical(config))
    play(config, store, "inline")
    assert [found.detail for found in store.games(config.id)] == [""] * 2


@pytest.mark.parametrize("command", ["sh bot.sh", "./bot.sh"])
@pytest.mark.parametrize("played", [0, 1])
def test_a_folder_that_vanishes_voids_the_games_of_its_bot_and_the_tournament_goes_on(
    store: Store, tmp_path: Path, command: str, played: int
) -> None:
    folder, gone = tmp_path / "bot", tmp_path / "gone"
    folder.mkdir()
    shutil.copy(HTP_BOT, folder / "bot.sh")
    (folder / "bot.sh").chmod(0o755)
    bot = {"id": "bot", "type": "executable", "command": command, "protocol": "htp", "folder": str(folder)}
    random = [{"id": name, "type": "engine", "engine": "random"} for name in ("ann", "eve")]
    config = tournament("roundRobin", 0, agents=[bot, *random])
    store.begin(config.id, canonical(config))

    def remove(_: object) -> None:
        if folder.exists() and sum("bot" in game.agents for game in store.games(config.id)) >= played:
            folder.rename(gone)

    remove(None)
    play(config, store, "inline", observers=(remove,))
    assert len(store.identities(config.id)) == config.scheduler().total
    games = [game for game in store.games(config.id) if "bot" in game.agents]
    void = [game for game in games if game.termination == "interrupted"]
    assert len(void) == len(games) - played
    for game in void:
        assert str(folder) in game.detail, game.detail
        assert "bot" in game.detail
        assert not game.counts
    assert all(game.termination == "normal" for game in store.games(config.id) if game not in void)


KILLED = """
import os, signal, time
from crownbridge.tournaments import Pairing
from crownbridge.tournaments.workers import Workers
def play(pairing):
    time.sleep(600)
def make_play():
    return play
if __name__ == "__main__":
    workers = Workers(make_play, 2)
    for number in range(2):
        workers.submit(Pairing(str(number), ("a", "b"), number))
    while any(len(os.listdir(f"/proc/{worker._process.pid}/task")) < 2 for worker in workers._workers):
        time.sleep(0.01)  # until the second thread of each worker listens to its connection
    assert os.listdir(os.environ["TMPDIR"])
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_tournament_that_is_killed_leaves_no_folder_behind(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    with tempfile.TemporaryDirectory() as name:  # a short path: it is part of a socket's address
        folder = Path(name)
        done = subprocess.run([sys.executable, script], env={**os.environ, "TMPDIR": name}, check=False)
        assert done.returncode == -signal.SIGKILL
        deadline = time.monotonic() + 30
        while list(folder.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert list(folder.iterdir()) == []


def with_faulty(kind: str, faulty: int, agents: int, /, **keys: Any) -> Tournament:
    """A tournament in which the first agents exit at once, and are out after two games."""
    exits = [{"id": f"exits {n}", "type": "executable", "command": "false", "protocol": "lines"} for n in range(faulty)]
    others = [{"id": f"random {n}", "type": "engine", "engine": "random"} for n in range(agents - faulty)]
    keys = {"openings": "initial", "sandbox": {"kind": "none"}, "maxFaults": 2, **keys}
    return tournament(kind, 0, **keys, agents=[*exits, *others])


def ends(config: Tournament, store: Store) -> dict[str, tuple[str | None, str, bool]]:
    return {game.identity: (game.winner, game.termination, game.counts) for game in store.games(config.id)}


@pytest.mark.parametrize("where", ["workers", "inline"])
@pytest.mark.parametrize(
    "config",
    [
        with_faulty("roundRobin", 1, 5),
        with_faulty("gauntlet", 1, 5),
        with_faulty("swiss", 1, 5, rounds=4),
        with_faulty("knockout", 1, 4, gamesPerPairing=11),
        with_faulty("ladder", 1, 4, rounds=8),
        with_faulty("randomMatches", 1, 3, rounds=20),
        with_faulty("match", 1, 2, rounds=10),
    ],
    ids=lambda config: config.tournament_type,
)
def test_an_agent_with_too_many_faults_forfeits_its_other_games(store: Store, where: str, config: Tournament) -> None:
    check(config, store, play(config, store, where))
    lost = [game for game in store.games(config.id) if "exits 0" in game.agents]
    assert scheduled(config, store)
    assert not [game for game in lost if game.failed != "exits 0"]
    played = [game for game in lost if game.ending is not Termination.FORFEIT]
    assert 2 <= len(played) <= (2 if where == "inline" else 2 + 2 * AHEAD - 1) < len(lost)  # some had been handed out
    forfeit = next(game for game in lost if game.ending is Termination.FORFEIT)
    assert forfeit.moves == 0
    assert forfeit.detail.startswith("exits 0 forfeits its remaining games, because it lost ")
    assert forfeit.detail.endswith(
        f" by faults (maxFaults is 2); the first was {played[0].identity}: {played[0].detail}"
    )
    assert store.record(config.id, forfeit.identity).outcome.detail == forfeit.detail


def fixed(pairing: Pairing) -> Played:
    """A game with a fixed result: agents that exit win their first two games of a pairing and crash in all others."""
    game, number = games.load("hex", size=3), int(pairing.identity.rpartition("/")[2])
    faulty = [agent.startswith("exits") for agent in pairing.agents]
    crashes = number > 2 and any(faulty)
    winner = game.sides[faulty.index(not crashes) if True in faulty and False in faulty else 1]
    return unplayed(game, pairing, Outcome(winner, Termination.CRASH if crashes else Termination.RESIGNATION))


@pytest.mark.parametrize("kind", ["roundRobin", "swiss", "knockout"])
def test_forfeits_are_the_same_however_often_a_tournament_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(GameRunner, "__call__", lambda _, pairing: fixed(pairing))
    config = with_faulty(kind, 2, 5, gamesPerPairing=3, maxFaults=1)
    with Store.open(tmp_path / "whole.db") as store:
        play(config, store, "inline")
        whole = ends(config, store)
    with Store.open(tmp_path / "parts.db") as store:
        for most in range(1, len(whole) + 1):
            play(config, store, "inline", most)
        assert ends(config, store) == whole
    assert {"forfeit", "interrupted"}.intersection(termination for _, termination, _ in whole.values())


@pytest.mark.parametrize(("kind", "faulty"), [("roundRobin", 4), ("swiss", 4), ("knockout", 2)])
def test_a_game_that_both_agents_forfeit_is_void(
    store: Store, monkeypatch: pytest.MonkeyPatch, kind: str, faulty: int
) -> None:
    monkeypatch.setattr(GameRunner, "__call__", lambda _, pairing: fixed(pairing))
    config = with_faulty(kind, faulty, 4, gamesPerPairing=3, maxFaults=1)
    scoreboard = play(config, store, "inline")
    assert scheduled(config, store)
    voids = [game for game in store.games(config.id) if not game.counts]
    assert voids
    assert all(game.detail.count(" forfeits its remaining games") == 2 for game in voids)
    assert len(scoreboard.results) == len(list(store.games(config.id))) - len(voids)


@pytest.mark.parametrize(("kind", "faulty", "agents"), [("match", 1, 2), ("ladder", 2, 3), ("randomMatches", 3, 3)])
def test_an_endless_tournament_ends_when_only_one_agent_is_left(
    store: Store, kind: str, faulty: int, agents: int
) -> None:
    scoreboard = play(with_faulty(kind, faulty, agents), store, "inline", most=500)
    assert len(scoreboard.results) < 100
