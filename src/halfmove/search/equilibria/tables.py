"""Policies as tables that people can read: what a player sees, and how likely he does what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.core.knowledge import WithKeys
from halfmove.core.wrapper import plain_throughout
from halfmove.search.equilibria.policy import Policy

_MANY = "?"  # in the place of an action that the player does not know


class Row(NamedTuple):
    """What a player does in one information set."""

    player: int
    seen: str  #: what he sees, and where that does not tell the set from others, the actions that he noticed
    chances: tuple[tuple[str, float], ...]  #: the name of each action, and how likely he takes it


class _Set(NamedTuple):
    player: int
    key: int
    seen: str
    noticed: list[str]
    names: dict[int, str]


def policy_rows(game: Game, policy: Policy, most: int | None = None) -> list[Row]:
    """Return the policy of both players, set after set in the order in which play can come to them; `most` at most."""
    rules = plain_throughout(WithKeys(game))
    found: dict[tuple[int, int], _Set] = {}
    for player, key, state, noticed in _turns(rules, rules.initial, tuple([] for _ in range(game.players))):
        known = found.get((player, key))
        if known is not None:
            known.noticed[:] = [a if a == b else _MANY for a, b in zip(known.noticed, noticed, strict=True)]
        elif most is None or len(found) < most:
            seen = rules.observation(state, player)
            names = {action: rules.name(action, seen) for action in rules.actions(seen)}
            shown = " ".join(rules.show(seen).split("\n"))
            found[player, key] = _Set(player, key, shown, list(noticed), names)
    alike = Counter((each.player, each.seen) for each in found.values())
    return [_row(each, policy, alike[each.player, each.seen] > 1) for each in found.values()]


def _row(known: _Set, policy: Policy, alike: bool) -> Row:
    seen = f"{known.seen} after {' '.join(known.noticed) or 'nothing'}" if alike else known.seen
    chances = policy.chances(known.player, known.key, list(known.names))
    return Row(known.player, seen, tuple((known.names[action], likely) for action, likely in chances))


def _turns(rules: Any, state: Any, noticed: tuple[list[str], ...]) -> Iterator[tuple[int, int, Any, list[str]]]:
    """Yield each turn of a player in the tree: who, his key, the state, and the actions of players that he noticed."""
    if rules.is_terminal(state):
        return
    mover = rules.to_move(state)
    if mover != CHANCE:
        yield mover, rules.information_key(state, mover), state, noticed[mover]
    for action in rules.actions(state) if mover != CHANCE else [outcome for outcome, _ in rules.chances(state)]:
        child = rules.result(state, action)
        heard = []
        for player, before in enumerate(noticed):
            hears = player == mover or rules.percept(state, action, child, player) != NOTHING
            heard.append([*before, rules.name(action, state)] if mover != CHANCE and hears else before)
        yield from _turns(rules, child, tuple(heard))
