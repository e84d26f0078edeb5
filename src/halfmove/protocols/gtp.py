"""GTP 2, the Go Text Protocol (Farnebäck 2002): Go, and by the same words Othello and Hex."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from halfmove.core.choice import UNTIL_STOPPED, Limit
from halfmove.core.game import Game
from halfmove.core.rules import action_named
from halfmove.errors import HalfmoveError
from halfmove.play.foreign_text import read_file
from halfmove.play.players.external.gtp_boards import COLOURS, Board, GoBoard, board_of
from halfmove.play.players.search import Analyst, MakeAnalyst, analyst_of
from halfmove.play.players.spec import Spec
from halfmove.play.records import sgf
from halfmove.play.trust import recorded_game
from halfmove.protocols.background_search import BackgroundSearch
from halfmove.protocols.gtp_analysis import DIALECTS, LISTED, InfoWriter, parse_analyze
from halfmove.protocols.gtp_clock import GtpClock, Settings
from halfmove.protocols.gtp_handicap import handicap_points
from halfmove.protocols.gtp_words import argument, colour, count, number, split
from halfmove.protocols.loop import LineWriter, error_text
from halfmove.search.engine.strength import FULL_STRENGTH

PASS = "pass"
SECONDS = 2.0  # for an action where no time is set

STATUSES = ("alive", "dead", "seki")
ANALYZE_COMMANDS = "\n".join(
    ("string/Final Score/final_score", *(f"plist/{each.title()} Stones/final_status_list {each}" for each in STATUSES))
)

_QUOTED = 20  # characters of what was written
_LONGEST_FILE = 1 << 24  # bytes of SGF

Answer = str | None  # None where the answer was given already


class Gtp:
    """Our side of GTP."""

    def __init__(
        self,
        game: Game,
        say: LineWriter,
        spec: Spec | None = None,
        make: MakeAnalyst = analyst_of,
        seconds: float = SECONDS,
    ) -> None:
        self.say, self.seconds = say, seconds
        self._spec, self._make = spec, make
        given = spec.options if spec else {}
        self._strength, self._seed = given.get("strength", FULL_STRENGTH), given.get("seed", 0)
        self.commands: dict[str, Callable[[list[str]], Answer]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "halfmove",
            "version": lambda words: version("halfmove"),
            "known_command": lambda words: str(bool(words) and words[0] in self.commands).lower(),
            "list_commands": lambda words: "\n".join(self.commands),
            "quit": lambda words: "",
            "boardsize": self.board_size,
            "clear_board": self.clear_board,
            "komi": self.komi,
            "play": self.play,
            "genmove": self.genmove,
            "reg_genmove": self.reg_genmove,
            "undo": self.undo,
            "time_settings": self.time_settings,
            "time_left": self.time_left,
            "final_score": self.final_score,
            "showboard": self.show_board,
            "loadsgf": self.load_sgf,
            "final_status_list": self.final_status_list,
            "set_free_handicap": self.set_free_handicap,
            "fixed_handicap": self.fixed_handicap,
            "place_free_handicap": self.fixed_handicap,
            "cputime": lambda words: f"{time.process_time():.3f}",
            "gogui-play_sequence": self.play_sequence,
            "gogui-analyze_commands": lambda words: ANALYZE_COMMANDS,
        }
        for dialect in DIALECTS:
            self.commands[f"{dialect}analyze"] = partial(self.analyze, dialect)
            self.commands[f"{dialect}genmove_analyze"] = partial(self.genmove_analyze, dialect)
        self._background: BackgroundSearch[Any] | None = None  # an analysis that goes on until the next line
        self._settings: Settings | None = None
        self._number = ""  # of the command that is being obeyed
        self._take_up(board_of(game))

    def _take_up(self, board: Board) -> None:
        self.board, self.states = board, [board.rules.initial]
        self._analyst: Analyst | None = None
        self._start_clocks()

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def analyst(self) -> Analyst:
        """Return the analyst, prepared."""
        if self._analyst is None:
            self._analyst = self._make(self.board.game, self._spec)
            self._analyst.prepare()
        return self._analyst

    def seed(self, seed: int) -> None:
        """Let every search have this seed, unless it has one of its own."""
        self._seed = self._spec.options.get("seed", seed) if self._spec else seed

    def prepare(self) -> None:
        """Compile now, while no clock runs; a game that no analyst suits is refused when an action is wanted."""
        with suppress(HalfmoveError):
            _ = self.analyst

    # The loop calls these.

    def obey(self, line: str) -> bool:
        """Carry out a command; any line ends an analysis."""
        self.leave()
        self._number, words = split(line)
        if not words and not self._number:
            return True
        try:
            command = self.commands.get(words[0]) if words else None
            if command is None:
                raise HalfmoveError("unknown command")
            answer = command(words[1:])
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever fails, an answer is owed
            self._reply("?", error_text(error))
            return True
        if answer is not None:
            self._reply("=", answer)
        return words[0] != "quit"

    def refuse(self, reason: str) -> None:
        """Answer a line that could not be read."""
        self.leave()
        self._number = ""
        self._reply("?", reason)

    def leave(self) -> None:
        """End an analysis that is running."""
        if self._background:
            self._background.stop()
            self._background.wait()
            self._background = None

    def _reply(self, sign: str, text: str) -> None:
        first, *lines = text.splitlines() or [""]
        self.say(f"{sign}{self._number} {first}".rstrip(), *(line for line in lines if line.strip()), "")

    # The board.

    def board_size(self, words: list[str]) -> Answer:
        """Begin anew on a board of another size."""
        size = count(words, 0, "a size")
        try:
            board = self.board.resized(size)
        except HalfmoveError:
            raise HalfmoveError("unacceptable size") from None
        self._take_up(board)
        self.prepare()
        return ""

    def clear_board(self, words: list[str]) -> Answer:
        """Begin anew."""
        self.states = [self.board.rules.initial]
        self._start_clocks()
        if self._analyst:
            self._analyst.forget()
        self.prepare()
        return ""

    def komi(self, words: list[str]) -> Answer:
        """Change komi, and leave the board as it is."""
        komi = number(words, 0, "a komi")
        if komi != getattr(self.board.game, "komi", None):
            self.board, self._analyst = self.board.with_komi(komi), None
            self.prepare()
        return ""

    def play(self, words: list[str]) -> Answer:
        """Carry out an action of a player."""
        player, vertex = colour(words), argument(words, 1, "a vertex")
        try:
            state = self.board.with_mover(self.board.resumed(self.state), player)
            action = self.board.action(state, vertex)
        except HalfmoveError as error:
            raise HalfmoveError(f"illegal move: {error}") from None
        self.states.append(self.board.rules.result(state, action))
        return ""

    def undo(self, words: list[str]) -> Answer:
        """Take back the last action."""
        if len(self.states) == 1:
            raise HalfmoveError("cannot undo")
        self.states.pop()
        return ""

    def show_board(self, words: list[str]) -> Answer:
        """Show the board to a person."""
        return f"\n{self.board.rules.show(self.state)}"

    def final_score(self, words: list[str]) -> Answer:
        """Tell who is ahead."""
        return self.board.score(self.state)

    def final_status_list(self, words: list[str]) -> Answer:
        """List the stones that are alive, dead or in seki, a chain in each line; who is in seki counts as alive."""
        status = argument(words, 0, "a status").casefold()
        if status not in STATUSES:
            raise HalfmoveError(f"invalid status: '{status[:_QUOTED]}' is none of {', '.join(STATUSES)}")
        dead = self.board.dead(self.state) if status != "seki" else 0
        stones = {"dead": dead, "seki": 0, "alive": sum(self.board.colours(self.state)) & ~dead}[status]
        return "\n".join(self.board.chains(self.state, stones))

    def set_free_handicap(self, words: list[str]) -> Answer:
        """Put stones of Black where they are wanted, on an empty board."""
        self._require_go()
        points = [self.board.action(self.board.rules.initial, word) for word in words]
        passes = max(points, default=0) >= self.board.game.size**2
        if len(set(points)) < 2 or len(set(points)) < len(points) or passes:
            raise HalfmoveError("bad vertex list")
        self._put_handicap(points)
        return ""

    def fixed_handicap(self, words: list[str]) -> Answer:
        """Put so many stones of Black where they stand by custom, on an empty board."""
        self._require_go()
        size = self.board.game.size
        points = [
            (size - 1 - row) * size + column
            for column, row in handicap_points(size, count(words, 0, "a number of stones"))
        ]
        self._put_handicap(points)
        return " ".join(self.board.vertex(self.state, point) for point in points)

    def _require_go(self) -> None:
        if not isinstance(self.board, GoBoard):
            raise HalfmoveError("handicaps are for Go")
        if any(self.board.colours(self.state)):
            raise HalfmoveError("board not empty")

    def _put_handicap(self, points: list[int]) -> None:
        self.states = [self.board.rules.set_up(sum(1 << point for point in points), 0, COLOURS.index("white"))]

    def play_sequence(self, words: list[str]) -> Answer:
        """Carry out several actions, each with its player."""
        for place in range(0, len(words), 2):
            self.play(words[place : place + 2])
        return ""

    def load_sgf(self, words: list[str]) -> Answer:
        """Take up a game from a file, as it was before the move of a number, or at its end."""
        path = Path(argument(words, 0, "a file"))
        before = count(words, 1, "the number of a move") if len(words) > 1 else None
        try:
            record = sgf.read(read_file(path, _LONGEST_FILE).decode(errors="replace"), path.name)[0]
            board = board_of(recorded_game(record.game))
            states = [board.rules.read(record.start) if record.start else board.rules.initial]
            for name in record.actions[: None if before is None else max(before - 1, 0)]:
                states.append(board.rules.result(states[-1], action_named(board.rules, states[-1], name)))
        except (HalfmoveError, OSError, IndexError) as error:
            raise HalfmoveError(f"cannot load file: {error}") from None
        self._take_up(board)
        self.prepare()
        self.states = states
        return ""

    # Time.

    def time_settings(self, words: list[str]) -> Answer:
        """Set main time, byo-yomi and its stones."""
        main, period, stones = (count(words, place, "a number of seconds or stones") for place in range(3))
        settings = Settings(main, period, stones)
        self._settings = None if settings.is_unlimited else settings
        self._start_clocks()
        return ""

    def time_left(self, words: list[str]) -> Answer:
        """Set the clock of a player."""
        player, seconds, stones = colour(words), number(words, 1, "a time"), count(words, 2, "a number of stones")
        if self._settings is None:
            self._settings = Settings(seconds, 0, 0)
            self._start_clocks()
        self._clocks[player].set(seconds, stones)
        return ""

    def _start_clocks(self) -> None:
        self._clocks = [GtpClock(self._settings) for _ in COLOURS] if self._settings else []

    # Thinking.

    def genmove(self, words: list[str]) -> Answer:
        """Choose an action for a player and carry it out."""
        return self._carry_out(*self._chosen(words))

    def reg_genmove(self, words: list[str]) -> Answer:
        """Choose an action for a player."""
        state, action = self._chosen(words)
        return PASS if action is None else self.board.vertex(state, action)

    def _chosen(self, words: list[str]) -> tuple[Any, int | None]:
        """Return the state with the player to move whom the words name, and an action for him."""
        player = colour(words)
        state = self.board.with_mover(self.state, player)
        return state, self._choose(player, state)

    def genmove_analyze(self, dialect: str, words: list[str]) -> Answer:
        """Choose an action and carry it out, and tell on the way what is thought."""
        player, interval = parse_analyze(words, self.board.rules.to_move(self.state))
        state = self.board.with_mover(self.state, player)
        over = self.board.rules.is_terminal(state) or self.analyst is None  # refused, if at all, before the answer
        self.say(f"={self._number}")
        write_info = InfoWriter(self.board, state, self.say, dialect, interval)
        action = None if over else self._choose(player, state, write_info)
        self.say(f"play {self._carry_out(state, action)}", "")
        return None

    def analyze(self, dialect: str, words: list[str]) -> Answer:
        """Tell what is thought of the best actions until the next line comes."""
        player, interval = parse_analyze(words, self.board.rules.to_move(self.state))
        state = self.board.with_mover(self.state, player)
        if self.board.rules.is_terminal(state):
            return ""
        analyst = self.analyst
        self.say(f"={self._number}")
        write_info = InfoWriter(self.board, state, self.say, dialect, interval)
        end = lambda last, error: self.say("")  # noqa: E731 - an empty line ends every answer
        think = partial(analyst.think, state, Limit(seconds=UNTIL_STOPPED), lines=LISTED, path=self.states[:-1])
        self._background = BackgroundSearch(think, analyst.stop, write_info, end, held=True)
        return None

    def _choose(self, player: int, state: Any, write_info: InfoWriter | None = None) -> int | None:
        """Return an action for a player, or None where the game is over."""
        if self.board.rules.is_terminal(state):
            return None
        analyst = self.analyst
        limit = self._clocks[player].limit() if self._clocks else Limit(seconds=self.seconds)
        limit = self._spec.limited(limit) if self._spec else limit
        start, progress = time.monotonic(), None
        weakness = {"strength": self._strength, "seed": self._seed}
        lines, path = LISTED if write_info else 1, self.states[:-1]
        for progress in analyst.think(state, limit, lines=lines, path=path, **weakness):
            if write_info:
                write_info(progress)
        if self._clocks:
            self._clocks[player].spend(time.monotonic() - start)
        assert progress is not None
        return progress.best.action

    def _carry_out(self, state: Any, action: int | None) -> str:
        if action is None:
            return PASS
        self.states.append(self.board.rules.result(state, action))
        return self.board.vertex(state, action)
