"""Positions as data for a browser: the board, what stands on it, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any

from halfmove.compiled import plain
from halfmove.core.commentary import find_commentary
from halfmove.core.drawing import Drawing, find_drawing
from halfmove.core.game import CHANCE, Game
from halfmove.core.history import StateWithHistory
from halfmove.core.naming import player_name
from halfmove.explain.board import PLAIN, Board
from halfmove.explain.boards import situation
from halfmove.play.foreign_text import printable
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.terminal.verdict import verdict
from halfmove.web import limits
from halfmove.web.failures import LimitReached
from halfmove.web.hidden import knows_the_actions, noticed, sealed_names, seen_state, viewer_of

_LONGEST = 20_000  # characters of the text of a state
_ALWAYS = {"at", "kind", "name", "x", "y", "width", "height", "text", "seat", "parent", "label", "mover"}


def data_of(thing: Any) -> Any:
    """Return a dataclass as plain data; what is as it is by default is left out, but for what always matters."""
    if is_dataclass(thing) and not isinstance(thing, type):
        return {
            field.name: data_of(value)
            for field in fields(thing)
            if (value := getattr(thing, field.name)) != field.default or field.name in _ALWAYS
        }
    if isinstance(thing, (tuple, list)):
        return [data_of(each) for each in thing]
    return thing


def board_data(board: Board | None) -> dict[str, Any]:
    """Return what stays as it is throughout a game."""
    return {"kind": PLAIN} if board is None else data_of(board)


def picture_data(drawing: Drawing, board: Board | None, state: Any, before: Any = None) -> dict[str, Any]:
    """Return what stands on the board, or the fields of a state that has no board."""
    if board is not None:
        picture: dict[str, Any] = data_of(drawing.picture(state))
        return picture
    picture = {"fields": fields_of(state, before)}
    svg = drawing.svg(state)
    return {**picture, "svg": svg} if svg else picture


def fields_of(state: Any, before: Any = None) -> list[dict[str, str]]:
    """Return the fields of a state, each with what it was before if the last action changed it."""
    names = getattr(state, "_fields", None)
    if names is None:
        return [{"name": "state", "value": _short(state)}]
    listed = []
    for name in names:
        entry = {"name": name, "value": _short(getattr(state, name))}
        was = entry["value"] if before is None else _short(getattr(before, name, None))
        listed.append(entry if was == entry["value"] else {**entry, "was": was})
    return listed


def _short(value: Any) -> str:
    text = printable(str(value))
    return text if len(text) <= 200 else f"{text[:200]}..."


def action_data(drawing: Drawing, rules: Game, state: Any, action: int) -> dict[str, Any]:
    """Return an action: its name, and what it does to the board."""
    data: dict[str, Any] = {
        "name": rules.name(action, state),
        "clicks": [int(cell) for cell in drawing.clicks(state, action)],
        "marks": sorted({int(cell) for cell in drawing.places(state, action)}),
        "takes": [int(cell) for cell in drawing.takes(state, action)],
    }
    key = drawing.key(state, action)
    return {**data, "key": key} if key else data


def legal_data(drawing: Drawing, ongoing: GameInProgress, seen: Any) -> list[dict[str, Any]]:
    """Return the legal actions, drawn on what is seen of the state; those of chance with their probabilities."""
    legal = ongoing.legal()
    if len(legal) > limits.ACTIONS:
        raise LimitReached(f"there are {len(legal):,} legal actions: the studio lists {limits.ACTIONS:,} at most")
    actions = [action_data(drawing, ongoing.rules, seen, action) for action in legal]
    if not ongoing.over and ongoing.mover == CHANCE:
        for action, (_, probability) in zip(actions, ongoing.rules.chances(ongoing.state), strict=True):
            action["probability"] = float(probability)
    _mark_captures(drawing, seen, actions)
    return actions


def _mark_captures(drawing: Drawing, state: Any, actions: Sequence[dict[str, Any]]) -> None:
    """Name the pieces of others that stand where an action ends: they are taken."""
    picture = drawing.picture(state)
    if picture is None or not actions or drawing.describe() is None or drawing.describe().kind == "backgammon":
        return
    owners = {piece.at: piece.seat for piece in picture.pieces if piece.seat is not None}
    for action in actions:
        begin, *rest = action["clicks"] or [-1]
        if rest and not action["takes"] and owners.get(rest[-1], owners.get(begin)) != owners.get(begin):
            action["takes"] = [rest[-1]]


def over_data(ongoing: GameInProgress) -> dict[str, Any] | None:
    """Return how a game ended; nothing while it goes on."""
    outcome = ongoing.outcome
    if outcome is None or outcome.utilities is None:
        return None
    best = max(outcome.utilities)
    winners = [seat for seat, utility in enumerate(outcome.utilities) if utility == best]
    how = find_commentary(ongoing.rules).how_ended(ongoing.state)
    text = verdict(ongoing.rules, outcome, (), how)
    return {"utilities": list(outcome.utilities), "winners": winners, "how": how, "text": text}


def position_data(
    ongoing: GameInProgress,
    text: str,
    start: str | None,
    with_board: bool = True,
    people: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return everything that a browser shows of a position: to the people at its seats, where something is hidden."""
    rules, drawing = ongoing.rules, find_drawing(ongoing.rules)
    board = drawing.describe()
    viewer = viewer_of(ongoing, people)
    state, before = seen_state(ongoing, viewer), seen_state(ongoing, viewer, -2) if ongoing.turns else None
    inner = inner_state(state)
    shown = printable(rules.show(state))
    data: dict[str, Any] = {
        "position": {"game": text, "start": start, "actions": sealed_names(ongoing, viewer)},
        "seats": [player_name(rules, seat) for seat in range(rules.players)],
        "movers": [int(turn.player) for turn in ongoing.turns],
        "mover": None if ongoing.over else int(ongoing.mover),
        "picture": picture_data(drawing, board, state if board is not None else inner, inner_state(before)),
        "legal": legal_data(drawing, ongoing, state) if knows_the_actions(ongoing, viewer) else [],
        "situation": situation(rules, state),
        "facts": drawing.facts(state),
        "over": over_data(ongoing),
        "text": shown[:_LONGEST],
        "written": None if ongoing.secrets else _written(plain(ongoing.given_game), shown),
    }
    if with_board:
        data["board"] = board_data(board)
    if viewer is not None:
        data |= {"viewer": viewer, "noticed": noticed(ongoing, viewer)}
        if board is None:
            data["picture"]["fields"] = []  # how a secret is stored tells nobody anything: the text is what is seen
    if ongoing.turns:
        data["last_action"] = last_action(drawing, ongoing, viewer)
    return data


def last_action(drawing: Drawing, ongoing: GameInProgress, viewer: int | None) -> dict[str, Any]:
    """Return the last action, or what the viewer noticed of it."""
    turn = ongoing.turns[-1]
    if viewer is None or turn.player == viewer:
        return action_data(drawing, ongoing.rules, ongoing.states[-2], turn.action)
    return {"name": noticed(ongoing, viewer)[-1], "clicks": [], "marks": [], "takes": []}


def _written(rules: Game, shown: str) -> str | None:
    """Return a text from which the game reads the state: one line where it has such a notation, as FEN."""
    last = shown.strip().rpartition("\n")[2].strip()
    for text in (last, shown):
        with suppress(Exception):  # a user's game may read in any way, and fail
            if len(text) <= _LONGEST and printable(rules.show(rules.read(text))) == shown:
                return text
    return None


def inner_state(state: Any) -> Any:
    """Return a state without the path that led to it."""
    return state.state if isinstance(state, StateWithHistory) else state
