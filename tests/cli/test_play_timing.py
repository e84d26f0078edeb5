"""The time of a game at the terminal: who has how long, and when he forfeits."""

import pytest

from halfmove.cli.play import SECONDS, Timing
from halfmove.play.clocks.time_control import MARGIN, UNLIMITED, Control, parse_control
from halfmove.play.players.spec import parse_spec

SPECS = [parse_spec("human"), parse_spec("random")]


def test_a_clock_is_for_everybody():
    assert Timing(time="5m+3s").controls(SPECS) == [parse_control("5m+3s", MARGIN)] * 2
    said = Timing(time="5s", margin="20ms", charge_waiting=True)
    assert said.controls(SPECS) == [Control(each=5.0, margin=0.02, charge_waiting=True)] * 2


def test_without_a_clock_only_players_have_a_time():
    person, player = Timing().controls(SPECS)
    assert person == UNLIMITED
    assert (player.each, player.charge_waiting) == (SECONDS, False)
    assert Timing(seconds=1.0, margin="1s").controls(SPECS)[1] == Control(each=1.0, margin=1.0)


def test_a_saved_game_goes_on_by_its_own_clock():
    assert Timing().controls(SPECS, "60s+5s,margin=0ms,waiting=charged")[0] == Control(
        total=60.0, increment=5.0, margin=0.0, charge_waiting=True
    )


def test_a_game_between_players_takes_both_options(halfmove):
    result = halfmove("play", "tic-tac-toe", "random", "random", "--time", "5s", "--margin", "9s", "--charge-waiting")
    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize("player", ["uci:nosuch", "engine:strength=200"])
def test_who_cannot_play_is_refused_at_the_terminal_too(halfmove, player):
    game = "chess" if player.startswith("uci") else "tic-tac-toe"
    result = halfmove("play", game, "random", player)
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1
