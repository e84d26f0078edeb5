"""External programs as players: each speaks a protocol over pipes, and none is waited for longer than agreed.

Such a player follows the game by `begin` and `played`; it can do without where the game can write a state down.
What goes wrong is an `EngineFailed`; the next game starts the program afresh. `close()` ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.errors import HalfmoveError, MalformedText

if TYPE_CHECKING:
    from halfmove.play.players.external.external import External

_COUNTS = ("depth", "nodes")


def program_of(spec: Any, seed: int = 0) -> External:
    """Return the program that a spec such as `uci:stockfish,Skill Level=3` asks for.

    Besides the options of the program, a spec can say how far it may go each time: `depth=6`, `nodes=1000`, `time=1s`.
    """
    from halfmove.play.clocks.time_control import read_duration
    from halfmove.play.players.external.gtp import GtpPlayer
    from halfmove.play.players.external.uci import UciPlayer
    from halfmove.play.players.external.ugi import UgiPlayer
    from halfmove.play.players.external.xboard import XboardPlayer

    limits: dict[str, Any] = {}
    options: dict[str, str] = {}
    for name, value in spec.options.items():
        if name in _COUNTS:
            if not value.isdecimal():
                raise MalformedText(f"{spec}: {name} is a whole number, not '{value}'")
            limits[name] = int(value)
        elif name == "time":
            limits["seconds"] = read_duration(value)
        else:
            options[name] = value
    if options and spec.name == "gtp":
        raise HalfmoveError(f"{spec}: a program that speaks GTP takes its options in the command")
    players: dict[str, type[External]] = {"uci": UciPlayer, "ugi": UgiPlayer, "xboard": XboardPlayer, "gtp": GtpPlayer}
    return players[spec.name](spec.address, options, limits=limits)
