"""`halfmove draw`: a picture of a board, for a text or for slides."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from halfmove.cli.files import Force, require_new
from halfmove.cli.options import After, GameText, StateText

SVG = "svg"


def draw(
    game: GameText,
    state: StateText = None,
    after: After = "",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the picture here: FILE.svg, FILE.png or FILE.pdf."),
    ] = None,
    caption: Annotated[
        str | None, typer.Option(help="What stands below; by default, who is to move. Nothing if empty: ''.")
    ] = None,
    force: Force = False,
) -> None:
    """Draw a state, with the last action marked; a game without a drawing as the text that it shows."""
    from halfmove.compiled import plain
    from halfmove.core.rules import action_named
    from halfmove.errors import HalfmoveError
    from halfmove.explain import boards
    from halfmove.explain.convert import PDF, PNG, convert_svg
    from halfmove.play.loading import load_game, load_state

    require_new([output], force)
    kind = output.suffix.lower().removeprefix(".") if output else SVG
    if kind not in (SVG, PNG, PDF):
        raise HalfmoveError(f"{output}: a picture is written as a file that ends in .svg, .png or .pdf")
    played = plain(load_game(game))
    *first, last = after.split() or [""]
    begun = load_state(played, state, " ".join(first))
    action = action_named(played, begun, last) if last else None
    picture = boards.draw(played, begun, action, caption=caption)
    if output is None:
        print(picture, end="")
    elif kind == SVG:
        output.write_text(picture, encoding="utf-8")
    else:
        output.write_bytes(convert_svg(picture, kind))
