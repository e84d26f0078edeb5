"""Double dummy: how many tricks a side takes if all cards are open. `solver` is what people call."""

from halfmove.games.tricks.double_dummy.solver import DoubleDummySolver as DoubleDummySolver
from halfmove.games.tricks.double_dummy.solver import double_dummy as double_dummy
