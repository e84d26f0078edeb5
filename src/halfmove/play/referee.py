"""One game between players: each is shown what he may see, kept to his clock, and loses by what he does wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from numbers import Integral
from typing import Any

from halfmove.core.choice import Choice
from halfmove.core.game import CHANCE
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import IllegalAction
from halfmove.play.adjudication import BY_THE_RULES, Adjudication
from halfmove.play.clocks.stopwatch import Stopwatch
from halfmove.play.endings import CRASHED, ILLEGAL, RESIGNED, TIME, Outcome, lost_by
from halfmove.play.game_in_progress import Sitting, turn_of

Watch = Callable[[Sitting], None]  # told after every turn

_FAILURES = (Exception, SystemExit)  # of a player, however he fails; Ctrl-C is not his
_LONGEST_DETAIL = 200  # characters of what went wrong


def referee(
    sitting: Sitting,
    players: Sequence[Any],
    adjudication: Adjudication = BY_THE_RULES,
    seeds: Sequence[int] = (),
    watch: Watch | None = None,
) -> Outcome:
    """Play a game to its end. Whoever crashes, is late or acts illegally loses; the outcome tells the reason."""
    for seat, player in enumerate(players):
        if not sitting.over:
            ready(sitting, seat, player, seeds[seat] if seeds else None)
    while not sitting.over:
        if sitting.mover == CHANCE:
            sitting.chance()
        else:
            turn(sitting, players[sitting.mover])
        if not sitting.over:
            sitting.outcome = adjudication.look(sitting)
        tell(sitting, players)
        if watch is not None:
            watch(sitting)
    assert sitting.outcome is not None
    return sitting.outcome


def ready(sitting: Sitting, seat: int, player: Any, seed: int | None = None) -> None:
    """Let a player get ready before his clock runs: draw other numbers, compile or start, hear what was played."""
    game, seen = sitting.seen_by(seat)
    try:
        if hasattr(player, "prepare"):
            player.prepare(game, seen)
        if seed is not None and hasattr(player, "seeded"):
            player.seeded(seed)
        _begin(sitting, game, player)
    except _FAILURES as failure:
        fail(sitting, seat, CRASHED, f"before the game: {_told(failure)}")


def _begin(sitting: Sitting, game: Any, player: Any) -> None:
    """Tell a player who listens how the game began and what was played since."""
    if hasattr(player, "begin") and not sitting.secrets:
        player.begin(game, sitting.states[0])
        for earlier in sitting.turns:
            player.played(earlier.action)


def rehearse(sitting: Sitting, seat: int, player: Any) -> None:
    """Let a player of a user's act once before any clock runs: what he compiles or loads then is not on it.

    His answer is forgotten; whatever goes wrong will go wrong again on the clock. One who has `prepare` does so there.
    """
    if sitting.over or hasattr(player, "prepare"):
        return
    with suppress(*_FAILURES):
        game, seen = sitting.seen_by(seat)
        rules, dice = plain_throughout(game), random(0)
        while rules.to_move(seen) == CHANCE:
            seen = rules.result(seen, rules.sample(seen, dice))
        _begin(sitting, game, player)
        player(game, seen, sitting.clocks[seat].limit())


def turn(sitting: Sitting, player: Any) -> None:
    """Let the player whose turn it is act, or end the game by resigning or by a fault of his."""
    seat = sitting.mover
    game, seen = sitting.seen_by(seat)
    clock = sitting.clocks[seat]
    limit = clock.limit()
    choice, failure = None, None
    watch = Stopwatch(clock.control.keeps_time and not clock.control.charge_waiting, getattr(player, "processes", ()))
    try:
        choice = player(game, seen, limit)
    except _FAILURES as raised:
        failure = raised
    seconds = watch.seconds
    sitting.spent[seat] = sitting.spent[seat].after(seconds)
    if not clock.spend(seconds):
        fail(sitting, seat, TIME, f"after {seconds:.3f} s" + (f": {_told(failure)}" if failure else ""))
    elif failure is not None:
        fail(sitting, seat, ILLEGAL if isinstance(failure, IllegalAction) else CRASHED, _told(failure))
    elif not isinstance(choice, Choice):
        fail(sitting, seat, CRASHED, f"the answer is a {type(choice).__name__} and no Choice")
    elif choice.action is None:
        resign(sitting, seat)
    elif not _is_legal(sitting, choice.action):
        fail(sitting, seat, ILLEGAL, f"{choice.action!r}")
    else:
        sitting.take(turn_of(seat, choice, seconds))


def _is_legal(sitting: Sitting, action: Any) -> bool:
    return isinstance(action, Integral) and action in sitting.legal()


def tell(sitting: Sitting, players: Sequence[Any]) -> None:
    """Tell the players who listen what was played last."""
    if sitting.secrets:
        return
    for seat, player in enumerate(players):
        if not sitting.over and hasattr(player, "played"):
            try:
                player.played(sitting.turns[-1].action)
            except _FAILURES as failure:
                fail(sitting, seat, CRASHED, _told(failure))


def fail(sitting: Sitting, loser: int, ending: str, detail: str = "") -> None:
    """End the game by the fault, or the decision, of one player."""
    name = sitting.rules.player_name(loser)
    sitting.outcome = Outcome(ending, lost_by(sitting.rules, loser), f"{name}: {detail}" if detail else name)


def resign(sitting: Sitting, loser: int) -> None:
    """End the game for a player who gives up."""
    fail(sitting, loser, RESIGNED)


def _told(failure: BaseException | None) -> str:
    """Return an error in one line."""
    return " ".join(f"{type(failure).__name__}: {failure}".split())[:_LONGEST_DETAIL]
