"""Deals on a table: a row for each hand, and the trick beside them."""

from functools import cached_property

from halfmove.compiled import bit_count
from halfmove.explain.board import BoardPicture
from halfmove.explain.boards import BoardDrawing
from halfmove.games.shared.card_table import CardTable, Hand, card_piece
from halfmove.games.tricks.cards import CARD, CARD_BITS


class TricksDrawing(BoardDrawing):
    """Who is dealt cards has a row, suit by suit; a card is played by touching it."""

    @cached_property
    def table(self):
        game = self.game
        more = game.cards - game.players * game.first_size(0)  # that one of the players may take up
        sizes = [game.first_size(owner) + (more if owner < game.players else 0) for owner in range(game.owners)]
        return CardTable([Hand(*each) for each in zip(game.owner_names, sizes, strict=True)], aside=True)

    def describe(self):
        return self.table.board()

    def picture(self, deal):
        game, pieces = self.game, []
        for owner in range(game.owners):
            cards = [self.face(card) for card in self.held(deal, owner)]
            pieces += self.table.hand(owner, cards, game.unseen(deal, owner))
        trick, seat = deal.trick, deal.leader
        while trick:
            pieces.append(card_piece(self.table.aside(seat), self.face((trick & CARD) - 1)))
            trick, seat = trick >> CARD_BITS, (seat + 1) % game.players
        scores = [str(game.won_by(deal, player)) for player in range(game.players)] if deal.played else []
        return BoardPicture(tuple(pieces), scores=tuple(scores))

    def held(self, deal, owner):
        """Return the cards that are seen in a hand, suit by suit, the highest first."""
        hand = self.game.hand(deal, owner)
        return [card for card in reversed(range(self.game.cards)) if hand >> card & 1]

    def face(self, card):
        suit, rank = self.game.card_name(card)
        return rank + suit

    def clicks(self, deal, action):
        if deal.dealt == self.game.cards:
            for owner in range(self.game.owners):
                cards = self.held(deal, owner)
                if action in cards:
                    return (self.table.cell(owner, cards.index(action)),)
        return ()

    def places(self, deal, action):
        """Return where a card lies after it was played."""
        if not self.clicks(deal, action):
            return ()
        before = bit_count(deal.played)
        child = self.game.result(deal, action)
        return (self.table.aside(self.game.seat(deal)),) if bit_count(child.played) > before and child.trick else ()

    def facts(self, deal):
        return "; ".join(self.game.show_stage(deal))
