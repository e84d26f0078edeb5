"""The games, one line each. Nothing is imported before a game is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from inspect import signature
from typing import Any, NamedTuple, get_type_hints

from halfmove.errors import HalfmoveError, MalformedText, did_you_mean

WRAPPED = "game"  # the parameter of a game that wraps another: what that one is called
LARGEST_NUMBER = 10**15  # as a parameter: some times as much still fits in a word of machine code


class Entry(NamedTuple):
    """Where a game is made (module:class or module:function), its parameters unless others are given, what it is."""

    place: str
    parameters: dict[str, Any]
    summary: str

    def maker(self) -> Callable[..., Any]:
        """Return what makes the game."""
        module, _, name = self.place.partition(":")
        function: Callable[..., Any] = getattr(import_module(f"{__name__}.{module}"), name)
        return function

    def hints(self) -> dict[str, Any]:
        """Return the parameters that can be given, with their types."""
        maker = self.maker()
        hints = get_type_hints(maker)
        names = signature(maker).parameters
        return {name: hints[name] for name in names if name in hints}


_DRAUGHTS = "draughts.international:InternationalDraughts"
_GOMOKU = {"width": 15, "height": 15, "in_a_row": 5, "exact": False}
_TREE = {"seed": 0, "depth": 4, "width": 3}

GAMES = {
    "tic-tac-toe": Entry("tic_tac_toe:TicTacToe", {}, "three in a row on nine squares; a draw"),
    "connect-four": Entry("connect_four:ConnectFour", {"width": 7, "height": 6}, "four in a row by dropping stones"),
    "gomoku": Entry("mnk:MNK", _GOMOKU, "five in a row on a large board"),
    "pente": Entry("pente:Pente", {"width": 19, "height": 19, "pairs": 5}, "five in a row or five captured pairs"),
    "mnk": Entry("mnk:MNK", {"width": 4, "height": 4, "in_a_row": 4}, "k in a row on a board of any size"),
    "go": Entry("go:Go", {"size": 9, "komi": 7.5, "superko": False, "margin": False}, "surround more of the board"),
    "hex": Entry("hex:Hex", {"size": 11, "swap": False, "rows": 0}, "link two sides of a board of six-sided cells"),
    "y": Entry("y:Y", {"size": 9}, "link the three sides of a triangle"),
    "nim": Entry("nim:Nim", {"heaps": (3, 4, 5), "misere": False}, "take stones from heaps; the last one decides"),
    "one-heap-nim": Entry("nim:OneHeapNim", {"stones": 6, "most": 3, "misere": False}, "take a few stones from a heap"),
    "three-player-nim": Entry("nim:ThreePlayerNim", {"stones": 10, "most": 3}, "one heap, three players"),
    "kalah": Entry("kalah:Kalah", {"holes": 6, "seeds": 4}, "sow seeds, move again, capture"),
    "oware": Entry("oware:Oware", {"houses": 6, "seeds": 4}, "sow seeds, capture twos and threes"),
    "nine-mens-morris": Entry("morris:Morris", {"men": 9, "flying": True}, "make mills and remove men"),
    "six-mens-morris": Entry("morris:Morris", {"men": 6, "flying": False}, "mills on two squares"),
    "three-mens-morris": Entry("morris:Morris", {"men": 3, "flying": False}, "three in a line, by moving"),
    "chess": Entry("chess:chess", {"moves": 75, "repetitions": 5}, "checkmate the other king"),
    "chess960": Entry("chess:chess960", {"position": 518}, "chess from one of 960 starting positions"),
    "checkers": Entry("draughts.english:Checkers", {"no_progress": 80, "repetitions": 2}, "English draughts on 8 x 8"),
    "draughts": Entry(_DRAUGHTS, {"no_progress": 50, "repetitions": 3}, "draughts on 10 x 10"),
    "othello": Entry("othello:Othello", {"size": 8, "margin": False}, "put discs down and turn others over"),
    "backgammon": Entry("backgammon:Backgammon", {"cube": 1}, "bring fifteen checkers home by the dice"),
    "pig": Entry("pig:Pig", {"goal": 100}, "roll a die as often as you dare"),
    "2048": Entry("tiles:Tiles", {"size": 4, "goal": 2048, "points": True}, "slide tiles together against chance"),
    "coins": Entry("coins:Coins", {"goal": 8, "coins": 2, "tosses": 6, "heads": 0.4}, "stake coins on heads"),
    "cat-and-mouse": Entry("cat_and_mouse:CatAndMouse", {"width": 3, "height": 3}, "a chase that can go on for ever"),
    "pacman": Entry("pacman:Pacman", {"maze": "small", "ghosts": "min", "time": 200}, "eat, and escape the ghosts"),
    "fog": Entry("fog:fog", {"game": "chess", "moves": 75}, "chess in which you see where your pieces can go"),
    "kriegspiel": Entry(
        "kriegspiel:kriegspiel",
        {"rules": "icc", "size": 8, "begin": "", "moves": 75},
        "chess in which only your own pieces are seen",
    ),
    "phantom": Entry("phantom:phantom", {"game": "tic-tac-toe", "abrupt": False}, "a game of stones played blind"),
    "kuhn-poker": Entry("kuhn_poker:KuhnPoker", {"ranks": 3}, "one card each, one bet: the smallest poker"),
    "leduc-poker": Entry(
        "leduc_poker:LeducPoker", {"ranks": 3, "suits": 2}, "two rounds of bets, a card for all between"
    ),
    "liars-dice": Entry(
        "liars_dice:LiarsDice", {"dice": 1, "sides": 6, "wild": "highest"}, "bid on hidden dice, or doubt"
    ),
    "goofspiel": Entry("goofspiel:Goofspiel", {"cards": 4, "hidden": True}, "bid cards for prizes, both at once"),
    "battleship": Entry(
        "battleship:Battleship", {"width": 10, "height": 10, "shots": 50}, "hide a fleet, find the other"
    ),
    "matching-pennies": Entry("matrix_game:matching_pennies", {}, "show a side of a coin, both at once"),
    "rock-paper-scissors": Entry("matrix_game:rock_paper_scissors", {}, "three choices, each beats another"),
    "matrix": Entry(
        "matrix_game:matrix_game", {"payoffs": "2 -1; -1 1"}, "any table of what two choices at once are worth"
    ),
    "whist": Entry("tricks:Whist", {"ranks": 13, "trump": "turned"}, "two against two, tricks with trumps"),
    "bridge": Entry("tricks:Bridge", {"contract": "N", "declarer": "S"}, "the play of a deal with an open dummy"),
    "hearts": Entry("tricks:Hearts", {"passing": True}, "take no hearts and not the queen of spades"),
    "skat": Entry("tricks:Skat", {"soloist": -1}, "one against two, with jacks as trumps"),
    "holdem": Entry("holdem:Holdem", {"small": 1, "big": 2, "bet": 2, "later": 4}, "limit hold'em poker for two"),
    "figure": Entry("trees.figures:figure", {"name": "two-ply"}, "a tree of the textbooks, by name"),
    "random-tree": Entry("trees.random_games:random_tree", _TREE, "a random tree of MAX and MIN"),
    "random-dag": Entry("trees.random_games:random_dag", _TREE, "a random graph without cycles"),
    "random-chance-tree": Entry("trees.random_games:random_chance_tree", _TREE, "a random tree with chance"),
    "random-graph": Entry("trees.random_games:random_graph", {"seed": 0, "nodes": 12}, "a random graph with cycles"),
    "random-vector-tree": Entry(
        "trees.random_games:random_vector_tree", {**_TREE, "players": 3}, "a random tree for several players"
    ),
}


def game_named(written: str) -> Any:
    """Return the game of a name with parameters, as in `connect-four:width=5,height=4` or `nim:heaps=3-4-5`."""
    name, _, given = written.strip().partition(":")
    if name not in GAMES:
        raise HalfmoveError(f"there is no game '{name}'{did_you_mean(name, GAMES)}; there are {', '.join(GAMES)}")
    entry = GAMES[name]
    hints = entry.hints()
    parameters = dict(entry.parameters)
    parts = list(filter(None, given.split(",")))
    if WRAPPED in parameters:
        parameters[WRAPPED], parts = _wrapped(parts, hints, parameters[WRAPPED])
    for part in parts:
        parameter, equals, value = part.partition("=")
        if not equals or parameter not in hints:
            known = f"has {', '.join(hints)}" if hints else "has no parameters"
            raise HalfmoveError(f"{name}: '{part}' is not a parameter{did_you_mean(parameter, hints)}; it {known}")
        parameters[parameter] = read_value(parameter, value, hints[parameter])
    return entry.maker()(**parameters)


def _wrapped(parts: list[str], own: Collection[str], default: str) -> tuple[str, list[str]]:
    """Return what is said of the game inside, as `hex:size=3` in `phantom:hex:size=3,abrupt=yes`, and all the rest."""
    inner = [part for part in parts if part.partition("=")[0] not in own]
    return ",".join(inner) or default, [part for part in parts if part not in inner]


def read_value(parameter: str, written: str, kind: Any) -> Any:
    """Return the value of a parameter: a number, true or false, a text, or numbers parted by hyphens."""
    try:
        if kind is bool:
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[written.casefold()]
        if kind is str:
            return written
        numbers = tuple(map(kind, [written])) if kind in (int, float) else tuple(map(int, written.split("-")))
    except (KeyError, ValueError):
        wanted = {bool: "true or false", int: "a whole number", float: "a number"}.get(kind, "numbers such as 3-4-5")
        raise MalformedText(f"{parameter}={written}: {parameter} is {wanted}") from None
    if max(map(abs, numbers)) > LARGEST_NUMBER:
        raise MalformedText(f"{parameter}={written}: {parameter} is at most {LARGEST_NUMBER:,}")
    return numbers[0] if kind in (int, float) else numbers
