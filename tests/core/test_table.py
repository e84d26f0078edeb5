"""What a transposition table keeps, what makes room for it, and what it does not mistake for an answer."""

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.errors import HalfmoveError
from halfmove.running.memory import MEGABYTE
from halfmove.running.table import AGES, EXACT_VALUE, NO_ACTION, PAIR, TranspositionTable, transposition_table

WORDS = 4  # of an entry


def pair_table():
    """Return a table of one pair: every key belongs there."""
    return plain(TranspositionTable(np.zeros((PAIR, WORDS), np.int64)))


def store(table, key, depth, action=1, age=0, value=0.5):
    table.store(key, value, action, table.info(depth, EXACT_VALUE, 0, age))


def known(table, *keys):
    return [key for key in keys if table.find(key).info != 0]


def test_a_pair_holds_two_states_and_finds_no_third():
    table = pair_table()
    store(table, 10, 3, action=7)
    store(table, 20, 1)
    assert known(table, 10, 20, 30) == [10, 20]
    assert table.find(10).action == 7
    assert table.find(30).action == NO_ACTION


def test_the_shallower_of_a_pair_makes_room():
    for depths, left in (((3, 5), 20), ((5, 3), 10)):
        table = pair_table()
        store(table, 10, depths[0])
        store(table, 20, depths[1])
        store(table, 30, 1)
        assert known(table, 10, 20, 30) == [left, 30]


@pytest.mark.parametrize(("depth", "left"), [(9, 20), (11, 10)])
def test_a_search_ago_counts_as_eight_plies(depth, left):
    table = pair_table()
    store(table, 10, depth, age=0)
    store(table, 20, 2, age=1)
    store(table, 30, 1, age=1)
    assert known(table, 10, 20, 30) == [left, 30]


def test_an_empty_entry_is_taken_before_any_other():
    table = pair_table()
    store(table, 10, 0, age=AGES - 6)
    store(table, 20, 0, age=5)  # eleven searches later
    assert known(table, 10, 20) == [10, 20]


def test_an_action_outlives_a_search_that_found_none():
    table = pair_table()
    store(table, 10, 3, action=7, value=0.25)
    store(table, 10, 4, action=NO_ACTION, value=0.75)
    entry = table.find(10)
    assert (entry.action, entry.value, table.depth(entry.info)) == (7, 0.75, 4)


@pytest.mark.parametrize("word", range(WORDS))
def test_an_entry_that_is_half_another_is_not_found(word):
    """Two threads may write one entry at the same time."""
    table, other = pair_table(), pair_table()
    store(table, 10, 3, action=7, value=0.25)
    store(other, 20, 5, action=8, value=0.75)
    table.words[:, word] = other.words[:, word]
    assert known(table, 10, 20) == []


def test_every_key_has_a_pair_of_its_own():
    table = plain(transposition_table(0.001))
    firsts = {table.pair(key) for key in range(1000)}
    assert firsts == set(range(0, len(table.words), PAIR))


def test_how_full_it_is_counts_the_entries_of_the_latest_search():
    table = pair_table()
    assert table.full(0) == 0
    store(table, 10, 3, age=0)
    assert (table.full(0), table.full(1)) == (500, 0)


def test_a_table_that_holds_no_pair_is_refused():
    entry = WORDS * 8 / MEGABYTE
    assert len(transposition_table(PAIR * entry).words) == PAIR
    for megabytes in (entry, 0, -1):
        with pytest.raises(HalfmoveError, match="holds nothing"):
            transposition_table(megabytes)
