"""Positions that are typed, pasted or put together by hand: states, records and lists of actions."""

from __future__ import annotations

import re
from typing import Any

from halfmove.core.drawing import find_drawing
from halfmove.core.game import Game
from halfmove.core.rules import action_named
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError, IllegalAction, MalformedText
from halfmove.explain.board import Piece
from halfmove.games import GAMES
from halfmove.play.foreign_text import quoted
from halfmove.play.loading import is_tree
from halfmove.play.records import pdn, pgn, sgf
from halfmove.play.records.records import Record, from_json
from halfmove.web import messages
from halfmove.web.rooms.play import shown
from halfmove.web.workspace import Workspace

_NUMBER = re.compile(r"\d+\.+")  # of a move, as in "12." or "12..."
_RESULTS = {"1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1"}
_FEN = re.compile(r"\s*([pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+(\s|$)")
_OBF = re.compile(r"\s*[-XO*.]{64}\s*[XO]?;?\s*", re.IGNORECASE)
_PASTED = "the text"  # what errors call it


def read(workspace: Workspace, request: messages.Read) -> dict[str, Any]:
    """Return the position of a text: a record, a list of actions, or a state as the game reads it."""
    at, form = _position(workspace, request.game, request.text)
    return {**shown(workspace, at), "read_as": form}


def open_text(workspace: Workspace, request: messages.Open) -> dict[str, Any]:
    """Find out what a text is about: a game, a tree, or a position of some game."""
    text = request.text.strip()
    if is_tree(text):
        workspace.game(text)
        return {"type": "open", "room": "watch", "position": _plain(messages.Position(text))}
    word = re.split(r"[:\s]", text, maxsplit=1)[0].casefold()
    if word in GAMES or text == workspace.own:
        game, _, rest = text.partition(" ")
        at = messages.Position(game) if not rest.strip() else _position(workspace, game, rest)[0]
    else:
        at = _position(workspace, _game_of(workspace, text), text)[0]
    workspace.position(at)
    return {"type": "open", "room": "play", "position": _plain(at)}


def _game_of(workspace: Workspace, text: str) -> str:
    """Return the game whose notation a text is written in."""
    if _FEN.match(text):
        return "chess"
    if _OBF.fullmatch(text):
        return "othello"
    record = _record(text, None)
    if record is not None:
        return record[0].game
    workspace.game(text)  # says what is wrong with the name
    raise HalfmoveError(f"{quoted(text)}: this is no game, no tree and no position")


def _plain(at: messages.Position) -> dict[str, Any]:
    return {"game": at.game, "start": at.start, "actions": at.actions}


def _position(workspace: Workspace, game: str, text: str) -> tuple[messages.Position, str]:
    text = text.strip()
    if not text:
        raise MalformedText("the text is empty: paste a state, a record or a list of actions")
    played = workspace.game(game)
    found = _record(text, played)
    if found is not None:
        record, form = found
        if record.game.partition(":")[0] != game.partition(":")[0]:
            game = record.game
            played = workspace.game(game)
        at = messages.Position(game, record.start or None, list(record.actions))
        workspace.position(at)
        return at, form
    words = [word.rstrip(",;") for word in _NUMBER.sub(" ", text).split() if word not in _RESULTS]
    if len(words) == 1 and not _is_action(played, words[0]):
        words = words[0].split(",")
    if words and _is_action(played, words[0]):
        at = messages.Position(game, None, words)
        workspace.position(at)
        return at, "a list of actions"
    try:
        played.read(text)
    except HalfmoveError as error:
        reason = str(error) if _FEN.match(text) else f"{quoted(text)} is no list of actions, and no state: {error}"
        raise MalformedText(reason) from None
    except (ValueError, IndexError, KeyError, TypeError) as error:  # a user's game may read as it likes
        raise MalformedText(f"{quoted(text)} is not a state of this game: {error}") from None
    form = "FEN" if _FEN.match(text) else "OBF" if _OBF.fullmatch(text) else "a state"
    return messages.Position(game, text, []), form


def _is_action(game: Game, word: str) -> bool:
    rules = plain_throughout(game)
    try:
        action_named(rules, rules.initial, word)
    except (IllegalAction, MalformedText, ValueError):
        return False
    return True


def _record(text: str, game: Game | None) -> tuple[Record, str] | None:
    """Return a record that a text holds, and its format; nothing where it is none."""
    if text.startswith("{"):
        return from_json(text, _PASTED), "a record"
    if text.startswith("(") and text[1:].lstrip().startswith(";"):
        return sgf.read(text, _PASTED, game)[0], "SGF"
    if text.startswith("["):
        if "GameType" in text or type(game).__name__ in ("Checkers", "InternationalDraughts"):
            return pdn.read(text, _PASTED, game)[0], "PDN"
        return pgn.read(text, _PASTED, None)[0], "PGN"
    return None


def edit(workspace: Workspace, request: messages.Edit) -> dict[str, Any]:
    """Return the position in which pieces stand as somebody has put them."""
    game = plain_throughout(workspace.game(request.position.game))
    drawing = find_drawing(game)
    board = drawing.describe()
    if board is None or not board.palette:
        raise HalfmoveError("the board of this game is not edited by hand: write the state instead")
    known = {(piece.letter.upper(), piece.seat): piece for piece in board.palette}
    pieces: dict[int, Piece] = {}
    for each in request.pieces:
        piece = known.get((each.letter.upper(), each.seat))
        if piece is None or each.at >= len(board.cells):
            raise MalformedText(f"{quoted(each.letter)} of seat {each.seat} on cell {each.at}: there is no such piece")
        pieces[each.at] = piece
    if request.mover >= game.players:
        raise MalformedText(f"seat {request.mover} is to move: there are {game.players}")
    start = drawing.compose(pieces, request.mover)
    return shown(workspace, messages.Position(request.position.game, start, []))
