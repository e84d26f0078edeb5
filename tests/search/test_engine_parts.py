"""The parts of the engine, each for itself: what a search begins with, what it leaves behind."""

from __future__ import annotations

from halfmove.compiled import plain
from halfmove.core.choice import Limit
from halfmove.games import game_named
from halfmove.search.engine import Engine
from halfmove.search.engine.ordering import SECOND_KILLER, list_actions
from halfmove.search.engine.search import Search
from halfmove.search.engine.table import NO_ACTION

SMALL = 1  # megabytes
CONNECT_FOUR = plain(game_named("connect-four"))


def begun(engine: Engine) -> Search:
    """Return a search that has not looked at anything yet."""
    return engine._search(None, Limit(), (), 1, ())


def test_a_search_begins_without_killers():
    """An action is a number, and 0 is one of them: a killer that is none must not be one."""
    engine = Engine(CONNECT_FOUR, megabytes=SMALL)
    engine.choose(limit=Limit(depth=4))
    search = begun(engine)
    arguments = CONNECT_FOUR, CONNECT_FOUR.initial, 0, 1, NO_ACTION, NO_ACTION, 0, search.desk, search.here.use
    end = list_actions(*arguments)
    assert 0 in search.desk.listed[:end]
    assert max(search.desk.scores[:end]) < SECOND_KILLER
