"""Deals and cards as people write them.

    North: SAQ4 HT9 C72; played S2 HK; without D
    East: SK, 9 unseen; played S3 H4
    ...
    trick: SK S4
    won: 2 0 1 0

A card is the letter of its suit and its rank, `SA` or `AS`; ten is T or 10. A line has what an owner holds, what he
has played and which suits he has shown not to have. `read` takes deals in PBN as well: `N:AKQ.T95..432 ...`, the
hands in the order of play from the named player, their suits from spades to clubs.
"""

import re

from halfmove.compiled import bit_count
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.tricks.cards import CARD, CARD_BITS, CLASSES, COUNT, COUNT_BITS, NO_TRUMP, SUITS

SUIT_LETTERS = "CDHS"
SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
RANK_LETTERS = "23456789TJQKA"
SEATS = ("North", "East", "South", "West")
TURNED, NONE = "turned", "none"
FEWEST, MOST = 1, 13  # ranks
NO_TRUMP_LETTER = "N"
DIRECTIONS = ("nobody", "left", "across", "right")
CONTRACTS = ("pass", "diamonds", "hearts", "spades", "clubs", "grand", "null")
BID = 32  # the action of a contract is this more
PLAYED, WITHOUT, UNSEEN, LEADS, LAST = "played", "without", "unseen", "leads", "last trick"


def check_ranks(ranks: int, fewest: int = FEWEST) -> None:
    """Refuse a deck that there is not."""
    if not fewest <= ranks <= MOST:
        raise HalfmoveError(f"ranks={ranks}: a suit has from {fewest} to {MOST} cards")


def read_trump(written: str) -> int:
    """Return the suit that is meant; NO_TRUMP for none, -1 where a card is turned."""
    word = written.strip().casefold()
    if word == TURNED:
        return -1
    if word in (NONE, NO_TRUMP_LETTER.casefold(), "nt"):
        return NO_TRUMP
    suit = SUIT_LETTERS.find(SYMBOLS.get(word, word).upper()) if len(word) == 1 else -1
    if suit < 0:
        raise HalfmoveError(f"trump={written}: trumps are C, D, H, S, {NONE}, or {TURNED} for a card that is turned up")
    return suit


def read_contract(written: str, ranks: int) -> tuple[int, int]:
    """Return how many tricks above six a contract asks for, 0 if it does not say, and its trump suit."""
    match = re.fullmatch(r"([1-7]?)(C|D|H|S|NT?)", written.strip().upper())
    if not match:
        raise HalfmoveError(f"contract={written}: a contract is a suit (C, D, H, S or N), or a level and a suit as 3N")
    level = int(match[1] or 0)
    if level and ranks < MOST:
        raise HalfmoveError(f"contract={written}: a level needs {MOST} ranks, not {ranks}; name the suit alone")
    return level, (SUIT_LETTERS + NO_TRUMP_LETTER).index(match[2][0])


def read_seat(written: str) -> int:
    """Return the number of a player at a table of four."""
    letters = [seat[0] for seat in SEATS]
    if written.strip().upper()[:1] not in letters:
        raise HalfmoveError(f"'{written}' is nobody at the table: there are {', '.join(letters)}")
    return letters.index(written.strip().upper()[0])


