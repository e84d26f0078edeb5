"""The techniques of the engine for dice, each of which can be switched off by its name."""

from __future__ import annotations

from dataclasses import fields

from halfmove.compiled import compiled


@compiled
class DiceTechniques:
    """What a search makes use of: constants of its machine code, so that a technique that is off costs nothing.

    Those of the first part are sound: whichever are on, the value is that of expectiminimax. The others trade some of
    that for depth.
    """

    table: bool = True  # remember states, with what their values lie above or below
    null_window: bool = True  # after the first action, only ask whether another is better (Pearl's Scout)
    aspiration: bool = True  # begin with a narrow window around the value that was found last
    order: bool = True  # ask the game which actions look promising
    preview: bool = True  # try first what leads to states that are evaluated well
    killers: bool = True  # try what refuted a sibling
    countermoves: bool = True  # try what was best after the same roll
    history: bool = True  # try what was best after anything
    likely_first: bool = True  # search likely outcomes of chance before others
    star1: bool = True  # cut at chance nodes: outcomes that were not searched count with the bounds of utility
    star2: bool = True  # before that, look at some actions of each outcome, which narrows the bounds

    filter: bool = True  # only search the actions that lead to the states that are evaluated best
    sampling: bool = True  # where chance has very many outcomes, search some of them


NAMES = tuple(field.name for field in fields(DiceTechniques))
HEURISTIC = NAMES[NAMES.index("filter") :]
SOUND = NAMES[: NAMES.index("filter")]
AGAINST = ("null_window", "star2")  # only save what an opponent would not allow: where there is none, they cost
