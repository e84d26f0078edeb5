"""Men's morris."""

from halfmove.games.morris.rules import Morris as Morris
