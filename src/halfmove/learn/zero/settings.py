"""How large a training is: of the network, of the games that are played at once, of what it learns from."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from halfmove.errors import HalfmoveError

MILLION = 1_000_000


@dataclass(frozen=True)
class Settings:
    """All numbers of a training; they are kept in its checkpoint."""

    blocks: int = 6  #: residual blocks of the network
    channels: int = 96  #: numbers for each cell
    positions: int = 25 * MILLION  #: from self-play, after which the learning rate has come down
    simulations: int = 32  #: of each search in the end; it begins with a quarter of them, then half
    games: int = 4096  #: that a group plays at once
    groups: int = 3  #: that take turns: one is evaluated while the others search
    batch: int = 2048  #: positions of one step of training
    reuse: float = 2.0  #: times that each position is learned from
    rate: float = 1e-3  #: of learning, at its greatest
    decay: float = 1e-4  #: of the weights
    clip: float = 1.0  #: the greatest norm of a gradient
    window: float = 0.3  #: of all positions so far, the latest ones that are learned from
    least_window: int = MILLION // 2  #: positions that are learned from at least
    most_window: int = 6 * MILLION
    opening: int = 14  #: plies of a random opening at most
    share: float = 0.5  #: of the games that begin with one
    elders: float = 1 / 16  #: of the games in which an earlier network is the opponent
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("blocks", "channels", "positions", "simulations", "games", "groups", "batch"):
            if getattr(self, name) < 1:
                raise HalfmoveError(f"{name} of {getattr(self, name)}: there must be one at least")

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


#: What can be said of a training, with the kind of each number.
KINDS = {field.name: type(field.default) for field in fields(Settings)}

#: For a processor without an accelerator: the same, small.
SMALL: dict[str, Any] = {
    "blocks": 2,
    "channels": 32,
    "positions": 200_000,
    "games": 256,
    "groups": 1,
    "batch": 256,
    "reuse": 8.0,
    "least_window": 10_000,
}


def schedule(settings: Settings, done: int) -> tuple[float, int, int, float]:
    """Return the rate of learning, the window, the simulations, and how much the value of a search counts as a target.

    All follow from the positions so far and not from a clock, so that a training can be repeated.
    """
    from math import cos, pi

    total = settings.positions
    warm, held = min(0.02 * total, MILLION // 2), 0.35
    share = min(1.0, done / total)
    rate = settings.rate * min(1.0, (done + 1) / warm)
    if share > held:
        rate *= max(0.03, 0.5 * (1 + cos(pi * (share - held) / (1 - held))))
    window = min(done, settings.most_window, max(settings.least_window, int(settings.window * done)))
    early = min(0.04 * total, MILLION)
    factor = 4 if done < early else 2 if done < 4 * early else 1
    return rate, window, max(2, settings.simulations // factor), 0.5 * min(1.0, share / 0.15)
