"""Proof-number search: is a state worth at least so much to a player? The search goes where least is left to show.

Allis, van der Meulen and van den Herik, "Proof-number search", 1994; depth first with a table, df-pn: Nagai 2002.

The attacker says that he gets what is wanted. Below his states one action has to do it (OR), below those of the other
player each action has to (AND). The proof number of a state is the least number of leaves that must still be shown to
give what is wanted, the disproof number the least number that must be shown not to. Of OR the proof number is the least
of the children and the disproof number is the sum, of AND it is the other way round; the next leaf is where both lead.

Where a state can come back, a line that does so brings the attacker nothing. What is proven so is true however the
state was reached, since no proof has such a line. A disproof that needs one may fail on another path (the graph history
interaction), so it is DOUBTFUL, and the other player is asked for a proof of the contrary.

In files of one idea each: inquiry what is asked and answered, search what one search is given, dfpn the loop, children
the states below one, table what is remembered, line how the mover goes on.
"""

from halfmove.search.proof_number.inquiry import proof_number

__all__ = ["proof_number"]
