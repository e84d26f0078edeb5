"""A race with a die: chance, a second turn in a row, and as many players as you like (two here, three below)."""

from typing import NamedTuple

from halfmove import CHANCE, Game, compiled

SIDES = 6  # of the die
BRIDGE = 4  # every so many squares there is a bridge


class Track(NamedTuple):
    first: int = 0  # the squares on which the players stand
    second: int = 0
    third: int = 0
    player: int = 0  # whose turn it is
    die: int = 0  # what it shows; 0 before it is rolled


@compiled
class DiceRace(Game):
    """Be the first to reach the square `goal`.

    In his turn a player rolls a die, and then runs as many squares as it shows, or only one. Who stops on a bridge,
    which is every fourth square, has another turn.
    """

    goal: int = 12

    initial = Track()
    players = 2
    player_names = ("Anna", "Ben")
    utilities = (0.0, 1.0)
    has_chance = True

    def to_move(self, track):
        return CHANCE if track.die == 0 else track.player

    def actions(self, track):
        if track.die == 0:
            for shown in range(1, SIDES + 1):
                yield shown
        else:
            yield track.die
            if track.die > 1:
                yield 1

    def result(self, track, squares):
        if track.die == 0:
            return track._replace(die=squares)
        place = self.place(track, track.player) + squares
        again = place < self.goal and place % BRIDGE == 0
        player = track.player if again else (track.player + 1) % self.players
        if track.player == 0:
            return Track(place, track.second, track.third, player)
        if track.player == 1:
            return Track(track.first, place, track.third, player)
        return Track(track.first, track.second, place, player)

    def is_terminal(self, track):
        return max(track.first, track.second, track.third) >= self.goal

    def utility(self, track, player):
        return 1.0 if self.place(track, player) >= self.goal else 0.0

    def evaluate(self, track, player):
        """Share the one point in proportion to how far the players are."""
        run = track.first + track.second + track.third + self.players
        return (self.place(track, player) + 1) / run

    def place(self, track, player):
        if player == 0:
            return track.first
        return track.second if player == 1 else track.third

    def show(self, track):
        lines = []
        for player in range(self.players):
            square = min(self.place(track, player), self.goal)
            road = "".join("=" if at % BRIDGE == 0 and at > 0 else "." for at in range(self.goal))
            lines.append(f"{road[:square]}{self.player_names[player][0]}{road[square + 1 :]}|")
        doing = f"shows {track.die}" if track.die else "is rolled"
        return "\n".join([*lines, f"{self.player_names[track.player]}: the die {doing}"])

    def name(self, squares, state=None):
        return f"+{squares}" if state is not None and state.die else str(squares)


@compiled
class DiceRaceForThree(DiceRace):
    """The same race between three players."""

    players = 3
    player_names = ("Anna", "Ben", "Cleo")
