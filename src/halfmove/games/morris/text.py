"""Boards of the men's morris games as people write them."""

from halfmove.compiled import bit_count
from halfmove.core.game import Game
from halfmove.errors import MalformedText
from halfmove.games.morris.points import AROUND, FEWEST, FIELD, NOWHERE, RING, RINGS, masked
from halfmove.games.shared.grid import EMPTY, LETTERS
from halfmove.games.shared.notation import last_line, read_number
from halfmove.games.shared.picture import read_picture

COLOURS = "WB"
ACROSS, DOWN = 4, 2  # characters and lines from one point to the next


class MorrisText(Game):
    """The text of the game."""

    player_names = ("White", "Black")
    men = 9

    def place(self, point):
        """Return the column and the row of a point, counted from the lower left."""
        middle = RINGS[self.men]
        if point == RING * middle:
            return middle, middle
        right, up = AROUND[point % RING]
        return middle + right * (middle - point // RING), middle + up * (middle - point // RING)

    def rows(self):
        """Return the points of each row, from the top."""
        side = 2 * RINGS[self.men] + 1
        places = sorted((column, row, point) for point in range(self.points) for column, row in [self.place(point)])
        return [[point for _, at, point in places if at == row] for row in reversed(range(side))]

    def point_name(self, point):
        column, row = self.place(point)
        return f"{LETTERS[column]}{row + 1}"

    def one_line(self, men):
        """Return the state in one line: the points by rows from the top, who is to move, men to be placed."""
        white, black = (men.mine, men.theirs) if men.player == 0 else (men.theirs, men.mine)
        rows = [
            "".join(COLOURS[0] if white >> p & 1 else COLOURS[1] if black >> p & 1 else EMPTY for p in row)
            for row in self.rows()
        ]
        return f"{'/'.join(rows)} {COLOURS[men.player]} {men.hand}"

    def show(self, men):
        line, side = self.one_line(men), 2 * RINGS[self.men] + 1
        canvas = self.lines_drawn()
        for points, cells in zip(self.rows(), line.split()[0].split("/")):
            for point, cell in zip(points, cells):
                x, y = self.spot(point)
                canvas[y][x] = cell
        labels = [str(side - y // DOWN) if y % DOWN == 0 else " " for y in range(len(canvas))]
        rows = [f"{label} {''.join(row)}" for label, row in zip(labels, canvas)]
        return "\n".join([*rows, "  " + (" " * (ACROSS - 1)).join(LETTERS[:side]), line])

    def spot(self, point):
        """Return where a point is drawn: characters from the left, and lines from the top."""
        column, row = self.place(point)
        return ACROSS * column, DOWN * (2 * RINGS[self.men] - row)

    def lines_drawn(self):
        """Return the lines of the board, without the points, as rows of characters."""
        side = 2 * RINGS[self.men] + 1
        canvas = [[" "] * (ACROSS * (side - 1) + 1) for _ in range(DOWN * (side - 1) + 1)]
        for point in range(self.points):
            x, y = self.spot(point)
            for other in range(point):
                if int(self.neighbours[point]) >> other & 1:
                    other_x, other_y = self.spot(other)
                    if y == other_y:
                        for at in range(min(x, other_x) + 1, max(x, other_x)):
                            canvas[y][at] = "-"
                    elif x == other_x:
                        for at in range(min(y, other_y) + 1, max(y, other_y)):
                            canvas[at][x] = "|"
                    else:
                        rises = (x < other_x) == (y > other_y)
                        canvas[(y + other_y) // 2][(x + other_x) // 2] = "/" if rises else "\\"
        return canvas

    def name(self, action, state=None):
        """Return where to, as in `d2`, or from where to where, `d2-d3`, and after an x which man is removed."""
        target, source, removed = action & NOWHERE, action >> FIELD & NOWHERE, action >> 2 * FIELD
        start = "" if source == NOWHERE else f"{self.point_name(source)}-"
        taken = "" if removed == NOWHERE else f"x{self.point_name(removed)}"
        return start + self.point_name(target) + taken

    def read(self, written):
        """Return the state of a line as below the board: points by rows, W or B to move, men to be placed."""
        words = last_line(written).split()
        if len(words) != 3:
            raise MalformedText(
                f"'{written}' should say three things: points by rows, W or B to move, men to be placed"
            )
        board, mover, left = words
        cells = self.read_board(board.upper())
        if mover.upper() not in (*COLOURS,):
            raise MalformedText(f"'{mover}' is not a player: W or B is to move")
        player, hand = COLOURS.index(mover.upper()), read_number(left, 2 * self.men, "men to be placed")
        sides = [masked(point for point, cell in cells.items() if cell == colour) for colour in COLOURS]
        if hand > 0 and player != hand % 2:
            raise MalformedText(f"{hand} men are to be placed: {self.player_names[hand % 2]} is to move")
        in_hand = [hand // 2, (hand + 1) // 2]
        for colour, side, held in zip((0, 1), sides, in_hand):
            if bit_count(side) + held > self.men:
                raise MalformedText(f"{self.player_names[colour]} has {bit_count(side) + held} men of {self.men}")
        for colour, side, held in zip((0, 1), sides, in_hand):
            lost, placed = self.men - held - bit_count(side), self.men - in_hand[1 - colour]
            if hand > 0 and lost > max(placed - (FEWEST - 1), 0) or self.men == FEWEST and lost > 0:
                names = self.player_names[colour], self.player_names[1 - colour]
                raise MalformedText(f"{names[0]} has lost {lost} of his men, and {names[1]} has placed {placed} of his")
        mine, theirs = sides[player], sides[1 - player]
        if bit_count(theirs) + in_hand[1 - player] < FEWEST:
            raise MalformedText(f"{self.player_names[1 - player]} has lost all men but two, and has played on")
        if self.men == FEWEST and self.in_mills(mine) != 0:
            raise MalformedText(
                f"{self.player_names[player]} has won, and {self.player_names[1 - player]} has played on"
            )
        return type(self.initial)(mine, theirs, hand, player)

    def read_board(self, board):
        """Return what is on each point."""
        rows = self.rows()
        names = [(len(rows) - i, [self.point_name(point) for point in row]) for i, row in enumerate(rows)]
        cells = read_picture(board, names, COLOURS + EMPTY, "", "points")
        return dict(zip((point for row in rows for point in row), cells, strict=True))
