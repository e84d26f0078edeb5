"""`halfmove solve`: the value of a game for certain, by listing all its states or by a proof for one of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from halfmove.cli.files import Force, require_new
from halfmove.cli.group import INTERRUPTED
from halfmove.cli.options import After, GameText, Json, Quiet, Seed, StateText
from halfmove.cli.solve_progress import SolveProgress

if TYPE_CHECKING:
    from halfmove.core.choice import Choice
    from halfmove.core.game import Game
    from halfmove.search.solving.retrograde import Known, Solution

_SHARE = 4  # one part in so many of the machine's memory is used where nothing is said
UNSOLVED = 1  # the exit code

Megabytes = Annotated[
    float | None,
    typer.Option(min=1, help="Memory to use at most.", show_default="a quarter of this machine's"),
]
Seconds = Annotated[
    float | None, typer.Option(min=0.001, help="Time to list states, or to prove, at most.", show_default="no limit")
]


class Answer(NamedTuple):
    """What is known of a state, in words."""

    low: float  # bounds on its value
    high: float
    exact: bool
    states: int | None = None  # that were listed
    best: tuple[int, ...] = ()
    preferred: tuple[int, ...] = ()
    draw: bool = False
    distance: int | None = None
    end: str = ""  # the distance in words
    seconds: float = 0.0
    why: str = ""  # it is not solved
    interrupted: bool = False


def solve(
    game: GameText,
    state: StateText = None,
    after: After = "",
    megabytes: Megabytes = None,
    seconds: Seconds = None,
    endings: Annotated[
        int | None,
        typer.Option(min=1, help="Prove this state by a search that knows all endings of up to so many seeds (Kalah)."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write a table of every state.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw how states are distributed, with --output.")
    ] = None,
    force: Force = False,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Solve a game from a state: its value, all equally good actions, and how long it takes with best play.

    All states are listed and valued from their ends. If they do not fit in memory, the value of this one state is
    proven by a search, where possible. Whenever it ends, it prints what is known: exit code 1 if that is no solution.
    With --output a table of all states is written, which players, searches and `halfmove table` use.
    """
    _refuse_useless(output, svg, state=state, after=after, seconds=seconds, endings=endings)
    if output is not None:
        _build(game, output, svg, megabytes, force, as_json, quiet)
        return
    from halfmove.play.loading import load_game, load_state
    from halfmove.running.memory import machine_megabytes

    played = load_game(game)
    begun = load_state(played, state, after)
    with SolveProgress(live=not (as_json or quiet)) as progress:
        given = megabytes or machine_megabytes() / _SHARE
        if endings is None:
            answer = _answer(played, begun, given, seconds, progress)
        else:
            answer = _with_endings(played, begun, endings, given, seconds, progress)
    answer = answer._replace(seconds=answer.seconds or progress.seconds)
    _report(answer, played, begun, as_json, quiet)
    if answer.why:
        raise typer.Exit(INTERRUPTED if answer.interrupted else UNSOLVED)


def _refuse_useless(output: Path | None, svg: Path | None, **others: Any) -> None:
    """Refuse options that would be ignored."""
    from halfmove.errors import HalfmoveError

    if output is None and svg is not None:
        raise HalfmoveError("--svg draws what is in a table: say where to write that, as --output FILE")
    useless = [name for name, value in others.items() if value]
    if output is not None and useless:
        reason = "a table is about all states of a game, however long that takes"
        raise HalfmoveError(f"{reason}: leave out --{useless[0]}, or --output")


def _build(
    game: str, output: Path, svg: Path | None, megabytes: float | None, force: bool, as_json: bool, quiet: bool
) -> None:
    """Write a table of all states."""
    from halfmove.cli.solve_page import build_and_show

    require_new((output, svg), force)
    build_and_show(game, output, "", "mate", megabytes, svg, as_json, quiet)


def _answer(game: Game, state: Any, megabytes: float, seconds: float | None, progress: SolveProgress) -> Answer:
    """List all states; where they do not fit, prove the value of this one, if that can be."""
    from halfmove.core.game import ILLEGAL
    from halfmove.errors import HalfmoveError, NotCompilable, UnhashableState
    from halfmove.search.solving import retrograde as dynamic
    from halfmove.search.solving.graph import TIME

    if game.repetition == ILLEGAL:
        progress.say("what is legal depends on the path, so that only this state is proven")
        known = dynamic.Known(*game.utilities, None, 0)
        return _proof(game, state, megabytes, seconds, known, progress)
    try:
        return _from(dynamic.solve(game, state, progress=progress.listing, megabytes=megabytes, seconds=seconds), state)
    except dynamic.SolvingInterrupted as interruption:
        return _from_known(interruption.known, "interrupted")._replace(interrupted=True)
    except dynamic.Unsolved as unsolved:
        progress.estimate()
        if unsolved.lacking == TIME or unsolved.known.low == unsolved.known.high:
            return _from_known(unsolved.known, str(unsolved))
        progress.say(f"{unsolved}: proving the value of this state alone")
        left = None if seconds is None else max(0.001, seconds - progress.seconds)
        return _proof(game, state, megabytes, left, unsolved.known, progress, str(unsolved))
    except (NotCompilable, UnhashableState):
        if not hasattr(game.initial, "path"):
            raise
        raise HalfmoveError(
            f"{type(game).__name__}: its states have no fixed size, so they cannot all be listed;"
            " `halfmove best` searches from one state under a limit, and says what is proven"
        ) from None


