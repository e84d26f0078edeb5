"""What the server says first: which games, players and searches there are, and how much may be asked."""

from __future__ import annotations

from typing import Any

from halfmove import __version__
from halfmove.core.drawing import find_drawing
from halfmove.core.game import ILLEGAL, Game
from halfmove.core.secrets import has_secrets
from halfmove.explain.board import PLAIN
from halfmove.games import GAMES, game_named
from halfmove.games.groups import GROUPS
from halfmove.play.players.searches import HIDDEN, ISMCTS
from halfmove.play.players.searches import SEARCHES as KNOWN
from halfmove.play.players.spec import OURS, RANDOM, STRONG, options_of
from halfmove.play.trust import FILE_OPTIONS
from halfmove.web import limits, messages
from halfmove.web.workspace import Workspace

TITLES = {
    "mnk": "m,n,k game",
    "tic-tac-toe": "Tic-tac-toe",
    "y": "Y",
    "nine-mens-morris": "Nine Men's Morris",
    "six-mens-morris": "Six Men's Morris",
    "three-mens-morris": "Three Men's Morris",
    "chess960": "Chess960",
    "connect-four": "Connect Four",
    "one-heap-nim": "Nim with one heap",
    "three-player-nim": "Nim for three",
    "random-dag": "Random DAG",
    "random-vector-tree": "Random tree for several",
    "figure": "Figures of the books",
}
SEARCHES = {  # that can be watched: what they are called, what they do, and which games they suit
    "minimax": ("Minimax", "looks at every node", ["two"]),
    "alphabeta": ("Alpha-beta", "cuts when v ≥ β or v ≤ α", ["two"]),
    "alphabeta:cut_equal=no": ("Alpha-beta, cutting less", "cuts when v > β or v < α", ["two"]),
    "memoised": ("Alpha-beta with a table", "remembers states", ["two"]),
    "iterative": ("Iterative deepening", "one ply, two plies, three ...", ["two"]),
    "quiescence": ("Quiescence search", "looks on where it is not quiet", ["two"]),
    "beam": ("Beam search", "looks at the most promising actions", ["two"]),
    "expectiminimax": ("Expectiminimax", "averages over chance", ["two", "chance", "one"]),
    "star1": ("Star1", "cuts at nodes of chance", ["chance"]),
    "star2": ("Star2", "probes first, then cuts", ["chance"]),
    "maxn": ("max^n", "each player for himself", ["two", "chance", "many", "one"]),
    "paranoid": ("Paranoid", "all others against one", ["two", "many"]),
    "mcts": ("Monte Carlo tree search", "grows where simulated games go well", ["two", "chance", "many", "one"]),
}
OPEN = ("engine", "dice", "alphabeta", "minimax", "expectiminimax", "maxn", "mcts", "montecarlo")  # they see all
PLAYERS = (STRONG, *OPEN, *HIDDEN, RANDOM)


def hello(workspace: Workspace, request: messages.Hello) -> dict[str, Any]:
    """Return the first message."""
    own = workspace.own
    return {
        "type": "hello",
        "version": __version__,
        "own": own or None,
        "limits": {
            "message": limits.MESSAGE,
            "body": limits.BODY,
            "seconds": limits.SEARCH,
            "nodes": limits.NODES,
            "page": limits.PAGE,
            "tree": limits.TREE,
            "simulations": limits.SIMULATIONS,
            "tasks": limits.TASKS,
        },
        "games": games(workspace),
        "players": players(),
        "searches": [
            {"name": name, "title": title, "summary": summary, "for": suits}
            for name, (title, summary, suits) in SEARCHES.items()
        ],
    }


def title_of(name: str) -> str:
    """Return what people call a game of ours."""
    word = name.partition(":")[0]
    return TITLES.get(word, word.replace("-", " ").capitalize())


def games(workspace: Workspace) -> list[dict[str, Any]]:
    """Describe all games, the user's own first."""
    listed = []
    if workspace.own:
        game = workspace.game(workspace.own)
        summary = (type(game).__doc__ or "your own game").strip().partition("\n")[0]
        listed.append(_described(game, workspace.own, type(game).__name__, summary, "yours"))
    groups = {name: group for group, names in GROUPS.items() for name in names}
    for name, entry in GAMES.items():
        hints = entry.hints()
        described = _described(game_named(name), name, title_of(name), entry.summary, groups.get(name, "others"))
        described["parameters"] = [
            {"name": each, "default": _written(value), "kind": getattr(hints[each], "__name__", "list")}
            for each, value in entry.parameters.items()
            if each in hints
        ]
        listed.append(described)
    return listed


def _described(game: Game, name: str, title: str, summary: str, group: str) -> dict[str, Any]:
    board = find_drawing(game).describe()
    return {
        "name": name,
        "title": title,
        "summary": summary,
        "group": group,
        "players": game.players,
        "seats": list(game.player_names),
        "chance": game.has_chance,
        "secrets": has_secrets(game),
        "kind": board.kind if board else PLAIN,
        "parameters": [],
        "formats": formats_of(name),
        "solvable": game.players <= 2 and game.repetition != ILLEGAL,
        "reviewable": game.players <= 2 and not has_secrets(game),
    }


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def formats_of(name: str) -> list[str]:
    """Return the formats of records of a game."""
    word = name.partition(":")[0]
    formats = {"chess": ["pgn"], "chess960": ["pgn"], "checkers": ["pdn"], "draughts": ["pdn"]}
    return [*formats.get(word, []), "sgf", "json"]


def players() -> list[dict[str, Any]]:
    """Describe the players that may sit down."""
    titles = {
        STRONG: "Strongest",
        RANDOM: "Random",
        "mcts": "Monte Carlo tree search",
        "maxn": "max^n",
        ISMCTS: "Information set tree search",
    }
    return [
        {
            "name": name,
            "title": titles.get(name, name.capitalize()),
            "summary": OURS[name] if name in OURS else {**KNOWN, **HIDDEN}[name].summary,
            "secrets": None if name in (STRONG, RANDOM) else name in HIDDEN,
            "options": [
                {"name": option, "kind": known.kind.__name__, "summary": known.meaning}
                for option, known in options_of(name).items()
                if option not in FILE_OPTIONS
            ],
        }
        for name in PLAYERS
    ]
