from halfmove.games.kuhn_poker import KuhnPoker


class Broken(KuhnPoker):
    """A guess that thinks of a high card more often than it should."""

    def guess(self, hand, player, rng):
        one = super().guess(hand, player, rng)
        other = super().guess(hand, player, rng)
        return max(one, other)
