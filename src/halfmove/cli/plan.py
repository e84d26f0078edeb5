"""`halfmove plan`: what a player can be sure of who does not see everything, and how he brings it about."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from halfmove.cli.files import Force, require_new
from halfmove.cli.options import GameText, Json
from halfmove.errors import HalfmoveError, did_you_mean

GUARANTEED, ALMOST_SURE, ACCIDENTAL = "guaranteed", "almost-sure", "accidental"
KINDS = (GUARANTEED, ALMOST_SURE, ACCIDENTAL)
LINES = 60  # of a plan that are printed

Kind = Annotated[
    str, typer.Option(help="guaranteed in all worlds, almost-sure by drawing moves, or accidental: in most worlds.")
]
Seat = Annotated[int, typer.Option("--player", min=1, help="Whose plan it is.")]
Goal = Annotated[
    float | None, typer.Option(help="The utility that he wants at least.", show_default="the greatest there is")
]
Moves = Annotated[int, typer.Option(min=1, help="Moves in which he comes to his goal, refused tries apart.")]
Plies = Annotated[int | None, typer.Option(min=1, help="Plies to look ahead, in a large game.", show_default=False)]
Seconds = Annotated[float | None, typer.Option(min=0.001, help="Time to search at most.", show_default="no limit")]
States = Annotated[
    list[str] | None,
    typer.Option(
        "--state", help="A state that may be true, as the game writes it; say it for each.", show_default=False
    ),
]
Svg = Annotated[Path | None, typer.Option("--svg", help="Draw the plan into a file.", show_default=False)]


def plan(
    game: GameText,
    kind: Kind = GUARANTEED,
    player: Seat = 1,
    states: States = None,
    goal: Goal = None,
    moves: Moves = 30,
    plies: Plies = None,
    seconds: Seconds = None,
    svg: Svg = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Find a plan for a player who does not see everything: what to do, for all that he may notice.

    A plan is guaranteed if it works in every world, whatever the others do and know; almost sure if it does with
    probability 1, drawing among moves; accidental if it works in as many worlds as can be.
    """
    from halfmove.cli.report import console
    from halfmove.play.loading import load_game

    if kind not in KINDS:
        raise HalfmoveError(f"--kind {kind}{did_you_mean(kind, KINDS)}: it is one of {', '.join(KINDS)}")
    played = load_game(game)
    if player > played.players:
        raise HalfmoveError(f"player {player}: {game} has {played.players}")
    require_new([svg], force)
    worlds = [played.read(text) for text in states or ()]
    found = {GUARANTEED: _guaranteed, ALMOST_SURE: _almost_sure, ACCIDENTAL: _accidental}[kind](
        played, player - 1, worlds, goal, moves, plies, seconds
    )
    steps = found.pop("plan")
    if as_json:
        import json

        print(json.dumps({**found, "steps": _as_data(played, player - 1, steps) if steps else None}))
    else:
        console().print(found["text"], markup=False, highlight=False)
        if steps:
            from halfmove.search.hidden.plans import plan_text

            console().print(plan_text(played, player - 1, steps, LINES), markup=False, highlight=False, soft_wrap=True)
    if svg is not None and steps:
        from halfmove.explain.picture import tree_svg
        from halfmove.search.hidden.plans import drawn_plan

        svg.write_text(tree_svg(drawn_plan(played, player - 1, steps), f"A plan: {game}"))


def _guaranteed(
    game: Any, player: int, worlds: list[Any], goal: float | None, moves: int, plies: int | None, seconds: float | None
) -> dict[str, Any]:
    from halfmove.core.choice import Limit
    from halfmove.search.hidden.guaranteed import guaranteed

    answer = guaranteed(game, worlds, player, goal=goal, moves=moves, plies=plies, limit=Limit(seconds=seconds))
    text = f"there is no guaranteed plan of {answer.moves} moves"
    if answer.plan is not None:
        text = f"guaranteed in {answer.moves} moves; {answer.beliefs:,} beliefs, {answer.states:,} states"
    elif not answer.finished:
        text = f"not finished: there is no guaranteed plan of {answer.moves} moves"
    return {"found": answer.plan is not None, "moves": answer.moves, "text": text, "plan": answer.plan}


def _almost_sure(
    game: Any, player: int, worlds: list[Any], goal: float | None, moves: int, plies: int | None, seconds: float | None
) -> dict[str, Any]:
    from halfmove.search.hidden.almost_sure import almost_sure

    answer = almost_sure(game, worlds, player, goal=goal)
    text = "with probability 1" if answer.won else "not with probability 1"
    return {"found": answer.won, "beliefs": answer.beliefs, "text": f"{text}; {answer.beliefs:,} beliefs", "plan": None}


def _accidental(
    game: Any, player: int, worlds: list[Any], goal: float | None, moves: int, plies: int | None, seconds: float | None
) -> dict[str, Any]:
    from halfmove.search.hidden.accidental import accidental

    answer = accidental(game, worlds, (), player, goal=goal, moves=moves)
    text = f"works in {answer.worlds} worlds, {answer.weight:.1%} of them all"
    return {
        "found": answer.worlds > 0,
        "worlds": answer.worlds,
        "weight": answer.weight,
        "text": text,
        "plan": answer.plan,
    }


def _as_data(game: Any, player: int, steps: Any) -> dict[str, Any]:
    """Return a plan as plain data."""
    from halfmove.compiled import plain
    from halfmove.search.hidden.plans import heard_as

    rules = plain(game)
    return {
        "action": None if steps.action is None else rules.name(steps.action, steps.worlds[0]),
        "worlds": len(steps.worlds),
        "moves": steps.moves,
        "heard": [
            {"what": heard_as(rules, player, percepts, branch), **_as_data(game, player, branch)}
            for percepts, branch in steps.branches.items()
        ],
    }
