"""The loop of self-play: every game goes on until its search has a leaf for the network, without Python in between."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.compiled import kernel, load_state, mix, store_state
from halfmove.learn.zero.games import BETWEEN, CHILD, IDLE, NEW_GAME, NOBODY, SUM, VISITS, Games
from halfmove.learn.zero.gumbel import (
    LEAST,
    back_up,
    choose_at_root,
    choose_below,
    draw_noise,
    fraction,
    improve,
    known_of,
    prove,
    set_priors,
    value_scale,
)

HELD_OUT = 64  # of so many states, by their keys, one is never learned from: examinations ask about those
PLIES, SHARE, NOISE, ELDERS = range(4)  # places in `chances`: of random openings, of noise, of games against elders


@kernel
def advance(
    game: Any,
    view: Any,
    games: Any,
    like: Any,
    table: Any,
    simulations: int,
    chances: Any,
    plays: bool,
    weights: Any,
    first: int,
    last: int,
) -> int:
    """Take in the answers of the network, and bring each game to its next leaf; the last game is `last` - 1."""
    for slot in range(first, last):
        if games.leaf[slot] == IDLE:
            continue
        games.finished[slot] = 0
        if games.leaf[slot] >= 0:
            receive(games, slot, chances[NOISE])
        waits = False
        while not waits:
            if games.leaf[slot] == NEW_GAME or games.done[slot] >= simulations:
                waits = move_on(game, view, games, like, chances, plays, weights, slot)
            else:
                waits = descend(game, view, games, like, table, weights, slot)
    return last


@kernel
def receive(games: Any, slot: int, noise: float) -> None:
    """Expand the leaf by what the network says of it, and back up its value."""
    leaf, first = games.leaf[slot], first_row(games, slot)
    row = first + leaf
    set_priors(games, slot, row)
    games.values[row] = games.answer[slot, games.answer.shape[1] - 1]
    if leaf == 0:
        draw_noise(games, slot, row, noise)
    else:
        back_up(games, slot, first, games.values[row], games.movers[row])
        games.done[slot] += 1
    games.leaf[slot] = BETWEEN


@kernel
def descend(game: Any, view: Any, games: Any, like: Any, table: Any, weights: Any, slot: int) -> bool:
    """Go down the tree to a leaf; tell whether it waits for the network, and is not the end of a game."""
    first, node, depth = first_row(games, slot), 0, 0
    while True:
        row = first + node
        if node == 0:
            wanted = table[min(games.counts[row], table.shape[0] - 1), games.done[slot]]
            choice = choose_at_root(games, slot, row, wanted)
        else:
            choice = choose_below(games, row, weights)
        games.path[slot, depth] = node
        games.taken[slot, depth] = choice
        depth += 1
        games.depth[slot] = depth
        node = int(games.edges[row, choice, CHILD])
        if node == 0:
            node = int(games.used[slot])
            games.used[slot] = node + 1
            games.edges[row, choice, CHILD] = node
            state = game.result(load_state(games.states, row, like), int(games.actions[row, choice]))
            add_node(game, view, games, state, first + node)
            if games.over[first + node] == 0:
                games.leaf[slot] = node
                ask(view, games, state, slot)
                return True
        if games.over[first + node] != 0:
            back_up(games, slot, first, games.values[first + node], games.movers[first + node])
            prove(games, slot, first)
            games.done[slot] += 1
            return False


@kernel
def move_on(game: Any, view: Any, games: Any, like: Any, chances: Any, plays: bool, weights: Any, slot: int) -> bool:
    """Take the action that the search found, or begin a game, and begin the next search."""
    row, begins = first_row(games, slot), games.leaf[slot] == NEW_GAME
    state = like
    if not begins:
        value, most, _ = known_of(games, row)
        choice = best_action(games, slot, row, value, most)
        if not plays:
            games.chosen[slot] = games.actions[row, choice]
            games.worth[slot] = value
            games.leaf[slot] = IDLE
            return True
        state = load_state(games.states, row, like)
        if games.movers[row] != games.elder[slot] and is_learned_from(game, state):
            keep_position(games, slot, row, value, most, weights)
        state = game.result(state, int(games.actions[row, choice]))
        games.plies[slot] += 1
        over = game.is_terminal(state)
        if over or games.plies[slot] >= games.policy.shape[1]:
            end_game(game, view, games, state, over, slot)
            begins = True
    if begins:
        state = opened(game, games, like, chances, slot)
        games.kept[slot] = 0
        games.plies[slot] = 0
        games.elder[slot] = NOBODY
        if slot < chances[ELDERS]:
            games.elder[slot] = int(2.0 * fraction(games, slot))
    add_node(game, view, games, state, row)
    games.leaf[slot] = 0
    games.done[slot] = 0
    games.depth[slot] = 0
    games.used[slot] = 1
    games.asks_elder[slot] = 1 if games.movers[row] == games.elder[slot] else 0
    ask(view, games, state, slot)
    last = games.seen.shape[1] - 1  # where the root lies until it is known what its search found
    for i in range(games.seen.shape[2]):
        games.seen[slot, last, i] = games.asked[slot, i]
    return True


@kernel
def is_learned_from(game: Any, state: Any) -> bool:
    """Tell whether a state may be learned from, or is held out for examinations."""
    return mix(game.key(state)) % HELD_OUT != 0


@kernel
def first_row(games: Any, slot: int) -> int:
    """Return the row of the root of a game."""
    return slot * (games.states.shape[0] // games.leaf.shape[0])


@kernel
def add_node(game: Any, view: Any, games: Any, state: Any, row: int) -> None:
    """Write what the rules say of a state; a list of actions that is too long is cut off."""
    store_state(games.states, row, state)
    mover = game.to_move(state)
    games.movers[row] = mover
    games.over[row] = 0
    if game.is_terminal(state):
        games.over[row] = 1
        games.values[row] = shared(game, game.utility(state, mover))
        return
    count = 0
    for action in game.actions(state):
        if count < games.actions.shape[1]:
            games.actions[row, count] = action
            games.places[row, count] = min(view.policy_index(state, action), games.answer.shape[1] - 2)
            count += 1
    games.counts[row] = count


@kernel
def shared(game: Any, utility: float) -> float:
    """Return a utility on the scale from -1 to 1."""
    low, high = game.utilities[0], game.utilities[1]
    return (2.0 * utility - low - high) / (high - low)


@kernel
def ask(view: Any, games: Any, state: Any, slot: int) -> None:
    store_state(games.asked, slot, view.seen(state))


@kernel
def best_action(games: Any, slot: int, row: int, value: float, most: float) -> int:
    """Return the best of the actions that were tried most."""
    scale, edges = value_scale(most), games.edges
    best, choice = LEAST, 0
    for i in range(games.counts[row]):
        tried = edges[row, i, VISITS]
        if tried == most:
            score = games.noise[slot, i] + scale * ((edges[row, i, SUM] / tried if tried > 0 else value) - value)
            if score > best:
                best, choice = score, i
    return choice


@kernel
def keep_position(games: Any, slot: int, row: int, value: float, most: float, weights: Any) -> None:
    """Keep what was seen at the root, the improved policy and the value of the search."""
    kept, last = games.kept[slot], games.seen.shape[1] - 1
    total = improve(games, row, value, value_scale(most), weights)
    for i in range(games.seen.shape[2]):
        games.seen[slot, kept, i] = games.seen[slot, last, i]
    for i in range(games.counts[row]):
        games.seen_places[slot, kept, i] = games.places[row, i]
        games.policy[slot, kept, i] = weights[i] / total
    games.policy_counts[slot, kept] = games.counts[row]
    games.root_values[slot, kept] = value
    games.seen_movers[slot, kept] = games.movers[row]
    games.kept[slot] = kept + 1


@kernel
def end_game(game: Any, view: Any, games: Any, state: Any, over: bool, slot: int) -> None:
    """Note the result of a game that is over, or is broken off as a draw."""
    games.result[slot] = shared(game, game.utility(state, 0)) if over else 0.0
    games.last_mover[slot] = game.to_move(state)
    store_state(games.owners, slot, view.owners(state))
    games.finished[slot] = games.kept[slot]


@kernel
def opened(game: Any, games: Any, like: Any, chances: Any, slot: int) -> Any:
    """Return the first position of a game: a share of them begin with random plies."""
    state = like
    if fraction(games, slot) < chances[SHARE]:
        plies, ply = int(fraction(games, slot) * chances[PLIES]), 0
        while ply < plies:
            count, drawn = 0, 0
            for _ in game.actions(state):
                count += 1
            wanted = int(fraction(games, slot) * count)
            for i, action in enumerate(game.actions(state)):
                if i == wanted:
                    drawn = action
            state = game.result(state, drawn)
            ply += 1
            if game.is_terminal(state):  # too long: begin again with fewer
                state, plies, ply = like, int(fraction(games, slot) * ply), 0
    return state


@kernel
def collect(games: Any, out: Any, row: int) -> tuple[int, int, int]:
    """Copy the positions of finished games to `row` and on; return the next row, how many games, and the first's wins.

    A game for which there is no room is left for the next time.
    """
    count, wins = 0, 0
    for slot in range(len(games.finished)):
        positions = games.finished[slot]
        if positions == 0 or row + positions > len(out.counts):
            continue
        count += 1
        if games.result[slot] > 0.0:
            wins += 1
        for i in range(positions):
            copy_position(games, out, slot, i, row)
            row += 1
        games.finished[slot] = 0
    return row, count, wins


@kernel
def copy_position(games: Any, out: Any, slot: int, i: int, row: int) -> None:
    actions, mover = games.policy_counts[slot, i], games.seen_movers[slot, i]
    for word in range(out.seen.shape[1]):
        out.seen[row, word] = games.seen[slot, i, word]
    for word in range(out.owners.shape[1]):
        out.owners[row, word] = games.owners[slot, word]
    for k in range(out.policy.shape[1]):
        out.places[row, k] = games.seen_places[slot, i, k] if k < actions else 0
        out.policy[row, k] = games.policy[slot, i, k] if k < actions else 0.0
    out.counts[row] = actions
    out.values[row] = games.root_values[slot, i]
    out.results[row] = games.result[slot] if mover == 0 else -games.result[slot]
    out.same[row] = 1 if games.last_mover[slot] == mover else -1


def begin_at(games: Games, view: Any, rules: Any, states: list[Any]) -> None:
    """Let the first games search from these states, which are not over; the others are idle."""
    games.leaf.fill(IDLE)
    for slot, state in enumerate(states):
        row = slot * (len(games.states) // len(games.leaf))
        add_node.python(rules, view, games, state, row)
        games.leaf[slot] = games.done[slot] = games.depth[slot] = 0
        games.used[slot] = 1
        store_state(games.asked, slot, view.seen(state))


Chances = NDArray[np.float64]


def chances(opening: int = 0, share: float = 0.0, noise: float = 0.0, elders: int = 0) -> Chances:
    """Return what is left to chance: plies of random openings and the share of games with one, noise, and elders."""
    return np.array([opening, share, noise, elders], np.float64)
