from halfmove.games.kuhn_poker import KuhnPoker


class Broken(KuhnPoker):
    """A guess that keeps the true card, where there is one."""

    def guess(self, hand, player, rng):
        return hand if hand.first and hand.second else super().guess(hand, player, rng)
