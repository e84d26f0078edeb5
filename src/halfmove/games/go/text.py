"""Go as text: pictures of the board, the vertices of GTP (`D4`, `pass`), and SGF (`;B[dp];W[]`).

GTP names columns by the letters A to T without I, and rows by numbers from the bottom; SGF names both by letters,
rows from the top.
"""

from __future__ import annotations

import re
from typing import Any

from halfmove.compiled import bit_count, lowest_bit, plain
from halfmove.errors import IllegalAction, MalformedText
from halfmove.games.shared.notation import read_number
from halfmove.games.shared.picture import read_picture
from halfmove.games.shared.sgf import main_lines

COLOURS = ("Black", "White")
COLUMNS = "ABCDEFGHJKLMNOPQRST"
SGF_LETTERS = "abcdefghijklmnopqrs"
STONES, EMPTY = "XO", "."
PASS, OLD_SGF_PASS = "pass", "tt"
GO = "1"  # what SGF calls the game, in GM
NOWHERE = -1
MOST_PASSES = 2


def vertex(action: int, size: int) -> str:
    """Return an action as GTP writes it."""
    return PASS if action == size * size else f"{COLUMNS[action % size]}{size - action // size}"


def read_vertex(written: str, size: int) -> int | None:
    """Return the action of a vertex, or None if there is no such point."""
    word = written.upper()
    if word == PASS.upper():
        return size * size
    if not re.fullmatch(r"[A-T][1-9][0-9]?", word) or word[0] not in COLUMNS[:size] or int(word[1:]) > size:
        return None
    return (size - int(word[1:])) * size + COLUMNS.index(word[0])


