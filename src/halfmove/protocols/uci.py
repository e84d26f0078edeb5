"""UCI, the Universal Chess Interface (Huber and Meyer-Kahlen, 2000): chess and Chess960 for any program that asks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

from halfmove.core.game import Game
from halfmove.core.rules import legal_actions
from halfmove.errors import MalformedText
from halfmove.games.chess import chess, chess960
from halfmove.play.notation import action_of, word_of
from halfmove.play.players.search import MakeAnalyst, analyst_of
from halfmove.play.players.spec import Spec
from halfmove.protocols import elo
from halfmove.protocols.background_search import BackgroundSearch
from halfmove.protocols.go_command import GoCommand
from halfmove.protocols.interface import NOTHING, Interface
from halfmove.protocols.loop import LineWriter
from halfmove.protocols.options import Option
from halfmove.running.run import Stop
from halfmove.running.watch import Stopped
from halfmove.search.perft import perft

CHESS960, PONDER = "UCI_Chess960", "Ponder"
LIMITED, ELO = "UCI_LimitStrength", "UCI_Elo"
CLAIMED = {"moves": 50, "repetitions": 3}  # draws that a player may claim, as every GUI does
FEN_FIELDS = 6
MOST_MATE = 500  # moves


class Uci(Interface):
    """Our side of UCI."""

    counts = (*Interface.counts, "mate", "perft")
    flags = ("infinite", "ponder")
    restricts = "searchmoves"

    def __init__(self, say: LineWriter, spec: Spec | None = None, make: MakeAnalyst = analyst_of) -> None:
        self.options_set: set[str] = set()
        super().__init__(chess(**CLAIMED), say, spec, make)
        self.commands |= {"ponderhit": self.ponder_hit, "d": self.show}
        self.commands |= dict.fromkeys(("debug", "register"), lambda words: None)

    def _offered(self) -> list[Option]:
        weaker = [Option(LIMITED, False), Option(ELO, elo.MOST, elo.LEAST, elo.MOST)]
        return [*super()._offered(), Option(PONDER, False), Option(CHESS960, False), *weaker]

    @property
    def strength(self) -> float:
        """Return how strong the search is to be, by the lesser of what the options say."""
        own = super().strength
        return min(own, elo.strength_of(float(self.values[ELO]))) if self.is_limited else own

    @property
    def is_limited(self) -> bool:
        """Tell whether strength is limited: as that option says if it was set, otherwise if an Elo was set."""
        return bool(self.values[LIMITED]) if LIMITED in self.options_set else ELO in self.options_set

    def changed(self, name: str) -> None:
        super().changed(name)
        self.options_set.add(name)
        if name in (LIMITED, ELO):
            self._analyst = None  # a weaker one evaluates otherwise
        if name == CHESS960:
            self.play(chess960(**CLAIMED) if self.values[CHESS960] else chess(**CLAIMED))

    def _read(self, words: list[str]) -> Any:
        if words[:1] == ["fen"] and len(words) > 1 + FEN_FIELDS:
            raise MalformedText(f"a FEN has {FEN_FIELDS} fields, not {len(words) - 1}")
        return super()._read(words)

    def ponder_hit(self, words: list[str]) -> None:
        """The expected move was played: the clock runs."""
        if self.background and self.background.is_held:
            self.background.hurry(self.limit.share())

    def show(self, words: list[str]) -> None:
        """Show the board to a person."""
        self.say(self.rules.show(self.state) if self.state is not None else "there is no position")

    def finished(self, command: GoCommand) -> None:
        """Play on where the rules end a game that has moves: the draw may not have been claimed."""
        game: Any = self.rules
        board = self.state.state._replace(quiet=0)
        fresh = game.without_past(board)
        if not game.is_terminal(fresh):
            self.search(fresh, command, ())
            return
        moves = list(game.game.actions(board))
        mated = not moves and game.utility(self.state, board.ply & 1) != 0.0
        self.say(f"info depth 0 score {'mate 0' if mated else 'cp 0'}")
        self.say(f"bestmove {word_of(game, self.state, moves[0]) if moves else NOTHING}")

    def search(self, state: Any, command: GoCommand, path: Sequence[Any]) -> None:
        """Count leaves where that is asked for; a mate in n moves is a search of 2 n - 1 plies."""
        if "perft" in command.numbers:
            only = [action_of(self.rules, state, word) for word in command.words]
            self.count(state, command.numbers["perft"], only)
            return
        if "mate" in command.numbers:
            plies = 2 * min(max(command.numbers["mate"], 1), MOST_MATE) - 1
            command.numbers["depth"] = min(plies, command.numbers.get("depth", plies))
        super().search(state, command, path)

    def count(self, state: Any, depth: int, only: Collection[int]) -> None:
        """Print the leaves below each move, or below those that `only` names."""
        counter = Counter(self.rules, depth, self.say)
        think = partial(counter.count, state, only)
        self.background = BackgroundSearch(think, counter.stop, lambda leaves: None, counter.end)

    def distance(self, plies: int, wins: bool) -> int:
        """Return the moves until mate: those of the player to move, negative if he is mated."""
        return (plies + 1) // 2 if wins else -(plies // 2)


class Counter:
    """Counts the leaves below each move, for `go perft`."""

    def __init__(self, game: Game, depth: int, say: LineWriter) -> None:
        self.game, self.depth, self.say = game, max(depth, 1), say
        self.total = 0
        self._stop = Stop()

    def count(self, state: Any, only: Collection[int] = ()) -> Iterator[int]:
        """Yield the leaves below one move after another."""
        with self._stop:
            for action in only or legal_actions(self.game, state):
                try:
                    leaves = perft(self.game, self.game.result(state, action), self.depth - 1)
                except Stopped:
                    return
                self.total += leaves
                self.say(f"{word_of(self.game, state, action)}: {leaves}")
                yield leaves

    def end(self, last: Any, error: str) -> None:
        self.say("", f"Nodes searched: {self.total}", "")

    def stop(self) -> None:
        self._stop.now()
