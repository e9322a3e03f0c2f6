"""The formats, played with known results in any order of their games' ends."""

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownbridge.errors import OptionError
from crownbridge.ratings.running import START
from crownbridge.tournaments import Finished, Pairing, Scheduler, Terms, available_formats, make_scheduler
from crownbridge.tournaments.formats.gauntlet import Gauntlet
from crownbridge.tournaments.formats.knockout import bracket
from crownbridge.tournaments.formats.ladder import STEP, Ladder
from crownbridge.tournaments.matching import preferred_matching
from crownbridge.tournaments.scheduler import DEFAULT_TERMS, points_of

Result = Callable[[Pairing], float | None]
NAMES = ("gauntlet", "knockout", "ladder", "match", "randomMatches", "roundRobin", "swiss")


def agents(count: int) -> list[str]:
    return [f"agent-{number}" for number in range(1, count + 1)]


def by_strength(agents: Sequence[str]) -> Result:
    """The one that is listed first wins, whoever begins."""

    def result(pairing: Pairing) -> float:
        one, other = map(agents.index, pairing.agents)
        return 1.0 if one < other else 0.0

    return result


def by_chance(seed: int) -> Result:
    """Any result, void ones too, but always the same for a game."""

    def result(pairing: Pairing) -> float | None:
        return random.Random(f"{seed}/{pairing.identity}").choice([0.0, 0.5, 1.0, 1.0, None])

    return result


def play(scheduler: Scheduler, result: Result, order: int = 0, most: int = 10_000) -> list[Finished]:
    """Return all games in a random order of ending; at most `most` if there is no end."""
    chance = random.Random(order)
    running: list[Pairing] = []
    ended: list[Finished] = []
    at_once = chance.randint(1, 12)
    while len(ended) < most:
        while len(running) < at_once and (pairing := scheduler.next()):
            running.append(pairing)
        if not running:
            break
        pairing = running.pop(chance.randrange(len(running)))
        ended.append(Finished(pairing, result(pairing)))
        scheduler.report(ended[-1])
    assert scheduler.over == (not running and len(ended) < most) or len(ended) == most
    identities = [finished.pairing.identity for finished in ended]
    assert len(set(identities)) == len(identities)
    return ended


def points(ended: Sequence[Finished]) -> Counter[str]:
    """Return the doubled points of each agent."""
    found: Counter[str] = Counter()
    for pairing, result in ended:
        if result is not None:
            found[pairing.agents[0]] += round(2 * result)
            found[pairing.agents[1]] += round(2 * (1 - result))
    return found


def meetings(ended: Sequence[Finished]) -> Counter[frozenset[str]]:
    """How many games any two have played."""
    return Counter(frozenset(finished.pairing.agents) for finished in ended)


def leans(ended: Sequence[Finished]) -> Counter[str]:
    """By how many games more each has moved first than second."""
    found: Counter[str] = Counter()
    for pairing, _ in ended:
        found[pairing.agents[0]] += 1
        found[pairing.agents[1]] -= 1
    return found


def played(name: str, count: int, terms: Terms = DEFAULT_TERMS, **how: int) -> tuple[Scheduler, list[Finished]]:
    """A tournament that the stronger always win."""
    found = make_scheduler(name, agents(count), terms)
    return found, play(found, by_strength(agents(count)), **how)


def rounds(ended: Sequence[Finished]) -> dict[str, list[Pairing]]:
    found: dict[str, list[Pairing]] = {}
    for pairing, _ in ended:
        found.setdefault(pairing.identity.partition("/")[0], []).append(pairing)
    return found


def test_all_formats_are_found_by_the_door_that_is_open_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(NAMES) <= set(available_formats())
    entry = EntryPoint("mine", "crownbridge.tournaments.formats.match:Match", "crownbridge.formats")
    monkeypatch.setattr("crownbridge.tournaments.formats.plugins", {"formats": {"mine": entry}}.__getitem__)
    assert available_formats() == ("mine",)
    assert make_scheduler("mine", ["a", "b"]).next() == Pairing("round-1/a/b/1", ("a", "b"), 0, "round-1/a/b/1+2")
    with pytest.raises(OptionError, match="there is no format called 'swiss'; there are: mine"):
        make_scheduler("swiss", ["a", "b"])


def test_a_round_robin_of_eight() -> None:
    found, ended = played("roundRobin", 8)
    assert found.total == len(ended) == 56
    assert set(meetings(ended).values()) == {2}
    assert [points(ended)[agent] for agent in agents(8)] == [28, 24, 20, 16, 12, 8, 4, 0]
    assert {finished.pairing.opening for finished in ended} == {0}