def sgf_point(action: int, size: int) -> str:
    """Return an action as SGF writes it: nothing is a pass."""
    return "" if action == size * size else SGF_LETTERS[action % size] + SGF_LETTERS[action // size]


def read_sgf_point(written: str, size: int) -> int | None:
    """Return the action of a point in SGF, or None if there is no such point."""
    if written in ("", OLD_SGF_PASS):
        return size * size
    letters = SGF_LETTERS[:size]
    if len(written) != len("aa") or written[0] not in letters or written[1] not in letters:
        return None
    return letters.index(written[1]) * size + letters.index(written[0])


def show(game: Any, position: Any) -> str:
    """Return a picture of the board, and below it who is to move and what else counts."""
    size, margin = game.size, len(str(game.size))
    (black, white), lines = colours(position), []
    for row in range(size):
        points = range(row * size, row * size + size)
        cells = ["X" if black >> at & 1 else "O" if white >> at & 1 else EMPTY for at in points]
        lines.append(f"{size - row:>{margin}} {' '.join(cells)}")
    facts = [f"{COLOURS[position.player]} to move"]
    if position.barred != NOWHERE:
        facts.append(f"ko at {vertex(position.barred, size)}")
    if position.passes:
        facts.append(f"{position.passes} pass{'es' * (position.passes > 1)}")
    if position.plies:
        facts.append(f"{position.plies} plies")
    return "\n".join([*lines, " " * margin + " " + " ".join(COLUMNS[:size]), ", ".join(facts)])


def colours(position: Any) -> tuple[int, int]:
    """Return the stones of Black and of White."""
    return (position.mine, position.theirs) if position.player == 0 else (position.theirs, position.mine)


def read(game: Any, written: str) -> Any:
    """Return the state of a picture, of SGF or of the vertices that were played."""
    game, text = plain(game), written.strip()
    if text.startswith(("(", ";")):
        return _read_sgf(game, text)
    if EMPTY in text:
        return _read_picture(game, text)
    position = game.initial
    for place, word in enumerate(text.replace(",", " ").split(), 1):
        position = _play(game, position, read_vertex(word, game.size), f"'{word}' at place {place}")
    return position


def read_action(game: Any, position: Any, written: str) -> int:
    """Return the legal action that is written as a vertex or as a point of SGF."""
    objection = why_illegal(game, position, written)
    if objection:
        raise IllegalAction(f"{written}: {objection}")
    action = _point(written.strip(), game.size)
    assert action is not None  # that would have been the objection
    return action


def why_illegal(game: Any, position: Any, written: str) -> str:
    """Return why a player cannot do what is written."""
    return _objection(plain(game), position, _point(written.strip(), game.size))


def _point(written: str, size: int) -> int | None:
    """Return the action of a vertex or of a point of SGF, or None if it is neither."""
    action = read_vertex(written, size)
    return read_sgf_point(written, size) if action is None and written else action


def _objection(game: Any, position: Any, action: int | None) -> str:
    """Return why an action is not legal; nothing if it is."""
    if action is None:
        return f"there is no such point on a board of {game.size} x {game.size}"
    if game.is_terminal(position):
        return "the game is over"
    if action == game.size * game.size:
        return ""
    for stones, player in ((position.mine, position.player), (position.theirs, 1 - position.player)):
        if stones >> action & 1:
            return f"there is a stone of {COLOURS[player]} on it"
    if game.is_legal(position, action):
        return ""
    if action == position.barred:
        return "ko bars the point for one turn"
    stone = game.stone(position, action)
    if game.around(stone) & ~(position.mine | position.theirs) & game.board or game.finds_room(position, stone):
        return "superko: this board has come up before"
    return "suicide: the stone would have no liberty"


def _play(game: Any, position: Any, action: int | None, place: str) -> Any:
    objection = _objection(game, position, action)
    if objection:
        raise MalformedText(f"{place}: {objection}")
    return game.result(position, action)


def _read_picture(game: Any, text: str) -> Any:
    """Return the state of a board with X and O, and of the line below it."""
    mover = re.search(r"\b(black|white)\b", text, re.IGNORECASE)
    if mover is None:
        raise MalformedText("the board does not say who is to move: 'Black to move' or 'White to move'")
    stones = _read_stones(text[: mover.start()], game.size)
    player = [colour.casefold() for colour in COLOURS].index(mover[0].casefold())
    _check_liberties(game, *stones)
    return _with_facts(game, game.set_up(*stones, player), text[mover.start() :])


def _read_stones(text: str, size: int) -> tuple[int, int]:
    """Return the stones of both colours in a picture."""
    rows = [(size - y, [vertex(y * size + x, size) for x in range(size)]) for y in range(size)]
    points = read_picture(text, rows, STONES + EMPTY, COLUMNS[:size], "points")
    black, white = (sum(1 << at for at, cell in enumerate(points) if cell == stone) for stone in STONES)
    return black, white


def _check_liberties(game: Any, black: int, white: int) -> None:
    """Refuse a board with a chain that has no liberty: it would have been taken."""
    empty = game.board & ~(black | white)
    for stones in (black, white):
        stifled = stones & ~game.grown(stones & game.around(empty), stones)
        if stifled:
            raise MalformedText(f"the stone on {vertex(lowest_bit(stifled), game.size)} has no liberty")


def _with_facts(game: Any, position: Any, text: str) -> Any:
    """Return the position with what is said of ko, passes and plies in `Black to move, ko at C3, 1 pass, 7 plies`."""
    mover, *facts = (part.strip() for part in text.split(","))
    if not re.fullmatch(r"\w+(\s+to\s+move)?", mover):
        raise MalformedText(f"'{mover}' should be '{COLOURS[position.player]} to move'")
    if len({re.sub(r"[^a-z]|es$|y$", "", fact.partition(" at")[0]) for fact in facts}) < len(facts):
        raise MalformedText(f"'{text}' says something twice")
    for fact in facts:
        ko, counted = re.fullmatch(r"ko at (\S+)", fact), re.fullmatch(r"([0-9]+) (pass|passes|ply|plies)", fact)
        if ko:
            position = position._replace(barred=_read_ko(game, position, ko[1]))
        elif counted and counted[2].startswith(PASS):
            position = position._replace(passes=read_number(counted[1], MOST_PASSES, "passes"))
        elif counted and game.limit:
            position = position._replace(plies=read_number(counted[1], game.limit, "plies"))
        elif counted:
            raise MalformedText(f"'{fact}': this game does not count plies, as it has no limit of them")
        else:
            raise MalformedText(f"'{fact}' is none of 'ko at C3', '1 pass' and '7 plies'")
    if position.passes and position.barred != NOWHERE:
        raise MalformedText(f"'{text}': after a pass no ko bars a point")
    if game.limit and position.passes > position.plies:
        raise MalformedText(f"'{text}': {position.passes} passes cannot be in {position.plies} plies")
    return position


def _read_ko(game: Any, position: Any, written: str) -> int:
    """Return the point that ko bars, which must be where a lone stone has just taken one."""
    if game.superko:
        raise MalformedText(f"'ko at {written}': this game has superko, which bars boards and no points")
    point = read_vertex(written, game.size)
    if point is None or point == game.size * game.size:
        raise MalformedText(f"'ko at {written}': there is no such point on a board of {game.size} x {game.size}")
    stone = game.stone(position, point)
    open_sides = game.around(stone) & game.board & ~position.theirs
    if (position.mine | position.theirs) & stone or open_sides:
        raise MalformedText(f"'ko at {written}': the point is not an empty one among stones of the other player")
    _, theirs = game.played(position, stone)
    if bit_count(theirs ^ position.theirs) != 1:
        raise MalformedText(f"'ko at {written}': a stone there would not take just one stone")
    return point


def _read_sgf(game: Any, text: str) -> Any:
    """Return the state at the end of the main line: moves (B, W), set-up stones (AB, AW, AE), who is to move (PL)."""
    position = game.initial
    main_line, *_ = main_lines(text.rstrip(), lambda _, place: f"place {place} of the SGF", bare=text.startswith(";"))
    properties = [(number, *each) for number, node in enumerate(main_line, 1) for each in node.properties.items()]
    for node, name, values in properties:
        place = f"{name}{''.join(f'[{value}]' for value in values)} in node {node} of the SGF"
        if name in ("B", "W"):
            if len(values) > 1:
                raise MalformedText(f"{place}: a move is one point")
            _check_liberties(game, *colours(position))  # before: stones may have been set up
            point = read_sgf_point(values[0].strip(), game.size)
            position = _play(game, with_mover(position, "BW".index(name)), point, place)
        elif name in ("AB", "AW", "AE"):
            position = _set_up(game, position, name, values, place)
        elif name == "PL":
            if values[0].casefold() not in ("b", "w", "black", "white"):
                raise MalformedText(f"{place}: a player is B or W")
            position = with_mover(position, "bw".index(values[0][0].casefold()))
        elif name in ("SZ", "KM", "GM"):
            _check_root(game, name, values[0].strip(), place)
    _check_liberties(game, *colours(position))
    return position


def with_mover(position: Any, player: int) -> Any:
    """Return the position with `player` to move."""
    if position.player == player:
        return position
    mine, theirs = position.theirs, position.mine
    return position._replace(mine=mine, theirs=theirs, player=player, barred=NOWHERE, passes=0)


def _set_up(game: Any, position: Any, name: str, values: list[str], place: str) -> Any:
    """Return the position after stones were put down (AB, AW) or taken away (AE); nothing is known of before."""
    points = 0
    for value in values:
        corners = [read_sgf_point(corner.strip() or "-", game.size) for corner in value.split(":")]
        if len(corners) > 2 or None in corners or game.size * game.size in corners:
            raise MalformedText(f"{place}: '{value}' is no point and no rectangle on a board of {game.size}")
        (left, top), (right, bottom) = ((at % game.size, at // game.size) for at in (corners[0], corners[-1]))
        points |= sum(1 << y * game.size + x for y in range(top, bottom + 1) for x in range(left, right + 1))
    stones = [colour & ~points for colour in colours(position)]
    if name != "AE":
        stones[0 if name == "AB" else 1] |= points
    return game.set_up(*stones, position.player)


def _check_root(game: Any, name: str, value: str, place: str) -> None:
    """Refuse what is not this game: another size, another komi, not Go at all."""
    if name == "SZ" and value not in (str(game.size), f"{game.size}:{game.size}"):
        raise MalformedText(f"{place}: this game has a board of {game.size} x {game.size}")
    if name == "GM" and value != GO:
        raise MalformedText(f"{place}: Go is game {GO}")
    if name == "KM":
        if not re.fullmatch(r"[-+]?[0-9]{1,4}(\.[0-9]{1,4})?", value):
            raise MalformedText(f"{place}: komi is a number")
        if float(value) != game.komi:
            raise MalformedText(f"{place}: this game has a komi of {game.komi:g}")
