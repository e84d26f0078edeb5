"""Modules and classes that are named in a text, and not imported where they are used, are where the text says."""

from importlib import import_module

import pytest

import halfmove
from halfmove.games import GAMES
from halfmove.play import pipes
from halfmove.play.records.records import FORMATS, JSON, _module_of


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_made_where_the_list_says(name):
    entry = GAMES[name]
    assert callable(entry.maker())
    assert entry.parameters.keys() <= entry.hints().keys()


@pytest.mark.parametrize("name", halfmove._IMPORTED_LATE)
def test_what_the_package_imports_late_is_there(name):
    assert getattr(halfmove, name).__module__ == halfmove._IMPORTED_LATE[name]


@pytest.mark.parametrize("module", [pipes.MATCH_WORKER, pipes.GUEST])
def test_what_runs_as_a_process_has_a_main_function(module):
    assert callable(import_module(module).main)


@pytest.mark.parametrize("form", set(FORMATS) - {JSON})
def test_every_format_of_records_has_a_module(form):
    module = _module_of(form)
    assert callable(module.read)
    assert callable(module.write)
