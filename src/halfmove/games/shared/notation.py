"""Small pieces that the notations of several games share."""

from __future__ import annotations

import re
from typing import Any

from halfmove.errors import MalformedText


def last_line(written: str) -> str:
    """Return the last line of a text: below a picture, many games write the state in one."""
    return written.strip().rpartition("\n")[2].strip()


def split_mover(game: Any, written: str) -> tuple[list[str], int]:
    """Return the words of a text and the player to move, whom its last word may name; by default the first player."""
    words = re.sub(r"\bto\s+move\s*$", "", written).replace(",", " ").split()
    names = [name.casefold() for name in game.player_names]
    if words and words[-1].casefold() in names:
        return words[:-1], names.index(words[-1].casefold())
    return words, 0


def why_not_taken(written: str, most: int, stones: int) -> str:
    """Say why a player cannot take so many stones of a heap."""
    if not re.fullmatch(r"[0-9]{1,9}", written.strip(), re.ASCII):
        return "not a number of stones"
    return f"1 to {min(most, stones)} stones can be taken"


def read_number(word: str, most: int, what: str) -> int:
    """Return the whole number from 0 to `most` that is written."""
    if not (word.isascii() and word.isdigit()):
        raise MalformedText(f"'{word}' is not a number of {what}")
    if int(word) > most:
        raise MalformedText(f"{word} {what}: there can be at most {most}")
    return int(word)


def read_numbers(game: Any, written: str, most: list[int], what: list[str]) -> tuple[list[int], int]:
    """Return as many numbers as there are bounds, and who is to move."""
    words, player = split_mover(game, written)
    words = [word[1:-1] for word in words if re.fullmatch(r"\([0-9]+\)", word)] or words  # as pictures write them
    if len(words) != len(most):
        players = " or ".join(game.player_names)
        raise MalformedText(
            f"'{written}' should say {len(most)} number{'s' * (len(most) > 1)} ({', '.join(what)})"
            f" and then, if it is not {game.player_names[0]}, who is to move ({players})"
        )
    return [read_number(*item) for item in zip(words, most, what)], player
