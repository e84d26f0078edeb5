"""Battleship: hide a fleet, and find the other one by shooting.

The rules are those of OpenSpiel's `battleship` (Farina and others 2019), in which ships are worth points.
"""

from dataclasses import field
from typing import Annotated, Any, NamedTuple

from halfmove.compiled import Bits, bit_count, compiled, kernel, plain
from halfmove.core.commentary import Commentary
from halfmove.core.game import NOTHING, Game
from halfmove.core.text import show_fields
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.explain.board import FLEET, PAPER, SQUARES, Board, BoardPicture, Cell, Label, Piece
from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.grid import LETTERS, no_square, read_square, show_grid, square_name
from halfmove.games.shared.notation import last_line

Squares = Annotated[int, Bits(128)]  # a bit for each square, from the top left, row after row

PLACE, PLACES = 8, 0xFF  # bits for where a ship is: its top left square, doubled, and 1 if it stands upright
MOST_SHIPS, MOST_SQUARES = 7, 100
WATER, HIT, SUNK = 0, 1, 2  # what a shot meets


class Sea(NamedTuple):
    ships_first: Squares = 0  # the squares of the ships of each player; of the other's, those that were hit
    ships_second: Squares = 0
    places_first: int = 0  # where the ships of each player are; of the other's, nothing
    places_second: int = 0
    placed: int = 0  # how many ships of both
    shots_first: Squares = 0  # the squares that each player has shot at
    shots_second: Squares = 0
    sunk_first: Squares = 0  # where a shot of each player sank a ship
    sunk_second: Squares = 0
    shots: int = 0  # of both, repeated ones too


