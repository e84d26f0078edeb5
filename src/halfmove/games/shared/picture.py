"""Reading pictures of boards, as people draw them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from halfmove.errors import MalformedText


def read_picture(
    text: str, rows: Sequence[tuple[int, Sequence[str]]], symbols: str, columns: str, cells: str = "squares"
) -> list[str]:
    """Return the cells of a board, row by row: each is one of `symbols`, which are capitals.

    `rows` holds the number of each row and the names of its cells, `cells` what they are called. Rows are parted by
    lines, slashes or spaces; a number before a row and a line with the letters of the `columns` may be left out.
    """
    lines = re.split(r"[/\n]", text.strip())
    if len(lines) == 1 and len(rows) > 1:
        lines = lines[0].split()
    lines = [re.sub(r"^\d+|\s", "", line.strip()).upper() for line in lines]
    lines = [line for line in lines if line not in ("", columns.upper())]
    if len(lines) != len(rows):
        raise MalformedText(f"the picture has {len(lines)} rows where the board has {len(rows)}")
    for (number, names), line in zip(rows, lines, strict=True):
        if len(line) != len(names):
            raise MalformedText(f"row {number} is '{line}': {len(line)} {cells} where the board has {len(names)}")
        for name, cell in zip(names, line, strict=True):
            if cell not in symbols:
                raise MalformedText(f"{name} is '{cell}', which is none of {' '.join(symbols)}")
    return [cell for line in lines for cell in line]
