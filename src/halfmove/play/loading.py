"""Games, states and players of a user's own, from what was typed."""

from __future__ import annotations

import hashlib
import re
import sys
import traceback
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from halfmove.errors import HalfmoveError, MalformedText, UnhashableState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from halfmove.core.game import Game

_FILE = re.compile(r"(?P<file>.+\.py)(?::(?P<name>[^:=]+))?(?::(?P<parameters>[^:]*=.*))?")
_TREE = re.compile(r"\s*\w+\s*\(")

_files: list[str] = []  # of the user's that were imported, the last one last


def is_file(text: str) -> bool:
    """Tell whether a text stands for a game in a file of Python, which has to be run."""
    return _FILE.fullmatch(text) is not None


def is_tree(text: str) -> bool:
    """Tell whether a text is a tree such as max(3 min(2 4))."""
    return _TREE.match(text) is not None


def load_game(text: str, whole: bool = True) -> Game:
    """Return the game that a name, a file or a tree in text stands for; a `whole` one answers all that it must.

    This runs the file: what was not typed by the user, but read, goes through `trust.recorded_game`.
    """
    found = _FILE.fullmatch(text)
    if found:
        return _from_file(Path(found["file"]), found["name"], found["parameters"], whole)
    return our_game(text)


def our_game(text: str) -> Game:
    """Return the game that a name of our list or a tree in text stands for; nothing is run."""
    if is_tree(text):
        from halfmove.games.trees.explicit import ExplicitGame

        tree: Game = ExplicitGame.parse(text)
        return tree
    from halfmove.games import game_named

    game: Game = game_named(text)
    return game


def load_state(game: Game, text: str | None, after: str) -> Any:
    """Return the state that `text` describes, or the initial one, after some actions."""
    from halfmove.compiled import plain
    from halfmove.core import rules

    state = game.initial if text is None else game.read(text)
    return rules.state_after(plain(game), state, after.split())


def _from_file(path: Path, name: str | None, parameters: str | None, whole: bool) -> Game:
    from halfmove.check.laws import unanswered
    from halfmove.check.state_laws import unhashable
    from halfmove.compiled import lane_of
    from halfmove.core.game import Game

    module = import_file(path)
    found = vars(module).get(name) if name else _only_game(path, module)
    if isinstance(found, Game):
        game = found
    elif isinstance(found, type) and issubclass(found, Game):
        game = _made(path, found, parameters or "")
    else:
        raise HalfmoveError(f"{path}: there is no game '{name}'; there {_listed(_games_in(module))}")
    lacks = list(unanswered(game))
    if whole and lacks:
        raise HalfmoveError(f"{path}: {lacks[0]}")
    if whole and lane_of(game) == "plain" and (wrong := unhashable(game, game.initial)):
        raise UnhashableState(wrong)
    if whole:
        _check_quickly(game)
    return game


def _check_quickly(game: Game) -> None:
    """Refuse a game with a mistake that every command would stumble over; `halfmove check` tells the rest."""
    from halfmove.check.quick_check import first_mistake

    try:
        mistake = first_mistake(game)
    except HalfmoveError:
        raise
    except Exception as error:
        place = place_in_users_file(error)
        if place is None:
            raise
        raise HalfmoveError(f"{place}: {type(error).__name__}: {error}") from None
    if mistake:
        raise HalfmoveError(mistake)


def import_file(path: Path) -> ModuleType:
    """Run a file as a module of its own; its folder is searched for what it imports, and nothing is written there."""
    file = path.resolve()
    if not file.is_file():
        raise HalfmoveError(f"{path}: there is no such file")
    name = f"{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise HalfmoveError(f"{path}: this is not a file of Python")
    module = module_from_spec(spec)
    _files.append(str(file))
    sys.modules[name] = module  # where annotations and dataclasses look their names up
    try:
        with _importing_from(file.parent):
            spec.loader.exec_module(module)
    except SyntaxError as error:
        raise HalfmoveError(f"{error.filename or path}:{error.lineno}: {error.msg}") from None
    except Exception as error:  # noqa: BLE001 - a user's file may fail in any way
        place = place_in_users_file(error) or path
        raise HalfmoveError(f"{place}: {type(error).__name__}: {error}") from None
    return module


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    before = sys.dont_write_bytecode
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
        sys.path.remove(str(folder))


def _games_in(module: ModuleType) -> dict[str, Any]:
    from halfmove.core.game import Game

    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
    }


def _only_game(path: Path, module: ModuleType) -> Any:
    games = _games_in(module)
    if len(games) != 1:
        raise HalfmoveError(f"{path}: say which game you mean, as {path}:NAME; there {_listed(games)}")
    return next(iter(games.values()))


def _listed(games: dict[str, Any]) -> str:
    return f"{'is' if len(games) == 1 else 'are'} {', '.join(games)}" if games else "is none in this file"


def _made(path: Path, cls: type[Game], parameters: str) -> Game:
    values = dict(_parameter(cls, part) for part in filter(None, parameters.split(",")))
    try:
        return cls(**values)
    except TypeError as error:
        raise HalfmoveError(f"{path}: {cls.__name__} cannot be made: {error}") from None


def _parameter(cls: type[Game], part: str) -> tuple[str, Any]:
    from dataclasses import fields
    from typing import get_type_hints

    from halfmove.games import read_value

    name, equals, value = part.partition("=")
    known = {field.name for field in fields(cls)}  # type: ignore[arg-type]
    if not equals or name not in known:
        raise MalformedText(f"{part}: {cls.__name__} has {', '.join(sorted(known)) or 'no parameters'}")
    return name, read_value(name, value, get_type_hints(cls).get(name, str))


def users_file() -> str | None:
    """Return the file of the user's that was imported last; None if there is none."""
    return _files[-1] if _files else None


def place_in_users_file(error: BaseException) -> str | None:
    """Return the file and line of the user's in which an error arose; None if it arose elsewhere."""
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in _files]
    return f"{places[-1].filename}:{places[-1].lineno}" if places else None
