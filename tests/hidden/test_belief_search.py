"""Plans over beliefs: guaranteed ones against published facts, and replayed against every reply."""

from __future__ import annotations

import math
from typing import Any

import pytest
import typer

from halfmove.core.choice import Limit
from halfmove.core.naming import legal_actions
from halfmove.core.rules import action_named
from halfmove.core.wrapper import plain_throughout as plain
from halfmove.errors import HalfmoveError
from halfmove.explain.text import tree_text
from halfmove.games import game_named
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.lessons.blind_mates import blind_mates
from halfmove.lessons.umpire import tries
from halfmove.search.hidden.accidental import accidental
from halfmove.search.hidden.almost_sure import almost_sure
from halfmove.search.hidden.draws import drawn_draws, draws_of, draws_text
from halfmove.search.hidden.guaranteed import Planner, guaranteed
from halfmove.search.hidden.plans import BeliefRecorder, deals, plan_text, replay, worlds_at_start
from published import rows

pytestmark = pytest.mark.one_lane


def facts(name: str) -> list[dict[str, str]]:
    return rows(f"hidden/{name}.csv")


def plan_of(name: str, player: int = 0, goal: float | None = None, lane: Any = plain) -> Any:
    """Return the answer of a search, whose plan was replayed by the rules of the game."""
    game = lane(game_named(name))
    planner = Planner(game, player, goal=goal)
    answer = planner.plan()
    if answer.plan is not None:
        assert replay(game, player, answer.plan, worlds_at_start(game, player), planner.goal) > 0
    return answer


def boards(*cells: int) -> list[Any]:
    """Return the published boards of dark hex with so many cells."""
    found = [row for row in facts("dark_hex") if int(row["rows"]) * int(row["columns"]) in cells]
    return [pytest.param(row, id=f"{row['rows']} x {row['columns']}") for row in found]


def outcome_of(name: str, lane: Any) -> str:
    """Return who can be sure to win."""
    if plan_of(name, 0, lane=lane).plan:
        return "first"
    return "second" if plan_of(name, 1, lane=lane).plan else "neither"


@pytest.mark.usefixtures("native")
def test_neither_side_is_sure_to_win_dark_hex_of_four_rows_and_three_columns() -> None:
    assert outcome_of("phantom:hex:size=3,rows=4", lambda game: game) == "neither"


@pytest.mark.deep
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("row", boards(8, 10, 12))
def test_larger_dark_hex(row: dict[str, str]) -> None:
    assert outcome_of(f"phantom:hex:size={row['columns']},rows={row['rows']}", lambda game: game) == row["outcome"]


@pytest.mark.parametrize("row", boards(1, 2, 4, 6, 9))
def test_dark_hex(row: dict[str, str]) -> None:
    name = f"phantom:hex:size={row['columns']},rows={row['rows']}"
    first, second = plan_of(name), plan_of(name, 1)
    outcome = "first" if first.plan else "second" if second.plan else "neither"
    assert outcome == row["outcome"]
    cells = row["winning_first_cells"].split()
    if first.plan and "all" not in cells:
        game = plain(game_named(name))
        won = []
        for action in legal_actions(game, game.initial):
            child = game.result(game.initial, action)
            if game.is_terminal(child) or guaranteed(game, [child]).plan:
                won.append(game.name(action))
        assert sorted(won) == sorted(cells)


def test_phantom_tic_tac_toe() -> None:
    assert plan_of("phantom", 0, 0.0).plan  # X can be sure not to lose
    assert not plan_of("phantom", 0).plan
    assert not plan_of("phantom", 1, 0.0).plan
    assert not plan_of("phantom", 1).plan


def test_abrupt_dark_hex_is_not_won_for_sure() -> None:
    assert not plan_of("phantom:hex:size=2,abrupt=yes").plan  # its value is 1/2
    assert plan_of("phantom:hex:size=2").plan


def test_blind_mates_on_a_small_board() -> None:
    compare_mates(4, "Q", 10, plain)


def compare_mates(size: int, piece: str, most: int, lane: Any = lambda game: game) -> int:
    found = blind_mates(size, piece, most, lane)
    rows = [
        row for row in facts("kriegspiel_blind_mates") if (row["board"], row["ending"]) == (str(size), f"K{piece}K")
    ]
    for row in rows:
        moves = int(row["moves"]) or None
        assert found[row["white_king"], row["piece"]] == moves, row
    return len(rows)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("size", "piece", "most"), [(4, "R", 20), (5, "Q", 20), (5, "R", 30), (6, "Q", 20), (6, "R", 40)]
)
def test_blind_mates(size: int, piece: str, most: int, covered: Any) -> None:
    covered(f"blind mates K{piece}K on {size} x {size}", cases=compare_mates(size, piece, most))


@pytest.mark.parametrize(("rules", "moves"), [("icc", 6), ("berkeley", 6), ("rand", 3)])  # stalemate wins there
def test_a_blind_mate_is_replayed(rules: str, moves: int) -> None:
    name = f"kriegspiel:rules={rules},size=4,begin=4/4/4/KQ2"
    answer = plan_of(name)
    assert answer.moves == moves
    text = plan_text(game_named(name), 0, answer.plan)
    assert f"(6 worlds, at most {moves})" in text.splitlines()[0]
    assert "check on the" in text


