"""The result of a match for a person or for a program, with the time that its figures rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.cli.ratings import bars, ratings_data

if TYPE_CHECKING:
    from halfmove.play.match.match import Match
    from halfmove.play.match.plan import Plan
    from halfmove.play.match.store import Store
    from halfmove.play.match.summary import Summary


def report(store: Store, running: Match, as_json: bool, quiet: bool) -> None:
    """Print the result of a match."""
    from halfmove.cli.report import print_json
    from halfmove.play.match.summary import summary

    totals = summary(store)
    of_two = running.game.players == 2 and len(running.round.encounters) == 1 and running.plan.form == "match"
    if as_json:
        print_json(_data(totals, running, of_two))
    elif quiet:
        print(running.score() if of_two else len(totals.results))
    else:
        _tell(totals, running, of_two)


def _data(totals: Summary, running: Match, of_two: bool) -> dict[str, Any]:
    from halfmove.play.ratings import elo, normalised_elo, score_share, superiority

    data: dict[str, Any] = {"games": len(totals.results), "finished": running.finished, "endings": totals.endings}
    if of_two:
        score, pairs = running.score(), running.pairs()
        data |= {"wins": score.wins, "draws": score.draws, "losses": score.losses, "pairs": list(pairs.counts)}
        data |= {"score": bars(score_share(pairs)), "elo": bars(elo(pairs)), "normalised": bars(normalised_elo(pairs))}
        data["superiority"] = superiority(pairs)
        if running.test:
            data["sprt"] = vars(running.evidence())
    elif running.game.players > 1:
        data |= {"ratings": ratings_data(list(totals.results))["players"]}
    if running.order:
        data["ladder"] = [totals.players[player] for player in running.order]
    data["means"] = {player: totals.mean(player) for player in totals.players}
    return data | _time_data(totals, running.plan) | {"repeated": totals.repeated, "lopsided": totals.lopsided}


def _time_data(totals: Summary, plan: Plan) -> dict[str, Any]:
    """Return what each player was given, what he took of it, why he lost, and where he failed."""
    controls = zip(totals.players, plan.controls(), strict=True)
    spent = totals.spent.items()
    return {
        "time": {player: control.granted() for player, control in controls},
        "margin": plan.margin,
        "charge_waiting": plan.charge_waiting,
        "moves": {player: each.moves for player, each in spent},
        "seconds_per_move": {player: each.mean(each.seconds) for player, each in spent},
        "longest_move": {player: each.longest for player, each in spent},
        "depth_per_move": {player: each.mean(each.depth) for player, each in spent},
        "nodes_per_move": {player: each.mean(each.nodes) for player, each in spent},
        "losses_by_ending": totals.losses,
        "forfeits": totals.forfeits,
        "forfeit_reasons": totals.reasons,
    }


def _tell(totals: Summary, running: Match, of_two: bool) -> None:
    from halfmove.cli.report import console, rate
    from halfmove.play.ratings import crosstable, ratings_text, score_text
    from halfmove.play.ratings import ratings as rated

    say = console().print
    if running.game.players == 1 and totals.results:
        for player in totals.players:
            say(f"{player}: {totals.mean(player):g} on average", markup=False)
    elif of_two:
        say(" against ".join(totals.players), style="bold", markup=False)
        say(score_text(running.score(), running.pairs()), markup=False)
        if running.test:
            say(str(running.evidence()), markup=False)
    elif totals.results:
        say(f"{ratings_text(rated(totals.results))}\n\n{crosstable(totals.results)}", markup=False)
    if running.order:
        say(f"Ladder: {', '.join(totals.players[player] for player in running.order)}", markup=False)
    if totals.results and running.game.players > 1:
        say(f"Losses: {totals.losses_text()}", markup=False)
    for line in _time_text(totals, running.plan):
        say(line, markup=False)
    if running.here:
        say(f"{running.here} games in {running.seconds:.1f} s ({rate(running.here, running.seconds)})", style="dim")
    for notice in totals.notices():
        say(notice, style="yellow", markup=False)


def _time_text(totals: Summary, plan: Plan) -> list[str]:
    """Return a line about when a player forfeits, and one for each player about what he took, and where he failed."""
    from halfmove.play.clocks.time_control import write_duration

    controls = plan.controls()
    lines = []
    if any(control.keeps_time for control in controls):
        waiting = "charged" if plan.charge_waiting else "not charged"
        margin = write_duration(plan.margin)
        lines.append(f"Time: a player late by more than {margin} forfeits; waiting for a core is {waiting}")
    for player, control in zip(totals.players, controls, strict=True):
        spent = totals.spent[player]
        given = control.granted() or "no limit but his own"
        taken = "no move"
        if spent.moves:
            reached = f"depth {spent.mean(spent.depth):.1f}, {spent.mean(spent.nodes):,.0f} nodes"
            taken = f"{_brief(spent.mean(spent.seconds))} a move, {_brief(spent.longest)} at most, {reached}"
        lines.append(f"  {player}: given {given}; took {taken}; forfeits: {totals.forfeits[player]}")
        lines += [f"    {reason}" for reason in totals.reasons[player]]
    return lines


def _brief(seconds: float) -> str:
    from halfmove.play.clocks.time_control import write_duration

    return write_duration(float(f"{seconds:.3g}"))
