"""What a player thought of a move, as chess programs read it: `[%eval 0.35,12] [%clk 0:00:59.4] [%emt 0:00:00.6]`.

An evaluation is in pawns and for White, or `#3` for a mate in three moves of White, `#-3` of Black; after the comma
stands the depth. `clk` is what is left on the clock after the move, `emt` the time that it took. Files of match runners
are read too: `+0.35/12 0.6s`, in pawns for the player to move, or `-M4/12`.
"""

from __future__ import annotations

import re

from halfmove.games.chess.scale import centipawns, from_centipawns
from halfmove.play.clocks.time_control import Clock
from halfmove.play.records.records import Note, Record
from halfmove.play.records.tagged import Tagged
from halfmove.play.records.time_tag import control_of

_MOST = 300.0  # pawns: no larger lead is written
_HUNDREDTHS = 100  # of a pawn
_EVAL = re.compile(
    r"\[%eval\s+(?:#(?P<mate>[-+]?\d{1,4})|(?P<pawns>[-+]?\d{0,5}(?:\.\d{1,9})?))(?:,(?P<depth>\d{1,4}))?\]"
)
_EMT = re.compile(r"\[%emt\s+(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,9})?)\]")
_RUNNER = re.compile(
    r"^\s*(?:(?P<mate>[-+]?M\d{1,4})|(?P<pawns>[-+]?\d{1,5}(?:\.\d{1,9})?))/(?P<depth>\d{1,4})\s+(?P<seconds>\d{1,9}(?:\.\d{1,9})?)s"
)


def write_comments(record: Record, black_begins: bool) -> list[str]:
    """Return the comment of each move; an empty one where nothing was thought."""
    if not record.notes:
        return [""] * len(record.actions)
    control = control_of(record.control)
    clocks = Clock(control), Clock(control)
    comments = []
    for place, note in enumerate(record.notes):
        black = (place + black_begins) % 2 == 1
        runs = place >= record.opening and clocks[black].spend(note.seconds)
        comments.append(_comment(note, black, clocks[black].left if runs else None))
    return comments


def _comment(note: Note, black: bool, left: float | None) -> str:
    parts = [] if note.value is None else [f"[%eval {_score(note, black)},{note.depth}]"]
    if left is not None:
        parts.append(f"[%clk {_time(left)}]")
    if round(note.seconds, 3):
        parts.append(f"[%emt {_time(note.seconds)}]")
    return " ".join(parts)


def _score(note: Note, black: bool) -> str:
    assert note.value is not None
    sign = -1 if black else 1
    if abs(note.value) == 1 and note.plies_to_end:
        moves = (note.plies_to_end + 1) // 2 if note.value > 0 else -(note.plies_to_end // 2)
        return f"#{sign * moves}"
    pawns = min(max(centipawns(note.value) / _HUNDREDTHS, -_MOST), _MOST)
    return f"{sign * pawns:z.2f}"


def _time(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds, 3), 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02}:{seconds:06.3f}".rstrip("0").removesuffix(".")


def read_comments(tagged: Tagged) -> list[Note]:
    """Return what was thought of each move."""
    black_begins = tagged.tags.get("FEN", "").split()[1:2] == ["b"]
    return [_note(comment, (place + black_begins) % 2 == 1) for place, comment in enumerate(tagged.comments)]


def _note(comment: str, black: bool) -> Note:
    runner = _RUNNER.search(comment)
    if runner:
        return _valued(runner, 1, float(runner["seconds"]))
    taken = _EMT.search(comment)
    seconds = int(taken[1]) * 3600 + int(taken[2]) * 60 + float(taken[3]) if taken else 0.0
    match = _EVAL.search(comment)
    return _valued(match, -1 if black else 1, seconds) if match else Note(seconds)


def _valued(match: re.Match[str], sign: int, seconds: float) -> Note:
    """Return what was thought, from a score that is for the mover (sign 1) or for the other player (-1)."""
    depth = int(match["depth"] or 0)
    if match["mate"]:
        moves = sign * int(match["mate"].replace("M", ""))
        return Note(seconds, 1.0 if moves > 0 else -1.0, depth, 0, 2 * moves - 1 if moves > 0 else -2 * moves)
    pawns = match["pawns"]
    if not pawns.strip("+-"):
        return Note(seconds)
    return Note(seconds, sign * from_centipawns(float(pawns) * _HUNDREDTHS), depth)
