"""The seed of the command line, in every protocol: the same one plays the same game."""

import pytest

pytestmark = pytest.mark.usefixtures("in_plain_python")

TWICE = "position startpos\ngo depth 1\n{}\nposition startpos\ngo depth 1\n"
ASKED = {"uci": TWICE.format("ucinewgame"), "ugi": TWICE.format("uginewgame"), "gtp": "genmove black\ngenmove white\n"}
WORDS = {"uci": (), "ugi": ("othello",), "gtp": ("othello:size=6", "--seconds", "0.05")}
ANSWER = {"uci": "bestmove", "ugi": "bestmove", "gtp": "="}
SEEDS = range(6)


@pytest.mark.parametrize("protocol", ASKED)
def test_the_seed_decides_what_a_weak_player_overlooks(halfmove, protocol):
    def answers(before, after):
        search = ("--search", "engine:strength=0,depth=1")
        result = halfmove(*before, protocol, *WORDS[protocol], *search, *after, typed=ASKED[protocol])
        assert result.exit_code == 0, result.output
        return tuple(line for line in result.stdout.splitlines() if line.startswith(ANSWER[protocol]))

    by_seed = [answers((), ("--seed", seed)) for seed in SEEDS]
    assert len(set(by_seed)) > 1
    assert by_seed == [answers(("--seed", seed), ()) for seed in SEEDS]
    if protocol != "gtp":
        assert all(first == second for first, second in by_seed)  # a new game has the same seed
