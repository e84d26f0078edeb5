"""Files of positions with known answers: exact values, or best actions.

Connect Four sets    4455 -2                      columns played, and the value for the player to move
OBF                  --XO... X; A4:+10; B2:+0;    a board, who is to move, and the value of each action
EPD                  r1bq... w - - bm Nf3; id 1   a position, its best actions (bm) or those to avoid (am)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from halfmove.core.choice import Choice
from halfmove.core.game import Game
from halfmove.core.rules import action_named
from halfmove.errors import HalfmoveError, MalformedText

_SCORED = re.compile(r"\s*(\w\w|pass|--)\s*:\s*([+-]?\d+)\s*", re.IGNORECASE)
_OPERATION = re.compile(r"\b(bm|am)\s+([^;]+);")
_PLACE = 4  # fields of an EPD before its operations


@dataclass(frozen=True)
class Case:
    """A state and what is known of it: its value for the player to move, the actions to choose from, those to avoid."""

    name: str
    state: Any
    value: float | None = None
    best: frozenset[int] = frozenset()
    bad: frozenset[int] = frozenset()

    def accepts(self, choice: Choice) -> bool:
        """Tell whether a choice agrees with all that is known."""
        if self.value is not None and choice.value != self.value:
            return False
        return choice.action not in self.bad and (not self.best or choice.action in self.best)


@dataclass(frozen=True)
class Report:
    """How a search did on a suite."""

    right: int
    wrong: tuple[tuple[Case, Choice], ...]
    nodes: int
    seconds: float

    @property
    def cases(self) -> int:
        return self.right + len(self.wrong)

    @property
    def wrong_values(self) -> int:
        """How many values that were called exact are not what is known."""
        return sum(choice.exact and case.value not in (None, choice.value) for case, choice in self.wrong)


def with_margin(game: Game) -> Game:
    """Return the game with utilities that tell by how much it is won, where it has them: suites give such values."""
    return replace(game, margin=True) if getattr(game, "margin", None) is False else game  # type: ignore[type-var]


def read_suite(game: Game, text: str) -> list[Case]:
    """Return the cases of a file, one a line; empty lines and those after # are skipped."""
    cases = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                cases.append(_read_case(game, line.strip()))
            except HalfmoveError as error:
                raise MalformedText(f"line {number} of the suite: {error}") from None
    if not cases:
        raise MalformedText("the suite has no positions")
    return cases


def _read_case(game: Game, line: str) -> Case:
    operations = _OPERATION.findall(line if line.endswith(";") else line + ";")
    if operations:
        state = game.read(" ".join(line.split()[:_PLACE]))
        named = {kind: _actions(game, state, names.split()) for kind, names in operations}
        return Case(line, state, None, named.get("bm", frozenset()), named.get("am", frozenset()))
    position, *scored = line.split(";")
    if scored:
        state = game.read(position)
        matches = [_SCORED.fullmatch(part) for part in scored if part.strip()]
        if None in matches or not matches:
            raise MalformedText(f"'{';'.join(scored).strip()}' is not a list of actions with their values, as in D3:+2")
        values = {match[1]: float(match[2]) for match in matches if match}
        value = max(values.values())
        return Case(position, state, value, _actions(game, state, [name for name in values if values[name] == value]))
    position, _, value_text = line.rpartition(" ")
    try:
        return Case(position, game.read(position), float(value_text))
    except ValueError as error:
        if isinstance(error, HalfmoveError):
            raise
        raise MalformedText(f"'{line}' ends with no value and names no best action") from None


def _actions(game: Game, state: Any, names: list[str]) -> frozenset[int]:
    return frozenset(action_named(game, state, name) for name in names)


def report(answers: list[tuple[Case, Choice]]) -> Report:
    """Count what was right, and list what was not."""
    wrong = tuple((case, choice) for case, choice in answers if not case.accepts(choice))
    nodes, seconds = sum(choice.nodes for _, choice in answers), sum(choice.seconds for _, choice in answers)
    return Report(len(answers) - len(wrong), wrong, nodes, seconds)
