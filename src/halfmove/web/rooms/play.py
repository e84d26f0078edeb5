"""Play: what is on the board, what chance does, what a player chooses, and the record of a game."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from halfmove.core.choice import Limit
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.errors import HalfmoveError
from halfmove.explain import boards
from halfmove.explain.convert import PNG, convert_svg
from halfmove.games import GAMES
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import RANDOM
from halfmove.play.records.records import FORMATS, record_of, write_records
from halfmove.running.run import Stop
from halfmove.web import limits, messages
from halfmove.web.hello import formats_of, title_of
from halfmove.web.hidden import seal, seen_state, viewer_of
from halfmove.web.pictures import position_data
from halfmove.web.rooms.analysis import thinking
from halfmove.web.same import command, python, same
from halfmove.web.thinking import think
from halfmove.web.workspace import Workspace

_SECONDS = 1.0  # that a player thinks where nothing else is said
MIMES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "html": "text/html",
    "csv": "text/csv",
    "latex": "application/x-tex",
    "text": "text/plain",
}


def position(workspace: Workspace, request: messages.AskPosition) -> dict[str, Any]:
    """Return what there is to see and to do."""
    return shown(workspace, request.position, request.board, request.people)


def shown(
    workspace: Workspace, at: messages.Position, with_board: bool = True, people: Sequence[int] | None = None
) -> dict[str, Any]:
    """Return a position as a reply."""
    ongoing = workspace.position(at)
    data = position_data(ongoing, at.game, at.start, with_board, people)
    game = ongoing.given_game
    entry = GAMES.get(at.game.partition(":")[0])
    summary = entry.summary if entry else (type(game).__doc__ or "").strip().partition("\n")[0]
    title = type(game).__name__ if at.game == workspace.own else "Typed tree" if "(" in at.game else title_of(at.game)
    begun = messages.Position(at.game, at.start)  # where something is hidden, nobody is told what was done since
    here = begun if "viewer" in data else messages.Position(at.game, at.start, data["position"]["actions"])
    again = same(command("play", at.game, here), python(here, ["draw"], "draw(game, state)"))
    return {"type": "position", "title": title, "summary": summary, **data, "same": again}


def roll(workspace: Workspace, request: messages.Roll) -> dict[str, Any]:
    """Let chance act."""
    ongoing = workspace.position(request.position)
    if ongoing.over or ongoing.mover != CHANCE:
        raise HalfmoveError("chance is not to move here")
    seed = secrets.randbits(62) if request.seed is None else request.seed
    outcome = int(ongoing.rules.sample(ongoing.state, random(seed)))
    return {"type": "chosen", "action": _name(ongoing, outcome)}


def _name(ongoing: GameInProgress, action: int) -> str:
    """Return the name of an action that is no person's: sealed, where something is hidden."""
    name = ongoing.rules.name(action, ongoing.state)
    return seal(name) if ongoing.secrets else name


def choose(workspace: Workspace, request: messages.Choose, stop: Stop) -> Iterator[dict[str, Any]]:
    """Let a player choose an action."""
    spec, ongoing = workspace.spec(request.player), workspace.position(request.position)
    if ongoing.over or ongoing.mover == CHANCE:
        raise HalfmoveError("there is nothing to choose here")
    if spec.name == RANDOM:
        choice = player_of(spec, request.seed)(*ongoing.seen_by(ongoing.mover), Limit())
        yield {"type": "chosen", "action": _name(ongoing, int(choice.action or 0)), "worth": "", "seconds": 0.0}
        return
    limit = limit_of(request)
    if ongoing.secrets:  # what he thinks would tell what he holds
        *_, last = think(workspace, request.position.game, ongoing, spec, limit, seed=request.seed)
        action = _name(ongoing, int(last.best.action or 0))
        yield {"type": "chosen", "action": action, "worth": "", "seconds": last.seconds}
        return
    report: dict[str, Any] = {}
    for report in thinking(workspace, request.position.game, ongoing, spec, limit, request.seed):
        yield report
    best = report["lines"][0]
    yield {
        "type": "chosen",
        "action": best["action"],
        "worth": best["worth"],
        "seconds": report["seconds"],
        "report": report,
    }


def limit_of(request: messages.Choose) -> Limit:
    """Return what a player may take: his share of the clock, or some seconds."""
    seconds = min(request.seconds or _SECONDS, limits.SEARCH)
    if request.clock is None:
        return Limit(seconds=seconds)
    share = Limit(remaining=request.clock.remaining, increment=request.clock.increment).share() or seconds
    return Limit(seconds=min(share, limits.SEARCH, request.seconds or limits.SEARCH))


def record(workspace: Workspace, request: messages.Record) -> dict[str, Any]:
    """Return the game so far as a file."""
    ongoing, form = workspace.position(request.position), request.format
    game = request.position.game
    if form not in FORMATS or form not in formats_of(game):
        raise HalfmoveError(f"'{form}': a record of this game is one of {', '.join(formats_of(game))}")
    if ongoing.secrets and not ongoing.over:
        raise HalfmoveError("the record of a game that hides something is written when it is over")
    players = [*request.players, *ongoing.rules.player_names[len(request.players) :]][: ongoing.rules.players]
    kept = record_of(ongoing, game, players, start=request.position.start or "")
    text = "".join(write_records([kept], form, ongoing.given_game))
    return file(f"game.{form}", text, "application/json" if form == "json" else "text/plain")


def draw(workspace: Workspace, request: messages.Draw) -> dict[str, Any]:
    """Return a picture of the board as a file."""
    ongoing = workspace.position(request.position)
    viewer = viewer_of(ongoing, request.people)
    if viewer is not None:
        picture = str(boards.draw(ongoing.rules, seen_state(ongoing, viewer)))
    elif ongoing.turns:
        picture = str(boards.draw(ongoing.rules, ongoing.states[-2], ongoing.turns[-1].action))
    else:
        picture = str(boards.draw(ongoing.rules, ongoing.state))
    return picture_file("board", picture, request.format)


def picture_file(name: str, svg: str, form: str) -> dict[str, Any]:
    """Return a picture as SVG or PNG."""
    if form == "svg":
        return file(f"{name}.svg", svg, MIMES["svg"])
    if form == PNG:
        encoded = base64.b64encode(convert_svg(svg, PNG)).decode()
        return {"type": "file", "name": f"{name}.png", "mime": MIMES["png"], "base64": encoded}
    raise HalfmoveError(f"'{form}': a picture is svg or png")


def file(name: str, text: str, mime: str) -> dict[str, Any]:
    """Return a text to download."""
    return {"type": "file", "name": name, "mime": mime, "text": text}