@pytest.mark.usefixtures("native")
def test_the_lanes_agree() -> None:
    for player, goal in ((0, 0.0), (1, 0.0)):
        one, other = plan_of("phantom", player, goal), plan_of("phantom", player, goal, lambda game: game)
        assert (one.moves, one.beliefs, one.states) == (other.moves, other.beliefs, other.states)


def test_belief_growth() -> None:
    for row in facts("kriegspiel_belief_growth"):
        check_growth(row, 2)


@pytest.mark.deep
def test_belief_growth_to_the_last_count(covered: Any) -> None:
    for row in facts("kriegspiel_belief_growth"):
        counts = check_growth(row, len(row["white_moves"].split()))
        covered("beliefs of Kriegspiel", states=sum(counts), cases=len(counts))


def check_growth(row: dict[str, str], moves: int) -> list[int]:
    """Check how many positions of Black are possible after each of White's moves if nothing is announced."""
    from halfmove.search.hidden.beliefs import Belief

    game = plain(game_named("kriegspiel:moves=0"))
    quiet = game.result(game.initial, action_named(game, game.initial, "a2a3")).announced
    counts = row["black_positions_possible_after_each_black_reply_when_nothing_is_announced"].split()
    belief, found = Belief.of(game, 0), [1]
    for written in row["white_moves"].split()[:moves]:
        action = action_named(game, next(iter(belief)), written)
        belief = belief.after(action, quiet).after(-2, quiet)
        found.append(len({state.board for state, _ in belief.worlds()}))  # who may castle is part of a position
    assert found == [int(count) for count in counts[: len(found)]]
    return found


def test_almost_sure_plans() -> None:
    assert almost_sure(plain(game_named("phantom:hex:size=2"))).won
    assert not almost_sure(plain(game_named("phantom:hex:size=2,abrupt=yes"))).won
    assert almost_sure(plain(game_named("kriegspiel:size=3,begin=3/3/KR1"))).won
    assert not almost_sure(plain(game_named("phantom"))).won
    with pytest.raises(HalfmoveError, match="more than 10 beliefs"):
        almost_sure(plain(game_named("kriegspiel:size=4,begin=4/4/4/K2R")), most=10)


def test_accidental_plans() -> None:
    """A mate in one that works in one world of two; which of them is better is a matter of weight."""
    game = plain(game_named("kriegspiel:size=4,begin=4/4/4/KQ2,moves=0"))
    worlds = [game.read(written) for written in ("2k1/Q3/1K2/4", "4/Q3/1K2/3k")]
    once = accidental(game, worlds, moves=1)
    assert once.worlds == 1
    assert once.weight == 0.5
    heavy = accidental(game, worlds, (1.0, 3.0), moves=1)
    assert heavy.weight == 0.75
    assert accidental(game, worlds, moves=2).worlds == 2  # as a guaranteed plan says
    assert guaranteed(game, worlds).moves == 2


SEEN = "chance(max@r(1 -1) max@b(-1 1))"  # the player sees what chance deals
UNSEEN = "chance(1/10: max@r(1 -1), 9/10: max@r(-1 1))"  # he does not
AFTER = "min(max@r(1 -1) max@b(-1 1))"  # and here another decides it, whom he sees


@pytest.mark.parametrize("text", [SEEN, AFTER])
def test_a_player_who_sees_the_deal_plans_for_each(text: str) -> None:
    game = plain(ExplicitGame.parse(text))
    answer = guaranteed(game)
    assert answer.plan is not None
    assert answer.plan.action is None
    assert sorted(branch.action or 0 for branch in answer.plan.branches.values()) == [0, 1]
    assert replay(game, 0, answer.plan, worlds_at_start(game, 0), 1.0) > 0
    assert almost_sure(game).won
    assert accidental(game).weight == 1.0


@pytest.mark.parametrize(("goal", "found"), [(0, True), (1, False)])
def test_a_deal_that_is_seen_by_who_never_acts(goal: int, found: bool) -> None:
    """An open game tells a player nothing at the turn of another, but he sees what was dealt."""
    game = plain(ExplicitGame.parse("chance(min(1 2) min(3 0))"))
    assert (guaranteed(game, goal=goal).plan is not None) == found
    assert almost_sure(game, goal=goal).won == found


def test_a_player_who_does_not_see_the_deal_cannot() -> None:
    game = plain(ExplicitGame.parse(UNSEEN))
    assert guaranteed(game).plan is None
    assert not almost_sure(game).won
    assert accidental(game).weight == 0.5
    assert accidental(game, likely=True).weight == pytest.approx(0.9)
    worlds = [deal.state for deal in deals(game, 0)]
    assert accidental(game, worlds, (3.0, 1.0)).weight == 0.75
    for weights in ((1.0,), (-1.0, 2.0), (0.0, 0.0)):
        with pytest.raises(HalfmoveError, match="weights for 2 worlds"):
            accidental(game, worlds, weights)


