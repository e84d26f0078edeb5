"""Nim with several heaps or one, and a game of one heap for three."""

from halfmove.games.nim.rules import Nim as Nim
from halfmove.games.nim.rules import OneHeapNim as OneHeapNim
from halfmove.games.nim.three_players import ThreePlayerNim as ThreePlayerNim