def test_a_swiss_of_sixteen() -> None:
    found, ended = played("swiss", 16, Terms(games=1))
    assert found.total == len(ended) == 32
    # When the better always wins, four rounds sort sixteen as a tree would: by binomial coefficients.
    assert Counter(points(ended)[agent] for agent in agents(16)) == {8: 1, 6: 4, 4: 6, 2: 4, 0: 1}
    assert points(ended)["agent-1"] == 8
    assert found.ranking
    assert found.ranking[0] == "agent-1"
    assert found.ranking[-1] == "agent-16"
    first = {frozenset(pairing.agents) for pairing in rounds(ended)["round-1"]}
    assert first == {frozenset((f"agent-{n}", f"agent-{n + 8}")) for n in range(1, 9)}


def test_a_swiss_pairs_agents_with_equal_points_so_that_colours_alternate() -> None:
    _, ended = played("swiss", 8, Terms(rounds=2, games=1))
    assert set(leans(ended).values()) == {0}


def test_the_ranking_of_a_swiss_follows_every_game() -> None:
    found = make_scheduler("swiss", agents(4), Terms(games=1))
    games = [found.next(), found.next()]
    assert games[1]
    winner = games[1].agents[1]
    found.report(Finished(games[1], 0.0))
    assert found.ranking
    assert found.ranking[0] == winner


def test_a_bye_is_worth_a_won_round_of_any_number_of_games() -> None:
    """The last of three has the first bye, is ahead of two who drew all their games, and meets the first of these."""
    found = make_scheduler("swiss", agents(3), Terms(games=4))
    first = [found.next() for _ in range(4)]
    for pairing in first:
        assert pairing
        assert set(pairing.agents) == {"agent-1", "agent-2"}
        found.report(Finished(pairing, 0.5))
    second = found.next()
    assert second
    assert found.byes == {"agent-3": 4}
    assert found.ranking == ("agent-3", "agent-1", "agent-2")
    assert set(second.agents) == {"agent-1", "agent-3"}


def test_a_knockout_of_eight() -> None:
    found, ended = played("knockout", 8)
    assert len(ended) == 14
    assert found.ranking == tuple(agents(8))
    assert {name: len(games) for name, games in rounds(ended).items()} == {"round-1": 8, "round-2": 4, "round-3": 2}
    assert meetings(ended)[frozenset(("agent-1", "agent-2"))] == 2


def test_a_knockout_of_five_spares_the_first_three_a_round() -> None:
    found, ended = played("knockout", 5)
    first = {agent for pairing in rounds(ended)["round-1"] for agent in pairing.agents}
    assert first == {"agent-4", "agent-5"}
    assert found.ranking == tuple(agents(5))
    assert len(ended) == 8


def test_a_tie_is_broken_by_pairs_of_games_and_then_by_seed() -> None:
    found = make_scheduler("knockout", agents(2))
    ended = play(found, lambda _: 0.5)
    assert len(ended) == 2 + 4 * 2
    assert found.ranking == ("agent-1", "agent-2")
    assert len({pairing.opening for pairing, _ in ended}) == 5

    def late(pairing: Pairing) -> float:
        if pairing.identity.endswith(("/1", "/2")):
            return 0.5
        return float(pairing.agents[0] == "agent-2")

    found = make_scheduler("knockout", agents(2))
    assert len(play(found, late)) == 4
    assert found.ranking == ("agent-2", "agent-1")


def test_the_bracket_of_eight() -> None:
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]


@pytest.mark.parametrize(
    ("points", "given"), [(1.0, (1.0, 0.0)), (0.5, (0.5, 0.5)), (0.0, (0.0, 1.0)), (None, (0.0, 0.0))]
)
def test_what_a_game_gives_to_its_agents(points: float | None, given: tuple[float, float]) -> None:
    """A void one gives nothing to anybody."""
    assert points_of(Finished(Pairing("1", ("a", "b"), 0), points)) == dict(zip("ab", given, strict=True))


def test_a_gauntlet() -> None:
    found, ended = played("gauntlet", 5, Terms(rounds=3, games=4))
    assert found.total == len(ended) == 48
    assert all("agent-1" in pairing.agents for pairing, _ in ended)
    assert set(meetings(ended).values()) == {12}
    assert {pairing.opening for pairing, _ in ended} == set(range(6))
    _, single = played("gauntlet", 4, Terms(rounds=2, games=1))
    assert leans(single) == dict.fromkeys(agents(4), 0)
    challenger, *others = agents(4)
    first, second, third = others
    assert [pairing.agents for pairing in Gauntlet(agents(4), Terms(rounds=2, games=1)).pairings()] == [
        *[(challenger, first), (second, challenger), (challenger, third)],
        *[(first, challenger), (challenger, second), (third, challenger)],
    ]


