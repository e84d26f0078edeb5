"""Compiled objects as Python objects: their members, copies, pickles and what outlives them."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, replace

import numpy as np
import pytest
from counting_games import Counter, Counting, Tabled, both, table, total

from halfmove.compiled import compiled, kernel
from halfmove.compiled.lane import JIT
from halfmove.errors import NotCompilable


def test_members_are_read_at_run_time():
    """Two games with other arrays share machine code; what they answer differs, and arrays can be written to."""
    one, two = (Tabled(Counting(limit=9), table(0, *steps)) for steps in ((4, 5), (2, 3)))
    assert both(total, one, Counter()) != both(total, two, Counter())
    if JIT:
        assert one._numba_type_ == two._numba_type_
    calls = one.table.calls[0]
    total(one, Counter())
    assert one.table.calls[0] > calls


def test_compiled_objects_are_frozen():
    with pytest.raises(FrozenInstanceError):
        Counting().limit = 3


def test_dataclass_that_can_be_changed_is_refused():
    """Its fields are constants of the machine code."""
    with pytest.raises(NotCompilable, match="Mutable is a dataclass that can be changed"):

        @compiled
        @dataclass
        class Mutable:
            number: int


def test_replace_and_copy_make_objects_of_their_own():
    game = Counting()
    total(game, Counter())
    assert total(replace(game, limit=2), Counter()) == 2 + 3 + 2
    assert total(copy.copy(game), Counter()) == total(game, Counter())
    assert total(copy.deepcopy(game), Counter()) == total(game, Counter())


def test_pickled_game_works():
    game = Counting(limit=4)
    before = total(game, Counter())
    assert total(pickle.loads(pickle.dumps(game)), Counter()) == before  # noqa: S301 - written here


def test_game_pickled_after_use_works_in_another_process(script, tmp_path):
    """What a pool of processes does: the game travels after it was searched here."""
    rules = """
from halfmove.compiled import compiled, kernel

@compiled
class Made:
    number: int = 4

    def twice(self):
        return 2 * self.number

@kernel
def ask(made):
    return made.twice()
"""
    start = "import pickle, rules; from pathlib import Path; game = rules.Made(5)\n"
    script(rules=rules, main=start + "rules.ask(game); Path('game').write_bytes(pickle.dumps(game))")
    (tmp_path / "other.py").write_text(start + "print(rules.ask(pickle.loads(Path('game').read_bytes())))")
    assert script("other.py", env={"HALFMOVE_CACHE": str(tmp_path / "empty")}).stdout.strip() == "10"


def test_array_member_can_be_returned():
    """What is handed back to Python outlives the object that owned it."""

    @compiled
    class Owner:
        values: np.ndarray

        def whole(self):
            return self.values

    @kernel
    def ask(owner):
        return owner.whole()

    got = [ask(Owner(np.full(1000, i, np.int64))) for i in range(50)]
    assert [int(values.sum()) for values in got] == [1000 * i for i in range(50)]
