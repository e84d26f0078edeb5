"""The menu of games, and what it asks."""

import pytest

from halfmove.cli.menu import GROUPS, lines, listed, players_for, read_game, read_side, read_strength
from halfmove.errors import HalfmoveError
from halfmove.games import GAMES, game_named


def test_every_game_stands_once_in_the_menu():
    assert sorted(listed()) == sorted(GAMES)
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(GAMES)


@pytest.mark.parametrize("width", [80, 60])
def test_the_menu_fits_the_terminal_with_its_questions(width):
    shown = lines(width)
    assert max(map(len, shown)) <= width
    assert len(shown) + 4 <= 24
    assert all(f" {name}" in "\n".join(shown) for name in GAMES)


def test_answers_are_read_or_refused():
    assert read_game("2") == "connect-four"
    assert read_game("2048") == "2048"
    assert read_game("nim:heaps=1-2") == "nim:heaps=1-2"
    chess = game_named("chess")
    assert [read_side(chess, answer) for answer in ("", "1", "2", "black", "W")] == [0, 0, 1, 1, 0]
    assert [read_strength(answer) for answer in ("", "1", "100")] == [50, 1, 100]
    for read, answer, reason in [
        (read_game, "", "type a number or a name"),
        (read_game, "0", "the games have the numbers 1 to"),
        (read_game, "ches", "did you mean chess"),
        (read_game, "nim:heaps=x", "heaps"),
        (read_strength, "0", "from 1 to 100"),
        (read_strength, "much", "from 1 to 100"),
    ]:
        with pytest.raises(HalfmoveError, match=reason):
            read(answer)
    with pytest.raises(HalfmoveError, match="the sides are White, Black"):
        read_side(chess, "3")


def test_side_and_strength_are_asked_until_they_make_sense(capsys):
    answers, asked = iter(["z", "2", "200", "7"]), []
    ask = lambda question: asked.append(question) or next(answers)  # noqa: E731
    assert players_for(ask, "tic-tac-toe") == ["strong:strength=7", "human"]
    assert [question.partition(" ")[0] for question in asked] == ["Your", "Your", "How", "How"]
    assert "z: the sides are X, O\n200: a strength is" in capsys.readouterr().out
    assert players_for(ask, "2048") == ["human"]


def test_the_menu_comes_back_after_a_game_for_one(halfmove):
    said = halfmove("play", typed="99\ncoins\nquit\nq\n").stdout
    assert "99: the games have the numbers 1 to" in said
    assert "tosses left" in said
    assert "Your side?" not in said
    assert said.count("Which game?") == 3
