"""What can go wrong with an external program."""

from halfmove.errors import HalfmoveError, IllegalAction


class EngineFailed(HalfmoveError):
    """A program that did not do its part; `step` is when (start, init, isready, go, stop, quit), `reason` is what."""

    def __init__(self, command: str, step: str, reason: str) -> None:
        super().__init__(f"{command}: at {step}: {reason}")
        self.command, self.step, self.reason = command, step, reason


class EngineSilent(EngineFailed):
    """A program that did not answer in time."""


class IllegalAnswer(EngineFailed, IllegalAction):
    """A program that answered with an action that the rules do not allow."""
