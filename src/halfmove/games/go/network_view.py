"""What a network sees of Go: stones, chains that are short of liberties, ko, whose turn it is, and passes."""

from dataclasses import field
from typing import Annotated, Any, NamedTuple

from halfmove.compiled import Bits, bit_count, compiled
from halfmove.core.network_view import NetworkView, rows_of_bits, square_symmetries
from halfmove.games.go.positions import HUGE, NOWHERE, SMALL, WIDE
from halfmove.games.go.rules import Go
from halfmove.games.shared.widths import widened

LIMIT = 1.5  # plies for each point of the board, after which a game of self-play is counted as it stands


class Planes(NamedTuple):
    mine: Annotated[int, Bits(SMALL)] = 0
    theirs: Annotated[int, Bits(SMALL)] = 0
    mine_one: Annotated[int, Bits(SMALL)] = 0  # stones in chains with one liberty
    theirs_one: Annotated[int, Bits(SMALL)] = 0
    mine_two: Annotated[int, Bits(SMALL)] = 0
    theirs_two: Annotated[int, Bits(SMALL)] = 0
    barred: Annotated[int, Bits(SMALL)] = 0  # by ko
    white: Annotated[int, Bits(SMALL)] = 0  # all points if White is to move
    passed: Annotated[int, Bits(SMALL)] = 0  # all points if the last player passed


class Owners(NamedTuple):
    mine: Annotated[int, Bits(SMALL)] = 0
    theirs: Annotated[int, Bits(SMALL)] = 0


WidePlanes = widened(Planes, "WidePlanes", WIDE, *Planes._fields)
HugePlanes = widened(Planes, "HugePlanes", HUGE, *Planes._fields)
WideOwners = widened(Owners, "WideOwners", WIDE, *Owners._fields)
HugeOwners = widened(Owners, "HugeOwners", HUGE, *Owners._fields)


@compiled
class GoNetworkView(NetworkView):
    """Nine planes; who owns a point at the end is whose area it is."""

    game: Go
    blank: Any = field(init=False, repr=False)  # planes as wide as the board
    unowned: Any = field(init=False, repr=False)

    has_owners = True

    def __post_init__(self):
        points = self.game.size * self.game.size
        width = 0 if points <= SMALL else 1 if points <= WIDE else 2
        blank, unowned = (Planes, WidePlanes, HugePlanes)[width](), (Owners, WideOwners, HugeOwners)[width]()
        vars(self).update(blank=blank, unowned=unowned)

    def seen(self, position):
        game, none = self.game, position.mine ^ position.mine
        mine_one, mine_two = self.short_of_liberties(position, position.mine)
        theirs_one, theirs_two = self.short_of_liberties(position, position.theirs)
        barred = none if position.barred == NOWHERE else game.stone(position, position.barred)
        every = none | game.board
        white, passed = every if position.player == 1 else none, every if position.passes > 0 else none
        return self.blank._replace(
            mine=position.mine,
            theirs=position.theirs,
            mine_one=mine_one,
            theirs_one=theirs_one,
            mine_two=mine_two,
            theirs_two=theirs_two,
            barred=barred,
            white=white,
            passed=passed,
        )

    def short_of_liberties(self, position, stones):
        """Return the stones in chains with one liberty, and with two."""
        empty, left = self.game.board ^ (position.mine | position.theirs), stones
        one = two = stones ^ stones
        while left:
            chain = self.game.grown(left & -left, stones)
            left ^= chain
            liberties = bit_count(self.game.around(chain) & empty)
            if liberties == 1:
                one |= chain
            elif liberties == 2:
                two |= chain
        return one, two

    def owners(self, position):
        game = self.game
        empty = game.board ^ (position.mine | position.theirs)
        mine, theirs = game.grown(position.mine, empty), game.grown(position.theirs, empty)
        mine, theirs = mine & ~theirs & game.board, theirs & ~mine & game.board
        return self.unowned._replace(mine=mine, theirs=theirs)

    @property
    def bits(self):
        return rows_of_bits(self.game.size, self.game.size)

    def symmetries(self):
        return square_symmetries(self.game.size)

    def for_self_play(self):
        limit = int(LIMIT * self.game.size**2)
        return Go(self.game.size, self.game.komi, False, self.game.suicide, limit, self.game.margin)

    def resized(self, rows, columns):
        return Go(rows, self.game.komi, self.game.superko, self.game.suicide, self.game.limit, self.game.margin)
