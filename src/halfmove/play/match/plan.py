"""What is to be played: from the number of a game follow its players, their seats, its opening and its seeds.

So a match can be interrupted at any time: the games that are missing are those whose numbers are missing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any, NamedTuple, get_type_hints

from halfmove.check.endless import LONGEST
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.play.adjudication import Adjudication, parse_adjudication
from halfmove.play.clocks.time_control import MARGIN, SECONDS, Control, parse_control
from halfmove.play.foreign_text import printable
from halfmove.play.players.spec import limits_itself

MATCH, ROUND_ROBIN, GAUNTLET, LADDER = "match", "round-robin", "gauntlet", "ladder"
FORMS = {
    MATCH: "all players at one table",
    ROUND_ROBIN: "everybody against everybody",
    GAUNTLET: "the first player against each of the others",
    LADDER: "neighbours play, and the winner climbs",
}

MOST_GAMES = 100_000_000  # of each encounter, for each takes a byte of memory


@dataclass(frozen=True)
class Plan:
    """A match or a tournament, in words."""

    game: str  #: as it is asked for: `connect-four:width=5`
    players: tuple[str, ...]  #: as they are asked for: `alphabeta:depth=6`
    form: str = MATCH  #: who meets whom: `match`, `round-robin`, `gauntlet` or `ladder`
    games: int = 2  #: of each encounter
    time: str = ""  #: what each player is given: `100ms`, `10s+0.1s`, `nodes=1000`
    openings: str = ""  #: how games begin: `random:4`, or a file
    seed: int = 0  #: where random numbers begin
    resign: str = ""  #: when a player is judged to have lost: `VALUE,TURNS`
    draw: str = ""  #: when a game is judged to be drawn: `VALUE,TURNS,PLY`
    longest: int = LONGEST  #: plies after which a game is drawn
    margin: float = MARGIN  #: seconds by which a player may be late
    charge_waiting: bool = False  #: whether a clock runs while other processes have the core

    def controls(self) -> tuple[Control, ...]:
        """Return what each player is given: the time control, or a default for players without a limit of their own."""
        control = parse_control(self.time, self.margin, self.charge_waiting)
        if control.limits:
            return (control,) * len(self.players)
        default = replace(control, each=SECONDS)
        return tuple(control if limits_itself(player) else default for player in self.players)

    def adjudication(self) -> Adjudication:
        """Return what the referee decides by himself."""
        return parse_adjudication(self.resign, self.draw, self.longest)

    def to_json(self) -> str:
        """Return the plan as text."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Read a plan back; what is none is refused."""
        try:
            data: Any = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise MalformedText(f"the plan is not JSON: {error}") from None
        kinds = get_type_hints(cls) | {"players": list, "margin": (int, float)}
        if not isinstance(data, dict) or set(data) != set(kinds):
            differing = sorted(set(data) ^ set(kinds)) if isinstance(data, dict) else ["no names"]
            raise HalfmoveError(f"this plan is of another version: it differs in {', '.join(differing)}")
        wrong = [name for name, kind in kinds.items() if not isinstance(data[name], kind)]
        if wrong or not all(isinstance(player, str) for player in data["players"]):
            raise MalformedText(f"this is no plan: the values of {', '.join(wrong or ['players'])} are of a wrong kind")
        texts = {name: printable(value) for name, value in data.items() if isinstance(value, str)}
        return cls(**data | texts | {"players": tuple(map(printable, data["players"]))})

    def continues(self, other: Plan) -> bool:
        """Tell whether this plan asks for the same games as another one, and perhaps for more of them."""
        return replace(self, games=other.games) == other and self.games >= other.games


class Pairing(NamedTuple):
    """One game: its number, the encounter it belongs to, who sits where, and its opening."""

    number: int
    encounter: int
    seats: tuple[int, ...]  # players by seat
    opening: int


class Round(NamedTuple):
    """Encounters that can be played at the same time; games are numbered so that all go on alike."""

    first: int  # number of the first game
    encounters: tuple[tuple[int, ...], ...]  # players
    games: int  # of each encounter

    @property
    def seatings(self) -> int:
        """How many games share an opening: every player sits in every seat once."""
        return len(self.encounters[0])

    def numbers(self) -> range:
        """Return the numbers of all games."""
        return range(self.first, self.first + len(self.encounters) * self.games)

    def pairing(self, number: int) -> Pairing:
        """Return the game of a number."""
        encounter, seating, opening = self.place(number)
        players = self.encounters[encounter]
        return Pairing(number, encounter, players[seating:] + players[:seating], opening)

    def place(self, number: Any) -> tuple[Any, Any, Any]:
        """Return the encounter, the seating and the opening of a number, or of an array of them."""
        unit, seating = divmod(number - self.first, self.seatings)
        opening, encounter = divmod(unit, len(self.encounters))
        return encounter, seating, opening


def first_round(plan: Plan, seats: int) -> Round:
    """Return the encounters of a plan for a game with `seats` seats; of a ladder, those of its first round."""
    count = len(plan.players)
    if plan.form not in FORMS:
        raise HalfmoveError(f"there is no form '{plan.form}'; there are {', '.join(FORMS)}")
    if count < seats or count < 1:
        raise HalfmoveError(f"{count} players for a game of {seats}: name at least {seats}, a name may come twice")
    if plan.form == LADDER and seats != 2:
        raise HalfmoveError(f"a ladder is climbed in games of 2 players, and this one has {seats}")
    if plan.form == MATCH and count != seats and seats > 1:
        raise HalfmoveError(f"{count} players at a table of {seats}; a tournament has as many as you like")
    if plan.games < 1:
        raise HalfmoveError(f"{plan.games} games: there must be at least one")
    if plan.games > MOST_GAMES:
        raise HalfmoveError(f"{plan.games} games: there must be {MOST_GAMES} at most")
    games = -(-plan.games // seats) * seats
    everybody = range(count)
    if plan.form == LADDER:
        return ladder_round(plan, 0, tuple(everybody))
    if plan.form == GAUNTLET and seats > 1:
        encounters = [(0, *others) for others in combinations(everybody[1:], seats - 1)]
    else:
        encounters = list(combinations(everybody, seats))
    return Round(0, tuple(encounters), games)


def ladder_round(plan: Plan, number: int, order: Sequence[int]) -> Round:
    """Return a round of a ladder on which the players stand in this order: every other pair of neighbours plays."""
    games = -(-plan.games // 2) * 2
    pairs = [tuple(order[i : i + 2]) for i in range(number % 2, len(order) - 1, 2)]
    before = sum(len(range(i % 2, len(order) - 1, 2)) for i in range(number)) * games
    return Round(before, tuple(pairs), games)


def climbed(order: Sequence[int], played: Round, points: Mapping[int, float]) -> tuple[int, ...]:
    """Return the order on a ladder after a round, from the points of each player in it: more points stand above."""
    standing = list(order)
    for above, below in played.encounters:
        if points.get(below, 0.0) > points.get(above, 0.0):
            i, j = standing.index(above), standing.index(below)
            standing[i], standing[j] = below, above
    return tuple(standing)
