"""Dots and Boxes: extra turns, a board wider than a machine word, symmetries, an evaluation and features.

Lines are numbered from the top left: first those that lie, row by row, then those that stand. For 2 x 2 boxes:

    o 0 o 1 o
    6   7   8
    o 2 o 3 o
    9  10  11
    o 4 o 5 o
"""

from typing import Annotated, NamedTuple

from halfmove import Bits, Commentary, Game, HalfmoveError, bit_count, compiled, mix

MOST = 7  # boxes in a row or in a column, so that there are at most 112 lines
CHUNK = 32  # lines that are mixed into a key at a time


class Lines(NamedTuple):
    drawn: Annotated[int, Bits(112)] = 0  # one bit for each line
    lead: int = 0  # boxes of the first player, less those of the second
    player: int = 0


@compiled
class DotsAndBoxes(Game):
    """Draw lines between dots; who closes a box gets it and draws again. Who has more boxes in the end wins."""

    rows: int = 3
    columns: int = 3

    initial = Lines()

    def __post_init__(self):
        if not (1 <= self.rows <= MOST and 1 <= self.columns <= MOST):
            raise HalfmoveError(f"{self.rows} x {self.columns} boxes: a side has 1 to {MOST}")

    @property
    def lying(self):
        return (self.rows + 1) * self.columns

    @property
    def all_lines(self):
        return self.lying + self.rows * (self.columns + 1)

    def to_move(self, lines):
        return lines.player

    def actions(self, lines):
        for line in range(self.all_lines):
            if not lines.drawn >> line & 1:
                yield line

    def result(self, lines, line):
        drawn = lines.drawn | 1 << line
        closed = self.closed_by(drawn, line)
        if closed == 0:
            return Lines(drawn, lines.lead, 1 - lines.player)
        return Lines(drawn, lines.lead + (closed if lines.player == 0 else -closed), lines.player)

    def is_terminal(self, lines):
        return bit_count(lines.drawn) == self.all_lines

    def utility(self, lines, player):
        lead = lines.lead if player == 0 else -lines.lead
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    def closed_by(self, drawn, line):
        """Count the boxes beside a line that has just been drawn, of which all sides are drawn."""
        closed = 0
        if line < self.lying:
            row, column = line // self.columns, line % self.columns
            if row > 0 and self.sides(drawn, row - 1, column) == 4:
                closed += 1
            if row < self.rows and self.sides(drawn, row, column) == 4:
                closed += 1
        else:
            row, column = (line - self.lying) // (self.columns + 1), (line - self.lying) % (self.columns + 1)
            if column > 0 and self.sides(drawn, row, column - 1) == 4:
                closed += 1
            if column < self.columns and self.sides(drawn, row, column) == 4:
                closed += 1
        return closed

    def sides(self, drawn, row, column):
        """Count the sides of a box that are drawn."""
        top = row * self.columns + column
        left = self.lying + row * (self.columns + 1) + column
        count = 0
        for line in (top, top + self.columns, left, left + 1):
            if drawn >> line & 1:
                count += 1
        return count

    # An estimate, and the numbers that it is made of.

    def features(self, lines, player):
        """Return the lead, and how many boxes lack one line, for the player to move."""
        ready = 0
        for row in range(self.rows):
            for column in range(self.columns):
                if self.sides(lines.drawn, row, column) == 3:
                    ready += 1
        lead = lines.lead if player == 0 else -lines.lead
        return float(lead), float(ready if player == lines.player else -ready)

    def evaluate(self, lines, player):
        lead, ready = self.features(lines, player)
        return (lead + 0.8 * ready) / (2.0 * self.rows * self.columns)

    # Boards that are mirror images are worth the same, so they share a key.

    def key(self, lines):
        least = self.image(lines.drawn, False, False)
        for image in range(1, 4):
            least = min(least, self.image(lines.drawn, image & 1 == 1, image & 2 == 2))
        return mix(least, 256 * lines.player + lines.lead + 128)

    def image(self, drawn, across, down):
        """Return a hash of the board, or of its mirror image."""
        hashed, chunk = 0, 0
        for line in range(self.all_lines):
            chunk = chunk * 2 + (1 if drawn >> self.mirrored(line, across, down) & 1 else 0)
            if line % CHUNK == CHUNK - 1:
                hashed, chunk = mix(chunk, hashed), 0
        return mix(chunk, hashed)

    def mirrored(self, line, across, down):
        lies = line < self.lying
        width, height = (self.columns, self.rows + 1) if lies else (self.columns + 1, self.rows)
        at = line if lies else line - self.lying
        row, column = at // width, at % width
        row, column = (height - 1 - row if down else row), (width - 1 - column if across else column)
        return row * width + column + (0 if lies else self.lying)

    # Text.

    def name(self, line, state=None):
        lies = line < self.lying
        width, at = (self.columns, line) if lies else (self.columns + 1, line - self.lying)
        return f"{'h' if lies else 'v'}{at // width + 1}{at % width + 1}"

    def show(self, lines):
        text = []
        for row in range(self.rows + 1):
            across = [lines.drawn >> row * self.columns + column & 1 for column in range(self.columns)]
            text.append("o" + "".join("---o" if drawn else "   o" for drawn in across))
            if row < self.rows:
                first = self.lying + row * (self.columns + 1)
                down = ["|" if lines.drawn >> first + column & 1 else " " for column in range(self.columns + 1)]
                boxes = ["#" if self.sides(lines.drawn, row, column) == 4 else " " for column in range(self.columns)]
                text.append("".join(f"{side} {box} " for side, box in zip(down, boxes)) + down[-1])
        leads = f"{self.player_names[lines.lead < 0]} leads by {abs(lines.lead)}, " if lines.lead else ""
        return "\n".join([*text, f"{leads}{self.player_names[lines.player]} to draw"])


class DotsAndBoxesCommentary(Commentary):
    def why_illegal(self, lines, written):
        names = [self.game.name(line) for line in range(self.game.all_lines)]
        return "this line is drawn" if written in names else f"the lines are {names[0]} to {names[-1]}"
