"""Leduc poker (Southey and others 2005, "Bayes' bluff"): two rounds of betting, and a card that all see between them.

The rules are those of OpenSpiel's `leduc_poker`.
"""

import re
from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.commentary import Commentary
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.explain.board import BoardPicture
from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.card_table import CardTable, Hand
from halfmove.games.shared.ranks import NOT_DEALT, SUITS, UNKNOWN, rank_names

FOLD, CALL, RAISE = 0, 1, 2
NAMES = ("fold", "call", "raise")
PRIVATE, ALL = 2, 3  # cards that are dealt: one to each player, and then one that all see
CONTENT = 2  # who have agreed to the stakes, so that a round of betting is over
MOST_RANKS = 13

STATE = re.compile(r"(\S+)/(\S+)/(\S+) paid (\d{1,9}):(\d{1,9}) raises (\d{1,9}) agreed ([012]) (\w+)( folded)?")


class Table(NamedTuple):
    first: int = 0  # cards from 1; 0 is none, or one that is not to be seen
    second: int = 0
    board: int = 0
    dealt: int = 0  # how many cards
    paid_first: int = 1  # what each player has put into the pot
    paid_second: int = 1
    raises: int = 0  # in this round of betting
    agreed: int = 0  # how many players agree to the stakes
    player: int = 0
    folded: bool = False  # whether the player has given up


