"""The points of a Morris board, and how an action names them.

Points are counted ring by ring from the outside, and around each ring from its upper left corner; Three Men's Morris
has one ring and a point in the middle, the last one:

     0 ------- 1 ------- 2      mills are the sides of the squares
     |   8 --- 9 --- 10  |      and, where there are three squares,
     |   |  16 17 18 |   |      the four lines that cross them all
     7  15  23    19 11  3
"""

RINGS = {9: 3, 6: 2, 3: 1}  # squares of the board, by the number of men
RING = 8  # points
AROUND = ((-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))  # right and up from the middle
FEWEST = 3  # men with which a mill can be made
FIELD = 5  # bits of a point in an action: where to, where from and what is removed
NOWHERE = (1 << FIELD) - 1  # not a point


def masked(points):
    """Return the set of bits of some points."""
    return sum(1 << point for point in points)
