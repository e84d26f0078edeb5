"""The figures of the textbooks and lectures, by name, with what is known of them.

Where each is printed stands beside it; the sources are those of `docs/references.md`.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.errors import HalfmoveError, did_you_mean
from halfmove.games.trees.explicit import ExplicitGame


class Figure(NamedTuple):
    tree: str
    value: tuple[float, ...]  # of the root: for MAX, or for each player
    where: str


FIGURES = {
    "two-ply": Figure(
        "max(a1=min(b1=3 b2=12 b3=8) a2=min(c1=2 c2=4 c3=6) a3=min(d1=14 d2=5 d3=2))",
        (3,),
        "AIMA, figures 5.2 and 5.5; Zell, sections 5.2 and 5.3: alpha-beta skips the leaves c2 and c3",
    ),
    "three-players": Figure(
        "A(B(C(<1 2 6> <4 2 3>) C(<6 1 2> <7 4 1>)) B(C(<5 1 1> <1 5 2>) C(<7 7 1> <5 4 5>)))",
        (1, 2, 6),
        "AIMA, figure 5.4: vectors for three players",
    ),
    "no-need-to-look": Figure(
        "max(0.7 min(0.5 unknown=max(0.9 0.1)))",
        (0.7,),
        "Chapter 9, section 9.3: whatever the last branch is worth, MAX takes 0.7",
    ),
    "chance": Figure("chance(1/2: 1, 1/3: 0, 1/6: 1/2)", (7 / 12,), "Chapter 9, section 9.4"),
    "coins": Figure("max(chance(min(2 4) min(7 4)) chance(min(6 0) min(5 -2)))", (3,), "Lecture 5, a game with coins"),
    "any-scale": Figure("max(min(1 2) min(2 4))", (2,), "Lecture 5: exact values do not matter"),
    "any-scale-changed": Figure(
        "max(min(1 20) min(20 400))", (20,), "the same with other values in the same order: the same action is best"
    ),
    "scale-matters": Figure(
        "max(a1=chance(0.9: min(2 2), 0.1: min(3 3)) a2=chance(0.9: min(1 1), 0.1: min(4 4)))",
        (2.1,),
        "AIMA, figure 5.12; Zell, section 5.5: a1 is best",
    ),
    "scale-matters-changed": Figure(
        "max(a1=chance(0.9: min(20 20), 0.1: min(30 30)) a2=chance(0.9: min(1 1), 0.1: min(400 400)))",
        (40.9,),
        "the same with other values in the same order: a2 is best",
    ),
    "doubtful": Figure(
        "max(min(99 1000 1000 1000) min(100 101 102 100))",
        (100,),
        "AIMA, figure 5.14; Zell, section 5.8: with errors in the leaves the left branch is likely better",
    ),
    "roads-to-gold": Figure(
        "chance(1/2: max@start(A=1 B=max@fork(left=2 right=-100)), 1/2: max@start(A=1 B=max@fork(left=-100 right=2)))",
        (1,),
        "AIMA, section 5.6: road A has a small heap of gold, road B a fork with much gold on one side and a bus on the"
        " other",
    ),
    "roads-with-a-look": Figure(
        "chance(1/2: max@start(A=1 B=max@fork(left=2 right=-100) look=max(left=1.5 right=-100.5)),"
        " 1/2: max@start(A=1 B=max@fork(left=-100 right=2) look=max(left=-100.5 right=1.5)))",
        (1.5,),
        "the same with a look at the fork that costs 0.5",
    ),
    "non-locality": Figure(
        "chance(1/2: min(left=-1 right=max@choice(a=1 b=-1)), 1/2: min(left=1 right=max@choice(a=-1 b=0)))",
        (-0.5,),
        "after Frank and Basin 1998: where MAX comes to choose depends on what MIN knows elsewhere in the tree",
    ),
    "fusion": Figure(
        "chance(1/2: max@start(safe=0 risky=max@later(a=1 b=-1)), 1/2: max@start(safe=0 risky=max@later(a=-1 b=1)))",
        (0,),
        "after Frank and Basin 1998: a strategy that is best in every world, and in no world known to be",
    ),
    "hide": Figure(
        "chance(1/2: max(tell=0 keep=min@guess(left=-1 right=3)), 1/2: max(tell=0 keep=min@guess(left=3 right=-1)))",
        (1,),
        "MAX knows a secret: it is worth something as long as MIN does not know it",
    ),
    "printed-chance": Figure(
        "max(0.5 chance(1/2: min(-1 0), 1/2: 1))", (0.5,), "where Chapter 9's algorithm 29, as printed, comes to 0.75"
    ),
}


def figure(name: str = "two-ply") -> ExplicitGame:
    """Return the game of a figure."""
    if name not in FIGURES:
        raise HalfmoveError(f"there is no figure '{name}'{did_you_mean(name, FIGURES)}; there are {', '.join(FIGURES)}")
    return ExplicitGame.parse(FIGURES[name].tree)
