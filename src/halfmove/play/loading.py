"""Games, states and players of a user's own, from what was typed."""

from __future__ import annotations

import hashlib
import re
import sys
import traceback
import warnings
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from halfmove.errors import HalfmoveError, MalformedText, PlainLaneWarning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from halfmove.core.game import Game
    from halfmove.core.knowledge import View

_FILE = re.compile(r"(?P<file>.+\.py)(?::(?P<name>[^:=]+))?(?::(?P<parameters>[^:]*=.*))?")
_TREE = re.compile(r"\s*\w+\s*\(")

_files: dict[str, str] = {}  # of the user's that were imported, the last one last, each with how it was typed


def is_file(text: str) -> bool:
    """Tell whether a text stands for a game in a file of Python, which has to be run."""
    return _FILE.fullmatch(text) is not None


def is_tree(text: str) -> bool:
    """Tell whether a text is a tree such as max(3 min(2 4))."""
    return _TREE.match(text) is not None


def load_game(text: str, whole: bool = True) -> Game:
    """Return the game that a name, a file or a tree in text stands for; with `whole`, a file is checked for mistakes.

    This runs the file: what was not typed by the user, but read, goes through `trust.recorded_game`.
    """
    match = _FILE.fullmatch(text)
    if match:
        return _from_file(Path(match["file"]), match["name"], match["parameters"], whole)
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


def load_view(game: Game, text: str | None, after: str, then: Iterable[int] = ()) -> View:
    """Return what the player to move knows after some actions, by name and then by number.

    From a state that is described he knows what he sees of it, and from there on what he notices.
    """
    from halfmove.compiled import plain
    from halfmove.core.knowledge import Viewer
    from halfmove.core.rules import action_named, mover

    rules = plain(game)
    viewer = Viewer(game, game.initial if text is None else game.read(text))
    for name in after.split():
        action = action_named(rules, viewer.states[-1], name)
        viewer.follow(action, rules.result(viewer.states[-1], action))
    for action in then:
        viewer.follow(action, rules.result(viewer.states[-1], action))
    return viewer.view(mover(rules, viewer.states[-1]))


def _from_file(path: Path, name: str | None, parameters: str | None, whole: bool) -> Game:
    from halfmove.check.quick_check import first_mistake
    from halfmove.compiled import lane_of, plain, why_plain
    from halfmove.core.game import Game

    module = import_file(path)
    member = vars(module).get(name) if name else _only_game(path, module)
    if isinstance(member, Game):
        game = member
    elif isinstance(member, type) and issubclass(member, Game):
        game = _game_from(path, member, parameters or "")
    else:
        raise HalfmoveError(f"{path}: there is no game '{name}'; there {_listed(_games_in(module))}")
    if not whole:
        return game
    mistake = first_mistake(game)  # that every command would stumble over; `halfmove check` finds the rest
    if mistake:
        raise HalfmoveError(mistake.text)
    why = why_plain(type(game.initial)) if lane_of(game) == "compiled" else ""
    if why:
        warnings.warn(f"{why}, so the game runs as plain Python, only slower", PlainLaneWarning, stacklevel=1)
    return plain(game) if why else game


def import_file(path: Path) -> ModuleType:
    """Run a file as a module of its own; its folder is searched for what it imports, and nothing is written there."""
    from halfmove.check.finding import failure

    file = path.resolve()
    if not file.is_file():
        raise HalfmoveError(f"{path}: there is no such file")
    name = f"{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise HalfmoveError(f"{path}: this is not a file of Python")
    module = module_from_spec(spec)
    _files[str(file)] = str(path)
    sys.modules[name] = module  # where annotations and dataclasses look their names up
    try:
        with _importing_from(file.parent):
            spec.loader.exec_module(module)
    except SyntaxError as error:
        line = "" if error.lineno is None else f":{error.lineno}"
        raise HalfmoveError(f"{error.filename or path}{line}: {error.msg}") from None
    except SystemExit:
        raise HalfmoveError(
            f"{path}: the file ends the program when it is imported: put that under `if __name__ == '__main__':`"
        ) from None
    except Exception as error:  # noqa: BLE001 - a user's file may fail in any way
        raise HalfmoveError(failure(error, path)) from None
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
    from halfmove.compiled import place_of

    games = _games_in(module)
    if len(games) == 1:
        return next(iter(games.values()))
    if games:
        raise HalfmoveError(f"{path}: say which game you mean, as {path}:{next(iter(games))}; there {_listed(games)}")
    for name, value in vars(module).items():
        if isinstance(value, type) and value.__module__ == module.__name__ and hasattr(value, "actions"):
            raise HalfmoveError(f"{place_of(value)}the class {name} is no game: write `class {name}(Game):`")
    raise HalfmoveError(f"{path}: there is no game in this file: a game is a class that is written `class NAME(Game):`")


def _listed(games: dict[str, Any]) -> str:
    return f"{'is' if len(games) == 1 else 'are'} {', '.join(games)}" if games else "is none in this file"


def _game_from(path: Path, cls: type[Game], parameters: str) -> Game:
    from dataclasses import MISSING, fields

    from halfmove.check.finding import failure
    from halfmove.compiled import place_of

    values = dict(_parameter(cls, part) for part in filter(None, parameters.split(",")))
    try:
        return cls(**values)
    except HalfmoveError:
        raise
    except Exception as error:  # noqa: BLE001 - a user's class may fail in any way
        lacking = [field.name for field in fields(cls) if field.default is MISSING and field.name not in values]  # type: ignore[arg-type]
        if lacking:
            example = f"{path}:{cls.__name__}:{lacking[0]}=..."
            remedy = f"give it a default in the class, or a value, as in {example}"
            raise HalfmoveError(f"{place_of(cls)}{cls.__name__}.{lacking[0]} has no value: {remedy}") from None
        raise HalfmoveError(failure(error, path)) from None


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
    return next(reversed(_files), None)


def as_typed(text: str) -> str:
    """Name the user's files in a text as the user typed them."""
    for file, typed in _files.items():
        text = text.replace(f"{file}:", f"{typed}:")
    return text


def rose_in_users_file(error: BaseException) -> bool:
    """Tell whether an error arose in a file of the user's, or in what was called there."""
    return any(frame.filename in _files for frame in traceback.extract_tb(error.__traceback__))
