"""One game between players: each is shown what he may see, kept to his clock, and loses by what he does wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from numbers import Integral
from typing import Any

from halfmove.core.choice import Choice
from halfmove.core.game import CHANCE
from halfmove.core.naming import player_name
from halfmove.core.random import random
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import IllegalAction
from halfmove.play.adjudication import BY_THE_RULES, Adjudication
from halfmove.play.clocks.stopwatch import Stopwatch
from halfmove.play.endings import CRASHED, ILLEGAL, RESIGNED, TIME, Outcome, lost_by
from halfmove.play.game_in_progress import GameInProgress, Spent, turn_of
from halfmove.play.players.player import Player, as_player

Watch = Callable[[GameInProgress], None]  # called after every turn

_FAILURES = (Exception, SystemExit)  # of a player, however he fails; Ctrl-C is not his
_LONGEST_DETAIL = 200  # characters of what went wrong


def referee(
    ongoing: GameInProgress,
    players: Sequence[Any],
    adjudication: Adjudication = BY_THE_RULES,
    seeds: Sequence[int] = (),
    watch: Watch | None = None,
) -> Outcome:
    """Play a game to its end. Whoever crashes, is late or acts illegally loses; the outcome tells the reason."""
    players = [as_player(player) for player in players]
    for seat, player in enumerate(players):
        if not ongoing.over:
            ready(ongoing, seat, player, seeds[seat] if seeds else None)
    while not ongoing.over:
        if ongoing.mover == CHANCE:
            ongoing.chance()
        else:
            turn(ongoing, players[ongoing.mover])
        if not ongoing.over:
            ongoing.outcome = adjudication.look(ongoing)
        tell(ongoing, players)
        if watch is not None:
            watch(ongoing)
    assert ongoing.outcome is not None
    return ongoing.outcome


def ready(ongoing: GameInProgress, seat: int, player: Player, seed: int | None = None) -> None:
    """Let a player get ready before his clock runs: draw other numbers, compile or start, hear what was played."""
    game, seen = ongoing.seen_by(seat)
    try:
        player.prepare(game, seen)
        if seed is not None:
            player.seed(seed)
        _begin(ongoing, game, player)
    except _FAILURES as failure:
        fail(ongoing, seat, CRASHED, f"before the game: {_one_line(failure)}")


def _begin(ongoing: GameInProgress, game: Any, player: Player) -> None:
    """Tell a player who listens how the game began and what was played since."""
    if not ongoing.secrets:
        player.begin(game, ongoing.states[0])
        for earlier in ongoing.turns:
            player.played(earlier.action)


def rehearse(ongoing: GameInProgress, seat: int, player: Player) -> None:
    """Let a player who cannot prepare choose once before any clock runs: what he compiles or loads then is not on it.

    His answer is forgotten; whatever goes wrong will go wrong again on the clock.
    """
    if ongoing.over or not player.needs_rehearsal:
        return
    with suppress(*_FAILURES):
        game, seen = ongoing.seen_by(seat)
        rules, dice = plain_throughout(game), random(0)
        while rules.to_move(seen) == CHANCE:
            seen = rules.result(seen, rules.sample(seen, dice))
        _begin(ongoing, game, player)
        player.choose(game, seen, ongoing.clocks[seat].limit())


def turn(ongoing: GameInProgress, player: Player) -> None:
    """Let the player whose turn it is act, or end the game by resigning or by a fault of his."""
    seat = ongoing.mover
    game, seen = ongoing.seen_by(seat)
    clock = ongoing.clocks[seat]
    limit = clock.limit()
    choice: Any = None
    failure: BaseException | None = None
    watch = Stopwatch(clock.control.keeps_time and not clock.control.charge_waiting, player.processes)
    view = ongoing.view(seat)
    try:
        if view is not None:
            player.know(view)
        choice = player.choose(game, seen, limit)
    except _FAILURES as raised:
        failure = raised
    seconds = watch.seconds
    counts: tuple[Any, ...] = (choice.depth, choice.nodes) if isinstance(choice, Choice) else ()
    ongoing.spent[seat] += Spent(1, seconds, seconds, *(int(n) if isinstance(n, Integral) else 0 for n in counts))
    if not clock.spend(seconds):
        fail(ongoing, seat, TIME, f"after {seconds:.3f} s" + (f": {_one_line(failure)}" if failure else ""))
    elif failure is not None:
        fail(ongoing, seat, ILLEGAL if isinstance(failure, IllegalAction) else CRASHED, _one_line(failure))
    elif not isinstance(choice, Choice):
        fail(ongoing, seat, CRASHED, f"the answer is a {type(choice).__name__} and no Choice")
    elif choice.action is None:
        resign(ongoing, seat)
    elif not _is_legal(ongoing, choice.action):
        fail(ongoing, seat, ILLEGAL, f"{choice.action!r}")
    else:
        ongoing.take(turn_of(seat, choice, seconds))


def _is_legal(ongoing: GameInProgress, action: Any) -> bool:
    return isinstance(action, Integral) and action in ongoing.legal()


def tell(ongoing: GameInProgress, players: Sequence[Player]) -> None:
    """Tell the players who listen what was played last."""
    if ongoing.secrets:
        return
    for seat, player in enumerate(players):
        if not ongoing.over:
            try:
                player.played(ongoing.turns[-1].action)
            except _FAILURES as failure:
                fail(ongoing, seat, CRASHED, _one_line(failure))


def fail(ongoing: GameInProgress, loser: int, ending: str, detail: str = "") -> None:
    """End the game by the fault, or the decision, of one player."""
    name = player_name(ongoing.rules, loser)
    ongoing.outcome = Outcome(ending, lost_by(ongoing.rules, loser), f"{name}: {detail}" if detail else name)


def resign(ongoing: GameInProgress, loser: int) -> None:
    """End the game for a player who gives up."""
    fail(ongoing, loser, RESIGNED)


def _one_line(failure: BaseException | None) -> str:
    """Return an error in one line."""
    return " ".join(f"{type(failure).__name__}: {failure}".split())[:_LONGEST_DETAIL]
