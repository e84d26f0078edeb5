"""Boards and watched searches in a notebook, by the elements of the studio: `pip install 'halfmove[jupyter]'`.

show_board(game, state)
show_search(game, search="alphabeta:depth=3")
"""

from __future__ import annotations

import tempfile
from typing import Any

import anywidget
import traitlets

from halfmove.core.drawing import find_drawing
from halfmove.core.game import Game
from halfmove.explain.boards import situation
from halfmove.running.run import Stop
from halfmove.web import messages
from halfmove.web.pictures import board_data, picture_data
from halfmove.web.rooms.watch import shown_data, watch
from halfmove.web.single_page import ELEMENTS
from halfmove.web.worker import Setup
from halfmove.web.workspace import Workspace

_GAME = "the game"  # what the workspace calls the game that it is handed


class StudioWidget(anywidget.AnyWidget):
    """Shows one piece of data as the studio does."""

    _esm = ELEMENTS
    value = traitlets.Dict().tag(sync=True)


def show_board(game: Game, state: Any = None) -> StudioWidget:
    """Return a board that can be looked at."""
    state = game.initial if state is None else state
    drawing = find_drawing(game)
    board = drawing.describe()
    shown = {"board": board_data(board), "picture": picture_data(drawing, board, state)}
    return StudioWidget(value={**shown, "text": game.show(state), "label": situation(game, state)})


def show_search(game: Game, state: Any = None, search: str = "alphabeta", seed: int = 0) -> StudioWidget:
    """Return a search that can be stepped through, forwards and backwards."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Setup("", folder))
        workspace.hand_over(_GAME, game, state)
        request = messages.Watch(id=0, position=messages.Position(_GAME), search=search, seed=seed)
        *_, reply = watch(workspace, request, Stop())
        return StudioWidget(value=shown_data(workspace.watches[reply["watch"]]))
