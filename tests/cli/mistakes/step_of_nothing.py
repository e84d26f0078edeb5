from take_away import TakeAway


class Mine(TakeAway):  # here
    """No utility is a step above another."""

    step = 0
