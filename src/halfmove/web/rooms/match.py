"""The match room: players against each other, with live boards, Elo and a crosstable; stopped and resumed at will."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from halfmove.core.drawing import find_drawing
from halfmove.core.game import Game
from halfmove.errors import HalfmoveError
from halfmove.play.foreign_text import quoted
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.match.match import Match
from halfmove.play.match.plan import MATCH, Pairing, Plan
from halfmove.play.match.store import Store
from halfmove.play.match.summary import labels, summary
from halfmove.play.ratings import elo
from halfmove.play.ratings.crosstable import points_against
from halfmove.play.ratings.standings import ratings
from halfmove.play.trust import check_plan
from halfmove.running.run import Stop
from halfmove.web import limits, messages
from halfmove.web.failures import LimitReached, Lost
from halfmove.web.pictures import board_data, picture_data
from halfmove.web.reporting import Halted, Report, reports_of
from halfmove.web.rooms.analysis import finite
from halfmove.web.same import command, same
from halfmove.web.workspace import Workspace

_NAME = re.compile(r"m[1-9][0-9]{0,5}")
_EVERY = 0.25  # seconds between two looks at a board
_SUMMARY = 1.0  # seconds between two tables of all results
_POINTS = 200  # of the curve of Elo
_LETTERS = {2: "W", 1: "D", 0: "L"}


def match(workspace: Workspace, request: messages.Match, stop: Stop) -> Iterator[dict[str, Any]]:
    """Play what is missing of a match."""
    plan = _plan(workspace, request)
    game = workspace.game(request.game)
    name, path = _place(workspace, request.match)

    def work(report: Report) -> dict[str, Any]:
        opened = Store.open(path) if path.exists() else Store.create(path, plan)
        with opened as store:
            store.extend(plan)
            running = Match(store, game, test=request.sprt)
            live = _Live(name, request, running, store, game, report)
            running.watch, running.runner.watch = live.finished, live.turned
            with suppress(Halted):
                running.run()
            return live.data(whole=True)

    yield from reports_of(work, stop)


def _plan(workspace: Workspace, request: messages.Match) -> Plan:
    """Return what is to be played, if it names nothing but games and players of ours."""
    plan = Plan(
        request.game,
        tuple(request.players),
        request.form,
        request.games,
        request.time,
        request.openings,
        request.seed,
    )
    if request.game != workspace.own:
        check_plan(plan)
    for player in request.players:
        workspace.spec(player)
    if request.openings.partition(":")[0] not in ("", "none", "random"):
        raise HalfmoveError(f"{quoted(request.openings)}: openings are none or random:PLIES here")
    return plan


def _place(workspace: Workspace, name: str | None) -> tuple[str, Path]:
    """Return the file of a match: one that was begun, or a new one."""
    folder = Path(workspace.folder)
    begun = {path.stem for path in folder.glob("m*.db")}
    if name is not None:
        if not _NAME.fullmatch(name) or name not in begun:
            raise Lost(f"{quoted(name)}: there is no such match; begin it again")
        return name, folder / f"{name}.db"
    if len(begun) >= limits.MATCHES:
        raise LimitReached(f"{limits.MATCHES} matches are kept: start the studio again for more")
    number = 1 + max((int(stem[1:]) for stem in begun if stem[1:].isdecimal()), default=0)
    return f"m{number}", folder / f"m{number}.db"


def matches(workspace: Workspace, request: messages.Matches) -> dict[str, Any]:
    """List the matches of this start."""
    listed = []
    for path in sorted(Path(workspace.folder).glob("m*.db"), key=lambda each: int(each.stem[1:])):
        with Store.open(path) as store:
            plan = json.loads(store.plan.to_json())
            listed.append({"match": path.stem, "played": len(store.numbers()), "plan": plan})
    return {"type": "matches", "matches": listed}


class _Live:
    """What is known of a match while it runs."""

    def __init__(
        self, name: str, request: messages.Match, running: Match, store: Store, game: Game, report: Report
    ) -> None:
        self.name, self.request, self.running, self.store, self.report = name, request, running, store, report
        self.names = labels(running.plan.players)
        self.drawing = find_drawing(game)
        self.described = self.drawing.describe()
        self.board: dict[str, Any] | None = None
        self.table: dict[str, Any] = {}
        self.looked = self.summed = 0.0

    def turned(self, ongoing: GameInProgress, pairing: Pairing) -> None:
        """Look at a board after a turn, every now and then."""
        now = time.monotonic()
        if now - self.looked < _EVERY and not ongoing.over:
            return
        self.looked = now
        drawing, state = find_drawing(ongoing.rules), ongoing.state
        before, last = ongoing.states[-2], ongoing.turns[-1]
        self.board = {
            "game": pairing.number + 1,
            "seats": [self.names[player] for player in pairing.seats],
            "board": board_data(self.described),
            "picture": picture_data(drawing, self.described, state),
            "marks": sorted(int(cell) for cell in drawing.places(before, last.action)),
            "plies": len(ongoing.turns),
            "text": ongoing.rules.show(state),
        }
        self.report(self.data())

    def finished(self, running: Match) -> None:
        """Count games that have ended."""
        self.report(self.data())

    def data(self, whole: bool = False) -> dict[str, Any]:
        """Return how the match stands."""
        running = self.running
        if whole or time.monotonic() - self.summed > _SUMMARY:
            self.summed = time.monotonic()
            self.table = self._table()
        data: dict[str, Any] = {
            "type": "match",
            "match": self.name,
            "played": running.played,
            "wanted": running.wanted,
            "seconds": running.seconds,
            "finished": running.finished,
            "boards": [self.board] if self.board else [],
            "players": list(self.names),
            **self.table,
        }
        if running.game.players == 2 and len(running.round.encounters) == 1 and running.plan.form == MATCH:
            data |= self._of_two()
        return {**data, "same": self._same()}

    def _of_two(self) -> dict[str, Any]:
        running = self.running
        score, pairs = running.score(), running.pairs()
        played = [int(half) for half in running.half_points.tolist() if half >= 0]
        evidence = running.evidence() if running.test else None
        return {
            "score": {"wins": score.wins, "draws": score.draws, "losses": score.losses},
            "elo": _estimate(elo(pairs)),
            "pairs": list(pairs.counts),
            "results": "".join(_LETTERS[half] for half in played),
            "history": self._history(played),
            "evidence": None if evidence is None else str(evidence),
        }

    def _history(self, played: list[int]) -> list[dict[str, Any]]:
        """Return how Elo came about, pair by pair."""
        from halfmove.play.ratings import Pairs

        counts, curve, pairs = [0] * 5, [], len(played) // 2
        step = max(1, pairs // _POINTS)
        for pair in range(pairs):
            counts[played[2 * pair] + played[2 * pair + 1]] += 1
            if (pair + 1) % step == 0 or pair + 1 == pairs:
                curve.append({"games": 2 * (pair + 1), **_estimate(elo(Pairs(tuple(counts))))})
        return curve

    def _table(self) -> dict[str, Any]:
        """Return ratings and a crosstable of all players."""
        totals = summary(self.store)
        notices = {"endings": totals.endings, "notices": totals.notices(), "losses": totals.losses_text()}
        if not totals.results or self.running.game.players < 2:
            return {"table": [], **notices}
        standings = ratings(totals.results).standings
        games, points = points_against(totals.results)
        rows = []
        for standing in standings:
            score, name = standing.score, standing.player
            against = [float(points[name, other.player]) if games[name, other.player] else None for other in standings]
            rows.append(
                {
                    "player": name,
                    "elo": finite(standing.rating.value),
                    "low": finite(standing.rating.low),
                    "high": finite(standing.rating.high),
                    "points": score.points,
                    "games": score.games,
                    "against": against,
                }
            )
        return {"table": rows, **notices}

    def _same(self) -> dict[str, str]:
        request = self.request
        words = "match" if request.form == MATCH else "tournament"
        form = None if request.form == MATCH else request.form
        options: dict[str, Any] = {"game": request.game, "form": form, "games": request.games}
        options |= {"time": request.time or None, "openings": request.openings, "seed": request.seed}
        options["sprt"] = None if request.sprt is None else ",".join(f"{each:g}" for each in request.sprt)
        line = command(" ".join([words, *request.players[:-1]]), request.players[-1], **options)
        form_argument = f", form={request.form!r}" if form else ""
        text = (
            "from halfmove import Match, Plan, Store\n\n"
            f"plan = Plan({request.game!r}, {tuple(request.players)!r}{form_argument}, games={request.games},"
            f" time={request.time!r}, openings={request.openings!r}, seed={request.seed})\n"
            'with Store.create("match.db", plan) as store:\n'
            "    match = Match(store)\n    match.run()\n    print(match.score())\n"
        )
        return same(line, text)


def _estimate(estimate: Any) -> dict[str, float | None]:
    return {"value": finite(estimate.value), "low": finite(estimate.low), "high": finite(estimate.high)}
