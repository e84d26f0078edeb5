from good import TakeAway


class Broken(TakeAway):
    """All actions have one name."""

    def name(self, action, state=None):
        return "take"
