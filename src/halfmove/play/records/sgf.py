"""Records of all other games: Smart Game Format 4 (Hollosi 1999), the main line.

Go is written as everywhere. In other games an action is written as players write it: by the first seat as B, by the
second as W, by further ones as PC, PD, ..., by chance as CH; HG names the game as halfmove does.
"""

from __future__ import annotations

import re
from typing import Any

from halfmove.core.game import CHANCE, Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.go import text as go_text
from halfmove.games.shared.sgf import SgfNode, main_lines
from halfmove.play.endings import CRASHED, ENDINGS, ILLEGAL, RESIGNED, TIME, Outcome, ended, points
from halfmove.play.records.notes import read_note, write_note
from halfmove.play.records.records import Note, Record, replay
from halfmove.play.trust import recorded_game

_GAMES = {"go": "1", "othello": "2", "chess": "3", "gomoku": "4", "backgammon": "6", "hex": "11"}  # SGF's numbers
_OTHER = "0"  # no game of SGF's list
_SEATS = ("B", "W", *(f"P{letter}" for letter in "CDEFGHIJKLMNOPQRSTUVWXYZ"))
_DRAW, _UNKNOWN = "Draw", "?"
_REASONS = {RESIGNED: "Resign", TIME: "Time", ILLEGAL: "Forfeit", CRASHED: "Forfeit"}


def write(record: Record, game: Game) -> str:
    """Return a game in SGF."""
    name = record.game.partition(":")[0]
    root = {"FF": "4", "CA": "UTF-8", "AP": "halfmove", "GM": _GAMES.get(name, _OTHER), "HG": record.game}
    if name == "go":
        root |= {"SZ": str(game.size), "KM": f"{game.komi:g}"}  # type: ignore[attr-defined]
    names = enumerate(record.players)
    root |= {("PB", "PW")[seat] if seat < 2 else f"N{_SEATS[seat]}": player for seat, player in names}
    root["RE"] = _result(record)
    facts = {"HS": record.start, "HO": str(record.opening or ""), "HT": record.control}
    facts["HU"] = " ".join(f"{utility!r}" for utility in record.outcome.utilities or ())
    facts |= {"HE": record.outcome.ending, "HD": record.outcome.detail, "DT": record.date}
    facts["HR"] = "" if record.seed is None else str(record.seed)
    root |= {key: value for key, value in facts.items() if value}
    nodes = ["".join(f"{key}[{_escaped(value)}]" for key, value in root.items())]
    ongoing = replay(record, game)
    for place, turn in enumerate(ongoing.turns):
        seat = "CH" if turn.player == CHANCE else _SEATS[turn.player]
        action = go_text.sgf_point(turn.action, game.size) if name == "go" else record.actions[place]  # type: ignore[attr-defined]
        comment = f"C[{write_note(Note(*turn[2:]))}]" if turn.value is not None else ""
        nodes.append(f"{seat}[{_escaped(action)}]{comment}")
    return "(;" + "\n;".join(nodes) + ")\n"


def _result(record: Record) -> str:
    if record.outcome.utilities is None:
        return _UNKNOWN
    scores = points(record.outcome.utilities)
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(best) == len(scores):
        return _DRAW
    winners = "".join(_SEATS[seat] for seat in best)
    return f"{winners}+{_REASONS.get(record.outcome.ending, '')}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


def read(text: str, file: str, game: Game | None = None) -> list[Record]:
    """Return the games of a text in SGF."""
    return [_record(nodes, file, game) for nodes in main_lines(text, lambda line, _: f"{file}:{line}")]


def _record(nodes: list[SgfNode], file: str, game: Game | None) -> Record:
    root, place = nodes[0], f"{file}:{nodes[0].line}"
    try:
        name = root.text("HG") or _name(root)
        played: Any = game or recorded_game(name)
        outcome = _outcome(root, played)
    except HalfmoveError as error:
        raise MalformedText(f"{place}: {error}") from None
    is_go = name.partition(":")[0] == "go"
    actions, notes = [], []
    for node in nodes:
        for key in node.properties:
            if key in ("CH", *_SEATS[: played.players]):
                actions.append(_vertex(node, key, played.size, file) if is_go else node.text(key))
                notes.append(read_note(node.text("C")))
    start = root.text("HS")
    if is_go and not start and set(root.properties) & {"AB", "AW", "PL"}:
        kept = {key: values for key, values in root.properties.items() if key in ("SZ", "AB", "AW", "PL")}
        start = "(;" + "".join(key + "".join(f"[{value}]" for value in values) for key, values in kept.items()) + ")"
    seats = range(played.players)
    return Record(
        name,
        tuple(root.text(("PB", "PW")[seat] if seat < 2 else f"N{_SEATS[seat]}", "?") for seat in seats),
        tuple(actions),
        outcome,
        start=start,
        opening=int(root.text("HO")) if root.text("HO").isdecimal() else 0,
        control=root.text("HT"),
        seed=int(root.text("HR")) if root.text("HR").isdecimal() else None,
        notes=tuple(notes) if any(note != Note() for note in notes) else (),
        date=root.text("DT"),
    )


def _name(root: SgfNode) -> str:
    """Return our name of a game that SGF numbers; without a number it is Go."""
    number = root.text("GM", "1").strip()
    names = [name for name, other in _GAMES.items() if other == number]
    if not names:
        raise MalformedText(f"GM[{number}] is no game that can be played here; HG[...] names others")
    if names[0] != "go":
        return names[0]
    size, komi = root.text("SZ", "19").strip(), root.text("KM", "0").strip()
    return f"go:size={size},komi={komi}"


def _outcome(root: SgfNode, game: Game) -> Outcome:
    """Return how a game ended: with the utilities that HU tells, or else as RE does."""
    ending, detail = root.text("HE"), root.text("HD")
    if not root.text("HU"):
        return ended(game, _points(root.text("RE", _UNKNOWN), game.players), ending, detail)
    try:
        utilities = tuple(map(float, root.text("HU").split()))
    except ValueError:
        raise MalformedText(f"HU[{root.text('HU')}] is not what each player got") from None
    if len(utilities) != game.players or ending not in ENDINGS:
        raise MalformedText(f"HU[{root.text('HU')}] HE[{ending}] is not how a game of {game.players} ends")
    return Outcome(ending, utilities, detail)


def _points(result: str, players: int) -> tuple[float, ...] | None:
    """Return what a result such as B+Resign, B+3.5, Draw, 0 or ? gives to each player."""
    winners, plus, _ = result.strip().partition("+")
    if plus:
        seats = re.findall("P[C-Z]|[BW]", winners)
        if "".join(seats) != winners:
            raise MalformedText(f"RE[{result}] does not say who won")
        return points(tuple(float(_SEATS[seat] in seats) for seat in range(players)))
    if winners.casefold() in ("0", _DRAW.casefold(), "jigo"):
        return (0.5,) * players
    return None


def _vertex(node: SgfNode, key: str, size: int, file: str) -> str:
    point = go_text.read_sgf_point(node.text(key).strip(), size)
    if point is None:
        raise MalformedText(f"{file}:{node.line}: {key}[{node.text(key)}] is not a point of the board")
    return go_text.vertex(point, size)
