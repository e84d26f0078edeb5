"""The tuples of cells by which Connect Four is learned."""

from __future__ import annotations

import pytest

from halfmove.games import game_named
from halfmove.games.connect_four.encoding import ConnectFourEncoding, lines, walks

pytestmark = pytest.mark.one_lane


def every_line(width: int, height: int) -> set[frozenset[int]]:
    """Return all lines of four, by columns from the bottom."""
    found = set()
    for column in range(width):
        for row in range(height):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(column + i * right, row + i * up) for i in range(4)]
                if all(0 <= c < width and 0 <= r < height for c, r in line):
                    found.add(frozenset(height * c + r for c, r in line))
    return found


@pytest.mark.parametrize(("width", "height", "count"), [(7, 6, 69), (5, 4, 17), (4, 4, 10)])
def test_every_line_of_four_is_seen_whole(width, height, count):
    """By a tuple or by its mirror image."""
    wanted = every_line(width, height)
    assert len(wanted) == count
    seen = [set(cells) for cells in lines(width, height)]
    mirrored = [{height * (width - 1 - cell // height) + cell % height for cell in cells} for cells in seen]
    assert all(any(line <= cells for cells in (*seen, *mirrored)) for line in wanted)


def test_no_tuple_is_there_twice():
    found = lines(7, 6) + walks(7, 6)
    assert (len(lines(7, 6)), len(walks(7, 6))) == (27, 39)
    assert len({frozenset(cells) for cells in found}) == len(found)
    assert all(len(set(cells)) == 8 and 0 <= min(cells) <= max(cells) < 42 for cells in found)


@pytest.mark.parametrize(
    ("board", "count"), [("width=3,height=3", 0), ("width=1,height=3", 0), ("width=1,height=4", 1)]
)
def test_a_board_without_lines_has_no_tuples(board, count):
    assert len(ConnectFourEncoding(game_named(f"connect-four:{board}")).tuples()) == count
