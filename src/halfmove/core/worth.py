"""What a value means, as players say it: `wins in 3`, `+0.4 pawns`, `61 % to win`, `scores 61 % in simulations`.

A game says in which `unit` its utilities are counted, and its advice what an estimate comes to as a lead.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from halfmove.core.chance import CHANCE
from halfmove.core.text import write_number
from halfmove.core.win_probability import is_sampled, only_win_draw_loss, win_probability

if TYPE_CHECKING:
    from halfmove.core.choice import Choice
    from halfmove.core.game import Game

_LARGE = 10  # a lead of so many units or more is written without decimals


def worth(choice: Choice) -> str:
    """Return what a choice is worth to the player to move."""
    game, value = choice.game, choice.value
    if game is None:
        return write_number(value)
    if choice.exact and not game.has_chance:
        return _proven(game, choice)
    if value in game.utilities and only_win_draw_loss(game):
        word = "wins" if value == game.utilities[1] else "loses"
        return word if choice.exact else f"probably {word}"
    return _estimated(game, choice)


def given_away(best: Choice, played: Choice) -> str:
    """Return what a player gave away by an action that is worth `played`, where `best` could be had."""
    game = best.game
    if game is None:
        return write_number(best.value - played.value)
    wins, draws = (_outcome(game, best) == sign for sign in (1, 0))
    if best.exact and (wins or draws) and _outcome(game, played) < _outcome(game, best):
        return "the win" if wins else "the draw"
    if played.exact and not best.exact and _outcome(game, played) < 0 == _outcome(game, best) and not game.unit:
        return "an even game"
    unit, (before, after) = _leads(game, best, played)
    if unit:
        lead = before - after
        return f"{_count(lead)} {unit}" if isfinite(lead) else "nearly everything"
    chances = [win_probability(game, each) for each in (best, played)]
    if None not in chances:
        share = f"{100 * (chances[0] - chances[1]):.0f} %"  # type: ignore[operator]
        return f"{share} {'in simulations' if is_sampled(best) else 'of the chances'}"
    return write_number(best.value - played.value)


def _proven(game: Game, choice: Choice) -> str:
    """Return how a game ends that is played as well as can be."""
    outcome, unit = _outcome(game, choice), game.unit
    if game.players == 1 or not (unit or only_win_draw_loss(game)):
        return f"{write_number(choice.value)} {unit}".strip()
    over = not choice.line and game.is_terminal(choice.state)
    if outcome == 0:
        return "drawn" if over else "draw"
    word = ("lost", "won")[outcome > 0] if over else ("loses", "wins")[outcome > 0]
    if unit:
        return f"{word} by {write_number(abs(choice.value - sum(game.utilities) / 2))} {unit}"
    unknown = choice.visits or choice.distance == 0  # simulations do not look for the shortest way
    moves = 0 if unknown else _own_moves(game, choice)
    return f"{word} in {moves}" if moves else word


def _outcome(game: Game, choice: Choice) -> int:
    """Return 1 for a win, 0 for a draw, -1 for a loss."""
    middle = sum(game.utilities) / 2
    return (choice.value > middle) - (choice.value < middle)


def _own_moves(game: Game, choice: Choice) -> int:
    """Return how many actions the player to move still takes until the game ends; 0 if the line does not go so far."""
    state, player, moves = choice.state, game.to_move(choice.state), 0
    for action in choice.line:
        if game.to_move(state) == CHANCE:
            return 0
        moves += game.to_move(state) == player
        state = game.result(state, action)
    if game.is_terminal(state):
        return moves
    left = (choice.distance or 0) - len(choice.line)  # of plies that the players take in turn
    return moves + (left + (game.to_move(state) == player)) // 2 if left > 0 else 0


def _estimated(game: Game, choice: Choice) -> str:
    unit, (lead,) = _leads(game, choice)
    if game.players == 1 and unit:
        return f"{write_number(choice.value, 0)} {unit}"
    if unit:
        if not isfinite(lead):
            return f"probably {'wins' if lead > 0 else 'loses'}"
        count = _count(lead)
        return f"{'+' * (lead > 0)}{count} {unit}" if float(count) else "even"
    probability = win_probability(game, choice)
    if probability is not None:
        share = f"{min(max(100 * probability, 1), 99):.0f} %"
        return f"scores {share} in simulations" if is_sampled(choice) else f"{share} to win"
    number = write_number(choice.value)
    if choice.exact:
        return number
    return "even" if game.players == 2 and choice.value == sum(game.utilities) / 2 else f"about {number}"


def _leads(game: Game, *choices: Choice) -> tuple[str, list[float]]:
    """Return what estimates are counted in, and how many units each is."""
    advice, values = game.advice, [choice.value for choice in choices]
    if advice.unit and not any(choice.visits for choice in choices):  # an average of outcomes is no evaluation
        return advice.unit, [float(advice.in_units(value)) for value in values]
    middle = sum(game.utilities) / 2
    return game.unit, [value - middle for value in values]


def _count(lead: float) -> str:
    return f"{lead:.0f}" if abs(lead) >= _LARGE else f"{lead:.1f}"
