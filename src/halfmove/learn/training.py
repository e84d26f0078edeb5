"""What every way to learn has in common: what is asked of it, how it tells how far it is, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from math import nan
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from halfmove.core.game import Game
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.learned.fingerprint import fingerprint

METHODS = {  # where each is made, so that none is imported before it is asked for
    "td": ("halfmove.learn.td_trainer:TDTrainer", "temporal differences, inside the kernel"),
    "rollouts": ("halfmove.learn.rollouts.trainer:RolloutTrainer", "a layer fitted to games without their luck"),
    "nnue": ("halfmove.learn.nnue.trainer:NNUETrainer", "a fast network for the engine, fitted to its own games"),
    "zero": ("halfmove.learn.zero.trainer:ZeroTrainer", "self-play with a network that guides a tree search"),
}


class Request(NamedTuple):
    """What somebody wants to be learned."""

    game: Game  #: that is learned
    name: str  #: what the user calls it
    method: str  #: of METHODS
    seed: int = 0  #: of all random numbers
    games: int | None = None  #: to play in all
    minutes: float | None = None  #: to take, where no number of games is given
    options: Mapping[str, Any] = {}  #: of the method alone, those that were given
    begin: bytes | None = None  #: a file of weights to begin with
    records: tuple[Path, ...] = ()  #: files of games to learn from first
    command: str = ""  #: that asked for it

    def facts(self) -> dict[str, str]:
        """Return what a file of weights says about itself."""
        from halfmove import __version__

        facts = {"game": self.name, "rules": fingerprint(self.game), "method": self.method, "seed": str(self.seed)}
        return {**facts, "version": __version__, "command": self.command}


class Progress(NamedTuple):
    """How far a training is."""

    games: int  #: that were played, or what else `unit` says
    of: int  #: that there will be; 0 where it is not known
    positions: int  #: that were learned from
    seconds: float  #: of work
    loss: float  #: mean of the squared errors since the last report
    strength: float = nan  #: against the fixed opponent; not a number where it was not measured
    unit: str = "games"  #: what is counted: a part of a training may be of positions, or of steps


class Trainer(Protocol):
    """Learns a game. It is made by `Trainer(request, checkpoint)`, the bytes to go on from or None."""

    strength_unit: str  #: what strength is counted in, with the opponent

    def plan(self) -> list[str]:
        """Return in sentences what will be done, why in this way, and how long it will take."""

    def train(self) -> Iterator[Progress]:
        """Learn, and tell every few seconds how far it is. It may be left at any time, and asked again."""

    def weights(self) -> bytes:
        """Return the file of weights to play with; nothing as long as nothing was learned."""

    def checkpoint(self) -> bytes:
        """Return all that is needed to go on as if nothing had happened."""


def trainer_for(request: Request, checkpoint: bytes | None = None) -> Trainer:
    """Return what learns as the request asks."""
    require_no_secrets(request.game, "learning")
    if request.method not in METHODS:
        hint = did_you_mean(request.method, METHODS)
        raise HalfmoveError(f"there is no method '{request.method}'{hint}; there are {', '.join(METHODS)}")
    module, _, name = METHODS[request.method][0].partition(":")
    if request.records and request.method != "zero":
        raise HalfmoveError(f"method {request.method} does not learn from records of games: use --method zero")
    try:
        make: Callable[..., Trainer] = getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise HalfmoveError(f"method {request.method} needs torch: pip install 'halfmove[learn]'") from None
    return make(request, checkpoint)


def suitable_method(game: Game) -> str:
    """Return the method that suits a game, where none was asked for."""
    return "td"
