"""`halfmove plan`: what a player can be sure of who does not see everything, and how he brings it about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from halfmove.cli.files import Force, require_new
from halfmove.cli.options import GameText, Json
from halfmove.errors import HalfmoveError, did_you_mean

GUARANTEED, ALMOST_SURE, ACCIDENTAL = "guaranteed", "almost-sure", "accidental"
PROBABILISTIC = "probabilistic"  # another word for almost sure
KINDS = (GUARANTEED, ALMOST_SURE, PROBABILISTIC, ACCIDENTAL)
MOVES = 30  # where nothing else is said
LINES = 60  # of a plan that are printed

Kind = Annotated[
    str,
    typer.Option(
        help="guaranteed in all worlds, almost-sure (or probabilistic) by drawing moves, accidental in most worlds."
    ),
]
Seat = Annotated[int, typer.Option("--player", min=1, help="Whose plan it is.")]
Goal = Annotated[
    float | None, typer.Option(help="The utility that he wants at least.", show_default="the greatest there is")
]
Moves = Annotated[
    int | None, typer.Option(min=1, help="Moves in which he comes to his goal, refused tries apart.", show_default="30")
]
Plies = Annotated[int | None, typer.Option(min=1, help="Plies to look ahead, in a large game.", show_default=False)]
Seconds = Annotated[
    float | None,
    typer.Option(min=0.001, help="Time to list the states at most, and then to search.", show_default="no limit"),
]
States = Annotated[
    list[str] | None,
    typer.Option(
        "--state", help="A state that may be true, as the game writes it; say it for each.", show_default=False
    ),
]
Weights = Annotated[
    list[float] | None,
    typer.Option("--weight", help="For an accidental plan: how much a --state weighs; say it for each."),
]
Likely = Annotated[
    bool, typer.Option("--likely", help="For an accidental plan: worlds weigh as much as chance makes them likely.")
]
Svg = Annotated[Path | None, typer.Option("--svg", help="Draw the plan into a file.", show_default=False)]


def plan(
    game: GameText,
    kind: Kind = GUARANTEED,
    player: Seat = 1,
    states: States = None,
    weights: Weights = None,
    likely: Likely = False,
    goal: Goal = None,
    moves: Moves = None,
    plies: Plies = None,
    seconds: Seconds = None,
    svg: Svg = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Find a plan for a player who does not see everything: what to do, for all that he may notice.

    A plan is guaranteed if it works in every world, whatever the others do and know; almost sure if it does with
    probability 1, drawing among moves; accidental if it works in as many worlds as can be. The exit code is 1 if there
    is none.
    """
    from halfmove.cli.report import console, print_json
    from halfmove.play.loading import load_game

    if kind not in KINDS:
        raise HalfmoveError(f"--kind {kind}{did_you_mean(kind, KINDS)}: it is one of {', '.join(KINDS)}")
    played = load_game(game)
    if player > played.players:
        raise HalfmoveError(f"player {player}: {game} has {played.players}")
    require_new([svg], force)
    if kind != ACCIDENTAL and (weights or likely):
        raise HalfmoveError(f"--weight and --likely are for --kind {ACCIDENTAL}: other plans work in every world")
    if kind != GUARANTEED and (plies or seconds):
        raise HalfmoveError(f"--plies and --seconds are for --kind {GUARANTEED}")
    if kind not in (GUARANTEED, ACCIDENTAL) and moves:
        raise HalfmoveError(f"--moves: nobody knows how many moves a plan takes that is {ALMOST_SURE}")
    worlds = [played.read(text) for text in states or ()]
    if kind == GUARANTEED:
        found = _guaranteed(played, player - 1, worlds, goal, moves or MOVES, plies, seconds)
    elif kind == ACCIDENTAL:
        found = _accidental(played, player - 1, worlds, goal, moves or MOVES, weights or (), likely)
    else:
        found = _almost_sure(played, player - 1, worlds, goal)
    if as_json:
        print_json({**found.facts, "text": found.text, "steps": found.data})
    else:
        console().print(found.text, markup=False, highlight=False)
        if found.lines:
            console().print(found.lines, markup=False, highlight=False, soft_wrap=True)
    if svg is not None and found.tree is not None:
        from halfmove.explain.picture import tree_svg

        svg.write_text(tree_svg(found.tree, f"A plan: {game}"), encoding="utf-8")
    if not found.facts["found"]:
        raise typer.Exit(1)


class _Found(NamedTuple):
    """What is printed of an answer, and drawn."""

    facts: dict[str, Any]
    text: str
    lines: str = ""
    data: Any = None
    tree: Any = None


def _guaranteed(
    game: Any, player: int, worlds: list[Any], goal: float | None, moves: int, plies: int | None, seconds: float | None
) -> _Found:
    from halfmove.core.choice import Limit
    from halfmove.search.hidden.guaranteed import guaranteed

    answer = guaranteed(game, worlds, player, goal=goal, moves=moves, plies=plies, limit=Limit(seconds=seconds))
    text = f"there is no guaranteed plan of {_count(answer.moves, 'move')}"
    if answer.plan is not None:
        text = f"guaranteed in {_count(answer.moves, 'move')}; {answer.beliefs:,} beliefs, {answer.states:,} states"
    elif not answer.finished:
        text = f"not finished: {text}"
    return _told(game, player, {"found": answer.plan is not None, "moves": answer.moves}, text, answer.plan)


def _almost_sure(game: Any, player: int, worlds: list[Any], goal: float | None) -> _Found:
    from halfmove.search.hidden.almost_sure import almost_sure
    from halfmove.search.hidden.draws import drawn_draws, draws_of, draws_text

    answer = almost_sure(game, worlds, player, goal=goal)
    facts = {"found": answer.won, "beliefs": answer.beliefs}
    text = f"{'' if answer.won else 'not '}with probability 1; {answer.beliefs:,} beliefs"
    if not answer.won:
        return _Found(facts, text)
    listed = draws_of(game, player, answer)
    data = [
        {
            "belief": each.number,
            "worlds": len(each.worlds),
            "actions": each.actions,
            "leads": [{"action": action, "what": heard, "belief": number} for action, heard, number in each.leads],
        }
        for each in listed
    ]
    return _Found(facts, text, draws_text(listed, LINES), data, drawn_draws(game, player, listed) if listed else None)


def _accidental(
    game: Any,
    player: int,
    worlds: list[Any],
    goal: float | None,
    moves: int,
    weights: Sequence[float],
    likely: bool,
) -> _Found:
    from halfmove.search.hidden.accidental import accidental

    answer = accidental(game, worlds, weights, player, goal=goal, moves=moves, likely=likely)
    weighed = "by weight" if weights or likely else "of them all"
    text = f"works in {_count(answer.worlds, 'world')}, {answer.weight:.1%} {weighed}"
    facts = {"found": answer.worlds > 0, "worlds": answer.worlds, "weight": answer.weight}
    return _told(game, player, facts, text, answer.plan if answer.worlds else None)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _told(game: Any, player: int, facts: dict[str, Any], text: str, plan: Any) -> _Found:
    """Return what is told of a plan that is a tree; None is no plan."""
    from halfmove.search.hidden.plans import drawn_plan, plan_text

    if plan is None:
        return _Found(facts, text)
    lines, data = plan_text(game, player, plan, LINES), _as_data(game, player, plan)
    return _Found(facts, text, lines, data, drawn_plan(game, player, plan))


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
            {"what": heard_as(rules, player, percepts, branch.worlds[0]), **_as_data(game, player, branch)}
            for percepts, branch in steps.branches.items()
        ],
    }
