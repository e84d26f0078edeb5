"""A game at the terminal: people type actions by name, players answer, chance is drawn from a seed."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from halfmove.core.choice import Limit
from halfmove.core.game import CHANCE, Game
from halfmove.core.naming import player_name
from halfmove.core.rules import action_named
from halfmove.core.secrets import has_secrets
from halfmove.errors import HalfmoveError
from halfmove.play.adjudication import BY_THE_RULES, Adjudication
from halfmove.play.endings import LENGTH, OVER, TIME, Outcome
from halfmove.play.game_in_progress import GameInProgress, Turn
from halfmove.play.loading import is_file
from halfmove.play.players.human import HumanPlayer
from halfmove.play.players.player import Player
from halfmove.play.players.registry import player_of
from halfmove.play.players.seating import check_specs, seated
from halfmove.play.players.spec import HUMAN, RANDOM, STRONG, Spec, parse_spec
from halfmove.play.records.records import Record, format_of, record_of, write_records
from halfmove.play.referee import fail, ready, rehearse, resign, tell, turn
from halfmove.play.terminal.review import Judged, mistakes, review
from halfmove.play.trust import is_recordable

HELP = """Type an action as it is listed, or
  actions     list the legal actions
  hint        ask for advice
  undo        take back your last action
  board       show the board again
  review      what a strong player thinks of your actions
  save FILE   write the game to a file (.json, .pgn, .pdn, .sgf); `halfmove play FILE` goes on with it
  resign      give up
  quit        leave the game"""

ADVICE = 2.0  # seconds for a hint
JUDGEMENT = 0.5  # seconds for each state of a review
_WORST = 3  # mistakes that are shown


class Say(Protocol):
    """Writes a text to the terminal; `style` is what kind of text it is."""

    def __call__(self, text: str, style: str = "") -> None: ...


class Leave(Exception):
    """A person leaves the game."""


def specs_for(game: Game, texts: Sequence[str]) -> list[Spec]:
    """Return a player for each seat: those asked for, then strong ones; with none asked for, a person begins.

    Where something is hidden no search is strong, and the others are random.
    """
    if len(texts) > game.players:
        raise HalfmoveError(f"{len(texts)} players for a game of {game.players}")
    texts, other = list(texts) or [HUMAN], RANDOM if has_secrets(game) else STRONG
    return [parse_spec(text) for text in (*texts, *[other] * (game.players - len(texts)))]


class Session:
    """One game between people and players, from a state or a saved game to its end."""

    def __init__(
        self,
        ongoing: GameInProgress,
        specs: Sequence[Spec],
        ask: Callable[[str], str],
        say: Say,
        name: str = "",
        start: str = "",
        seed: int = 0,
        thinking: Callable[[str], AbstractContextManager[Any]] = nullcontext,
    ) -> None:
        self.ongoing, self.specs, self.ask, self.say, self.thinking = ongoing, list(specs), ask, say, thinking
        self.name, self.start, self.seed = name, start, seed
        self.adjudication: Adjudication = BY_THE_RULES
        self.people = [seat for seat, spec in enumerate(specs) if spec.name == HUMAN]
        check_specs(specs, ongoing.given_game)
        self.players: list[Player] = [
            HumanPlayer()
            if spec.name == HUMAN
            else seated(spec, seed + seat, ongoing.given_game, name, ongoing.controls[seat])
            for seat, spec in enumerate(specs)
        ]
        self.adviser = player_of(Spec(STRONG), seed)
        self.reviewed = False

    def play(self) -> Record:
        """Play to the end, or until somebody leaves; then look back, if a person wants to."""
        rules, ongoing = self.ongoing.rules, self.ongoing
        try:
            self.check_players()
            self.get_ready()
            while not ongoing.over:
                self.step()
            if ongoing.outcome is not None and ongoing.outcome.ending == OVER:
                self.board()
            how = rules.how_ended(ongoing.state) if ongoing.outcome and ongoing.outcome.ending == OVER else ""
            self.say(verdict(rules, ongoing.outcome, self.people, how), "verdict")
            if self.people and not self.reviewed:
                self.offer_review()
        except Leave:
            pass
        finally:
            for player in self.players:
                player.close()
        return self.record()

    def record(self) -> Record:
        """Return the game so far."""
        control = next((str(clock.control) for clock in self.ongoing.clocks if clock.left is not None), "")
        facts = {"start": self.start, "control": control, "seed": self.seed, "date": date.today().isoformat()}
        return record_of(self.ongoing, self.name, [spec.called for spec in self.specs], **facts)

    def check_players(self) -> None:
        """Refuse players who cannot play this game."""
        with self.thinking("getting ready"):
            for seat, player in enumerate(self.players):
                player.check(*self.ongoing.seen_by(seat))
                rehearse(self.ongoing, seat, player)

    def get_ready(self) -> None:
        """Let the players start and compile, and tell them what was played."""
        with self.thinking("getting ready"):
            for seat, player in enumerate(self.players):
                if not self.ongoing.over:
                    ready(self.ongoing, seat, player)

    def step(self) -> None:
        """Let the mover act: a person, a player, or chance."""
        ongoing, mover = self.ongoing, self.ongoing.mover
        count = len(ongoing.turns)
        if mover == CHANCE:
            ongoing.chance()
        elif mover in self.people:
            self.board()
            self.person(mover)
        else:
            if not self.people:
                self.board()
            with self.thinking(f"{player_name(ongoing.rules, mover)} is thinking"):
                turn(ongoing, self.players[mover])
        if len(ongoing.turns) > count:
            tell(ongoing, self.players)
            self.tell_turn(ongoing.turns[-1])
            if not ongoing.over:
                ongoing.outcome = self.adjudication.look(ongoing)

    def tell_turn(self, taken: Turn) -> None:
        """Say what was played, unless a person at this terminal played it."""
        name = self.ongoing.rules.name(taken.action, self.ongoing.states[-2])
        if taken.player == CHANCE:
            self.say("Chance acts." if self.ongoing.secrets and self.people else f"Chance: {name}", "chance")
        elif taken.player not in self.people:
            player = player_name(self.ongoing.rules, taken.player)
            self.say(f"{player} ({self.specs[taken.player].called}) plays {name}", "reply")

    def person(self, mover: int) -> None:
        """Ask a person until he acts, resigns or takes something back."""
        ongoing, clock = self.ongoing, self.ongoing.clocks[mover]
        rules, start = ongoing.rules, perf_counter()
        while not ongoing.over:
            answer = self.ask(
                f"{self.clocks(mover, perf_counter() - start)}{player_name(rules, mover)} to move> "
            ).strip()
            try:
                action = action_named(rules, ongoing.state, answer)
            except HalfmoveError as error:
                word, _, rest = answer.partition(" ")
                if word.casefold() == "undo" and self.undo():
                    return
                if not self.command(word.casefold(), rest.strip(), mover):
                    self.say(f"{error}; `help` tells what else you can type", "error")
                continue
            seconds = perf_counter() - start
            if clock.spend(seconds):
                ongoing.take(Turn(mover, action, seconds))
            else:
                fail(ongoing, mover, TIME, f"after {seconds:.0f} s")
            return

    def undo(self) -> bool:
        """Take back the last action of a person and all that followed; False if there is none."""
        turns = self.ongoing.turns
        own = [i for i, taken in enumerate(turns) if taken.player in self.people]
        if not own:
            return False
        self.ongoing.undo(len(turns) - own[-1])
        self.get_ready()
        return True

    def command(self, word: str, rest: str, mover: int) -> bool:
        """Do what a word other than an action asks for; False if there is no such word."""
        if word in ("quit", "exit", "q"):
            raise Leave
        if word in ("help", "h", "?", ""):
            self.say(HELP)
        elif word == "actions":
            names = [self.ongoing.rules.name(action, self.ongoing.state) for action in self.ongoing.legal()]
            self.say(" ".join(names))
        elif word == "board":
            self.board()
        elif word == "hint":
            self.hint(mover)
        elif word == "undo":
            self.say("There is nothing to take back.", "error")
        elif word == "review":
            self.review()
        elif word == "save":
            self.save(rest)
        elif word == "resign":
            resign(self.ongoing, mover)
        else:
            return False
        return True

    def hint(self, mover: int) -> None:
        """Tell what a strong player would do."""
        game, seen = self.ongoing.seen_by(mover)
        try:
            with self.thinking("thinking"):
                choice = self.adviser(game, seen, Limit(seconds=ADVICE))
        except HalfmoveError as error:
            self.say(f"No advice: {error}", "error")
            return
        sign = "exactly" if choice.exact else "about"
        action = "none" if choice.action is None else self.ongoing.rules.name(choice.action, self.ongoing.state)
        self.say(f"Hint: {action} (worth {sign} {choice.value:g}; {' '.join(choice.names())})", "hint")

    def save(self, file: str) -> None:
        """Write the game to a file."""
        try:
            path = Path(file or "game.json")
            form = format_of(path)
            path.write_text("".join(write_records([self.record()], form, self.ongoing.given_game)), encoding="utf-8")
        except (HalfmoveError, OSError) as error:
            self.say(f"Not saved: {error}", "error")
            return
        self.say(f"Saved; `{self.command_to_go_on(path)}` goes on with it.", "hint")

    def command_to_go_on(self, path: Path) -> str:
        """Return the command that goes on with a saved game; it repeats what no record brings to life."""
        words = ["halfmove", "play", str(path)]
        if not all(map(is_recordable, self.specs)):
            words += map(str, self.specs)
        return shlex.join([*words, "--game", self.name] if is_file(self.name) else words)

    def offer_review(self) -> None:
        """Ask whether a person wants to look back."""
        if self.ongoing.secrets:
            return
        if self.ongoing.rules.players <= 2 and any(taken.player in self.people for taken in self.ongoing.turns):
            answer = self.ask("Review your actions? (y or n) ").strip().casefold()
            if answer in ("y", "yes", "review"):
                self.review()

    def review(self) -> None:
        """Tell what a strong player thinks of the actions of the people; Ctrl-C ends it early."""
        if self.ongoing.rules.players > 2:
            self.say("Games of more than two are not reviewed.", "error")
            return
        self.reviewed = True
        judged: list[Judged] = []
        rules = self.ongoing.rules
        try:
            with self.thinking("looking back"):
                for each in review(self.ongoing, self.people, self.adviser, Limit(seconds=JUDGEMENT)):
                    judged.append(each)
                    better = f", better was {each.best} ({each.best_value:+.2f})" if each.cost else ""
                    self.say(f"{each.ply:>3}. {each.action} ({each.value:+.2f}){better}")
        except HalfmoveError as error:
            self.say(f"No review: {error}", "error")
            return
        except KeyboardInterrupt:
            self.say("The rest is not reviewed.")
        worst = mistakes(judged, rules, _WORST)
        for each in worst:
            self.say(f"Ply {each.ply}: {each.action} gave away {each.cost:.2f}; {each.best} was better.", "hint")
        if judged and not worst:
            self.say("No mistakes.", "hint")

    def clocks(self, mover: int, seconds: float) -> str:
        """Return what is left on the clocks, if any run, when one player has thought for so long."""
        shown = [
            f"{player_name(self.ongoing.rules, seat)} {_minutes(clock.left - seconds * (seat == mover))}"
            for seat, clock in enumerate(self.ongoing.clocks)
            if clock.left is not None
        ]
        return f"[{', '.join(shown)}] " if shown else ""

    def board(self) -> None:
        """Show the state, or what the person who looks may see of it."""
        ongoing = self.ongoing
        if not ongoing.secrets or not self.people:
            self.say("\n" + ongoing.rules.show(ongoing.state), "board")
            return
        viewer = ongoing.mover if ongoing.mover in self.people else self.people[0]
        game, seen = ongoing.seen_by(viewer)
        self.say("\n" + game.show(seen), "board")


_MINUTE = 60  # seconds


def _minutes(seconds: float) -> str:
    left = max(0, int(seconds))
    return f"{left // _MINUTE}:{left % _MINUTE:02}"


def verdict(game: Game, outcome: Outcome | None, people: Sequence[int], how: str = "") -> str:
    """Tell how a game ended: to a person who played alone against others as "you", otherwise by name.

    `how` is what its players call such an end.
    """
    if outcome is None or outcome.utilities is None:
        return "The game was not finished."
    utilities = outcome.utilities
    ending = "Not finished after" if outcome.ending == LENGTH else f"{outcome.ending.capitalize()}:"
    before = "" if outcome.ending == OVER else f"{ending} {outcome.detail}. "
    before = f"{how[:1].upper()}{how[1:]}. " if how else before
    standing = ", ".join(f"{player_name(game, seat)} {utility:g}" for seat, utility in enumerate(utilities))
    if game.players == 1:
        return f"{before}The game is over: {utilities[0]:g}."
    best = [seat for seat, utility in enumerate(utilities) if utility == max(utilities)]
    if len(best) == game.players:
        return f"{before}A draw ({standing})."
    if len(people) == 1:
        mine = "lose" if people[0] not in best else "win" if len(best) == 1 else "share the win"
        return f"{before}You {mine} ({standing})."
    winners = " and ".join(player_name(game, seat) for seat in best)
    return f"{before}{winners} {'wins' if len(best) == 1 else 'share the win'} ({standing})."