def test_plans_with_cards() -> None:
    """Who folds in time loses his ante, no more; nobody is sure of more than that."""
    game = plain(game_named("kuhn-poker"))
    for player in (0, 1):
        answer = guaranteed(game, player=player, goal=-1)
        assert answer.plan is not None
        assert replay(game, player, answer.plan, worlds_at_start(game, player), -1) > 0
        assert "see " in plan_text(game, player, answer.plan)
        assert guaranteed(game, player=player, goal=0).plan is None
    assert accidental(game, goal=1, moves=2).weight == 0.5  # each pair of cards is won by one of the two


@pytest.mark.parametrize("search", [guaranteed, almost_sure, accidental])
def test_worlds_that_are_no_belief(search: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = plain(game_named("kuhn-poker"))
    with pytest.raises(HalfmoveError, match="do not look the same to MAX"):
        search(game, [game.read("J/Q"), game.read("Q/J")])
    monkeypatch.setattr("halfmove.search.hidden.plans.MOST_WORLDS", 100)
    with pytest.raises(HalfmoveError, match="Hearts: more than 100 states may be true"):
        search(plain(game_named("hearts")))


def test_an_almost_sure_plan_is_kept_to_the_end() -> None:
    """Whatever is drawn, the player comes to a belief of the plan, and from each the goal can be reached."""
    game = plain(game_named("kriegspiel:size=3,begin=3/3/KR1"))
    answer = almost_sure(game)
    listed = draws_of(game, 0, answer)
    assert [each.number for each in listed] == list(range(1, len(listed) + 1))
    assert all(each.actions for each in listed)
    assert {number for each in listed for _, _, number in each.leads} <= {each.number for each in listed}
    mates = {each.number for each in listed if {name for name, _, _ in each.leads} != set(each.actions)}
    assert mates  # an action that leads nowhere ends the game
    reach = set(mates)
    while more := {each.number for each in listed if {number for _, _, number in each.leads} & reach} - reach:
        reach |= more
    assert len(reach) == len(listed)
    assert draws_text(listed, 3).endswith("...")
    assert len([node for _, node in drawn_draws(game, 0, listed).walk()]) >= len(listed)


def test_a_try_that_fails_is_the_only_one_that_mates_in_two() -> None:
    _, _, worlds, found = tries()
    mating = [each for each in found if each.mates]
    assert [(each.name, each.refused) for each in mating] == [("b1c2", 1)]
    assert len(worlds) == 3


def test_the_command_prints_a_plan(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    from halfmove.cli.plan import plan

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("halfmove.play.loading.load_game", lambda text: plain(game_named(text)))
        plan("phantom:hex:size=2", svg=tmp_path / "plan.svg")
        assert "guaranteed in 2 moves" in capsys.readouterr().out
        assert (tmp_path / "plan.svg").read_text().startswith("<svg")
        with pytest.raises(typer.Exit) as refused:
            plan("phantom:hex:size=2,abrupt=yes")
        assert refused.value.exit_code == 1
        assert "there is no guaranteed plan" in capsys.readouterr().out
        plan("phantom:hex:size=2", as_json=True)
        assert '"found": true' in capsys.readouterr().out
        plan("phantom:hex:size=2", "accidental", moves=2)
        assert "works in 1 world," in capsys.readouterr().out
        plan("phantom:hex:size=2", "probabilistic", svg=tmp_path / "draws.svg")
        assert "1: draw from " in capsys.readouterr().out
        assert (tmp_path / "draws.svg").read_text().startswith("<svg")
        with pytest.raises(HalfmoveError, match="did you mean almost-sure"):
            plan("phantom", "almost-surely")
        with pytest.raises(HalfmoveError, match="--likely are for --kind accidental"):
            plan("phantom", likely=True)
        for kind, option in (
            ("accidental", {"seconds": 1.0}),
            ("almost-sure", {"plies": 3}),
            ("probabilistic", {"moves": 2}),
        ):
            with pytest.raises(HalfmoveError, match=f"--{next(iter(option))}"):
                plan("phantom:hex:size=2", kind, **option)  # no option is ignored


@pytest.mark.parametrize("search", [guaranteed, almost_sure, accidental])
def test_a_goal_is_a_number(search: Any) -> None:
    with pytest.raises(HalfmoveError, match="a goal of nan"):
        search(plain(game_named("phantom:hex:size=2")), goal=math.nan)


def test_a_search_is_watched() -> None:
    game = plain(game_named("phantom:hex:size=2"))
    recorder = BeliefRecorder(game, 0)
    answer = Planner(game, 0, watch=recorder).plan(tree=False)
    entered = [node for root in recorder.roots for _, node in root.walk()]
    assert recorder.roots[-1].value == 1.0
    assert sum(node.reason == "searched" for node in entered) == answer.beliefs
    assert tree_text(recorder.roots[-1])


def test_states_are_listed_in_time() -> None:
    game = plain(game_named("backgammon"))
    with pytest.raises(HalfmoveError, match="could not be listed in time"):
        guaranteed(game, limit=Limit(seconds=1e-6))
