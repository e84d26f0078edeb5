"""Draughts as text: numbered squares, PDN's names of actions and its FEN (Portable Draughts Notation, 3.0)."""

import re

from halfmove.core.game import Game
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games.shared.notation import last_line

COLOURS = {"W": "White", "B": "Black"}
PIECES = re.compile(r"(K?)(\d{1,3})(?:-K?(\d{1,3}))?")  # one square, or all from one to another
COUNTERS = re.compile(r"[HF]\d{1,4}")  # plies without progress and number of the move, as Lidraughts adds them
WRITTEN = re.compile(r"\d{1,3}([-x:]\d{1,3})+")  # an action
NUMBER = re.compile(r"\d+")


class DraughtsText(Game):
    """The text of a game of draughts."""

    size = 8
    white_begins = False

    def colours(self):
        """Return the letters of the players in the order in which they move."""
        return "WB" if self.white_begins else "BW"

    @property
    def player_names(self):
        return tuple(COLOURS[colour] for colour in self.colours())

    def square(self, bit):
        """Return the number of a square."""
        return bit - bit // (self.size + 1) + 1

    def symbols(self, board):
        """Return w, b, W (a king), B or . for each square in the order of their numbers."""
        mover, other = self.colours()[board.player], self.colours()[1 - board.player]
        cells = []
        for square in range(self.size * self.size // 2):
            bit = self.bit(square)
            colour = mover if board.mine >> bit & 1 else other if board.theirs >> bit & 1 else "."
            cells.append(colour if board.kings >> bit & 1 else colour.lower())
        return cells

    def show(self, board):
        """Return a picture with the number of the first square of each row, and the FEN."""
        cells, half, lines = self.symbols(board), self.size // 2, []
        for row in range(self.size):
            dark = cells[row * half : (row + 1) * half]
            squares = [square for cell in dark for square in ((" ", cell) if row % 2 == 0 else (cell, " "))]
            lines.append(f"{row * half + 1:>2} {' '.join(squares)}".rstrip())
        return "\n".join([*lines, self.fen(board)])

    def fen(self, board):
        """Return the state in PDN's FEN; plies without progress follow as `:H12`, if there are any."""
        cells = self.symbols(board)
        sides = []
        for colour in COLOURS:
            pieces = [(square, cell) for square, cell in enumerate(cells, 1) if cell.upper() == colour]
            sides.append(colour + ",".join(f"{'K' * cell.isupper()}{square}" for square, cell in pieces))
        quiet = [f"H{board.quiet}"] if board.quiet else []
        return ":".join([self.colours()[board.player], *sides, *quiet])

    def name(self, action, state=None):
        """Return `11-15`, or `15x22` for a capture, with all its squares where another takes other pieces."""
        squares, taken = self.ends(action), self.taken(action)
        if taken and state is not None and [self.ends(other) for other in self.actions(state)].count(squares) > 1:
            squares = self.way(state, action)
        return ("x" if taken else "-").join(str(self.square(bit)) for bit in squares)

    def ends(self, action):
        """Return where an action begins and ends."""
        return self.origin(action), self.target(action)

    def way(self, board, action):
        """Return the squares that a capture touches, as one of its ways goes."""
        origin, taken = self.origin(action), self.taken(action)
        ways = [[origin]]
        captures = [self.unjumped(origin)]
        while ways:
            way, capture = ways.pop(), captures.pop()
            if self.packed(capture) == action:
                return way
            for extended in self.extended_captures(board, capture):
                if self.jumped(extended) & ~taken == 0:
                    ways.append([*way, self.target(extended)])
                    captures.append(extended)
        raise HalfmoveError(f"{action} is not a capture in this state")

    def read(self, written):
        """Return the state of a FEN as in `B:W18,24,K10:B12,16-20`: who is to move, and the squares of each colour."""
        written = last_line(written)  # below a picture
        mover, *parts = written.removesuffix(".").split(":")
        if mover.strip().upper() not in (*COLOURS,):
            raise MalformedText(f"'{mover}' at the beginning of '{written}' should be W or B, who is to move")
        sides, quiet = {}, 0
        for part in (part.strip() for part in parts):
            colour = part[:1].upper()
            if colour in COLOURS and colour not in sides:
                sides[colour] = self.read_side(colour, part[1:])
            elif COUNTERS.fullmatch(part):
                quiet = int(part[1:]) if colour == "H" else quiet
            else:
                raise MalformedText(f"'{part}' in '{written}' should be the squares of W or B, each given once")
        for colour, name in COLOURS.items():
            if colour not in sides:
                raise MalformedText(f"'{written}' does not say where {name}'s pieces are")
        both = (sides["W"][0] | sides["W"][1]) & (sides["B"][0] | sides["B"][1])
        if both:
            raise MalformedText(f"square {self.square(both.bit_length() - 1)} holds a white and a black piece")
        if not any(men | kings for men, kings in sides.values()):
            raise MalformedText(f"'{written}' leaves the board empty")
        if quiet > self.no_progress > 0:
            raise MalformedText(f"H{quiet}: the game is drawn after {self.no_progress} plies without progress")
        player = self.colours().index(mover.strip().upper())
        mine, theirs = (sides[self.colours()[each]] for each in (player, 1 - player))
        kings = mine[1] | theirs[1]
        return type(self.initial)(sum(mine), sum(theirs), kings, player, quiet if self.no_progress else 0)

    def read_side(self, colour, written):
        """Return the men and the kings of a colour."""
        men, kings, last = 0, 0, self.size * self.size // 2
        for word in filter(None, (word.strip() for word in written.split(","))):
            match = PIECES.fullmatch(word.upper())
            if not match:
                raise MalformedText(f"'{word}' among {COLOURS[colour]}'s pieces is not a square such as 18 or K18")
            first = int(match[2])
            final = int(match[3] or first)
            if not 1 <= first <= final <= last:
                raise MalformedText(f"'{word}' among {COLOURS[colour]}'s pieces: the squares are 1 to {last}")
            for square in range(first, final + 1):
                bit = 1 << self.bit(square - 1)
                if (men | kings) & bit:
                    raise MalformedText(f"square {square} is twice among {COLOURS[colour]}'s pieces")
                men, kings = (men, kings | bit) if match[1] else (men | bit, kings)
        most = self.size // 2 * (self.size // 2 - 1)
        if (men | kings).bit_count() > most:
            raise MalformedText(f"{COLOURS[colour]} has {(men | kings).bit_count()} pieces: there are at most {most}")
        stuck = men & (self.top if colour == "W" else self.bottom)
        if stuck:
            square = self.square(stuck.bit_length() - 1)
            raise MalformedText(f"{COLOURS[colour]}'s man on {square}, the last row for it, should be a king")
        return men, kings
