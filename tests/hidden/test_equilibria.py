"""Equilibria: published values inside a narrow bracket, the course of learning to 12 digits, files that play."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from halfmove.compiled import plain
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.errors import HalfmoveError, MalformedText, WrongGame
from halfmove.games import game_named
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.search.equilibria.equilibrium import Equilibrium, equilibrium, regrets_svg
from halfmove.search.equilibria.files import load_policy, resume, save
from halfmove.search.equilibria.matrix import Unsolved, solve_matrix
from halfmove.search.equilibria.playing import EquilibriumPlayer
from halfmove.search.equilibria.policy import Policy
from halfmove.search.equilibria.regret import VARIANTS
from halfmove.search.equilibria.response import best_response, bracket, exploitability, response_to
from halfmove.search.equilibria.sequence_form import SequenceForm, TooLarge
from halfmove.search.equilibria.tables import policy_rows
from published import rows

NARROW = 1e-6  # bracket


def facts(name: str) -> list[dict[str, str]]:
    return rows(f"hidden/{name}.csv")


GAMES = {
    "kuhn poker": "kuhn-poker",
    "leduc poker": "leduc-poker",
    "leduc poker suits folded": "leduc-poker:see_suits=false",
    "liar's dice 1 die 2 sides (highest face wild)": "liars-dice:sides=2",
    "liar's dice 1 die 3 sides": "liars-dice:sides=3",
    "liar's dice 1 die 4 sides": "liars-dice:sides=4",
    "liar's dice 1 die 5 sides": "liars-dice:sides=5",
    "liar's dice 1 die 6 sides": "liars-dice:sides=6",
    "liar's dice 2 dice 2 sides": "liars-dice:dice=2,sides=2",
    "battleship 2x2 one ship of 1 two shots": "battleship:width=2,height=2,ships=1,shots=2",
}
SHORT = ("kuhn poker", "liar's dice 1 die 2 sides (highest face wild)")  # also in plain Python
QUICK = (*SHORT, "leduc poker suits folded", "liar's dice 1 die 3 sides", "battleship 2x2 one ship of 1 two shots")


def check_value(row: dict[str, str], variant: str = "predictive-discounted") -> Equilibrium:
    """Check the tree and the value of a row, to the last digit that is printed or inside a narrow bracket."""
    found = Equilibrium(game_named(GAMES[row["game"]]), variant)
    assert found.form.nodes == int(row["nodes"])
    assert found.form.terminals == int(row["terminals"])
    assert sum(found.form.information_sets) == int(row["information_sets"])
    stage = found.learn(exploitability=NARROW / 2)
    assert stage.high - stage.low <= NARROW
    assert stage.low - 1e-11 <= float(row["value_first_player"]) <= stage.high + 1e-11
    if row["exact"]:
        assert stage.low - 1e-15 <= Fraction(row["exact"]) <= stage.high + 1e-15
    return found


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.usefixtures("native")
def test_published_values(name: str) -> None:
    (row,) = (row for row in facts("values") if row["game"] == name)
    check_value(row)


@pytest.mark.deep
@pytest.mark.parametrize("name", sorted(set(GAMES) - set(QUICK)))
def test_all_published_values(name: str, covered: Any) -> None:
    (row,) = (row for row in facts("values") if row["game"] == name)
    found = check_value(row, "discounted" if "liar" in name else "predictive-discounted")
    covered("values of hidden games", states=found.form.nodes, cases=1)


@pytest.mark.deep
def test_goofspiel_is_fair(covered: Any) -> None:
    (row,) = (row for row in facts("values") if row["game"].startswith("goofspiel"))
    sizes = zip(*(row[name].split() for name in ("nodes", "terminals", "information_sets")), strict=True)
    for cards, size in zip((3, 4, 5), sizes, strict=True):
        found = Equilibrium(game_named(f"goofspiel:cards={cards}"))
        assert (found.form.nodes, found.form.terminals, sum(found.form.information_sets)) == tuple(map(int, size))
        stage = found.learn(exploitability=NARROW / 2)
        assert stage.low <= 1e-12
        assert stage.high >= -1e-12
        covered("values of hidden games", states=found.form.nodes, cases=1)


@pytest.mark.deep
def test_one_card_poker_of_up_to_thirty_ranks(covered: Any) -> None:
    for row in facts("one_card_poker"):
        found = equilibrium(game_named(f"kuhn-poker:ranks={row['ranks']}"), exploitability=NARROW / 2)
        stage = found.stage()
        assert stage.low - 1e-11 <= float(row["value_first_player"]) <= stage.high + 1e-11
        covered("values of hidden games", states=found.form.nodes, cases=1)


@pytest.mark.deep
def test_liars_dice_without_wild_faces(covered: Any) -> None:
    values = [Fraction(1), Fraction(0), Fraction(-1, 9), Fraction(-1, 8), Fraction(-3, 25), Fraction(-1, 9)]
    for sides, value in enumerate(values, 1):
        found = equilibrium(game_named(f"liars-dice:wild=none,sides={sides}"), exploitability=NARROW / 2)
        stage = found.stage()
        assert stage.low - 1e-12 <= value <= stage.high + 1e-12
        covered("values of hidden games", states=found.form.nodes, cases=1)


def check_course(game: str, algorithm: str, most: int, exact: int) -> int:
    """Compare the exploitability of the average after each iteration of the table; return how many were compared."""
    found = Equilibrium(game_named(game.replace("_", "-")), algorithm.lower())
    compared = 0
    for row in facts("cfr_exploitability"):
        iteration = int(row["iteration"])
        if (row["game"], row["algorithm"]) == (game, algorithm) and iteration <= most:
            found.learn(iterations=iteration - found.iterations)
            close = 1e-9 if iteration <= exact else 2e-4  # rounding grows
            assert found.stage().exploitability == pytest.approx(float(row["exploitability_of_average"]), abs=close)
            compared += 1
    return compared


@pytest.mark.parametrize("algorithm", ["CFR", "CFR+"])
def test_the_course_of_learning_kuhn_poker(algorithm: str) -> None:
    assert check_course("kuhn_poker", algorithm, 50, 50) > 20


@pytest.mark.deep
@pytest.mark.parametrize("game", ["kuhn_poker", "leduc_poker"])
@pytest.mark.parametrize("algorithm", ["CFR", "CFR+"])
def test_the_whole_course_of_learning(game: str, algorithm: str, covered: Any) -> None:
    exact = 100 if (game, algorithm) == ("leduc_poker", "CFR+") else 500
    covered("courses of learning", cases=check_course(game, algorithm, 500, exact))


@pytest.mark.parametrize(("game", "uniform"), [("kuhn-poker", 0.458333), ("leduc-poker", 2.373611)])
@pytest.mark.usefixtures("native")
def test_play_at_random_can_be_exploited(game: str, uniform: float) -> None:
    assert Equilibrium(game_named(game)).stage().exploitability == pytest.approx(uniform, abs=1e-6)


@pytest.mark.both_lanes
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("variant", VARIANTS)
def test_both_lanes_learn_the_same_bits(variant: str) -> None:
    game = game_named("kuhn-poker")
    ours, plainly = (equilibrium(each, variant=variant, iterations=40) for each in (game, plain(game)))
    for one, other in zip(ours.strategies(), plainly.strategies(), strict=True):
        assert np.array_equal(one, other) or np.abs(one - other).max() < 1e-12
    assert ours.stage().low == pytest.approx(plainly.stage().low, abs=1e-12)


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_comes_close(variant: str) -> None:
    stage = equilibrium(game_named("kuhn-poker"), variant=variant, iterations=20_000).stage()
    assert stage.exploitability < (5e-4 if variant == "cfr" else 5e-5)
    assert stage.low <= -1 / 18 <= stage.high


@pytest.mark.usefixtures("native")
def test_the_equilibrium_of_kuhn_poker_bluffs_with_the_jack() -> None:
    """In each equilibrium MAX bets the king three times as often as the jack, which is one time in three at most."""
    rows = {row.seen: dict(row.chances) for row in policy_rows(game_named("kuhn-poker"), kuhn_policy())}
    assert rows["?/J pass"]["bet"] == pytest.approx(1 / 3, abs=1e-3)
    assert rows["?/Q bet"]["bet"] == pytest.approx(1 / 3, abs=1e-3)
    assert 0 <= rows["J/?"]["bet"] <= 1 / 3 + 1e-3
    assert rows["K/?"]["bet"] == pytest.approx(3 * rows["J/?"]["bet"], abs=2e-3)
    assert rows["Q/? pass bet"]["bet"] == pytest.approx(rows["J/?"]["bet"] + 1 / 3, abs=2e-3)
    assert rows["K/? pass bet"]["bet"] == pytest.approx(1, abs=1e-3)


def kuhn_policy() -> Policy:
    return equilibrium(game_named("kuhn-poker"), exploitability=1e-9).policy()


@pytest.mark.usefixtures("native")
def test_a_best_response_wins_what_exploitability_says() -> None:
    form = SequenceForm(game_named("kuhn-poker"))
    even = tuple(np.concatenate([[1.0], np.full(len(sets.actions) - 1, 0.5)]) for sets in form.sets)
    gains = [response_to(form, player, even[1 - player]) for player in range(2)]
    assert sum(gain for gain, _ in gains) / 2 == pytest.approx(0.458333, abs=1e-6)
    low, high = bracket(form, (gains[0][1], even[1]))
    assert high == pytest.approx(gains[0][0])
    assert low <= -1 / 18
    nothing_known = Policy([{}, {}])  # so that each action is as likely
    assert exploitability(form.game, nothing_known) == pytest.approx(0.458333, abs=1e-6)
    for player in range(2):
        worth, policy = best_response(form.game, nothing_known, player)
        assert worth == pytest.approx(gains[player][0])
        assert best_response(form.game, policy, 1 - player)[0] >= -worth - 1e-12


# A second telling: the same game as a linear program, and by the normal form.


@pytest.mark.parametrize("seed", range(6))
def test_random_trees_have_the_value_of_their_normal_form(seed: int) -> None:
    game = plain(ExplicitGame.parse(random_hidden_tree(seed)))
    exact = solve_matrix(normal_form(game)).value
    stage = equilibrium(game, exploitability=1e-4, iterations=4000).stage()
    assert stage.low - 1e-9 <= exact <= stage.high + 1e-9
    assert stage.exploitability < 1e-2


def random_hidden_tree(seed: int) -> str:
    """Return a tree in which chance deals, MAX and MIN act by what each knows, and MAX acts once more."""
    numbers = random(seed)
    sees = [numbers.below(2) for _ in range(4)]  # whether a player can tell the two deals apart

    def leaf() -> str:
        return str(numbers.below(9) - 4)

    def last(deal: int, first: int) -> str:
        mark = f"@l{first}{deal if sees[0] else ''}"
        return f"max{mark}({leaf()} {leaf()})"

    def reply(deal: int, first: int) -> str:
        mark = f"@r{first if sees[2] else ''}_{deal if sees[1] else ''}"
        return f"min{mark}({last(deal, first)} {leaf()})"

    deals = (f"max@d{deal if sees[0] else ''}({reply(deal, 0)} {reply(deal, 1)})" for deal in range(2))
    return f"chance(1/3: {next(deals)}, 2/3: {next(deals)})"


def normal_form(game: Any) -> list[list[Fraction]]:
    """Return what each pair of pure strategies is worth, a strategy being an action for each information set."""
    sets: list[list[int]] = [[], []]
    for node in range(len(game.sets)):
        if game.count[node] and game.movers[node] != CHANCE and int(game.sets[node]) == node:
            sets[game.movers[node]].append(node)
    plans = [
        [dict(zip(own, actions, strict=True)) for actions in product(*(range(int(game.count[node])) for node in own))]
        for own in sets
    ]

    def worth(state: Any, first: dict[int, int], second: dict[int, int]) -> Fraction:
        if game.is_terminal(state):
            return Fraction(game.utility(state, 0))
        if game.to_move(state) == CHANCE:
            parts = [(Fraction(p).limit_denominator(9), game.result(state, a)) for a, p in game.chances(state)]
            return sum((share * worth(child, first, second) for share, child in parts), Fraction(0))
        plan = (first, second)[game.to_move(state)]
        return worth(game.result(state, plan[int(game.sets[state.node])]), first, second)

    return [[worth(game.initial, first, second) for second in plans[1]] for first in plans[0]]


@pytest.mark.one_lane
def test_matrix_games_are_solved_in_fractions() -> None:
    numbers = random(5)
    for _ in range(200):
        height, width = 1 + numbers.below(5), 1 + numbers.below(5)
        table = [[Fraction(numbers.below(11) - 5, 1 + numbers.below(3)) for _ in range(width)] for _ in range(height)]
        table[numbers.below(height)] = table[0]  # often a row comes twice, and mixtures are not unique
        value, rows, columns = solve_matrix(table)
        assert sum(rows) == sum(columns) == 1
        assert min(*rows, *columns) >= 0
        assert min(sum(p * row[j] for p, row in zip(rows, table, strict=True)) for j in range(width)) == value
        assert max(sum(p * entry for p, entry in zip(columns, row, strict=True)) for row in table) == value
    assert solve_matrix([[2, -1], [-1, 1]]) == (
        Fraction(1, 5),
        (Fraction(2, 5), Fraction(3, 5)),
        (Fraction(2, 5), Fraction(3, 5)),
    )
    for nonsense in ([], [[]], [[1], [1, 2]]):
        with pytest.raises(HalfmoveError, match="a matrix game is a table"):
            solve_matrix(nonsense)


@pytest.mark.one_lane
def test_a_large_matrix_is_solved_in_time_or_refused() -> None:
    """Fractions that are shortened at every step take minutes here, whole numbers a second."""
    numbers = random(5)
    table = [[numbers.below(201) - 100 for _ in range(50)] for _ in range(50)]
    value, rows, columns = solve_matrix(table)
    assert sum(p * row[0] for p, row in zip(rows, table, strict=True)) >= value
    assert sum(p * entry for p, entry in zip(columns, table[0], strict=True)) <= value
    with pytest.raises(Unsolved, match="50 rows and 50 columns is not solved in 1e-06 seconds"):
        solve_matrix(table, seconds=1e-6)


@pytest.mark.one_lane
def test_open_games_have_their_minimax_value() -> None:
    game = plain(ExplicitGame.parse("max(a1=min(3 12 8) a2=min(2 4 6) a3=min(14 5 2))"))
    stage = equilibrium(game, iterations=300).stage()
    assert stage.value == pytest.approx(3, abs=1e-3)


# What cannot be done is refused.


@pytest.mark.one_lane
def test_games_without_an_equilibrium_of_two_are_refused() -> None:
    for text, why in [("three-player-nim", "two players"), ("2048", "two players")]:
        with pytest.raises(WrongGame, match=why):
            Equilibrium(plain(game_named(text)))
    with pytest.raises(WrongGame, match="not what the other loses"):
        Equilibrium(plain(ExplicitGame.parse("A(<1 1> <2 0>)")))
    with pytest.raises(TooLarge, match="KuhnPoker has more than"):
        SequenceForm(plain(game_named("kuhn-poker:ranks=90")), most=20_000)
    with pytest.raises(TooLarge, match="Holdem is not listed in 1e-05 seconds"):
        SequenceForm(plain(game_named("holdem")), seconds=0.00001)
    with pytest.raises(HalfmoveError, match="there is no way to learn 'cfr-'"):
        Equilibrium(plain(game_named("kuhn-poker")), "cfr-")


# Files.


@pytest.fixture
def learned(tmp_path: Path) -> tuple[Equilibrium, Path]:
    found = equilibrium(plain(game_named("kuhn-poker")), iterations=50)
    save(tmp_path / "kuhn.policy", found)
    return found, tmp_path / "kuhn.policy"


@pytest.mark.one_lane
def test_what_was_learned_goes_on_from_a_file(learned: tuple[Equilibrium, Path]) -> None:
    found, path = learned
    again = resume(path, found.game)
    assert again.iterations == 50
    assert again.stage() == found.stage()._replace(seconds=0.0)
    found.learn(iterations=50)
    again.learn(iterations=50)
    for one, other in zip(found.strategies(), again.strategies(), strict=True):
        assert np.array_equal(one, other)


@pytest.mark.one_lane
def test_a_file_is_the_policy_that_was_learned(learned: tuple[Equilibrium, Path]) -> None:
    found, path = learned
    read, made = load_policy(path, found.game), found.policy()
    for player in range(2):
        assert read.sets[player].keys() == made.sets[player].keys()
        for key, chances in made.sets[player].items():
            assert dict(read.sets[player][key]) == pytest.approx(dict(chances))
    form = found.form
    assert bracket(form, (read.strategy(form, 0), read.strategy(form, 1))) == pytest.approx(found.stage()[2:4])


@pytest.mark.one_lane
def test_a_file_from_elsewhere_is_not_trusted(learned: tuple[Equilibrium, Path], tmp_path: Path) -> None:
    found, path = learned
    header, _, body = path.read_bytes().partition(b"\n")
    facts = json.loads(header)

    def refused(data: bytes, why: str) -> None:
        path.write_bytes(data)
        with pytest.raises(MalformedText, match=why):
            load_policy(path, found.game)
        with pytest.raises(MalformedText, match=why):
            resume(path, found.game)

    refused(b"", "not a policy")
    refused(b"[1]\n" + body, "not a policy")
    refused(b"[" * 100_000, "not a policy")
    refused(header + b"\n" + body[:-8], "cut off")
    refused(header + b"\n" + bytes([body[0] ^ 1]) + body[1:], "damaged")
    refused(json.dumps({**facts, "lengths": [10**12] * 10}).encode() + b"\n" + body, "cut off")
    refused(json.dumps({**facts, "lengths": [-1, *facts["lengths"][1:]]}).encode() + b"\n" + body, "cut off")
    refused(json.dumps({**facts, "game": "chess"}).encode() + b"\n" + body, "a policy for chess")
    refused(json.dumps({**facts, "variant": "x"}).encode() + b"\n" + body, "not a policy")
    for number in (float("inf"), float("nan"), "5", 1 << 62, -1):
        refused(json.dumps({**facts, "iterations": number}).encode() + b"\n" + body, "not a policy")
        refused(json.dumps({**facts, "lengths": [number] * 12}).encode() + b"\n" + body, "not a policy|cut off")
    counts = np.frombuffer(body, "<i8", facts["lengths"][1], 8 * facts["lengths"][0]).copy()
    counts[:4], counts[4] = 1 << 62, counts[:5].sum()  # words whose sum is the same once more than it wraps round

    def changed(array: int, to: NDArray[Any]) -> bytes:
        """Return the file with other numbers in one of its arrays, and the right digest."""
        start = 8 * sum(facts["lengths"][:array])
        other = body[:start] + to.tobytes() + body[start + to.nbytes :]
        digest = blake2b(other, digest_size=16).hexdigest()
        return json.dumps({**facts, "digest": digest}).encode() + b"\n" + other

    refused(changed(1, counts), "do not fit together")
    for array, number, why in [(3, -1.0, "do not fit"), (3, 1e308, "far too large"), (4, math.nan, "far too large")]:
        refused(changed(array, np.full(facts["lengths"][array], number)), why)
    for number in (-0.5, 2.0):
        refused(changed(5, np.full(facts["lengths"][5], number)), "not a probability")
    with pytest.raises(MalformedText, match="No such file"):
        load_policy(tmp_path / "missing", found.game)


@pytest.mark.one_lane
def test_an_equilibrium_plays_what_it_learned() -> None:
    player = EquilibriumPlayer(plain(game_named("kuhn-poker")), iterations=500)
    assert sum(sum(values.values()) for values in player.values) != 0
    assert regrets_svg(equilibrium(player.game, iterations=20)).startswith("<svg")


@pytest.mark.parametrize("option", [{"iterations": -1}, {"exploitability": math.nan}, {"exploitability": -1.0}])
def test_what_nobody_can_learn(option: Any) -> None:
    with pytest.raises(HalfmoveError, match="nobody learns that"):
        Equilibrium(plain(game_named("kuhn-poker"))).learn(**option)


def test_a_game_without_an_end_is_not_listed() -> None:
    with pytest.raises(TooLarge, match="more than 1,000 plies"):
        SequenceForm(plain(game_named("cat-and-mouse")))
