"""A slow second telling of Pacman's rules: points of the plane, dictionaries and sets, and no code of the package."""

from __future__ import annotations

from copy import deepcopy
from math import floor
from typing import Any

Point = tuple[float, float]

VECTORS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0), "stop": (0, 0)}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
NEAR = 0.7  # a ghost that is no farther from Pacman meets him


def apart(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


class SlowPacman:
    """One game as it goes on; y grows to the north, and everything that is not in `free` is wall."""

    def __init__(self, picture: str, time: int) -> None:
        rows = [row for row in picture.replace("/", "\n").splitlines() if row]
        things: dict[str, list[Point]] = {symbol: [] for symbol in "%_.oGP"}
        for y, row in enumerate(reversed(rows)):
            for x, symbol in enumerate(row):
                things[symbol].append((x, y))
        self.free = {place for symbol, places in things.items() if symbol != "%" for place in places}
        self.food, self.capsules = set(things["."]), set(things["o"])
        self.pacman = things["P"][0]
        homes = sorted(things["G"], key=lambda place: (-place[1], place[0]))
        self.ghosts: list[dict[str, Any]] = [{"at": home, "home": home, "heading": None, "scared": 0} for home in homes]
        self.agent, self.steps, self.time, self.score = 0, 0, time, 0
        self.end = ""

    def open_ways(self, place: Point) -> set[str]:
        x, y = place
        return {name for name, (dx, dy) in VECTORS.items() if name != "stop" and (x + dx, y + dy) in self.free}

    def legal(self) -> set[str]:
        if self.agent == 0:
            return self.open_ways(self.pacman) | {"stop"}
        ghost = self.ghosts[self.agent - 1]
        if ghost["at"] not in self.free:  # between two places
            return {ghost["heading"]}
        ways = self.open_ways(ghost["at"])
        if len(ways) > 1 and ghost["heading"] is not None:
            ways -= {OPPOSITE[ghost["heading"]]}
        return ways

    def directional(self, straight: float) -> dict[str, float]:
        """Return how likely each way is for a ghost that goes straight for Pacman with some probability."""
        ghost, legal = self.ghosts[self.agent - 1], self.legal()
        sign = -1 if ghost["scared"] else 1
        far = {
            way: sign * apart(self.moved(ghost["at"], way, 0.5 if ghost["scared"] else 1), self.pacman) for way in legal
        }
        best = {way for way in legal if far[way] == min(far.values())}
        return {way: straight * (way in best) / len(best) + (1 - straight) / len(legal) for way in legal}

    @staticmethod
    def moved(place: Point, way: str, length: float = 1) -> Point:
        dx, dy = VECTORS[way]
        return place[0] + dx * length, place[1] + dy * length

    def play(self, way: str) -> SlowPacman:
        """Return the game after a move."""
        then = deepcopy(self)
        if then.agent == 0:
            then.pacman_goes(way)
            met = then.ghosts
        else:
            met = [then.ghosts[then.agent - 1]]
            then.ghost_goes(met[0], way)
        for ghost in met:
            if apart(ghost["at"], then.pacman) <= NEAR:
                then.meet(ghost)
        then.agent = (then.agent + 1) % (1 + len(then.ghosts))
        if not then.end and then.steps == then.time:
            then.end = "time"
        return then

    def pacman_goes(self, way: str) -> None:
        self.pacman = self.moved(self.pacman, way)
        self.steps += 1
        self.score -= 1
        if self.pacman in self.food:
            self.food.remove(self.pacman)
            self.score += 10
            if not self.food:
                self.score += 500
                self.end = "won"
        if self.pacman in self.capsules:
            self.capsules.remove(self.pacman)
            for ghost in self.ghosts:
                ghost["scared"] = 40

    def ghost_goes(self, ghost: dict[str, Any], way: str) -> None:
        ghost["at"] = self.moved(ghost["at"], way, 0.5 if ghost["scared"] else 1)
        ghost["heading"] = way
        if ghost["scared"] == 1:  # its fright ends: to the nearest place, halves are rounded up
            ghost["at"] = (floor(ghost["at"][0] + 0.5), floor(ghost["at"][1] + 0.5))
        ghost["scared"] = max(0, ghost["scared"] - 1)

    def meet(self, ghost: dict[str, Any]) -> None:
        if ghost["scared"]:
            self.score += 200
            ghost.update(at=ghost["home"], heading=None, scared=0)
        elif not self.end:
            self.score -= 500
            self.end = "lost"
