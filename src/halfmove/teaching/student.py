"""The process in which a student's function runs. It is started as a file and imports nothing of ours.

So the answers are not in this process, and neither are our searches. Messages are JSON, line by line:

    {"file": "student.py", "name": "alphabeta"}                 first of all; {"ready": true} or {"failed": "..."}
    {"nodes": [[mover, [[action, node, chance], ...], value], ...]}    a tree; what the function did with it comes back
"""

import contextlib
import importlib.util
import inspect
import io
import json
import os
import sys
import traceback
from typing import Any

MOST_VISITS = 100_000  # leaves of one tree that a function may look at: more is a loop without end
MOST_PRINTED = 2_000  # characters
MEMORY = 4 << 30  # bytes
RECURSION = 2_000  # calls


class TextbookGame:
    """The game that a student's function is handed, with the questions of the textbook (AIMA, section 5.1)."""

    def __init__(self, nodes: list[Any]) -> None:
        self._nodes = nodes
        self._visited: list[int] = []  # leaves, in the order in which their utility was asked for
        self.initial = "node 0"

    def _node(self, state: Any) -> Any:
        if not isinstance(state, str) or not state.startswith("node "):
            raise ValueError(f"{state!r} is not a state: states come from game.initial and game.result")
        return self._nodes[int(state[5:])]

    def to_move(self, state: Any) -> Any:
        """Return who is to move: 'MAX', 'MIN' or 'CHANCE'; None where the game is over."""
        return self._node(state)[0]

    def actions(self, state: Any) -> list[str]:
        """Return the list of the legal actions; none where the game is over."""
        return [action for action, _, _ in self._node(state)[1]]

    def result(self, state: Any, action: Any) -> str:
        """Return the state that an action leads to."""
        for name, node, _ in self._node(state)[1]:
            if name == action:
                return f"node {node}"
        raise ValueError(f"{action!r} is not an action of {state!r}: there are {self.actions(state)}")

    def chances(self, state: Any) -> list[tuple[str, float]]:
        """Return the pairs (action, probability), where chance is to move."""
        return [(action, chance) for action, _, chance in self._node(state)[1]]

    def is_terminal(self, state: Any) -> bool:
        """Tell whether the game is over."""
        return not self._node(state)[1]

    terminal_test = is_terminal  # as the third edition of the book calls it

    def utility(self, state: Any, player: Any = "MAX") -> float:
        """Return what a terminal state is worth to a player."""
        if not self.is_terminal(state):
            raise ValueError(f"utility was asked of {state!r}, which is not terminal")
        if player not in ("MAX", "MIN"):
            raise ValueError(f"utility was asked for the player {player!r}, who is neither 'MAX' nor 'MIN'")
        node = int(state[5:])
        if not self._visited or self._visited[-1] != node:
            self._visited.append(node)
        if len(self._visited) > MOST_VISITS:
            raise RuntimeError(f"more than {MOST_VISITS} leaves were looked at")
        value: float = self._nodes[node][2]
        return value if player == "MAX" else -value


def load(file: str, name: str) -> Any:
    """Return the student's function."""
    folder = os.path.dirname(os.path.abspath(file))
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("student_file", file)
    if spec is None or spec.loader is None:
        raise LookupError("this is not a file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules["student_file"] = module
    spec.loader.exec_module(module)
    function = getattr(module, name, None)
    if not callable(function):
        names = [key for key, value in vars(module).items() if inspect.isfunction(value) and not key.startswith("_")]
        raise LookupError(f"there is no function '{name}'; there {'are ' + ', '.join(names) if names else 'is none'}")
    if str(getattr(function, "__module__", "")).partition(".")[0] == "halfmove":
        raise LookupError(f"'{name}' is the search of halfmove itself; write one of your own")
    return function


def call(function: Any, game: TextbookGame) -> Any:
    """Call a function as (game, state), or as (state, game) if its parameters are called so."""
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        names = []
    state_first = names[:2] == ["state", "game"]
    return function(game.initial, game) if state_first else function(game, game.initial)


def plain(answer: Any, actions: list[str]) -> tuple[float | None, str | None]:
    """Return the value and the action of an answer: a pair, an action alone or a value alone."""
    parts = list(answer) if isinstance(answer, (tuple, list)) else [answer]
    values = [part for part in parts if not isinstance(part, str) and part is not None]
    names = [part for part in parts if isinstance(part, str)]
    if len(parts) > 2 or len(values) > 1 or len(names) > 1 or not values + names:
        raise TypeError(f"it returned {answer!r}: not a pair (value, action), an action or a value")
    if names and names[0] not in actions:
        raise ValueError(f"it returned the action {names[0]!r}; there are {actions}")
    return float(values[0]) if values else None, names[0] if names else None


def run_on(function: Any, nodes: list[Any], file: str) -> dict[str, Any]:
    """Return what a function does with a tree."""
    game, printed = TextbookGame(nodes), io.StringIO()
    answer: dict[str, Any] = {}
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            returned = call(function, game)
        answer["value"], answer["action"] = plain(returned, game.actions(game.initial))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a student's function may fail in any way
        answer["error"] = explanation(error, file)
    answer["leaves"] = game._visited[:MOST_VISITS]
    answer["printed"] = printed.getvalue()[:MOST_PRINTED]
    return answer


def explanation(error: BaseException, file: str) -> str:
    """Return what went wrong, with the line of the student's file."""
    file = os.path.abspath(file)
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if os.path.abspath(frame.filename) == file]
    place = f"line {places[-1].lineno}: " if places else ""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    kind = "" if isinstance(error, LookupError) and type(error) is LookupError else f"{type(error).__name__}: "
    return f"{place}{kind}{error}"


def main() -> None:
    """Answer until the other side ends."""
    questions, answers = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    for stream in (0, 1):  # what a student's file reads or prints must not mix with our messages
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.setrecursionlimit(RECURSION)

    def say(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    hello = json.loads(questions.readline())
    try:
        function = load(hello["file"], hello["name"])
    except (Exception, SystemExit) as error:  # noqa: BLE001 - and so may the file
        say({"failed": explanation(error, hello["file"])})
        return
    say({"ready": True})
    for line in questions:
        if line.strip() == "quit":
            return
        say(run_on(function, json.loads(line)["nodes"], hello["file"]))


if __name__ == "__main__":
    main()
