"""Games of m, n, k: k in a row on a board of m by n."""

from halfmove.games.mnk.rules import MNK as MNK
