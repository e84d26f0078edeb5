"""The menu that `halfmove` and `halfmove play` open: which game, which side, and how strong the other one is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.games.groups import GROUPS

if TYPE_CHECKING:
    from halfmove.cli.play import Timing
    from halfmove.core.game import Game

    Ask = Callable[[str], str]

Answer = TypeVar("Answer")

STRENGTH = 50  # where nothing is answered
_GROUP = 11  # characters of the name of a group
_LEAVE = ("q", "quit", "exit")


class Left(Exception):
    """A person leaves the menu."""


def menu(timing: Timing, seed: int = 0) -> None:
    """Let a person choose a game and play it, again and again."""
    from halfmove.cli.play import asker, new_game, played, session_at
    from halfmove.cli.report import console

    ask = asker(to_stderr=False)
    try:
        while True:
            for line in lines(console().width):
                console().print(line, markup=False)
            name = _ask_until_read(ask, "Which game? (number or name, q to leave) ", read_game)
            console().print(f"{name}: {_summary(name)}", markup=False)
            try:
                played(session_at(new_game(name, players_for(ask, name), None, "", timing, seed), seed))
            except HalfmoveError as error:
                console().print(str(error), style="red", markup=False)
            console().print()
    except (EOFError, Left):
        pass


def listed() -> list[str]:
    """Return the games in the order of their numbers."""
    from halfmove.games import GAMES

    grouped = [name for names in GROUPS.values() for name in names]
    return grouped + [name for name in GAMES if name not in grouped]


def lines(width: int) -> list[str]:
    """Return the menu for a terminal of some width."""
    numbers = {name: f"{number:>2} {name}  " for number, name in enumerate(listed(), 1)}
    rest = tuple(name for name in numbers if not any(name in names for names in GROUPS.values()))
    rows: list[str] = []
    for group, names in (*GROUPS.items(), *([("others", rest)] if rest else [])):
        rows.append(f"{group:<{_GROUP}}")
        for name in names:
            if len(rows[-1]) > _GROUP and len(rows[-1]) + len(numbers[name].rstrip()) > width:
                rows.append(" " * _GROUP)
            rows[-1] += numbers[name]
    return [row.rstrip() for row in rows]


def read_game(answer: str) -> str:
    """Return the name of the game that was asked for, with its parameters if any were given."""
    from halfmove.play.loading import load_game

    names = listed()
    if answer.isdecimal() and answer not in names:
        if not 1 <= int(answer) <= len(names):
            raise HalfmoveError(f"{answer}: the games have the numbers 1 to {len(names)}")
        return names[int(answer) - 1]
    if not answer:
        raise HalfmoveError("type a number or a name of the list")
    word = answer.partition(":")[0]
    if word not in names and did_you_mean(word, names):
        raise HalfmoveError(f"there is no game '{word}'{did_you_mean(word, names)}")
    load_game(answer)
    return answer


def _summary(name: str) -> str:
    """Return what a game is, in a few words."""
    from halfmove.games import GAMES
    from halfmove.play.loading import load_game

    entry = GAMES.get(name.partition(":")[0])
    return entry.summary if entry else (type(load_game(name)).__doc__ or "a game of yours").partition("\n")[0]


def players_for(ask: Ask, name: str) -> list[str]:
    """Ask who plays on which side."""
    from halfmove.play.loading import load_game
    from halfmove.play.players.spec import HUMAN, STRONG

    game = load_game(name)
    if game.players == 1:
        return [HUMAN]
    sides = ", ".join(f"{number} {player}" for number, player in enumerate(game.player_names, 1))
    question = f"Your side? ({sides}; Enter for {game.player_names[0]}) "
    side = _ask_until_read(ask, question, partial(read_side, game))
    question = f"How strong is the other side, from 1 to 100? (Enter for {STRENGTH}) "
    other = f"{STRONG}:strength={_ask_until_read(ask, question, read_strength)}"
    return [HUMAN if seat == side else other for seat in range(game.players)]


def read_side(game: Game, answer: str) -> int:
    """Return the seat that was asked for by its number or its name."""
    names = [player.casefold() for player in game.player_names]
    if not answer:
        return 0
    if answer.isdecimal() and 1 <= int(answer) <= len(names):
        return int(answer) - 1
    matching = [seat for seat, name in enumerate(names) if name.startswith(answer.casefold())]
    if len(matching) == 1:
        return matching[0]
    raise HalfmoveError(f"{answer}: the sides are {', '.join(game.player_names)}")


def read_strength(answer: str) -> int:
    """Return the strength that was asked for."""
    if not answer:
        return STRENGTH
    if answer.isdecimal() and 1 <= int(answer) <= 100:
        return int(answer)
    raise HalfmoveError(f"{answer}: a strength is a whole number from 1 to 100")


def _ask_until_read(ask: Ask, question: str, read: Callable[[str], Answer]) -> Answer:
    """Ask until there is an answer; what is wrong with one is said below it."""
    from halfmove.cli.report import console

    while True:
        answer = ask(question).strip()
        if answer.casefold() in _LEAVE:
            raise Left
        try:
            return read(answer)
        except HalfmoveError as error:
            console().print(str(error), style="red", markup=False)
