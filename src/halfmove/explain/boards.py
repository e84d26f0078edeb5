"""Boards as SVG: `draw(game, state)`, and what the drawings beside the games are made of.

A drawing describes its board as data, or draws shapes of its own; a game without one is drawn as the text that it
shows. No state knows its game, so no state draws itself: `draw` takes both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from halfmove.core.commentary import find_commentary
from halfmove.core.drawing import Drawing, find_drawing
from halfmove.core.game import CHANCE, Game
from halfmove.core.naming import player_name
from halfmove.core.rules import apply_action, utility_vector
from halfmove.explain.board import Board, BoardPicture, Piece
from halfmove.explain.board_svg import MARGIN, SMALL, sketch
from halfmove.explain.svg import FAINT, INK, MONO, PAPER, Sketch, document, element, rectangle, words

LINE = 18  # pixels: the height of a line of text
CHARACTER = 0.61  # of the size of type: the width of a character in fixed type


class Picture(str):
    """A text of SVG that draws itself in a notebook."""

    def _repr_svg_(self) -> str:
        return str(self)


class BoardDrawing(Drawing):
    """A drawing of a board that is described as data: a subclass defines `describe` and `picture`.

    One that defines `board` instead draws any shapes it likes.
    """

    def describe(self) -> Board | None:
        """Return what stays as it is throughout a game: cells, lines, names."""
        return None

    def picture(self, state: Any) -> BoardPicture:
        """Return what stands on the board in a state."""
        raise NotImplementedError

    def compose(self, pieces: Mapping[int, Piece], mover: int) -> str:
        """Return the state in which pieces stand on cells, as the game reads it; nothing where that cannot be said."""
        return ""

    def board(self, state: Any, marked: Collection[Any]) -> Sketch:
        """Return the shapes of a state, with some places marked."""
        board = self.describe()
        if board is None:
            raise NotImplementedError("a drawing defines `describe` and `picture`, or `board`")
        return sketch(board, self.picture(state), marked)

    def svg(self, state: Any, marked: Collection[Any] = (), caption: str = "") -> str:
        return document(with_caption(self.board(state, marked), caption), _title(self.game, caption))


def draw(game: Game, state: Any = None, action: int | None = None, *, caption: str | None = None) -> Picture:
    """Return a picture of `state`, by default the initial one, or of the state after `action`, which is marked.

    Below it stands `caption`: by default who is to move or who has won, and what else counts.
    """
    state = game.initial if state is None else state
    drawing = find_drawing(game)
    marked: Collection[Any] = ()
    if action is not None:
        state, before = apply_action(game, state, action), state
        marked = drawing.places(before, action)
    below = situation(game, state) if caption is None else caption
    return Picture(drawing.svg(state, marked, below) or text_box(game, state, below))


def situation(game: Game, state: Any) -> str:
    """Say who is to move or who has won, and what else counts."""
    if not game.is_terminal(state):
        mover = game.to_move(state)
        first = f"{'chance' if mover == CHANCE else player_name(game, mover)} to move"
    elif game.players == 1:
        first = f"over: {game.utility(state, 0):g}"
    else:
        utilities = utility_vector(game, state)
        winners = [player_name(game, player) for player, utility in enumerate(utilities) if utility == max(utilities)]
        shared = "a draw" if len(winners) == game.players else "a shared win"
        first = f"{winners[0]} wins" if len(winners) == 1 else shared
        first += f" ({how})" if (how := find_commentary(game).how_ended(state)) else ""
    return "; ".join(filter(None, (first, find_drawing(game).facts(state))))


def text_box(game: Game, state: Any, caption: str = "") -> str:
    """Return the text that a game shows, in fixed type in a box."""
    lines = game.show(state).expandtabs().splitlines() or [""]
    width = max(map(len, lines)) * CHARACTER * SMALL + 2 * MARGIN
    height = len(lines) * LINE + MARGIN
    texts = [
        words(
            MARGIN,
            MARGIN / 2 + LINE * (row + 0.5),
            text.replace(" ", "\xa0"),
            SMALL,
            font_family=MONO,
            text_anchor="start",
        )
        for row, text in enumerate(lines)
    ]
    box = rectangle(0.5, 0.5, width - 1, height - 1, PAPER, stroke=FAINT)
    return document(with_caption(Sketch(width, height, (box, *texts)), caption), _title(game, caption))


def with_caption(sketch: Sketch, caption: str) -> Sketch:
    """Return a sketch with a line of text below it."""
    if not caption:
        return sketch
    room = LINE + SMALL / 2
    width = max(sketch.width, len(caption) * CHARACTER * SMALL)
    sheet = rectangle(0, 0, width, sketch.height + room, PAPER)
    board = element("g", "".join(sketch.shapes), transform=f"translate({(width - sketch.width) / 2:g} 0)")
    text = words(width / 2, sketch.height + room / 2, caption, SMALL, INK)
    return Sketch(width, sketch.height + room, (sheet, board, text))


def _title(game: Game, caption: str) -> str:
    return ": ".join(filter(None, (type(game).__name__, caption)))
