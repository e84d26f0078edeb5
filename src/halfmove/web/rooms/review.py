"""Review of a game: what each action was worth, where it was lost, and what was better."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.core.choice import Limit
from halfmove.core.game import CHANCE
from halfmove.core.rules import action_named
from halfmove.core.worth import given_away
from halfmove.errors import HalfmoveError
from halfmove.play.game_in_progress import GameInProgress, Turn
from halfmove.play.terminal.review import Judged, judge, mistakes
from halfmove.running.run import Stop
from halfmove.web import messages
from halfmove.web.rooms.analysis import bar_of, finite
from halfmove.web.same import command, python, same
from halfmove.web.thinking import Adviser
from halfmove.web.workspace import Workspace

_WORST = 5  # mistakes that are named


def review(workspace: Workspace, request: messages.Review, stop: Stop) -> Iterator[dict[str, Any]]:
    """Judge every action of the players, one after the other."""
    ongoing = workspace.position(request.position)
    _require_reviewable(ongoing)
    adviser = Adviser(workspace, request.position.game, ongoing)
    judged: list[Judged] = []
    turns = [(ply, turn) for ply, turn in enumerate(list(ongoing.turns), 1) if turn.player != CHANCE]
    for ply, turn in turns:
        if stop.requested:
            break
        judged.append(judge(ongoing, ply, turn, adviser, Limit(seconds=request.seconds)))
        yield {**judged_data(ongoing, judged[-1]), "of": len(ongoing.turns), "always": True}
    worst = mistakes(judged, ongoing.rules, _WORST)
    texts = [{"ply": each.ply, "text": _sentence(each)} for each in sorted(worst, key=lambda each: each.ply)]
    again = same(
        command("best", request.position.game, request.position, seconds=request.seconds),
        python(
            request.position,
            ["Engine", "Limit"],
            f"print(Engine(game).choose(state, Limit(seconds={request.seconds})))",
        ),
    )
    yield {"type": "reviewed", "mistakes": texts, "judged": len(judged), "same": again}


def _require_reviewable(ongoing: GameInProgress) -> None:
    if ongoing.secrets or ongoing.rules.players > 2:
        reason = "where something is hidden" if ongoing.secrets else "of more than two"
        raise HalfmoveError(f"games {reason} are not reviewed")
    if not ongoing.turns:
        raise HalfmoveError("nothing has been played yet")


def judged_data(ongoing: GameInProgress, judged: Judged) -> dict[str, Any]:
    """Return what is to be said of one action."""
    rules, state = ongoing.rules, ongoing.states[judged.ply - 1]
    data = {
        "type": "judged",
        "ply": judged.ply,
        "seat": judged.player,
        "action": judged.action,
        "value": finite(judged.played.value),
        "worth": judged.played.worth(),
        "bar": bar_of(rules, state, judged.played, None),
        "best": judged.better,
        "best_worth": judged.best.worth(),
        "best_bar": bar_of(rules, state, judged.best, None),
        "best_line": judged.best.names(),
        "answer": judged.played.names()[1:],
        "cost": finite(judged.cost),
    }
    return {**data, "lost": given_away(judged.best, judged.played)} if judged.cost else data


def _sentence(judged: Judged) -> str:
    lost = given_away(judged.best, judged.played)
    return f"Ply {judged.ply}: {judged.action} gave away {lost}; {judged.better} was better."


def judged_action(workspace: Workspace, at: messages.Position, written: str, seconds: float) -> dict[str, Any]:
    """Return how an action would be answered, and what is better; it need not have been played."""
    ongoing = workspace.position(at)
    if ongoing.over or ongoing.mover == CHANCE:
        raise HalfmoveError("there is nothing to choose here")
    action = action_named(ongoing.rules, ongoing.state, written)
    played = GameInProgress(ongoing.given_game, None if at.start is None else ongoing.given_game.read(at.start))
    for turn in ongoing.turns:
        played.take(turn)
    played.take(Turn(played.mover, action))
    _require_reviewable(played)
    judged = judge(
        played, len(played.turns), played.turns[-1], Adviser(workspace, at.game, played), Limit(seconds=seconds)
    )
    answer, better = judged.played.names()[1:], judged.better
    text = (
        f"{judged.action} ({judged.played.worth()})" + (f" is answered by {' '.join(answer)}" if answer else "") + "."
    )
    text += f" Better is {better} ({judged.best.worth()})." if judged.cost else " Nothing is better."
    data = judged_data(played, judged)
    return {
        "type": "why",
        "action": judged.action,
        "worth": data["worth"],
        "answer": answer,
        "better": better if judged.cost else None,
        "better_worth": data["best_worth"],
        "better_line": data["best_line"],
        "text": text,
    }
