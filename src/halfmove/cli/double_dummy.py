"""`halfmove double-dummy`: what each lead of a bridge deal is worth if all cards are open."""

from __future__ import annotations

from typing import Annotated

import typer

from halfmove.cli.options import Json, Quiet


def double_dummy(
    hands: Annotated[str, typer.Argument(help="The hands in PBN: 'N:AKQ.T95..432 ...', suits from spades to clubs.")],
    trump: Annotated[str, typer.Option(help="C, D, H, S, or N for no trumps.")] = "N",
    leader: Annotated[str, typer.Option(help="Who leads: N, E, S or W.")] = "N",
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell how many tricks the leader's side takes after each card he can lead, if all players see all cards.

    A whole deal or an ending, with as many cards in each hand.

    \b
    halfmove double-dummy "N:A.2.. 3.4.. 5.6.. 7.8.." --trump S
    """
    from halfmove.cli.report import console, print_json, table
    from halfmove.games.tricks.double_dummy import double_dummy as solve

    tricks = sorted(solve(hands, trump, leader).items(), key=lambda each: -each[1])
    if as_json:
        print_json({"trump": trump, "leader": leader, "tricks": dict(tricks)})
    elif quiet:
        for card, count in tricks:
            print(card, count)
    else:
        rows = table("lead", "tricks#")
        for card, count in tricks:
            rows.add_row(card, str(count))
        console().print(rows)