@compiled
class Battleship(Game):
    """Two players place their ships in turn, then shoot in turn; each hears what his shots meet: water, hit or sunk.

    A ship lies on squares in a line. The game ends when a fleet is sunk or nobody has a shot left. Each ship of the
    other that a player sank wins its worth, each that he lost costs it.
    """

    width: int = 10
    height: int = 10
    ships: tuple[int, ...] = (2, 3, 3, 4, 5)  # their lengths, in the order in which they are placed
    worth: tuple[int, ...] = ()  # of each ship; by default 1
    shots: int = 50  # of each player
    repeats: bool = True  # whether a player may shoot at a square twice
    points: tuple[int, ...] = field(init=False, repr=False)
    squares: int = field(init=False, repr=False)  # of a fleet

    initial = Sea()
    has_secrets = True

    def __post_init__(self):
        if min(self.width, self.height) < 1 or self.width * self.height > MOST_SQUARES:
            raise HalfmoveError(f"a sea of {self.width} x {self.height}: it has 1 to {MOST_SQUARES} squares")
        if not 1 <= len(self.ships) <= MOST_SHIPS or min(self.ships) < 1:
            raise HalfmoveError(f"{len(self.ships)} ships: there are 1 to {MOST_SHIPS}, each of a square at least")
        if self.worth and len(self.worth) != len(self.ships):
            raise HalfmoveError(f"{len(self.worth)} worths for {len(self.ships)} ships")
        if not 1 <= self.shots <= 10**6 or not self.repeats and self.shots > self.width * self.height:
            raise HalfmoveError(f"{self.shots} shots: not a game, or more than there are squares")
        if not fits(plain(self), 0, 0):
            raise HalfmoveError(f"{len(self.ships)} ships do not fit on {self.width} x {self.height} squares")
        vars(self).update(points=self.worth or (1,) * len(self.ships), squares=sum(self.ships))

    @property
    def longest(self):  # type: ignore[override]
        return 2 * (len(self.ships) + self.shots)

    @property
    def utilities(self):  # type: ignore[override]
        return -float(sum(self.points)), float(sum(self.points))

    def to_move(self, sea):
        return (sea.placed if sea.placed < 2 * len(self.ships) else sea.shots) & 1

    def actions(self, sea):
        player = self.to_move(sea)
        if sea.placed < 2 * len(self.ships):
            taken = sea.ships_first if player == 0 else sea.ships_second
            for place in range(2 * self.width * self.height):
                if self.can_place(taken, sea.placed // 2, place):
                    yield place
        else:
            tried = sea.shots_first if player == 0 else sea.shots_second
            for square in range(self.width * self.height):
                if self.repeats or not tried >> square & 1:
                    yield square

    def can_place(self, taken, ship, place):
        """Tell whether a ship can be placed so, and the others after it somewhere."""
        squares = self.squares_of(taken & 0, ship, place)
        if squares == 0 or squares & taken != 0:
            return False
        return self.is_roomy(taken | squares, ship + 1) or fits(self, taken | squares, ship + 1) == 1

    def is_roomy(self, taken, ship):
        """Tell whether there is an empty row for each ship from number `ship` on: the quick look."""
        needed, row = len(self.ships) - ship, (taken & 0 | 1) << self.width
        for _ in range(self.height):
            if needed <= 0:
                break
            if taken & row - 1 == 0:
                needed -= 1
            taken = taken >> self.width
        return needed <= 0 and max(self.ships) <= self.width

    def squares_of(self, none, ship, place):
        """Return the squares of a ship in a place, or `none`: where it would leave the sea, or is listed lying down."""
        length, square, upright = self.ships[ship], place >> 1, place & 1
        column, row = square % self.width, square // self.width
        if upright and length == 1 or (row if upright else column) + length > (self.height if upright else self.width):
            return none
        squares = none
        for step in range(length):
            squares |= (none | 1) << square + step * (self.width if upright else 1)
        return squares

    def result(self, sea, action):
        player = self.to_move(sea)
        if sea.placed < 2 * len(self.ships):
            ship = sea.placed // 2
            squares, place = self.squares_of(sea.ships_first & 0, ship, action), action << PLACE * ship
            if player == 0:
                return sea._replace(
                    ships_first=sea.ships_first | squares, places_first=sea.places_first | place, placed=sea.placed + 1
                )
            return sea._replace(
                ships_second=sea.ships_second | squares, places_second=sea.places_second | place, placed=sea.placed + 1
            )
        target = (sea.ships_first & 0 | 1) << action
        sunk = target if self.outcome(sea, player, action) == SUNK else target & 0
        if player == 0:
            return sea._replace(
                shots_first=sea.shots_first | target, sunk_first=sea.sunk_first | sunk, shots=sea.shots + 1
            )
        return sea._replace(
            shots_second=sea.shots_second | target, sunk_second=sea.sunk_second | sunk, shots=sea.shots + 1
        )

    def outcome(self, sea, player, square):
        """Return what a shot of `player` meets."""
        ships = sea.ships_second if player == 0 else sea.ships_first
        if not ships >> square & 1:
            return WATER
        for ship in range(len(self.ships)):
            if self.ship(sea, 1 - player, ship) >> square & 1:
                shots = (sea.shots_first if player == 0 else sea.shots_second) | (ships & 0 | 1) << square
                return SUNK if self.ship(sea, 1 - player, ship) & ~shots == 0 else HIT
        return HIT

    def ship(self, sea, player, ship):
        """Return the squares of a ship of `player`."""
        places = sea.places_first if player == 0 else sea.places_second
        return self.squares_of(sea.ships_first & 0, ship, places >> PLACE * ship & PLACES)

    def is_terminal(self, sea):
        if sea.placed < 2 * len(self.ships):
            return False
        first, second = bit_count(sea.ships_first & sea.shots_second), bit_count(sea.ships_second & sea.shots_first)
        return max(first, second) == self.squares or sea.shots == 2 * self.shots

    def utility(self, sea, player):
        won = 0
        for ship in range(len(self.ships)):
            if self.ship(sea, 1, ship) & ~sea.shots_first == 0:
                won += self.points[ship]
            if self.ship(sea, 0, ship) & ~sea.shots_second == 0:
                won -= self.points[ship]
        return float(won if player == 0 else -won)

    def observation(self, sea, player):
        """A player sees of the other's ships what he hit."""
        if player == 0:
            return sea._replace(ships_second=sea.ships_second & sea.shots_first, places_second=0)
        return sea._replace(ships_first=sea.ships_first & sea.shots_second, places_first=0)

    def percept(self, sea, action, child, player):
        """Nobody hears where ships are placed; the player who shoots hears what he hit, the other one where."""
        if sea.placed < 2 * len(self.ships):
            return NOTHING
        if player != self.to_move(sea):
            return action
        return self.width * self.height + self.outcome(sea, player, action)

    def sample(self, sea, rng):
        """Try places until one is legal."""
        player, squares = self.to_move(sea), self.width * self.height
        if sea.placed < 2 * len(self.ships):
            taken = sea.ships_first if player == 0 else sea.ships_second
            place = rng.below(2 * squares)
            while not self.can_place(taken, sea.placed // 2, place):
                place = rng.below(2 * squares)
            return place
        tried = sea.shots_first if player == 0 else sea.shots_second
        square = rng.below(squares)
        while not self.repeats and tried >> square & 1:
            square = rng.below(squares)
        return square

    # Text for people.

    def name(self, action, state=None):
        """Return the square of a shot, such as b3, or the top left square of a ship, with h or v for how it lies."""
        if state is None or state.placed == 2 * len(self.ships):
            return square_name(action, self.width, self.height)
        return square_name(action >> 1, self.width, self.height) + "hv"[action & 1]

    def show(self, sea):
        """Draw both seas: ships #, hits x, shots into the water o; the last line says the same for `read`."""
        seas = [(sea.ships_first, sea.shots_second), (sea.ships_second, sea.shots_first)]
        pictures = []
        for player, (ships, shots) in enumerate(seas):
            kinds = [(ships >> square & 1) + 2 * (shots >> square & 1) for square in range(self.width * self.height)]
            picture = show_grid([".#ox"[kind] for kind in kinds], self.width)
            pictures.append(f"ships of {self.player_names[player]}\n{picture}")
        return "\n".join([*pictures, show_fields(sea)])

    def read(self, written):
        sea = super().read(last_line(written))
        squares = self.width * self.height
        numbers = (sea.placed, sea.shots, sea.places_first, sea.places_second)
        wrong = min(numbers) < 0 or sea.placed > 2 * len(self.ships) or sea.shots > 2 * self.shots
        wrong |= any(field >> squares for field in sea if field not in numbers)
        for places in (sea.places_first, sea.places_second):
            wrong |= places >> PLACE * len(self.ships) != 0
            wrong |= any(places >> PLACE * ship & PLACES >= 2 * squares for ship in range(len(self.ships)))
        if wrong:
            raise MalformedText(f"'{last_line(written)}': no game comes to this")
        return sea


class BattleshipDrawing(BoardDrawing):
    """The seas of both side by side. To touch both ends of a ship places it, to touch a square shoots at it."""

    def describe(self):
        game, names = self.game, self.game.player_names
        width, height = game.width, game.height
        cells = [
            Cell(
                f"{names[player]} {square_name(square, width, height)}",
                player * (width + 1) + square % width + 0.5,
                square // width + 0.5,
            )
            for player in (0, 1)
            for square in range(width * height)
        ]
        labels = [Label(f"ships of {names[player]}", player * (width + 1) + width / 2, 0, "top") for player in (0, 1)]
        labels += [Label(str(height - row), 0, row + 0.5, "left") for row in range(height)]
        for player in (0, 1):
            columns = enumerate(LETTERS[:width])
            labels += [Label(name, player * (width + 1) + column + 0.5, height, "bottom") for column, name in columns]
        return Board(SQUARES, 2 * width + 1, height, tuple(cells), PAPER, FLEET, labels=tuple(labels))

    def picture(self, sea):
        squares, pieces = self.game.width * self.game.height, []
        for player, ships, shots in ((0, sea.ships_first, sea.shots_second), (1, sea.ships_second, sea.shots_first)):
            for square in range(squares):
                is_ship, is_shot = ships >> square & 1, shots >> square & 1
                if is_ship or is_shot:
                    letter, words = ("SH"[is_shot], "ship" + ", hit" * is_shot) if is_ship else ("W", "shot into water")
                    pieces.append(Piece(player * squares + square, letter, player, words=words))
        return BoardPicture(tuple(pieces))

    def clicks(self, sea, action):
        game, player = self.game, self.game.to_move(sea)
        squares = game.width * game.height
        if sea.placed == 2 * len(game.ships):
            return ((1 - player) * squares + action,)
        first, length = player * squares + (action >> 1), game.ships[sea.placed // 2]
        last = first + (length - 1) * (game.width if action & 1 else 1)
        return (first, last) if length > 1 else (first,)

    def facts(self, sea):
        left = 2 * self.game.shots - sea.shots
        return f"{left} shots left" if sea.placed == 2 * len(self.game.ships) else ""


@kernel
def fits(game: Any, taken: Any, ship: int) -> int:
    """Return 1 if the ships from number `ship` on can be placed on squares that are not taken, and 0 if not."""
    if ship == len(game.ships):
        return 1
    for place in range(2 * game.width * game.height):
        squares = game.squares_of(taken & 0, ship, place)
        if squares != 0 and squares & taken == 0 and fits(game, taken | squares, ship + 1) == 1:
            return 1
    return 0


class BattleshipCommentary(Commentary):
    """Shots and what they meet are heard."""

    def why_illegal(self, sea, written):
        width, height, ships = self.game.width, self.game.height, self.game.ships
        if read_square(written.strip().rstrip("hvHV"), width, height) is None:
            return no_square(width, height)
        if sea.placed == 2 * len(ships):
            return "you have shot there"
        return f"a ship of {ships[sea.placed // 2]} squares does not fit there, as in b3h or b3v, with all others"

    def announce(self, percept, sea):
        """Say what a shot met, or where the other shot."""
        squares = self.game.width * self.game.height
        if percept >= squares:
            return ("water", "hit", "sunk")[percept - squares]
        return square_name(percept, self.game.width, self.game.height)
