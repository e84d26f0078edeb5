"""Games that hide something: the page is told what the person at the screen knows, and nothing else."""

from __future__ import annotations

import json
import re

import pytest
from studio_client import at

from halfmove.core.game import CHANCE
from halfmove.core.secrets import has_secrets
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games import GAMES, game_named
from halfmove.web.hidden import SEAL, seal, unsealed

pytestmark = pytest.mark.one_lane

HIDDEN = [name for name in GAMES if has_secrets(game_named(name))]
SEALED = re.compile(rf"{SEAL}[\w-]+")
ALIKE = {  # two games that the first seat cannot tell apart; the last two hands of whist differ in who holds what
    "kuhn-poker": ("K J", "K Q"),
    "leduc-poker": ("Qh Ks", "Qh Js"),
    "liars-dice": ("1 4", "1 2"),
    "kriegspiel": ("e2e4 e7e5", "e2e4 a7a6"),
    "phantom": ("a1 b2", "a1 c3"),
    "goofspiel": ("1", "1"),
    "whist": (
        "North East South West " * 12 + "North East South West",
        "North East South West " * 12 + "North South West East",
    ),
}


def told(workspace, game, actions, people=(0,)):
    """Return all that the page is told, as text, with every seal alike."""
    reply = workspace.ask("position", position=at(game, actions), people=list(people))
    return SEALED.sub("?", json.dumps(reply))


@pytest.mark.parametrize("game", ALIKE)
def test_what_the_first_seat_cannot_tell_apart_looks_the_same(workspace, game):
    one, other = ALIKE[game]
    assert told(workspace, game, one) == told(workspace, game, other)
    if one != other:
        assert told(workspace, game, one, people=()) != told(
            workspace, game, other, people=()
        )  # nobody plays: all is open


def random_game(workspace, game, most=200):
    """Play a game by chance and random players, as the page does; yield each reply to the person at the first seat."""
    actions: list[str] = []
    for seed in range(most):
        reply = workspace.ask("position", position=at(game) | {"actions": actions}, people=[0])
        yield reply
        if reply["over"]:
            return
        here = {"game": game, "start": None, "actions": reply["position"]["actions"]}
        if reply["mover"] == CHANCE:
            chosen = workspace.ask("roll", position=here, seed=seed)
        else:
            chosen = workspace.ask("choose", position=here, player="random", seed=seed)
        actions = [*here["actions"], chosen["action"]]


@pytest.mark.parametrize("game", HIDDEN)
def test_only_the_own_actions_and_the_end_are_open(workspace, game):
    reply = {}
    for reply in random_game(workspace, game):
        if reply["over"]:
            break
        assert reply["viewer"] == 0
        for name, mover in zip(reply["position"]["actions"], reply["movers"], strict=True):
            assert (mover == 0) != name.startswith(SEAL)
        if reply["movers"] and reply["movers"][-1] != 0:
            assert reply["last_action"]["marks"] == []
        if reply["movers"] and reply["mover"] not in (0, CHANCE):
            assert reply["legal"] == []
        assert "--after" not in reply["same"]["command"]
    if reply["over"]:
        assert not any(name.startswith(SEAL) for name in reply["position"]["actions"])
        assert "viewer" not in reply


def test_what_others_do_is_told_as_far_as_it_is_noticed(workspace):
    reply = workspace.ask("position", position=at("kuhn-poker", "K J pass bet"), people=[0])
    assert reply["noticed"] == ["", "", "pass", "bet"]
    assert reply["text"] == "K/? pass bet"
    reply = workspace.ask("position", position=at("kriegspiel", "e2e4 e7e5"), people=[0])
    assert "e7e5" not in json.dumps(reply)


def test_who_is_to_move_looks_where_several_people_sit(workspace):
    for after, viewer in (("K J", 0), ("K J pass", 1)):
        assert workspace.ask("position", position=at("kuhn-poker", after), people=[0, 1])["viewer"] == viewer


def test_a_player_thinks_by_what_he_knows_and_tells_nothing(workspace):
    for after in ("K J pass", "Q J pass"):
        replies = workspace.all("choose", position=at("kuhn-poker", after), player="strong", seconds=0.2)
        assert [reply["type"] for reply in replies] == ["chosen"]
        assert replies[0]["action"].startswith(SEAL)
    with pytest.raises(HalfmoveError, match="needs the whole state"):
        workspace.ask("choose", position=at("kuhn-poker", "K J pass"), player="alphabeta", seconds=0.2)


def test_lines_and_hints_rest_on_what_is_known(workspace):
    kings = [workspace.ask("hint", position=at("kuhn-poker", f"K {other} pass bet"), seconds=0.2) for other in "JQ"]
    assert [hint["action"] for hint in kings] == ["bet", "bet"]
    report = workspace.ask("analyse", position=at("kuhn-poker", "K J pass bet"), seconds=0.2)
    assert report["lines"][0]["action"] == "bet"
    assert "same" not in report
    assert workspace.ask("values", position=at("phantom", "a1 b2"), seconds=0.2)["actions"] == []


def test_no_record_and_no_whole_picture_before_the_end(workspace):
    with pytest.raises(HalfmoveError, match="when it is over"):
        workspace.ask("record", position=at("kuhn-poker", "K J pass"), players=["a", "b"])
    assert workspace.ask("record", position=at("kuhn-poker", "K J pass pass"), players=["a", "b"])["type"] == "file"
    pictures = [
        workspace.ask("draw", position=at("phantom", after), people=[0])["text"] for after in ("a1 b2", "a1 c3")
    ]
    assert pictures[0] == pictures[1]


def test_a_seal_hides_the_name_and_gives_it_back():
    names = ["K", "Q", "North", "West", "e2e4", "ä" * 40, ""]
    for name in names:
        assert unsealed(seal(name)) == name == unsealed(name)
        assert seal(name) != seal(name)
    assert len({len(seal(name)) for name in names[:5]}) == 1
    with pytest.raises(MalformedText, match="cannot be opened"):
        unsealed("sealed~!!")
