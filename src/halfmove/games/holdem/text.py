"""Hands of hold'em as people write them.

    Dealer: As Kd, 4 chips
    Other: unseen, 2 chips
    board: 2c 7d Jh
    round 2, 1 bet, 1 action; Dealer to act

A card is its rank and the letter of its suit; ten is T or 10.
"""

import re

from halfmove.compiled import bit_count
from halfmove.core.game import CHANCE, Game
from halfmove.errors import MalformedText
from halfmove.games.holdem.hands import CATEGORIES, CATEGORY, RANKS, hand_value

SUIT_LETTERS, RANK_LETTERS = "cdhs", "23456789TJQKA"
CARD = re.compile(rf"([{RANK_LETTERS}])([{SUIT_LETTERS}])")
UNSEEN = "unseen"
SEATS = ("Dealer", "Other")
PLAYER = re.compile(rf"({SEATS[0]}|{SEATS[1]}): (.*), (\d{{1,9}}) chips?(, folded)?")
STAGE = re.compile(rf"round (\d), (\d{{1,7}}) bets?, (\d{{1,7}}) actions?(?:, (\d) dealt)?; ({'|'.join(SEATS)}) to act")
DEALT_BY = (4, 7, 8, 9)  # how many cards are dealt before each round of betting


def read_cards(written: str, ranks: int = RANKS) -> int:
    """Return a set of cards, as of `As Kd` or `AsKd`."""
    cards = 0
    text = written.replace("10", "T").replace(" ", "")
    if len(text) % 2:
        raise MalformedText(f"'{written}' is not cards such as As Kd")
    for place in range(0, len(text), 2):
        match = CARD.fullmatch(text[place].upper() + text[place + 1].lower())
        rank = RANK_LETTERS.index(match[1]) - RANKS + ranks if match else -1
        card = SUIT_LETTERS.index(match[2]) * ranks + rank if match else -1
        if rank < 0 or cards >> card & 1:
            raise MalformedText(f"'{text[place : place + 2]}' in '{written}' is no card, or there twice")
        cards |= 1 << card
    return cards


def write_cards(cards: int, ranks: int = RANKS) -> str:
    """Write a set of cards, the highest first."""
    listed = [card for card in range(cards.bit_length()) if cards >> card & 1]
    listed.sort(key=lambda card: (card % ranks, card // ranks), reverse=True)
    return " ".join(card_name(card, ranks) for card in listed)


def card_name(card: int, ranks: int = RANKS) -> str:
    """Write one card."""
    return RANK_LETTERS[card % ranks + RANKS - ranks] + SUIT_LETTERS[card // ranks]


def best_hand(cards: str) -> str:
    """Return the category of the best five of five to seven cards: `best_hand("As Ks Qs Js Ts")`."""
    return CATEGORIES[poker_value(cards) >> CATEGORY]


def poker_value(cards: str) -> int:
    """Return a number for five to seven cards, greater for the better hand."""
    held = read_cards(cards)
    if not 5 <= bit_count(held) <= 7:
        raise MalformedText(f"'{cards}': a poker hand is made of five to seven cards")
    return hand_value.python(held)


class HoldemText(Game):
    """The text of the game."""

    player_names = SEATS

    def name(self, action, state=None):
        if state is None:
            return str(action)
        if self.to_move(state) == CHANCE:
            return card_name(action, self.ranks)
        if action == 0:
            return "fold"
        pays = state.first_chips != state.second_chips
        if action == 1:
            return "call" if pays else "check"
        return "raise" if state.raises else "bet"

    def show(self, hand):
        lines = []
        for player, cards, chips in ((0, hand.first, hand.first_chips), (1, hand.second, hand.second_chips)):
            folded = ", folded" if hand.folded == player else ""
            shown = write_cards(cards, self.ranks) or UNSEEN
            lines.append(f"{SEATS[player]}: {shown}, {chips} chip{'s' * (chips != 1)}{folded}")
        lines.append(f"board: {write_cards(hand.board, self.ranks) or '-'}")
        bets, actions = f"{hand.raises} bet{'s' * (hand.raises != 1)}", f"{hand.acted} action{'s' * (hand.acted != 1)}"
        dealing = hand.round < len(DEALT_BY) and hand.dealt < DEALT_BY[hand.round]
        dealt = f", {hand.dealt} dealt" if dealing else ""
        return "\n".join([*lines, f"round {hand.round + 1}, {bets}, {actions}{dealt}; {SEATS[hand.player]} to act"])

    def read(self, written):
        """Return the hand that `show` writes."""
        lines = [line.strip() for line in written.strip().splitlines()]
        players = [match for match in map(PLAYER.fullmatch, lines[:2]) if match]
        stage = STAGE.fullmatch(lines[-1])
        if len(lines) != 4 or len(players) != 2 or not stage or not lines[2].startswith("board:"):
            raise MalformedText(f"'{written}' is not four lines as `show` writes them")
        cards = [0 if each[2] == UNSEEN else read_cards(each[2], self.ranks) for each in players]
        board = lines[2].partition(":")[2].strip()
        cards.append(0 if board == "-" else read_cards(board, self.ranks))
        if cards[0] & cards[1] or (cards[0] | cards[1]) & cards[2]:
            raise MalformedText("a card is in two places")
        number, raises, acted = (int(stage[i]) for i in (1, 2, 3))
        if not 1 <= number <= len(DEALT_BY) + 1 or raises > self.cap or acted > self.cap + 1:
            raise MalformedText(f"'{lines[-1]}' is not possible in this game")
        dealt = int(stage[4]) if stage[4] else DEALT_BY[min(number, len(DEALT_BY)) - 1]
        if bit_count(cards[2]) != max(0, dealt - DEALT_BY[0]) or max(map(bit_count, cards[:2])) > 2:
            raise MalformedText(
                f"{dealt} cards are dealt: '{lines[2]}' does not fit, or a hand has more than two cards"
            )
        folded = next((player for player, each in enumerate(players) if each[4]), -1)
        chips = [int(each[3]) for each in players]
        if max(chips) > self.utilities[1]:
            raise MalformedText(f"{max(chips)} chips: nobody can put in more than {self.utilities[1]:.0f}")
        return type(self.initial)(*cards, dealt, number - 1, *chips, raises, acted, SEATS.index(stage[5]), folded)