def test_random_matches_go_on_until_they_are_stopped() -> None:
    found, ended = played("randomMatches", 5, most=2000)
    assert found.total is None
    assert not found.over
    counts = meetings(ended)
    assert len(counts) == 10
    assert all(140 <= count <= 260 for count in counts.values())
    other = make_scheduler("randomMatches", agents(5), Terms(seed=1))
    differing = [other.next() for _ in range(40)]
    same = make_scheduler("randomMatches", agents(5))
    assert differing != [same.next() for _ in range(40)]
    limited, ended = played("randomMatches", 5, Terms(rounds=7))
    assert limited.total == len(ended) == 14


def test_a_ladder_pairs_neighbours() -> None:
    found, ended = played("ladder", 10, most=6000)
    assert found.total is None
    assert not found.over
    assert isinstance(found, Ladder)
    assert sorted(found.ratings, key=found.ratings.__getitem__, reverse=True) == agents(10)
    late = [[agents(10).index(agent) for agent in pairing.agents] for pairing, _ in ended[3000:]]
    distances = Counter(abs(one - other) for one, other in late)
    assert distances[1] > len(late) / 3
    assert distances[1] > distances[2] > distances[4]
    assert distances[8] + distances[9] < len(late) / 10
    limited, ended = played("ladder", 5, Terms(rounds=6))
    assert limited.total == len(ended) == 24


def test_on_a_ladder_those_who_are_farthest_apart_meet_too() -> None:
    ended = play(make_scheduler("ladder", agents(3), Terms(rounds=90, games=1)), lambda _: 0.5)
    assert min(meetings(ended).values()) > 20
    assert len(meetings(ended)) == 3


def test_a_ladder_moves_ratings_by_half_its_step_between_equals() -> None:
    found = make_scheduler("ladder", agents(2), Terms(rounds=1, games=1))
    pairing = found.next()
    assert pairing
    found.report(Finished(pairing, 1.0))
    assert isinstance(found, Ladder)
    winner, loser = pairing.agents
    assert found.over
    assert found.ratings == {winner: START + STEP / 2, loser: START - STEP / 2}


def test_a_match() -> None:
    found, ended = played("match", 2, Terms(rounds=5, games=2))
    assert found.total == len(ended) == 10
    assert leans(ended) == {"agent-1": 0, "agent-2": 0}
    _, single = played("match", 2, Terms(rounds=4, games=1))
    assert leans(single) == {"agent-1": 0, "agent-2": 0}
    assert {pairing.opening for pairing, _ in ended} == set(range(5))
    endless = make_scheduler("match", agents(2))
    assert endless.total is None
    assert [pairing.opening for pairing in (endless.next() for _ in range(6)) if pairing] == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("name", "count", "terms", "problem"),
    [
        ("match", 3, Terms(), "a match needs 2 agents, not 3"),
        ("knockout", 4, Terms(rounds=2), "remove rounds"),
        ("roundRobin", 1, Terms(), "at least 2 agents, not 1"),
        ("swiss", 0, Terms(), "at least 2 agents, not 0"),
        ("swiss", 4, Terms(games=0), "at least one round"),
    ],
)
def test_what_formats_refuse(name: str, count: int, terms: Terms, problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        make_scheduler(name, agents(count), terms)
    with pytest.raises(OptionError, match="same id"):
        make_scheduler("roundRobin", ["a", "a"])


@pytest.mark.parametrize("name", NAMES)
def test_a_result_counts_once(name: str) -> None:
    found = make_scheduler(name, agents(2))
    pairing = found.next()
    assert pairing
    found.report(Finished(pairing, 1.0))
    with pytest.raises(KeyError):
        found.report(Finished(pairing, 1.0))
    with pytest.raises(KeyError):
        found.report(Finished(pairing._replace(identity="other"), 1.0))


@given(st.integers(2, 17), st.integers(1, 3), st.integers(1, 5), st.integers())
@settings(deadline=None, max_examples=60)
def test_in_a_round_robin_everybody_meets_everybody(count: int, cycles: int, games: int, order: int) -> None:
    _, ended = played("roundRobin", count, Terms(cycles, games), order=order)
    assert len(meetings(ended)) == count * (count - 1) // 2
    assert set(meetings(ended).values()) == {cycles * games}
    assert all(abs(lean) <= 1 for lean in leans(ended).values())
    for both in meetings(ended):
        here = [pairing for pairing, _ in ended if frozenset(pairing.agents) == both]
        assert abs(sum(1 if pairing.agents[0] == min(both) else -1 for pairing in here)) <= 1
        assert Counter(pairing.opening for pairing in here) == Counter(
            cycle * math.ceil(games / 2) + game // 2 for cycle in range(cycles) for game in range(games)
        )


@given(st.sampled_from(NAMES), st.integers(2, 9), st.integers(1, 4), st.integers(0, 99))
@settings(deadline=None, max_examples=80)
def test_pairs_are_one_opening_with_colours_changed(name: str, count: int, games: int, seed: int) -> None:
    count = 2 if name == "match" else count
    ended = play(make_scheduler(name, agents(count), Terms(games=games, seed=seed)), by_chance(seed), seed, most=300)
    pairs: dict[str, list[Pairing]] = {}
    for pairing, _ in ended:
        if pairing.pair:
            pairs.setdefault(pairing.pair, []).append(pairing)
    whole = [pair for pair in pairs.values() if len(pair) == 2]
    assert max(map(len, pairs.values()), default=0) <= 2
    assert all(one.agents == other.agents[::-1] and one.opening == other.opening for one, other in whole)


@given(st.integers(3, 24), st.integers(1, 3), st.integers(0, 10**6))
@settings(deadline=None, max_examples=60)
def test_a_swiss_has_no_rematch_and_fair_colours(count: int, games: int, seed: int) -> None:
    found = make_scheduler("swiss", agents(count), Terms(games=games, seed=seed))
    ended = play(found, by_chance(seed), seed)
    assert len(ended) == found.total
    # As long as rounds are at most half as many as agents, those who have not met can always be matched (Dirac).
    if math.ceil(math.log2(count)) <= count // 2:
        assert set(meetings(ended).values()) == {games}
    assert all(abs(lean) <= (2 if count >= 8 else 3) for lean in leans(ended).values())
    assert all(bye == games for bye in found.byes.values())
    assert len(found.byes) == (math.ceil(math.log2(count)) if count % 2 else 0)
    for pairings in rounds(ended).values():
        assert Counter(agent for pairing in pairings for agent in pairing.agents).most_common()[-1][1] == games
        assert len({pairing.opening for pairing in pairings}) == math.ceil(games / 2)


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 8, 16, 33, 64])
def test_a_swiss_can_last_until_everybody_has_met(count: int) -> None:
    """No agent has a second bye before all have had one."""
    every = count - 1 if count % 2 == 0 else count
    found = make_scheduler("swiss", agents(count), Terms(rounds=min(every, 20) + 2, games=1))
    ended = play(found, by_chance(count), count)
    assert len(ended) == found.total
    assert max(meetings(ended).values()) <= 3
    byes = [found.byes.get(agent, 0) for agent in agents(count)]
    assert max(byes) - min(byes) <= 1