class TricksText(Game):
    """The text of the family."""

    suit_letters = SUIT_LETTERS
    class_letters = SUIT_LETTERS + "-"  # of what players can show not to have
    player_names = SEATS
    owner_names = SEATS

    @property
    def rank_letters(self):
        """The ranks of a suit, the lowest first."""
        return RANK_LETTERS[MOST - self.ranks :]

    # Cards.

    def name(self, action, state=None):
        if state is not None and state.dealt < self.cards:
            return self.owner_names[action]
        return self.card_name(action)

    def card_name(self, card):
        if not 0 <= card < self.cards:
            return str(card)
        return self.suit_letters[card // self.ranks] + self.rank_letters[card % self.ranks]

    def read_card(self, written):
        """Return a card, or -1 if the text is none."""
        text = "".join(SYMBOLS.get(letter, letter) for letter in written.strip()).upper().replace("10", "T")
        if len(text) == 2:
            suit, rank = (text[0], text[1]) if text[0] in self.suit_letters else (text[1], text[0])
            if suit in self.suit_letters and rank in self.rank_letters:
                return self.suit_letters.index(suit) * self.ranks + self.rank_letters.index(rank)
        return -1

    def cards_text(self, cards):
        """Write a set of cards by suits, the highest first: `SAQ4 C72`."""
        parts = []
        for suit in reversed(range(SUITS)):
            ranks = [rank for rank in reversed(range(self.ranks)) if cards >> suit * self.ranks + rank & 1]
            if ranks:
                parts.append(self.suit_letters[suit] + "".join(self.rank_letters[rank] for rank in ranks))
        return " ".join(parts)

    def read_cards(self, written):
        """Return the set of cards that `cards_text` wrote."""
        cards = 0
        for part in written.split():
            part = part.upper().replace("10", "T")
            for rank in part[1:]:
                card = self.read_card(part[0] + rank)
                if card < 0 or cards >> card & 1:
                    raise MalformedText(f"'{part}' is not a suit and its ranks as in SAQ4, each once")
                cards |= 1 << card
            if len(part) == 1:
                raise MalformedText(f"'{part}' names a suit without a card")
        return cards

    # Deals.

    def show(self, deal):
        lines = [self.show_owner(deal, owner) for owner in range(self.owners)]
        lines += self.show_stage(deal)
        if deal.dealt < self.cards:
            lines.append(f"dealt: {deal.dealt} of {self.cards} cards")
        if deal.trick:
            lines.append(f"trick: {self.player_names[deal.leader]} led {' '.join(self.on_table(deal))}")
        elif deal.played:
            lines.append(f"{LAST if self.is_terminal(deal) else LEADS}: {self.player_names[deal.leader]}")
        won = [f"{name} {self.won_by(deal, player)}" for player, name in enumerate(self.player_names)]
        return "\n".join([*lines, *(["won: " + ", ".join(won)] if deal.played else [])])

    def on_table(self, deal):
        """Return the names of the cards of the trick, in their order."""
        names, trick = [], deal.trick
        while trick:
            names.append(self.card_name((trick & CARD) - 1))
            trick >>= CARD_BITS
        return names

    def show_owner(self, deal, owner):
        """Write what an owner holds, has played and has shown not to have."""
        own, unseen = self.owned(deal, owner), self.unseen(deal, owner)
        held = [self.cards_text(own & deal.held)] if own & deal.held else []
        parts = [", ".join([*held, *([f"{unseen} {UNSEEN}"] if unseen else [])])]
        if own & deal.played:
            parts.append(f"{PLAYED} {self.cards_text(own & deal.played)}")
        shown = [letter for i, letter in enumerate(self.class_letters) if deal.voids >> CLASSES * owner + i & 1]
        if shown:
            parts.append(f"{WITHOUT} {' '.join(shown)}")
        return f"{self.owner_names[owner]}: {'; '.join(parts)}"

    def unseen(self, deal, owner):
        """Return how many cards an owner holds that are not to be seen."""
        known = deal.held | deal.played
        hidden = (1 << self.cards) - 1 & ~known
        if not hidden or deal.dealt < self.cards or self.is_terminal(deal):
            return 0
        return self.size(deal, owner) - bit_count(self.owned(deal, owner) & known)

    def show_stage(self, deal):
        """Return lines with what else there is in a state of this game."""
        return []

    def read_stage(self, deal, key, value):
        """Return the deal with what one such line says."""
        raise MalformedText(f"'{key}: {value}' says nothing about this game")

    def read(self, written):
        """Return the deal that `show` writes, or one in PBN before the first card is played."""
        if re.match(r"\s*[A-Za-z]\s*:", written):
            return self.read_pbn(written)
        deal = self.initial._replace(dealt=self.cards)
        trick = ""
        for line in filter(None, map(str.strip, written.splitlines())):
            key, colon, value = line.partition(":")
            value = value.strip()
            if not colon:
                raise MalformedText(f"'{line}' is not a line such as '{self.owner_names[0]}: SAQ4 HT9; played S2'")
            if key in self.owner_names:
                deal = self.read_owner(deal, self.owner_names.index(key), value)
            elif key == "dealt":
                deal = deal._replace(dealt=self.read_number(value.partition(" ")[0], self.cards))
            elif key == "trick":
                trick = value
            elif key in (LEADS, LAST):
                leader = self.read_player(value)
                deal = deal._replace(leader=leader, taker=leader)
            elif key == "won":
                deal = self.read_won(deal, value)
            else:
                deal = self.read_stage(deal, key, value)
        return self.checked(self.read_trick(deal, trick) if trick else deal)

    def read_number(self, written, most):
        if not written.isascii() or not written.isdigit() or len(written) > 3 or int(written) > most:
            raise MalformedText(f"'{written}' is not a number from 0 to {most}")
        return int(written)

    def read_player(self, written):
        if written not in self.player_names:
            raise MalformedText(f"'{written}' is no player: there are {', '.join(self.player_names)}")
        return self.player_names.index(written)

    def read_owner(self, deal, owner, written):
        """Return the deal with the cards of one owner."""
        held, played, voids = 0, 0, deal.voids
        for part in filter(None, map(str.strip, written.split(";"))):
            word, _, rest = part.partition(" ")
            if word == PLAYED:
                played = self.read_cards(rest)
            elif word == WITHOUT:
                for letter in rest.split():
                    if letter not in self.class_letters:
                        raise MalformedText(f"'{part}': without {', '.join(self.class_letters)}, nothing else")
                    voids |= 1 << CLASSES * owner + self.class_letters.index(letter)
            else:
                held = self.read_cards(" ".join(each for each in part.split(",") if UNSEEN not in each))
        if (held | played) & (deal.held | deal.played) or held & played:
            raise MalformedText(f"a card of {self.owner_names[owner]} is somewhere else as well")
        both = held | played
        low, high = deal.low | (both if owner & 1 else 0), deal.high | (both if owner & 2 else 0)
        return deal._replace(held=deal.held | held, played=deal.played | played, low=low, high=high, voids=voids)

    def read_won(self, deal, written):
        """Return the deal with what each player has won."""
        won = 0
        for player, part in enumerate(written.split(",")):
            name, _, number = part.strip().rpartition(" ")
            if player >= self.players or name != self.player_names[player]:
                raise MalformedText(f"'{written}' is not what {', '.join(self.player_names)} have won, in this order")
            won |= self.read_number(number, COUNT) << COUNT_BITS * player
        if written.count(",") != self.players - 1:
            raise MalformedText(f"'{written}' does not say what each of {', '.join(self.player_names)} has won")
        return deal._replace(won=won)

    def read_trick(self, deal, written):
        """Return the deal with the cards on the table."""
        name, led, cards = written.partition(" led ")
        if not led:
            raise MalformedText(f"trick: '{written}' is not such as '{self.player_names[0]} led SA S4'")
        leader, trick, taker = self.read_player(name), 0, 0
        for place, word in enumerate(cards.split()):
            card, seat = self.read_card(word), (leader + place) % self.players
            if card < 0 or place >= self.players - 1 or not (self.owned(deal, seat) & deal.played) >> card & 1:
                raise MalformedText(f"trick: {self.player_names[seat]} has not played '{word}'")
            deal = deal._replace(trick=trick, leader=leader, taker=taker)
            if place == 0 or self.beats(deal, card, self.top(deal)):
                taker = seat
            trick |= card + 1 << CARD_BITS * place
        return deal._replace(trick=trick, leader=leader, taker=taker)

    def checked(self, deal):
        """Return a deal that can be; refuse one in which hands have too many or too few cards."""
        on_table = len(self.on_table(deal))
        if deal.dealt < self.cards:
            if (deal.held | deal.played) >> deal.dealt or deal.played:
                raise MalformedText(f"{deal.dealt} cards are dealt, and other cards are named")
            return deal
        if bit_count(deal.played) % self.players != on_table:
            raise MalformedText(f"{bit_count(deal.played)} cards were played, and {on_table} are on the table")
        for owner in range(self.owners):
            count = bit_count(self.owned(deal, owner) & (deal.held | deal.played))
            if count > self.size(deal, owner):
                raise MalformedText(
                    f"{self.owner_names[owner]} has {count} cards, played ones included: at most"
                    f" {self.size(deal, owner)} are possible"
                )
        return deal

    def read_pbn(self, written):
        """Return a deal of whole hands in Portable Bridge Notation."""
        seat, _, hands = written.strip().partition(":")
        if self.player_names != SEATS:
            raise MalformedText("PBN is written for the four players of bridge")
        first, deal = read_seat(seat), self.initial._replace(dealt=self.cards)
        listed = hands.split()
        if len(listed) != len(SEATS):
            raise MalformedText(f"'{written.strip()}' has {len(listed)} hands, not {len(SEATS)}")
        for place, hand in enumerate(listed):
            suits = hand.split(".")
            if len(suits) != SUITS:
                raise MalformedText(f"'{hand}' has {len(suits)} suits, not {SUITS}, parted by dots")
            cards = " ".join(letter + ranks for letter, ranks in zip(reversed(SUIT_LETTERS), suits) if ranks)
            deal = self.read_owner(deal, (first + place) % len(SEATS), cards)
        return self.checked(deal)


class WhistText(TricksText):
    """The text of whist."""

    def show_stage(self, deal):
        return [f"turned: {self.card_name(deal.turned - 1)}"] if deal.turned else []

    def read_stage(self, deal, key, value):
        card = self.read_card(value)
        if key != "turned" or card < 0:
            return TricksText.read_stage(self, deal, key, value)
        return deal._replace(turned=card + 1)


class HeartsText(TricksText):
    """The text of hearts."""

    class_letters = SUIT_LETTERS + "Q"

    def name(self, action, state=None):
        if state is not None and state.dealt == self.cards and state.direction < 0:
            return DIRECTIONS[action]
        return TricksText.name(self, action, state)

    def show_stage(self, deal):
        if deal.direction < 0:
            return []
        cards = f", {self.cards_text(deal.passed)}" if deal.passed else ""
        return [f"passing: {DIRECTIONS[deal.direction]}, {deal.chosen} chosen{cards}"]

    def read_stage(self, deal, key, value):
        match = re.fullmatch(rf"({'|'.join(DIRECTIONS)}), (\d{{1,2}}) chosen(?:, (.*))?", value)
        if key != "passing" or not match:
            return TricksText.read_stage(self, deal, key, value)
        chosen, passed = self.read_number(match[2], 12), self.read_cards(match[3] or "")
        if bit_count(passed) > chosen:
            raise MalformedText(f"'{value}' names more cards than were chosen")
        return deal._replace(direction=DIRECTIONS.index(match[1]), chosen=chosen, passed=passed)


class SkatText(TricksText):
    """The text of Skat."""

    suit_letters = "DHSC"
    class_letters = "DHSCJ"
    player_names = ("Forehand", "Middlehand", "Rearhand")  # type: ignore[assignment]
    owner_names = ("Forehand", "Middlehand", "Rearhand", "Skat")
    rank_letters = "789QKTAJ"

    def name(self, action, state=None):
        if action >= BID:
            return CONTRACTS[action - BID] if action - BID < len(CONTRACTS) else str(action)
        return TricksText.name(self, action, state)

    def show_stage(self, deal):
        if deal.contract == 0:
            return [f"bids: {deal.bids} passed"] if deal.bids else []
        soloist = self.player_names[deal.soloist]
        return [f"contract: {CONTRACTS[deal.contract]} by {soloist}, {deal.discarded} put away"]

    def read_stage(self, deal, key, value):
        passes = re.fullmatch(r"([1-3]) passed", value)
        if key == "bids" and passes:
            return deal._replace(bids=int(passes[1]))
        match = re.fullmatch(rf"({'|'.join(CONTRACTS[1:])}) by (\w+), ([0-2]) put away", value)
        if key != "contract" or not match:
            return TricksText.read_stage(self, deal, key, value)
        soloist = self.read_player(match[2])
        contract = CONTRACTS.index(match[1])
        return deal._replace(contract=contract, soloist=soloist, bids=soloist + 1, discarded=int(match[3]))
