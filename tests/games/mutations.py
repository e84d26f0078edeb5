"""Texts with a few random errors, for the readers of notations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.core.random import random
from halfmove.errors import MalformedText


def mutated(texts: list[str], letters: str, count: int) -> Iterator[str]:
    """Yield `count` texts, each one of `texts` with one to four places left out, put in, replaced or doubled."""
    numbers = random(len(texts))
    for _ in range(count):
        text = texts[numbers.below(len(texts))]
        for _ in range(1 + numbers.below(4)):
            place, letter = numbers.below(len(text) + 1), letters[numbers.below(len(letters))]
            kind = numbers.below(4)
            if kind == 0:
                text = text[:place] + text[place + 1 :]
            elif kind == 1:
                text = text[:place] + letter + text[place:]
            elif kind == 2:
                text = text[:place] + letter + text[place + 1 :]
            else:
                text = text[:place] + text[numbers.below(place + 1) : place] + text[place:]
        yield text


def check_reader(game: Any, write: Any, texts: list[str], letters: str, count: int) -> int:
    """Read mutated texts: each is refused or is a state that can be written and asked; return how many were read."""
    read = 0
    for text in mutated(texts, letters, count):
        try:
            state = game.read(text)
        except MalformedText:  # any other error fails the test
            continue
        read += 1
        assert game.read(write(state)) == state
        if not game.is_terminal(state):
            assert all(game.name(action, state) for action in game.actions(state))
    return read
