"""Liar's dice: bid on how many dice show a face, or say that the last bid is a lie.

The rules are those of OpenSpiel's `liars_dice`, where the highest face is wild; without wild faces and with other ones
it is another game of the same name.
"""

import re
from dataclasses import field
from typing import NamedTuple

from halfmove.compiled import compiled
from halfmove.core.commentary import Commentary
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.shared.ranks import NOT_DEALT, UNKNOWN

HIGHEST, LOWEST, NONE = "highest", "lowest", "none"
FACE, DICE = 4, 0b1111  # bits that count the dice of one face
MOST_DICE, MOST_SIDES = 9, 9  # of a player; so that a face is one digit
NO_BID, NO_FACE = -1, -1

STATE = re.compile(r"(\S+)/(\S+)(?: bid (\d{1,2})-(\d))?( called)? (\w+)")


class Cups(NamedTuple):
    first: int = 0  # for each face, how many dice of a player show it
    second: int = 0
    rolled: int = 0  # how many dice of both
    bid: int = NO_BID
    player: int = 0
    called: bool = False  # whether the last bid was called a lie


@compiled
class LiarsDice(Game):
    """Each of two players rolls his dice under a cup; in turn they raise the bid, or call the last one a lie.

    A bid says how many dice of both players show a face at least: more dice, or as many with a higher face. Wild dice
    count as every face: those of the highest one, of the lowest one, or none. To call a lie wins if it is one.
    """

    dice: int = 1
    sides: int = 6
    wild: str = HIGHEST
    wild_face: int = field(init=False, repr=False)

    initial = Cups()
    has_chance = True
    has_secrets = True

    def __post_init__(self):
        if not 1 <= self.dice <= MOST_DICE or not 1 <= self.sides <= MOST_SIDES:
            wanted = f"there are 1 to {MOST_DICE}, of 1 to {MOST_SIDES} sides"
            raise HalfmoveError(f"{self.dice} dice of {self.sides} sides: {wanted}")
        faces = {HIGHEST: self.sides - 1, LOWEST: 0, NONE: NO_FACE}
        if self.wild not in faces:
            raise HalfmoveError(f"wild={self.wild} is none of {', '.join(faces)}")
        vars(self).update(wild_face=faces[self.wild])

    @property
    def longest(self):  # type: ignore[override]
        return 2 * self.dice + 2 * self.dice * self.sides + 1

    def to_move(self, cups):
        return CHANCE if cups.rolled < 2 * self.dice else cups.player

    def actions(self, cups):
        if cups.rolled < 2 * self.dice:
            for face in range(self.sides):
                yield face
        else:
            for bid in range(cups.bid + 1, 2 * self.dice * self.sides):
                yield bid
            if cups.bid != NO_BID:
                yield 2 * self.dice * self.sides

    def result(self, cups, action):
        if cups.rolled < self.dice:
            return cups._replace(first=cups.first + (1 << FACE * action), rolled=cups.rolled + 1)
        if cups.rolled < 2 * self.dice:
            return cups._replace(second=cups.second + (1 << FACE * action), rolled=cups.rolled + 1)
        if action == 2 * self.dice * self.sides:
            return cups._replace(called=True)
        return cups._replace(bid=action, player=1 - cups.player)

    def is_terminal(self, cups):
        return cups.called

    def utility(self, cups, player):
        true = self.count(cups, cups.bid % self.sides) > cups.bid // self.sides
        return 1.0 if (player == cups.player) != true else -1.0

    def count(self, cups, face):
        """Return how many dice count as a face."""
        shown = self.shown(cups, face)
        if self.wild_face != NO_FACE and self.wild_face != face:
            shown += self.shown(cups, self.wild_face)
        return shown

    def shown(self, cups, face):
        return (cups.first >> FACE * face & DICE) + (cups.second >> FACE * face & DICE)

    def observation(self, cups, player):
        """A player sees his dice when he has rolled all of them."""
        first = cups.first if player == 0 and cups.rolled >= self.dice else 0
        return cups._replace(first=first, second=cups.second if player == 1 and cups.rolled == 2 * self.dice else 0)

    def percept(self, cups, action, child, player):
        if cups.rolled == 2 * self.dice:
            return action
        if player == 0 and child.rolled == self.dice:
            return child.first
        return child.second if player == 1 and child.rolled == 2 * self.dice else NOTHING

    def guess(self, cups, player, rng):
        if cups.rolled < 2 * self.dice:
            return cups
        other = 0
        for _ in range(self.dice):
            other += 1 << FACE * rng.below(self.sides)
        return cups._replace(second=other) if player == 0 else cups._replace(first=other)

    # Text for people.

    def name(self, action, state=None):
        """Return a bid such as 2-5, two dice that show a five; `liar`; or the face of a die that is rolled."""
        if state is not None and state.rolled < 2 * self.dice:
            return str(action + 1)
        if action == 2 * self.dice * self.sides:
            return "liar"
        return f"{action // self.sides + 1}-{action % self.sides + 1}"

    def show(self, cups):
        """Write the dice of both, the last bid, and whose turn it is: `6/? bid 1-3 MIN`."""
        bid = "" if cups.bid == NO_BID else f" bid {self.name(cups.bid)}"
        hands = f"{self.hand(cups, 0)}/{self.hand(cups, 1)}"
        return f"{hands}{bid}{' called' * cups.called} {self.player_names[cups.player]}"

    def hand(self, cups, player):
        dice = cups.first if player == 0 else cups.second
        faces = "".join(str(face + 1) * (dice >> FACE * face & DICE) for face in range(self.sides))
        return faces or (UNKNOWN if cups.rolled > player * self.dice else NOT_DEALT)

    def read(self, written):
        match = STATE.fullmatch(" ".join(written.split()))
        if match is None or match[6].upper() not in self.player_names:
            raise MalformedText(f"'{written}' is not a state such as 1/2 bid 1-2 {self.player_names[1]}")
        hands, known = [], 0
        for hand in (match[1], match[2]):
            faces = [int(face) - 1 for face in hand] if hand.isascii() and hand.isdigit() else []
            if hand not in (NOT_DEALT, UNKNOWN) and not faces or len(faces) > self.dice:
                raise MalformedText(f"'{written}': {hand} is not the dice of a player")
            if not all(0 <= face < self.sides for face in faces):
                raise MalformedText(f"'{written}': a die has {self.sides} sides")
            hands.append(sum(1 << FACE * face for face in faces))
            known += self.dice if hand == UNKNOWN else len(faces)
        bid = NO_BID if match[3] is None else (int(match[3]) - 1) * self.sides + int(match[4]) - 1
        if bid != NO_BID and (not 1 <= int(match[4]) <= self.sides or not 0 <= bid < 2 * self.dice * self.sides):
            raise MalformedText(f"'{written}': {match[3]}-{match[4]} is not a bid")
        if (
            (bid != NO_BID and known < 2 * self.dice)
            or (match[5] and bid == NO_BID)
            or (hands[1] and known <= self.dice)
        ):
            raise MalformedText(f"'{written}': all dice are rolled, then a bid is made, then it may be called")
        return Cups(hands[0], hands[1], known, bid, self.player_names.index(match[6].upper()), bool(match[5]))


class LiarsDiceCommentary(Commentary):
    """Bids are heard."""

    def why_illegal(self, cups, written):
        if cups.rolled == 2 * self.game.dice and written.strip().lower() == "liar":
            return "nobody has made a bid yet"
        return ""

    def announce(self, percept, cups):
        return self.game.name(percept)