@compiled
class LeducPoker(Game):
    """Each of two players antes 1 and is dealt a card; they bet, a third card is shown to both, and they bet again.

    A player folds, calls or raises: by `small` in the first round and by `big` in the second, `raises` times in a round
    at most. A pair with the third card wins, otherwise the higher rank; equal ranks part the pot.
    """

    ranks: int = 3
    suits: int = 2
    raises: int = 2
    small: int = 2
    big: int = 4
    see_suits: bool = True  # whether cards of one rank can be told apart, though suits never count

    initial = Table()
    has_chance = True
    has_secrets = True

    def __post_init__(self):
        if not 1 <= self.ranks <= MOST_RANKS or not 1 <= self.suits <= len(SUITS) or self.ranks * self.suits < ALL:
            wanted = f"at most {MOST_RANKS} and {len(SUITS)}, and {ALL} cards at least"
            raise HalfmoveError(f"{self.ranks} ranks in {self.suits} suits: {wanted}")
        if self.raises < 0 or self.small < 1 or self.big < 1 or self.raises * (self.small + self.big) > 10**6:
            raise HalfmoveError(
                f"{self.raises} raises by {self.small} and {self.big}: not a game, or far too much money"
            )

    @property
    def utilities(self):  # type: ignore[override]
        most = 1.0 + self.raises * (self.small + self.big)
        return -most, most

    @property
    def longest(self):  # type: ignore[override]
        return ALL + 2 * (self.raises + 2)

    def to_move(self, table):
        return CHANCE if self.is_dealing(table) else table.player

    def is_dealing(self, table):
        return table.dealt < PRIVATE or table.dealt == PRIVATE and table.agreed == CONTENT and not table.folded

    def actions(self, table):
        if self.is_dealing(table):
            for card in range(1, self.kinds() + 1):
                if self.left(table, card) > 0:
                    yield card
        else:
            if self.owed(table) > 0:
                yield FOLD
            yield CALL
            if table.raises < self.raises:
                yield RAISE

    def chances(self, table):
        cards = self.ranks * self.suits - table.dealt
        for card in range(1, self.kinds() + 1):
            left = self.left(table, card)
            if left > 0:
                yield card, left / cards

    def kinds(self):
        return self.ranks * self.suits if self.see_suits else self.ranks

    def left(self, table, card):
        """Return how many cards of a kind are still in the pack."""
        copies = 1 if self.see_suits else self.suits
        return copies - (table.first == card) - (table.second == card) - (table.board == card)

    def owed(self, table):
        """Return what the player has to pay if he does not give up."""
        lead = table.paid_second - table.paid_first
        return lead if table.player == 0 else -lead

    def result(self, table, action):
        if table.dealt == 0:
            return table._replace(first=action, dealt=1)
        if table.dealt == 1:
            return table._replace(second=action, dealt=PRIVATE)
        if self.is_dealing(table):
            return table._replace(board=action, dealt=ALL, raises=0, agreed=0, player=0)
        if action == FOLD:
            return table._replace(folded=True)
        pays = self.owed(table)
        if action == RAISE:
            pays += self.small if table.dealt == PRIVATE else self.big
        return table._replace(
            paid_first=table.paid_first + (pays if table.player == 0 else 0),
            paid_second=table.paid_second + (pays if table.player == 1 else 0),
            raises=table.raises + (action == RAISE),
            agreed=1 if action == RAISE else table.agreed + 1,
            player=1 - table.player,
        )

    def is_terminal(self, table):
        return table.folded or table.dealt == ALL and table.agreed == CONTENT

    def utility(self, table, player):
        if table.folded:
            winner = 1 - table.player
        else:
            lead = self.strength(table, table.first) - self.strength(table, table.second)
            if lead == 0:
                return 0.0
            winner = 0 if lead > 0 else 1
        return float(min(table.paid_first, table.paid_second)) * (1.0 if player == winner else -1.0)

    def strength(self, table, card):
        rank = self.rank(card)
        return rank + self.ranks if rank == self.rank(table.board) else rank

    def rank(self, card):
        return (card - 1) // self.suits if self.see_suits else card - 1

    def observation(self, table, player):
        return table._replace(second=0) if player == 0 else table._replace(first=0)

    def percept(self, table, action, child, player):
        """A player notices his own card, the third one, and every action."""
        return action if table.dealt >= PRIVATE or table.dealt == player else NOTHING

    def guess(self, table, player, rng):
        if table.dealt < PRIVATE:
            return table
        seen = self.observation(table, player)
        left = rng.below(self.ranks * self.suits - table.dealt + 1)
        card = 0
        while left >= 0:
            card += 1
            left -= self.left(seen, card)
        return seen._replace(second=card) if player == 0 else seen._replace(first=card)

    # Text for people.

    def name(self, action, state=None):
        if state is not None and self.is_dealing(state):
            return self.card_name(action)
        return NAMES[action] if 0 <= action < len(NAMES) else str(action)

    def card_name(self, card):
        rank = rank_names(self.ranks)[self.rank(card)]
        return rank + SUITS[(card - 1) % self.suits] if self.see_suits else rank

    def show(self, table):
        """Write the cards of both and the one on the board, what is in the pot, and whose turn it is."""
        cards = (table.first, table.second, table.board)
        names = [
            self.card_name(card) if card else UNKNOWN if place < table.dealt else NOT_DEALT
            for place, card in enumerate(cards)
        ]
        pot = f"paid {table.paid_first}:{table.paid_second} raises {table.raises} agreed {table.agreed}"
        return f"{'/'.join(names)} {pot} {self.player_names[table.player]}{' folded' * table.folded}"

    def read(self, written):
        match = STATE.fullmatch(" ".join(written.split()))
        if match is None or match[8].upper() not in self.player_names:
            raise MalformedText(f"'{written}' is not a state such as {self.show(self.result(self.initial, 1))}")
        names = {self.card_name(card).casefold(): card for card in range(1, self.kinds() + 1)}
        names |= {NOT_DEALT: 0, UNKNOWN: 0}
        for card in match.groups()[:ALL]:
            if card.casefold() not in names:
                raise MalformedText(f"'{written}': there is no card {card}")
        cards = [names[card.casefold()] for card in match.groups()[:ALL]]
        dealt = ALL - match.groups()[:ALL].count(NOT_DEALT)
        paid_first, paid_second, raises, agreed = map(int, match.groups()[3:7])
        player = self.player_names.index(match[8].upper())
        first, second, board = cards
        table = Table(
            first, second, board, dealt, paid_first, paid_second, raises, agreed, player, match[9] is not None
        )
        most = 1 + self.raises * (self.small + self.big)
        wrong = NOT_DEALT in match.groups()[:dealt] or max(table.paid_first, table.paid_second) > most
        wrong |= min(table.paid_first, table.paid_second) < 1 or table.raises > self.raises
        if wrong or any(card and self.left(table, card) < 0 for card in cards):
            raise MalformedText(f"'{written}': no game comes to this")
        return table


class LeducPokerDrawing(BoardDrawing):
    """Two cards and the one that all see; what each has put into the pot is his score."""

    def table(self):
        first, second = self.game.player_names
        return CardTable([Hand(first, 1), Hand(second, 1), Hand("board", 1)])

    def describe(self):
        return self.table().board()

    def picture(self, table):
        rows, pieces = self.table(), []
        for row, card in enumerate((table.first, table.second, table.board)[: table.dealt]):
            pieces += rows.hand(row, [self.game.card_name(card).upper()] if card else [], face_down=int(card == 0))
        return BoardPicture(tuple(pieces), scores=(str(table.paid_first), str(table.paid_second)))


class LeducPokerCommentary(Commentary):
    """Bets are heard, and too many of them refused."""

    def why_illegal(self, table, written):
        if self.game.is_dealing(table):
            return ""
        if written.strip().lower() == "fold":
            return "there is nothing to pay: call"
        return "there were enough raises in this round" if written.strip().lower() == "raise" else ""

    def announce(self, percept, table):
        return NAMES[percept]
