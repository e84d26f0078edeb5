"""The process of a user's own player: it has the rules and the player, and knows of a game what the player may see.

`isolated.py` is the other side, and describes the messages. It ends when its input does, whatever the player does then.
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
from halfmove.play.players.player import Player
from halfmove.play.players.registry import users_player
from halfmove.play.players.spec import Spec
from halfmove.play.players.wire import packed_choice, unpacked

QUIT = "quit"


def main() -> None:
    """Answer until the other side ends."""
    answers = private_output()
    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    hello = json.loads(lines.get())
    try:
        game = load_game(hello["game"])
        player = users_player(Spec(hello["file"], address=hello["name"]))
    except HalfmoveError as error:
        say(answers, {"failed": str(error)})
        return
    say(answers, {"ready": [] if player.needs_rehearsal else ["prepare"]})
    while (line := lines.get()) != QUIT:
        say(answers, answer_to(json.loads(line), game, player))
    player.close()


def answer_to(message: dict[str, Any], game: Game, player: Player) -> dict[str, Any]:
    """Do what a message asks of the player, and return what to answer."""
    try:
        if "seed" in message:
            player.seed(message["seed"])
            return {"ready": []}
        if "prepare" in message:
            player.prepare(game, unpacked(message["prepare"]))
            return {"ready": []}
        choice: Any = player.choose(game, unpacked(message["observation"]), Limit(**message["limit"]))
        if not isinstance(choice, Choice):
            return {"failed": f"the answer is a {type(choice).__name__} and no Choice"}
        return {"choice": packed_choice(choice)}
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a user's player may fail in any way
        return {"failed": f"{type(error).__name__}: {error}", "illegal": isinstance(error, IllegalAction)}


def _listen(lines: SimpleQueue[str]) -> None:
    """Pass the lines of the other side on; end the process when they end."""
    for line in sys.stdin:
        lines.put(line.strip())
    os._exit(FAILED)


if __name__ == "__main__":
    main()
