"""Readers of records and of trees on texts with a few errors: each is refused with its reason, or comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from mutations import mutated

from halfmove.compiled import plain
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games import game_named
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.play.adjudication import Adjudication
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import parse_spec
from halfmove.play.records.records import Record, read_records, record_of, replay, write_records
from halfmove.play.referee import referee

pytestmark = pytest.mark.one_lane

FEW, MANY = 300, 30_000  # texts for each reader
LONGEST = 10  # plies of a game whose record is mutated
REPLAYED = 5000  # texts, of many, for a replay takes its time

OTHER_PGN = (
    '[White "A"]\n[Black "B \\" C"]\n[Result "1-0"]\n\n1.e4 {a comment\nof two lines} e5 2.Bc4 (2.Nf3 Nc6 (2... d6)'
    " 3.Bb5) Nc6 ; to the end\n3. Qh5 $2 Nf6?? 4.Qxf7# 1-0\n\n1. d4 1/2-1/2\n\n% ignored\n1. f3 e5 2. g4 *\n"
)
OTHER_PDN = '[GameType "21"]\n[Black "B"]\n[White "W"]\n1. 11-15 22-18 2. 15x22 25x18 1-1\n'
OTHER_SGF = "(;GM[1]SZ[9]KM[5.5]PB[b]PW[w]RE[W+Resign]AB[cc][gg]PL[W];W[ee]C[a \\] b](;B[cg];W[tt])(;B[aa]))"


class Form(NamedTuple):
    """A kind of file: which games are recorded in it, what others write, and letters to put in."""

    suffix: str
    games: tuple[str, ...]
    letters: str
    others: tuple[str, ...] = ()


FORMS = [
    Form("pgn", ("chess", "chess960:position=3"), '[]"{}();%$.*#+=-0123/ \nNBRQKOabcdefghx²\\', (OTHER_PGN,)),
    Form("pdn", ("checkers", "draughts"), '[]"{}().*-x0123456789/ \nWBKF:²\\', (OTHER_PDN,)),
    Form(
        "sgf",
        ("go:size=5", "hex:size=4", "pig:goal=8", "three-player-nim"),
        "();[]\\:GMBWCREKab0159. \n²",
        (OTHER_SGF,),
    ),
    Form("json", ("tic-tac-toe", "backgammon", "nim"), '{}[]",:0123456789.eE+-nultrfasNIy\\ \n²'),
]


def recorded(name: str) -> tuple[Any, Record]:
    """Return a game and the record of its random beginning."""
    game = plain(game_named(name))
    ongoing = GameInProgress(game, seed=1)
    players = [player_of(parse_spec("random"), seat) for seat in range(game.players)]
    referee(ongoing, players, Adjudication(longest=LONGEST))
    names = [f"player {seat}" for seat in range(game.players)]
    return game, record_of(ongoing, name, names, seed=1, control="depth=1", date="2026-11-15")


def check_records(form: Form, count: int, file: Path) -> int:
    """Read mutated files; what is read replays and comes back, or is refused; return how many were read."""
    read, step = 0, max(1, count // REPLAYED)
    texts = []
    for name in form.games:
        game, record = recorded(name)
        texts += write_records([record], form.suffix, game)
    for text in mutated([*texts, *form.others], form.letters, count):
        file.unlink(missing_ok=True)  # a file that is written over is written to the disk at once, and that takes long
        file.write_text(text, encoding="utf-8")
        try:
            records = read_records(file)
        except HalfmoveError:  # any other error fails the test
            continue
        read += 1
        for record in records if read % step == 0 else ():
            check_record(record, form.suffix, file)
    return read


def check_record(record: Record, suffix: str, file: Path) -> None:
    """Replay a record unless that is refused; what is written of it then is read as the same game, word for word."""
    try:
        game = plain(game_named(record.game))
        pictures = pictures_of(record, game)
    except HalfmoveError:  # any other error fails the test
        return
    again = through(record, game, suffix, file)
    assert again.outcome.utilities == record.outcome.utilities
    assert pictures_of(again, game) == pictures
    assert through(again, game, suffix, file) == again


def pictures_of(record: Record, game: Any) -> list[str]:
    """Return how every state of a game looks."""
    ongoing = replay(record, game)
    return [ongoing.rules.show(state) for state in ongoing.states]


def through(record: Record, game: Any, suffix: str, file: Path) -> Record:
    """Return what is read of a record that is written."""
    file.write_text("".join(write_records([record], suffix, game)), encoding="utf-8")
    (again,) = read_records(file)
    return again


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.suffix)
def test_mutated_records(form: Form, tmp_path: Path) -> None:
    assert 0 < check_records(form, FEW, tmp_path / f"games.{form.suffix}") < FEW


@pytest.mark.deep
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.suffix)
def test_many_mutated_records(form: Form, tmp_path: Path) -> None:
    assert 0 < check_records(form, MANY, tmp_path / f"games.{form.suffix}") < MANY


TREES = [
    "max(min(3 12 8) min(2 4 6) min(14 5 2))",
    "max(a=min(b=3 c=12) d=7)",
    "chance(1/2: 1, 1/3: 0, 1/6: 0.5)",
    "A(B(<1 2 3> <4 5 6>) C(<0 0 1> <2 2 2>))",
    "max[0.5](1 0 min[-1](2 3))",
    "#1=max(min(#1 3) #2=4 min(#2 5))",
]
TREE_LETTERS = "maxinchABC()<>[]#:=/.,+-0123e \n²"


def check_trees(count: int) -> int:
    """Read mutated trees; what is read is written as what is read; return how many were read."""
    read = 0
    for text in mutated(TREES, TREE_LETTERS, count):
        try:
            tree = ExplicitGame.parse(text)
        except MalformedText:  # any other error fails the test
            continue
        read += 1
        written = tree.to_text()
        assert ExplicitGame.parse(written).to_text() == written
    return read


def test_mutated_trees() -> None:
    assert 0 < check_trees(FEW) < FEW


@pytest.mark.deep
def test_many_mutated_trees() -> None:
    assert 0 < check_trees(MANY) < MANY
