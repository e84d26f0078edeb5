"""The analyst of a player who has tables and a book: what they know is not searched."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from importlib.resources import files
from typing import Any

from halfmove.compiled import plain
from halfmove.core.choice import Choice, Limit
from halfmove.core.game import Game
from halfmove.core.wrapper import plain_throughout
from halfmove.play.players.modelled import AnalystLike
from halfmove.play.players.spec import BOOK, MODEL, STRONG, TABLE, Spec
from halfmove.search.engine import Progress
from halfmove.search.engine.strength import FULL_STRENGTH
from halfmove.tables.fingerprint import bare, fingerprint
from halfmove.tables.opening import table_of
from halfmove.tables.table import together
from halfmove.tables.wrapper import with_table

OWN_BOOK = "opening.book"  # a file beside the rules of a game
_GAMES = "halfmove.games."
_OTHERWISE = {BOOK, MODEL}  # options of a player who has another book, or other players than perfect ones

Knows = Callable[[Any, int], Choice | None]  # a state and a seed


class TableAnalyst:
    """Answers from tables or a book at once, and otherwise by another analyst."""

    def __init__(
        self,
        game: Game,
        searched: Game,
        knows: list[Knows],
        make: Callable[[Game], AnalystLike],
        own: Knows | None = None,
    ) -> None:
        self.game, self._searched, self._knows, self._make = game, searched, knows, make
        self._own = own  # the book that comes with the game: it is not asked where plies or nodes are limited
        self._inner = make(searched)
        self._without: AnalystLike | None = None  # a search for a state that the tables know, and call over

    def think(
        self,
        state: Any = None,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        only: Collection[int] = (),
        strength: float = FULL_STRENGTH,
        seed: int = 0,
        **options: Any,
    ) -> Iterator[Progress]:
        """Yield what is known, or else what a search finds: for several lines, some actions, or a weaker player."""
        state = self.game.initial if state is None else state
        asked = lines == 1 and not only and strength == FULL_STRENGTH
        if asked and not plain(self.game).is_terminal(state):
            unlimited = limit is None or not (limit.depth or limit.nodes)
            for knows in (*self._knows, *([self._own] if self._own and unlimited else [])):
                choice = knows(state, seed)
                if choice is not None:
                    return iter((Progress(choice.depth, choice.depth, (choice,), choice.nodes, choice.seconds, 0),))
        inner = self._analyst_for(state)
        return inner.think(state, limit, lines=lines, only=only, strength=strength, seed=seed, **options)

    def _analyst_for(self, state: Any) -> AnalystLike:
        if not plain_throughout(self._searched).is_terminal(state) or plain(self.game).is_terminal(state):
            return self._inner
        self._without = self._without or self._make(self.game)
        return self._without

    def stop(self) -> None:
        for analyst in filter(None, (self._inner, self._without)):
            analyst.stop()

    def forget(self) -> None:
        for analyst in filter(None, (self._inner, self._without)):
            analyst.forget()

    def prepare(self) -> None:
        self._inner.prepare()


def knowledge_of(game: Game, spec: Spec) -> tuple[Game, list[Knows]]:
    """Return the game as a search with the tables of a spec sees it, and what is asked before a search."""
    knows: list[Knows] = []
    searched = game
    if BOOK in spec.options:
        from halfmove.tables.books.book import open_book

        knows.append(open_book(spec.options[BOOK], game).choice)
    for table in together([table_of(file, game) for file in spec.options.get(TABLE, "").split("+") if file]):
        knows.append(lambda state, seed, table=table: table.choice(state))  # type: ignore[misc]
        if hasattr(table, "loaded") and len(table.values):
            searched = with_table(searched, table)
    return searched, knows


def own_book(game: Game, spec: Spec) -> Knows | None:
    """Return what the book knows that comes with a game, for a player who is asked for as strong and nothing else."""
    rules = bare(game)
    module = type(rules).__module__
    if spec.name != STRONG or spec.options.keys() & _OTHERWISE or not module.startswith(_GAMES):
        return None
    file = files(module.rpartition(".")[0]) / OWN_BOOK
    if not file.is_file():
        return None
    from halfmove.tables.blocks import BlockFile
    from halfmove.tables.books.book import open_book

    usual = BlockFile(str(file)).header.get("rules") == fingerprint(rules)
    return open_book(str(file), game).choice if usual else None
