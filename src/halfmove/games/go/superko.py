"""Go by the rule of superko: no board comes back, so a position knows the boards before it."""

import numpy as np

from halfmove.compiled import compiled, lowest_bit, mix
from halfmove.games.go.positions import NOWHERE, RECENT, WIDE, WORD, HugePathPosition, PathPosition
from halfmove.games.go.rules import Go

LOWEST = (1 << WORD) - 1  # the digest of this board, in `recent`


@compiled
class SuperkoGo(Go):
    """Go in which no board comes back: a position knows the digests of all boards before it."""

    @property
    def initial(self):
        return self.set_up(0, 0, 0)

    def unrepeated(self, position, legal):
        doubtful = legal & (position.mine_lost | self.around(position.mine) if self.suicide else position.mine_lost)
        while doubtful:
            stone = doubtful & -doubtful
            doubtful ^= stone
            if not self.is_new(position, stone):
                legal ^= stone
        return legal

    def is_new(self, position, stone):
        """Tell whether a stone leads to a board that there was not before.

        A board can come back only if such a stone was taken from this very point before, or takes itself now.
        """
        if not self.suicide and not position.mine_lost & stone:
            return True
        mine, theirs = self.played(position, stone)
        if mine & stone and not position.mine_lost & stone:
            return True
        digest = self.digest_after(position, mine, theirs)
        times = 0
        for i in range(position.held):
            if int(position.recent >> i * WORD & LOWEST) == digest:
                times += 1
        for i in range(len(position.path)):  # to the end, so that machine code compares several at once
            if position.path[i] == digest:
                times += 1
        return times == 0

    def next_position(self, before, mine, theirs, barred, passes):
        if passes > 0:
            return self.known(before, before.path, before.recent, before.held, mine, theirs, passes)
        digest = self.digest_after(before, mine, theirs)
        if before.held < RECENT:
            recent = before.recent << WORD | digest
            return self.known(before, before.path, recent, before.held + 1, mine, theirs, passes)
        path = self.all_digests(before)
        return self.known(before, path, before.recent & 0 | digest, 1, mine, theirs, passes)

    def all_digests(self, position):
        """Return the digests of all boards. That takes a new array, so a position keeps the latest ones outside it."""
        length = len(position.path)
        path = np.empty(length + position.held, np.int64)
        for i in range(length):
            path[i] = position.path[i]
        for i in range(position.held):
            path[length + i] = int(position.recent >> i * WORD & LOWEST)
        return path

    def known(self, before, path, recent, held, mine, theirs, passes):
        """Return the next position, with all that it knows."""
        mine_lost, theirs_lost = before.mine_lost | before.mine & ~mine, before.theirs_lost | before.theirs & ~theirs
        after = self.swapped(before, mine, theirs, NOWHERE, passes)
        after = after._replace(path=path, recent=recent, held=held)
        return after._replace(mine_lost=theirs_lost, theirs_lost=mine_lost)

    def digest(self, stones, player):
        """Return the exclusive-or of a number for each stone of a player (Zobrist 1970).

        A board has 63 bits of it; we neglect that two boards of a game could share them.
        """
        hashed = 0
        while stones:
            hashed ^= mix(lowest_bit(stones), player)
            stones &= stones - 1
        return hashed

    def digest_after(self, position, mine, theirs):
        """Return the digest of the board on which the mover and the other player have these stones."""
        put, taken = mine ^ position.mine, theirs ^ position.theirs
        changed = self.digest(put, position.player) ^ self.digest(taken, 1 - position.player)
        return int(position.recent & LOWEST) ^ changed

    def key(self, position):
        """What a position is worth depends on the boards before it, in whatever order they were."""
        hashed = 0
        for digest in self.all_digests(position):
            hashed ^= mix(digest)
        turn = position.player + 2 * (position.passes + 3 * position.plies)  # a pass is 0, 1 or 2 in a row
        return mix(turn, mix(int(position.recent & LOWEST), hashed))

    def repetition_key(self, position):
        """No board comes back, and so no position."""
        return self.key(position)

    def set_up(self, black, white, player):
        digest = self.digest(black, 0) ^ self.digest(white, 1)
        mine, theirs = (black, white) if player == 0 else (white, black)
        position_class = PathPosition if self.size * self.size <= WIDE else HugePathPosition
        return position_class(np.empty(0, np.int64), digest, 1, mine, theirs, player=player)
