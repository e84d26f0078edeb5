"""Games of others as positions to learn from: what was played is the policy, and who won is the value."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from halfmove.core.network_view import find_view
from halfmove.core.rules import action_named
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.learn.zero.games import Shape
from halfmove.learn.zero.records import stage_records
from halfmove.learn.zero.replay import Staging
from halfmove.learned.fingerprint import unwrapped

pytestmark = pytest.mark.one_lane
MATE = '[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'
PASSES = "(;FF[4]GM[1]SZ[5]KM[7.5]RE[B+17.5];B[cc];W[];B[])"
SHORT = '[White "a"]\n[Black "b"]\n[Result "2-0"]\n[GameType "21"]\n\n1. 11-15 22-18 2. 15x22 25x18 2-0\n'


def staged(name: str, path: Path, room: int = 64) -> tuple[Any, Any, list[int]]:
    game = unwrapped(game_named(name))
    rules, view = plain_throughout(game), find_view(game)
    staging = Staging(Shape(game, view, 64, 64), room, False)
    return plain_throughout(view), staging, list(stage_records(SimpleNamespace(rules=rules), game, [path], staging))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "file", "text", "plies", "first", "result"),
    [
        ("chess", "games.pgn", MATE, 7, "e2e4", 1.0),
        ("go:size=5", "games.sgf", PASSES, 3, "C3", 1.0),
        ("checkers", "games.pdn", SHORT, 4, "11-15", 1.0),
    ],
)
def test_positions_of_records(
    tmp_path: Path, name: str, file: str, text: str, plies: int, first: str, result: float
) -> None:
    path = tmp_path / file
    path.write_text(text)
    view, staging, counts = staged(name, path)
    assert counts == [staging.count]
    assert plies - 1 <= staging.count <= plies  # one of 64 positions is held out
    rules = view.game
    played = view.policy_index(rules.initial, action_named(rules, rules.initial, first))
    rows = staging.rows
    assert played in rows.places[: staging.count, 0]
    assert (rows.policy[: staging.count, 0] == 1.0).all()
    assert set(rows.results[: staging.count].tolist()) == {result, -result}


def test_a_record_that_breaks_the_rules_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(SHORT.replace("11-15", "11-19"))
    with pytest.raises(HalfmoveError, match=r"games\.pdn"):
        staged("checkers", path)
