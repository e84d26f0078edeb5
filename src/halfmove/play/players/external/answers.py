"""What a program for chess answered, and said of it, as a choice."""

from __future__ import annotations

from typing import Any

from halfmove.core.choice import ESTIMATE, Choice
from halfmove.core.game import Game
from halfmove.errors import IllegalAction
from halfmove.play.foreign_text import quoted
from halfmove.play.notation import action_of
from halfmove.play.players.external.errors import EngineFailed, IllegalAnswer
from halfmove.play.scores import value_of

_NO_ACTION = ("(none)", "0000", "NULL")


def choice_of(command: str, game: Game, state: Any, answer: str, info: dict[str, Any]) -> Choice:
    """Return the choice of an action; `info` may tell depth, nodes, cp or mate, and pv of its line."""
    if not answer or answer in _NO_ACTION:
        raise EngineFailed(command, "go", "it named no action")
    try:
        action = action_of(game, state, answer)
    except IllegalAction:
        raise IllegalAnswer(command, "go", f"illegal action {quoted(answer)}") from None
    line = _legal(game, state, info.get("pv", []))
    line = line if line[:1] == (action,) else (action,)
    counts = info.get("depth", 0), info.get("nodes", 0)
    return Choice(action, _value(game, info), line, *counts, kind=ESTIMATE, game=game, state=state)


def _legal(game: Game, state: Any, words: list[str]) -> tuple[int, ...]:
    """Return the line that a program expects, as far as it is legal."""
    line = []
    for word in words:
        try:
            line.append(action_of(game, state, word))
        except IllegalAction:
            break
        state = game.result(state, line[-1])
    return tuple(line)


def _value(game: Game, info: dict[str, Any]) -> float:
    if "mate" in info:
        return game.utilities[1] if info["mate"] > 0 else game.utilities[0]
    return value_of(game, info["cp"]) if "cp" in info else sum(game.utilities) / 2