@given(st.sampled_from(NAMES), st.integers(2, 12), st.integers(1, 3), st.integers(0, 10**6), st.integers(0, 10**6))
@settings(deadline=None, max_examples=120)
def test_the_order_of_ends_changes_nothing(name: str, count: int, games: int, one: int, other: int) -> None:
    """And taking a tournament up again, after any part of it, gives the same games."""
    count = 2 if name == "match" else count
    endless = name in {"match", "randomMatches", "ladder"}
    terms = Terms(rounds=9 if endless else None, games=games, seed=one % 7)
    whole = play(make_scheduler(name, agents(count), terms), by_chance(one), one)
    again = play(make_scheduler(name, agents(count), terms), by_chance(one), other)
    assert set(whole) == set(again)

    stored = {finished.pairing.identity: finished for finished in whole[: other % (len(whole) + 1)]}
    resumed = make_scheduler(name, agents(count), terms)
    played_now: list[Finished] = []
    while pairing := resumed.next():
        finished = stored.pop(pairing.identity, None) or Finished(pairing, by_chance(one)(pairing))
        assert finished.pairing == pairing
        resumed.report(finished)
        played_now.append(finished)
    assert resumed.over
    assert not stored
    assert set(played_now) == set(whole)
    assert len(played_now) == len(whole)


def exists(free: tuple[str, ...], edges: set[frozenset[str]]) -> bool:
    """Whether there is a perfect matching, by trying all."""
    if not free:
        return True
    one, *rest = free
    return any(
        frozenset((one, other)) in edges and exists(tuple(left for left in rest if left != other), edges)
        for other in rest
    )


@given(st.integers(1, 5), st.randoms(use_true_random=False), st.floats(0.1, 0.9))
@settings(deadline=None, max_examples=300)
def test_the_matching_is_the_first_that_trying_all_finds(half: int, chance: random.Random, density: float) -> None:
    players = tuple(str(number) for number in range(2 * half))
    edges = {
        frozenset((one, other)) for one in players for other in players if one < other and chance.random() < density
    }

    def first(free: tuple[str, ...]) -> list[tuple[str, str]] | None:
        if not free:
            return []
        one, *rest = free
        for other in rest:
            left = tuple(player for player in rest if player != other)
            if frozenset((one, other)) in edges and exists(left, edges):
                return [(one, other), *(first(left) or [])]
        return None

    found = preferred_matching(players, lambda one, other: frozenset((one, other)) in edges, lambda _, free: free)
    assert found == first(players)
