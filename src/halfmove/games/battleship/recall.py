"""Fleets that fit all that a player has shot at and heard, each as likely as another.

The order of the shots counts: a ship sank with the shot that was said to sink it, so all its squares were hit before.
Each ship has a number of the sinking with which it can have gone down, from `low` to `high` for each of its squares.

Ships that were hit are laid first, in every way that covers all hits (or in some ways that are drawn, each weighed by
how many there were to choose from). The others lie anywhere in the water that is left: they are drawn one by one, and
all again where two cross. Each way to lay the first is drawn as often as there are places for the others one by one,
so that what is left when those that cross are dropped is even.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.compiled import compiled, kernel, lowest_bit
from halfmove.core.knowledge import UNSEEN, View
from halfmove.core.random import random
from halfmove.core.recall import Recall
from halfmove.games.battleship.rules import HIT, PLACE, PLACES, SUNK, Battleship, fits

NOWHERE = PLACES  # the place of a ship that is still to be laid
CROSSED = -1  # no place for all ships
FREE, WAS_HIT = 1, 2  # what can be in a place, where it is not nothing: a ship that was not hit, or one that was
UNSUNK = 1 << 20  # more than any number of a sinking
MOST_COVERS = 2000  # ways to lay ships on the hits that are listed, or drawn if there are more
TRIES = 2000  # fleets that cross, after which one is looked for without chance


@compiled
class BattleshipRecall(Recall):
    """The fleets of the other player that one of them thinks possible."""

    game: Battleship
    kinds: np.ndarray  # what can be in each place of each ship
    covers: np.ndarray  # the places of the ships that were hit, and NOWHERE for the others
    until: np.ndarray  # for each cover, how likely it is that it or one before it is drawn
    laid: int  # how many ships the other player has placed

    @classmethod
    def of(cls, game: Any, view: View, seed: int) -> BattleshipRecall | None:
        """List the ways to cover all hits."""
        kinds, laid = kinds_of(game, view), (view.seen.placed + view.player) // 2
        covers, weights = np.zeros(MOST_COVERS, np.int64), np.zeros(MOST_COVERS)
        find_covers(game, kinds, view.seen, view.player, laid, covers, weights, random(seed))
        total = weights.sum()
        return cls(game, kinds, covers, np.cumsum(weights) / total, laid) if total > 0 else None

    def draw(self, seen: Any, player: int, rng: Any) -> Any:
        """Lay the ships that were hit, then the others until no two cross; the world has the fleet of the other."""
        game, none = self.game, seen.ships_first & 0
        places, ships, tried, crosses = 0, none, 0, True
        while crosses:
            places = int(self.covers[rng.place(self.until)])
            ships, tried = squares_of_fleet(game, none, places), tried + 1
            if tried > TRIES:
                places = settle(game, self.kinds, ships, places, self.laid, 0, rng)
                crosses = places == CROSSED
                ships = squares_of_fleet(game, none, places)
            else:
                covered, crosses = ships, False
                for ship in range(self.laid):
                    if not crosses and places >> PLACE * ship & PLACES == NOWHERE:
                        place = free_place(game, self.kinds, covered, ship, rng)
                        squares = game.squares_of(none, ship, place)
                        crosses = squares & ships != 0
                        ships, places = ships | squares, places ^ (NOWHERE ^ place) << PLACE * ship
            if not crosses and self.laid < len(game.ships):
                crosses = fits(game, ships, self.laid) == 0
        places &= (1 << PLACE * self.laid) - 1
        if player == 0:
            return seen._replace(ships_second=ships, places_second=places)
        return seen._replace(ships_first=ships, places_first=places)


def kinds_of(game: Any, view: View) -> np.ndarray:
    """Return what can be in each place of each ship, by what the shots at its squares met and when."""
    low, high, last, shot = sinkings(game, view)
    kinds = np.zeros((len(game.ships), 2 * game.width * game.height), np.int64)
    for ship, length in enumerate(game.ships):
        for place in range(kinds.shape[1]):
            first, step = place >> 1, game.width if place & 1 else 1
            if game.squares_of(0, ship, place) == 0:
                continue
            squares = range(first, first + length * step, step)
            hit = [square for square in squares if square in low]
            if any(square in shot and square not in low for square in squares):
                continue
            if not hit:
                kinds[ship, place] = FREE
            elif len(hit) < length:
                kinds[ship, place] = WAS_HIT * all(high[square] == UNSUNK for square in hit)
            else:
                ends = [last[square] for square in squares if square in last]
                if len(ends) == 1 and all(low[square] <= ends[0] <= high[square] for square in squares):
                    kinds[ship, place] = WAS_HIT
    return kinds


def sinkings(game: Any, view: View) -> tuple[dict[int, int], dict[int, int], dict[int, int], set[int]]:
    """Return of each hit square the first and last sinking that can be its ship's, those that sank one, and all shots.

    A shot that is repeated tells again whether the ship has gone down.
    """
    low: dict[int, int] = {}
    high: dict[int, int] = {}
    last: dict[int, int] = {}
    own = [event for event in view.events or () if event.own != UNSEEN]
    shots = own[len(game.ships) :]
    for square, percept in shots:
        met = percept - game.width * game.height
        if met == HIT:
            low[square], high[square] = len(last) + 1, UNSUNK
        elif met == SUNK and square not in low:
            last[square] = low[square] = high[square] = len(last) + 1
        elif met == SUNK:
            high[square] = min(high[square], len(last))
    return low, high, last, {event.own for event in shots}


@kernel
def squares_of_fleet(game: Any, none: Any, places: int) -> Any:
    """Return the squares of all ships that are laid."""
    ships = none
    for ship in range(len(game.ships)):
        place = places >> PLACE * ship & PLACES
        if place != NOWHERE:
            ships |= game.squares_of(none, ship, place)
    return ships


@kernel
def find_covers(game: Any, kinds: Any, sea: Any, player: int, laid: int, covers: Any, weights: Any, rng: Any) -> int:
    """List the ways to lay ships on all hits, with their weights; return how many there are."""
    hits = sea.ships_second & sea.shots_first if player == 0 else sea.ships_first & sea.shots_second
    none, nowhere = hits & 0, (1 << PLACE * len(game.ships)) - 1
    count = add_covers(game, kinds, hits, none, nowhere, covers, 0)
    if count <= len(covers):
        for number in range(count):
            weights[number] = 1.0
    else:
        count = len(covers)
        for number in range(count):
            covers[number] = nowhere
            weights[number] = draw_cover(game, kinds, hits, nowhere, covers, number, rng)
    for number in range(count):
        if weights[number] > 0.0:
            places = int(covers[number])
            ships = squares_of_fleet(game, none, places)
            for ship in range(laid):
                if places >> PLACE * ship & PLACES == NOWHERE:
                    weights[number] *= count_free(game, kinds, ships, ship)
    return count


@kernel
def add_covers(game: Any, kinds: Any, left: Any, ships: Any, places: int, covers: Any, count: int) -> int:
    """List the ways to lay ships on the hits that are left, as long as there is room; return how many there are."""
    if left == 0:
        if count < len(covers):
            covers[count] = places
        return count + 1
    square = lowest_bit(left)
    for ship in range(len(game.ships)):
        if places >> PLACE * ship & PLACES == NOWHERE:
            for way in range(2 * game.ships[ship]):
                place = place_over(game, square, way)
                if count <= len(covers) and place >= 0 and kinds[ship, place] == WAS_HIT:
                    squares = game.squares_of(left & 0, ship, place)
                    if squares & ships == 0:
                        after = places ^ (NOWHERE ^ place) << PLACE * ship
                        count = add_covers(game, kinds, left & ~squares, ships | squares, after, covers, count)
    return count


@kernel
def draw_cover(game: Any, kinds: Any, hits: Any, nowhere: int, covers: Any, number: int, rng: Any) -> float:
    """Lay ships on all hits at random; return from how many ways one was chosen, 0 where there was none."""
    places, ships, left, weight = nowhere, hits & 0, hits, 1.0
    while left != 0:
        square, ways, chosen, found = lowest_bit(left), 0, places, hits & 0
        for ship in range(len(game.ships)):
            if places >> PLACE * ship & PLACES == NOWHERE:
                for way in range(2 * game.ships[ship]):
                    place = place_over(game, square, way)
                    if place >= 0 and kinds[ship, place] == WAS_HIT:
                        squares = game.squares_of(hits & 0, ship, place)
                        if squares & ships == 0:
                            ways += 1
                            if rng.below(ways) == 0:
                                chosen, found = places ^ (NOWHERE ^ place) << PLACE * ship, squares
        if ways == 0:
            return 0.0
        weight *= ways
        places, ships, left = chosen, ships | found, left & ~found
    covers[number] = places
    return weight


@kernel
def place_over(game: Any, square: int, way: int) -> int:
    """Return the place of a ship, lying or upright, one of whose squares is this one; -1 beyond the sea."""
    first = square - (way >> 1) * (game.width if way & 1 else 1)
    return 2 * first + (way & 1) if first >= 0 else -1


@kernel
def count_free(game: Any, kinds: Any, ships: Any, ship: int) -> int:
    """Return in how many places a ship can be that was not hit, beside those that are laid."""
    count = 0
    for place in range(kinds.shape[1]):
        if kinds[ship, place] == FREE and game.squares_of(ships & 0, ship, place) & ships == 0:
            count += 1
    return count


@kernel
def free_place(game: Any, kinds: Any, ships: Any, ship: int, rng: Any) -> int:
    """Draw one of these places; there is one, or the cover would have no weight."""
    place = rng.below(kinds.shape[1])
    while kinds[ship, place] != FREE or game.squares_of(ships & 0, ship, place) & ships != 0:
        place = rng.below(kinds.shape[1])
    return place


@kernel
def settle(game: Any, kinds: Any, ships: Any, places: int, laid: int, ship: int, rng: Any) -> int:
    """Lay the ships from number `ship` on by trying all places from a random one on; CROSSED if none will do."""
    if ship == laid:
        return places
    if places >> PLACE * ship & PLACES != NOWHERE:
        return settle(game, kinds, ships, places, laid, ship + 1, rng)
    count = kinds.shape[1]
    begin = rng.below(count)
    for step in range(count):
        place = (begin + step) % count
        if kinds[ship, place] == FREE:
            squares = game.squares_of(ships & 0, ship, place)
            if squares & ships == 0:
                after = places ^ (NOWHERE ^ place) << PLACE * ship
                found = settle(game, kinds, ships | squares, after, laid, ship + 1, rng)
                if found != CROSSED:
                    return found
    return CROSSED
