"""What UCI and UGI have in common: a position, options, a search in the background, and lines about it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import Any

from halfmove.compiled import plain
from halfmove.core.choice import UNTIL_STOPPED, Choice, Limit
from halfmove.core.game import ALLOWED, CHANCE, Game
from halfmove.core.history import with_history
from halfmove.core.rules import legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.play.notation import action_of, state_of, word_of
from halfmove.play.players.search import Analyst, MakeAnalyst, analyst_of, at_full_strength
from halfmove.play.players.spec import BOOK, STRONG, TABLE, Spec
from halfmove.play.players.tables_and_books import knowledge_of
from halfmove.play.scores import hundredths
from halfmove.protocols.background_search import BackgroundSearch
from halfmove.protocols.go_command import GoCommand, parse_go
from halfmove.protocols.loop import LineWriter, error_text
from halfmove.protocols.options import Option, most_megabytes
from halfmove.running.run import MOST_THREADS
from halfmove.search.engine.strength import FULL_STRENGTH

HASH, THREADS, LINES, OVERHEAD, STRENGTH = "Hash", "Threads", "MultiPV", "Move Overhead", "Strength"
OWN_BOOK, BOOK_FILE, TABLE_FILES = "OwnBook", "BookFile", "TableFiles"
NOTHING = "(none)"  # what is answered where there is no action

_MILLISECONDS = 1000  # in a second
_MOST_LINES, _MOST_OVERHEAD = 256, 5000
_SEED_BITS = 62
_MEGABYTES = 64  # of the table by default
_OVERHEAD = 20  # milliseconds that an answer takes to arrive


class Interface:
    """An engine that is asked by commands. A subclass names its words and says how it reads a position."""

    hello, welcome, new_game = "uci", "uciok", "ucinewgame"
    clocks = ("wtime", "btime", "winc", "binc")
    counts: tuple[str, ...] = ("movestogo", "depth", "nodes", "movetime")
    flags: tuple[str, ...] = ("infinite",)
    restricts = ""  # the word before actions to which a search is restricted

    def __init__(self, game: Game, say: LineWriter, spec: Spec | None = None, make: MakeAnalyst = analyst_of) -> None:
        self.say, self.spec, self._make = say, spec, make
        self.commands: dict[str, Callable[[list[str]], Any]] = {
            self.hello: self.introduce,
            "isready": self.is_ready,
            "setoption": self.set_option,
            self.new_game: self.begin,
            "position": self.position,
            "go": self.go,
            "stop": self.stop,
            "quit": self.quit,
        }
        self.options = {option.name.casefold(): option for option in self._offered()}
        self.values = {option.name: option.default for option in self.options.values()}
        self.background: BackgroundSearch[Any] | None = None
        self._analyst: Analyst | None = None
        self._dice = random.SystemRandom()
        self._said: int | None = None  # the seed of every game, if the command line has one
        self._seed = self._drawn_seed()
        self._first: list[str] = []  # the words of the last position
        self._moves: list[str] = []  # and of its moves
        self.state: Any = None  # None where the last position could not be read
        self.play(game)

    def _offered(self) -> list[Option]:
        return [
            Option(HASH, self._given("hash", self._given("megabytes", _MEGABYTES)), 1, most_megabytes()),
            Option(THREADS, self._given("threads", 1), 1, MOST_THREADS),
            Option(LINES, 1, 1, _MOST_LINES),
            Option(OVERHEAD, _OVERHEAD, 0, _MOST_OVERHEAD),
            Option(STRENGTH, self._given("strength", FULL_STRENGTH), 0, FULL_STRENGTH),
            Option(OWN_BOOK, True),
            Option(BOOK_FILE, self._given_file(BOOK)),
            Option(TABLE_FILES, self._given_file(TABLE)),
        ]

    def _given_file(self, name: str) -> str:
        """Return the file that an option of the command line names."""
        return str(self.spec.options.get(name, "")) if self.spec else ""

    def _given(self, name: str, default: int) -> int:
        """Return an option as it was given on the command line."""
        return int(self.spec.options.get(name, default)) if self.spec else default

    def play(self, game: Game) -> None:
        """Play this game from now on, from its first state."""
        require_no_secrets(game, self.hello.upper())
        self.game, self._analyst = game, None
        self._place(game.initial)

    # The loop calls these.

    def obey(self, line: str) -> bool:
        """Carry out the first command in a line; what stands before it is ignored, as UCI demands."""
        words = line.split()
        for place, word in enumerate(words):
            if word in self.commands:
                try:
                    return self.commands[word](words[place + 1 :]) is not False
                except (Exception, SystemExit) as error:  # noqa: BLE001 - a game may fail in any way, and the client waits
                    self.refuse(error_text(error))
                    return True
        if words:
            self.refuse(f"unknown command '{words[0][:40]}'")
        return True

    def refuse(self, reason: str) -> None:
        """Say what was wrong."""
        self.say(f"info string error: {' '.join(reason.split())}")

    def leave(self) -> None:
        """Let a search that ends by itself do so, and stop any other."""
        if self.background and self.background.is_held:
            self.background.stop()
        if self.background:
            self.background.wait()

    # The commands.

    def introduce(self, words: list[str]) -> None:
        """Say who this is and what can be set."""
        options = [str(option) for option in self.options.values()]
        self.say(f"id name halfmove {version('halfmove')}", "id author the halfmove authors", *options, self.welcome)

    def is_ready(self, words: list[str]) -> None:
        """Answer, at once if a search is running, and otherwise when everything is compiled."""
        if not self.is_busy:
            try:
                self.analyst.prepare()
            except (Exception, SystemExit) as error:  # noqa: BLE001 - a game may fail in any way, and the client waits
                self.refuse(error_text(error))
        self.say("readyok")

    def set_option(self, words: list[str]) -> None:
        """Set what `name ... value ...` says; a search that is running answers first."""
        self._stop_for("setoption")
        if words[:1] != ["name"]:
            raise MalformedText("setoption is followed by name and value")
        place = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:place]), " ".join(words[place + 1 :])
        option = self.options.get(name.casefold())
        if option is None:
            raise HalfmoveError(f"there is no option '{name}'")
        before, self.values[option.name] = self.values[option.name], option.read(value)
        try:
            self.changed(option.name)
        except HalfmoveError:
            self.values[option.name] = before
            raise

    def changed(self, name: str) -> None:
        """Make use of a new value."""
        if name in (HASH, THREADS, STRENGTH, OWN_BOOK, BOOK_FILE, TABLE_FILES):
            if name in (BOOK_FILE, TABLE_FILES):
                knowledge_of(self.game, self._tables_and_books())  # refuses a file that cannot be used
            self._analyst = None

    def begin(self, words: list[str]) -> None:
        """Forget the game before; a search that is running answers first."""
        self._stop_for(self.new_game)
        self._seed = self._drawn_seed()
        if self._analyst:
            self._analyst.forget()

    def _drawn_seed(self) -> int:
        """Return what decides which actions a weak player overlooks in this game."""
        return self._given("seed", self._dice.getrandbits(_SEED_BITS) if self._said is None else self._said)

    def seed(self, seed: int) -> None:
        """Let every game have this seed, unless the search has one of its own."""
        self._said = seed
        self._seed = self._drawn_seed()

    def position(self, words: list[str]) -> None:
        """Take up a position, and after `moves` what was played there; if it cannot be, there is none."""
        self.stop(words)
        place = words.index("moves") if "moves" in words else len(words)
        first, moves = words[:place], words[place + 1 :]
        if self.state is None or first != self._first or moves[: len(self._moves)] != self._moves:
            self.state = None
            self._place(self._read(first))
            self._first = first
        try:
            for word in moves[len(self._moves) :]:  # what was played before is not played again
                self.act(action_of(self.rules, self.state, word))
        except Exception:
            self.state = None
            raise
        self._moves = moves

    def _read(self, words: list[str]) -> Any:
        if words == ["startpos"]:
            return self.game.initial
        if words[:1] != ["fen"] or len(words) == 1:
            raise MalformedText("position is followed by startpos, or by fen and a state")
        return state_of(self.game, " ".join(words[1:]))

    def _place(self, first: Any) -> None:
        game, self.state = with_history(self.game, first)
        self.rules = plain(game)
        self.path: list[Any] = []  # earlier states, as the game knows them
        self._first, self._moves = ["startpos"], []

    def act(self, action: int) -> None:
        """Carry out an action."""
        self.path.append(self._own(self.state))
        self.state = self.rules.result(self.state, action)

    def go(self, words: list[str]) -> None:
        """Search in the background; whatever is wrong, there is an answer, and to a search that was running too."""
        self.stop(words)
        try:
            self._go(parse_go(words, (*self.clocks, *self.counts), self.flags, self.restricts))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the same
            self.refuse(error_text(error))
            self.say(f"bestmove {NOTHING}")

    def _go(self, command: GoCommand) -> None:
        if self.state is None:
            raise HalfmoveError("there is no position to search")
        if self.rules.is_terminal(self.state):
            self.finished(command)
        elif self.rules.to_move(self.state) == CHANCE:
            outcomes, chances = zip(*self.rules.chances(self.state), strict=True)
            outcome = self._dice.choices(outcomes, chances)[0]
            self.say(f"bestmove {word_of(self.rules, self.state, outcome)}")
        else:
            self.search(self.state, command, self.path)

    def finished(self, command: GoCommand) -> None:
        """Answer where the game is over."""
        self.say(f"bestmove {NOTHING}")

    def search(self, state: Any, command: GoCommand, path: Sequence[Any]) -> None:
        """Begin to search a state that is not terminal, after these."""
        self.root = state
        self.only = [action_of(self.rules, state, word) for word in command.words]
        here, lines = self._own(state), int(self.values[LINES])
        seat = min(mover(self.rules, state), 1)
        limit = command.limit(self.clocks[seat], self.clocks[2 + seat], float(self.values[OVERHEAD]))
        self.limit = self.spec.limited(limit) if self.spec else limit
        held = bool(command.flags) or self.limit == Limit() and self.strength == FULL_STRENGTH
        limit = Limit(self.limit.depth, self.limit.nodes, UNTIL_STOPPED) if held else self.limit
        options: dict[str, Any] = {"lines": lines, "path": path, "only": self.only}
        options |= {"strength": self.strength, "seed": self._seed}
        think = partial(self.analyst.think, here, limit, **options)
        self.background = BackgroundSearch(think, self.analyst.stop, self.write_info, self.answer, held)

    @property
    def strength(self) -> float:
        """Return how strong the search is to be."""
        return float(self.values[STRENGTH])

    def stop(self, words: list[str]) -> None:
        """Make the search answer now."""
        if self.background:
            if self.background.is_running:
                self.background.stop()
            self.background.wait()

    def quit(self, words: list[str]) -> bool:
        """End, with the search."""
        self.stop(words)
        return False

    # What is said about a search.

    def write_info(self, progress: Any) -> None:
        """Write a line for each of the best actions."""
        for place, choice in enumerate(progress.lines, 1):
            milliseconds = round(progress.seconds * _MILLISECONDS)
            rate = round(progress.nodes / progress.seconds) if progress.seconds > 0 else 0
            self.say(
                f"info depth {progress.depth} seldepth {max(progress.deepest, progress.depth)} multipv {place}"
                f" score {self.score(choice)} nodes {progress.nodes} nps {rate} hashfull {progress.full}"
                f" time {milliseconds} pv {' '.join(self.line(choice))}"
            )

    def answer(self, progress: Any, error: str) -> None:
        """Write the action that was found; if none was, the first that is legal."""
        if error:
            self.refuse(error)
        words = self.line(progress.lines[0]) if progress else []
        if not words:
            words = [NOTHING]
            with suppress(Exception):  # a user's game may fail in any way, and the client waits
                actions = self.only or legal_actions(self.rules, self.root)
                words = [word_of(self.rules, self.root, actions[0])]
        ponder = f" ponder {words[1]}" if len(words) > 1 and "ponder" in self.flags else ""
        self.say(f"bestmove {words[0]}{ponder}")

    def line(self, choice: Choice) -> list[str]:
        """Return the actions of a line as words."""
        words, state = [], self.root
        for action in choice.line or ((choice.action,) if choice.action is not None else ()):
            words.append(word_of(self.rules, state, action))
            state = self.rules.result(state, action)
        return words

    def score(self, choice: Choice) -> str:
        """Return a value in hundredths, or how far a proven win or loss is away."""
        least, greatest = self.game.utilities
        if choice.exact and choice.value in (least, greatest) and self.game.players == 2:
            plies = len(choice.line) or choice.depth if choice.distance is None else choice.distance
            if plies:
                return f"mate {self.distance(plies, choice.value == greatest)}"
        return f"cp {hundredths(self.game, choice.value)}"

    def distance(self, plies: int, wins: bool) -> int:
        """Return how far away the end is, negative for a loss."""
        return plies if wins else -plies

    # Helpers.

    def _own(self, state: Any) -> Any:
        """Return a state as the game knows it, without the path that is kept for it."""
        return state if self.game.repetition == ALLOWED else state.state

    def _tables_and_books(self) -> Spec:
        """Return the spec with the book and the tables that the options name."""
        spec = self.spec or Spec(STRONG)
        options = {name: value for name, value in spec.options.items() if name not in (BOOK, TABLE)}
        files = {BOOK: self.values[BOOK_FILE] if self.values[OWN_BOOK] else "", TABLE: self.values[TABLE_FILES]}
        return replace(spec, options={**options, **{name: file for name, file in files.items() if file}})

    @property
    def analyst(self) -> Analyst:
        """Return the analyst, made when it is first needed."""
        if self._analyst is None:
            spec = self._tables_and_books()
            if self.strength == FULL_STRENGTH:
                spec = at_full_strength(spec, self.game)
            given = {"megabytes": self.values[HASH], "threads": int(self.values[THREADS])}
            self._analyst = self._make(self.game, spec, **given)
        return self._analyst

    @property
    def is_busy(self) -> bool:
        """Tell whether a search is running."""
        return self.background is not None and self.background.is_running

    def _stop_for(self, command: str) -> None:
        """Stop a search that is running before a command that changes what it uses."""
        if self.is_busy:
            self.say(f"info string {command} stops the search")
            self.stop([])
