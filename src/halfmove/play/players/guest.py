"""The process of a user's own player: it has the rules and the player, and knows of a game what the player may see.

`isolated.py` is the other side, and tells what is said. It ends when its input does, whatever the player is doing then.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from queue import SimpleQueue
from typing import Any

from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, IllegalAction
from halfmove.play.loading import load_game
from halfmove.play.pipes import FAILED, private_output, say
from halfmove.play.players.registry import Spec, player_of
from halfmove.play.players.wire import packed_choice, unpacked

QUIT = "quit"


def main() -> None:
    """Answer until we are told to end."""
    answers = private_output()
    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    hello = json.loads(lines.get())
    try:
        game = load_game(hello["game"])
        player = player_of(Spec(hello["file"], address=hello["name"]))
    except HalfmoveError as error:
        say(answers, {"failed": str(error)})
        return
    say(answers, {"ready": ["prepare"] if hasattr(player, "prepare") else []})
    while (line := lines.get()) != QUIT:
        say(answers, answer_to(json.loads(line), game, player))
    if hasattr(player, "close"):
        player.close()


def answer_to(message: dict[str, Any], game: Game, player: Any) -> dict[str, Any]:
    """Do what a message asks of the player, and return what to answer."""
    try:
        if "seed" in message:
            if hasattr(player, "seeded"):
                player.seeded(message["seed"])
            return {"ready": []}
        if "prepare" in message:
            player.prepare(game, unpacked(message["prepare"]))
            return {"ready": []}
        choice = player(game, unpacked(message["observation"]), Limit(**message["limit"]))
        if not isinstance(choice, Choice):
            return {"failed": f"the answer is a {type(choice).__name__} and no Choice"}
        return {"choice": packed_choice(choice)}
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a user's player may fail in any way
        return {"failed": f"{type(error).__name__}: {error}", "illegal": isinstance(error, IllegalAction)}


def _listen(lines: SimpleQueue[str]) -> None:
    """Pass on what is said; when nobody is there any more, end the process."""
    for line in sys.stdin:
        lines.put(line.strip())
    os._exit(FAILED)


if __name__ == "__main__":
    main()