def _with_endings(
    game: Game, state: Any, most: int, megabytes: float, seconds: float | None, progress: SolveProgress
) -> Answer:
    """Prove the value of one state by a search that knows endings."""
    import sys

    from halfmove.errors import WrongGame
    from halfmove.running.clock import Clock
    from halfmove.running.memory import MEGABYTE
    from halfmove.running.watch import Stopped
    from halfmove.search.solving import retrograde as dynamic

    clock, known = Clock(), dynamic.Known(*game.utilities, None, 0)
    beside = sys.modules[type(game.bounds).__module__]
    if not hasattr(beside, "with_endings"):
        raise WrongGame(f"{type(game).__name__} has no endings that a search can know beforehand: leave out --endings")
    try:
        bounds = beside.with_endings(game, most, megabytes, seconds)
    except KeyboardInterrupt:
        return _from_known(known, "interrupted")._replace(interrupted=True)
    except Stopped:
        return _from_known(known, f"the endings alone take more than {seconds:.3g} s")
    progress.say(f"the values of {len(bounds.endings):,} endings are known")
    left = None if seconds is None else max(0.001, seconds - clock.seconds)
    rest = max(1.0, megabytes - bounds.endings.nbytes / MEGABYTE)
    return _proof(game, state, rest, left, known, progress, bounds=bounds)


def _proof(
    game: Game,
    state: Any,
    megabytes: float,
    seconds: float | None,
    known: Known,
    progress: SolveProgress,
    unlisted: str = "",
    bounds: Any = None,
) -> Answer:
    """Prove the value of one state; where that is impossible, answer why not all states were listed."""
    from halfmove.core.choice import Limit
    from halfmove.errors import WrongGame
    from halfmove.search.decide import Interrupted
    from halfmove.search.solving import prove

    try:
        limit = Limit(seconds=seconds)
        choice = prove(game, state, megabytes=megabytes, limit=limit, progress=progress.proving, bounds=bounds)
    except WrongGame as error:
        return _from_known(known, unlisted or str(error))
    except Interrupted as interruption:
        return _from_proof(interruption.choice, known, progress, "interrupted")._replace(interrupted=True)
    return _from_proof(choice, known, progress, "" if choice.exact else f"no proof within {seconds:.3g} s")


def _from(solution: Solution, state: Any) -> Answer:
    from halfmove.core.choice import EXACT

    value = solution.value(state)
    return Answer(
        value,
        value,
        solution.kind == EXACT,
        len(solution),
        solution.best(state),
        solution.preferred(state),
        solution.is_draw(state),
        solution.distance(state),
        _distance(solution, state),
        solution.seconds,
    )


def _from_proof(choice: Choice, known: Known, progress: SolveProgress, why: str) -> Answer:
    if choice.exact:
        best = () if choice.action is None else (choice.action,)
        return Answer(choice.value, choice.value, True, None, best, best, end="not known: one state is proven")
    low, high = max(known.low, progress.low), min(known.high, progress.high)
    return _from_known(known._replace(low=low, high=high), why)


def _from_known(known: Known, why: str) -> Answer:
    exact = known.low == known.high
    best = () if known.action is None else (known.action,)
    end = "not known: not all states are listed"
    return Answer(known.low, known.high, exact, known.states, best, best, end=end, why="" if exact else why)


def _distance(solution: Solution, state: Any) -> str:
    """Tell how far away the end is, and a draw as a draw."""
    from halfmove.core.game import DRAW

    distance = solution.distance(state)
    if solution.has_chance:
        return "as chance will have it"
    if distance is None:
        return "a draw by repetition" if solution.game.repetition == DRAW else "a draw: nobody can force an end"
    plies = "1 ply" if distance == 1 else f"{distance} plies"
    return f"a draw in {plies} with best play" if solution.is_draw(state) else f"{plies} with best play"


def _report(answer: Answer, game: Game, state: Any, as_json: bool, quiet: bool) -> None:
    from halfmove.cli.report import console, print_json, table
    from halfmove.compiled import plain
    from halfmove.core.choice import Choice
    from halfmove.core.naming import player_name
    from halfmove.core.rules import mover
    from halfmove.core.text import write_number

    rules = plain(game)
    best, preferred = ([rules.name(action, state) for action in each] for each in (answer.best, answer.preferred))
    solved = not answer.why
    if as_json:
        data = {"value": answer.low if solved else None, "exact": answer.exact, "states": answer.states, "best": best}
        end = {"preferred": preferred, "draw": answer.draw, "distance": answer.distance, "seconds": answer.seconds}
        print_json({**data, **end, "low": answer.low, "high": answer.high, "unsolved": answer.why})
        return
    low, high = write_number(answer.low, 4), write_number(answer.high, 4)
    span = low if solved else f"not solved: from {low} to {high}"
    if quiet:
        print(span)
        return
    console().print(rules.show(state), markup=False, style="bold")
    rows = table("", "")
    rows.show_header = False
    sure = ", proven" if answer.exact else ", iterated" if solved else ""
    worth = Choice(None, answer.low, game=rules, state=state).worth() if solved else span
    value_text = span if worth == span else f"{span} ({worth})"
    rows.add_row("value", f"{value_text} for {player_name(rules, mover(rules, state))}{sure}", style="bold green")
    if solved or best:
        over = rules.is_terminal(state)
        rows.add_row("best actions" if solved else "surest action", " ".join(best) or ("none" if over else "-"))
    if preferred != best:
        rows.add_row("preferred", " ".join(preferred))
    rows.add_row("distance", answer.end)
    if answer.states:
        rows.add_row("states", f"{answer.states:,} in {answer.seconds:.3g} s")
    if answer.why:
        rows.add_row("why", answer.why)
    console().print(rows)
