"""UGI, the Universal Game Interface (kz04px, 2020): UCI for any game; the client need not know the rules.

Actions are written by name, chess as in UCI, and states as the game reads them; blanks in a name, % and the ends of
lines in a picture are written as in a web address (`%20`, `%25`, `%0A`). Outcomes of chance are among the moves; where
CHANCE is to move, `go` draws one. All players but the first use the clock of p2.
"""

from __future__ import annotations

from halfmove.core.game import Game
from halfmove.core.rules import for_other, utility_vector
from halfmove.errors import HalfmoveError
from halfmove.play.notation import line_of
from halfmove.play.players.search import MakeAnalyst, analyst_of
from halfmove.play.players.spec import Spec
from halfmove.protocols.interface import Interface
from halfmove.protocols.loop import LineWriter


class Ugi(Interface):
    """Our side of UGI."""

    hello, welcome, new_game = "ugi", "ugiok", "uginewgame"
    clocks = ("p1time", "p2time", "p1inc", "p2inc")

    def __init__(self, game: Game, say: LineWriter, spec: Spec | None = None, make: MakeAnalyst = analyst_of) -> None:
        super().__init__(game, say, spec, make)
        self.commands |= {"query": self.query}

    def query(self, words: list[str]) -> None:
        """Answer a question about the position."""
        if self.state is None:
            raise HalfmoveError("there is no position to ask about")
        queries = {"gameover": self.is_over, "p1turn": self.is_first, "result": self.result, "fen": self.fen}
        if words[:1] == [] or words[0] not in queries:
            raise HalfmoveError(f"query is followed by {', '.join(queries)}")
        self.say(f"response {queries[words[0]]()}")

    def is_over(self) -> str:
        return str(self.rules.is_terminal(self.state)).lower()

    def is_first(self) -> str:
        return str(self.rules.to_move(self.state) == 0).lower()

    def result(self) -> str:
        """Return who has won: p1win, p2win, draw, or none where the game goes on."""
        if not self.rules.is_terminal(self.state):
            return "none"
        utilities = [*utility_vector(self.rules, self.state)]
        utilities = utilities if len(utilities) > 1 else [*utilities, for_other(self.game, utilities[0])]
        winners = [place for place, utility in enumerate(utilities, 1) if utility == max(utilities)]
        return f"p{winners[0]}win" if len(winners) == 1 else "draw"

    def fen(self) -> str:
        return line_of(self.rules, self.state)
