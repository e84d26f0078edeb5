"""A game at the terminal: people type actions by name, players answer, chance is drawn from a seed."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any

from halfmove.core.commentary import find_commentary
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.core.naming import player_name
from halfmove.core.rules import action_named
from halfmove.errors import HalfmoveError
from halfmove.play.adjudication import BY_THE_RULES, Adjudication
from halfmove.play.endings import OVER, TIME
from halfmove.play.game_in_progress import GameInProgress, Turn
from halfmove.play.loading import is_file
from halfmove.play.players.human import HumanPlayer
from halfmove.play.players.player import Player
from halfmove.play.players.searches import ENGINES, MCTS
from halfmove.play.players.seating import check_specs, seated
from halfmove.play.players.spec import HUMAN, STRONG, Spec, parse_spec
from halfmove.play.records.records import Record, format_of, record_of, write_records
from halfmove.play.referee import fail, ready, rehearse, resign, tell, turn
from halfmove.play.terminal.coach import Coach, Say
from halfmove.play.terminal.verdict import verdict
from halfmove.play.trust import is_recordable
from halfmove.search.engine.strength import FULL_STRENGTH

HELP = """Type an action as it is listed, or
  actions     list the legal actions
  board       show the board again
  hint        ask for advice
  why         how your last action is answered best, and what was better
  review      what a strong player thinks of all your actions
  undo        take back your last action
  swap        change sides
  level N     set the strength of the other side, from 1 to 100
  new         begin a new game
  save FILE   write the game to a file (.json, .pgn, .pdn, .sgf);
              `halfmove play FILE` goes on with it
  resign      give up
  quit        leave the game"""
YES, AGAIN = ("y", "yes", "review"), ("new", "again")


class Leave(Exception):
    """A person leaves the game."""


class NewGame(Exception):
    """A person wants to begin again."""


def draw_plainly(game: Game, states: Sequence[Any]) -> Any:
    """Return a picture of the last of some states."""
    return game.show(states[-1])


def specs_for(game: Game, texts: Sequence[str]) -> list[Spec]:
    """Return a player for each seat: those asked for, then strong ones; with none asked for, a person begins."""
    if len(texts) > game.players:
        raise HalfmoveError(f"{len(texts)} players for a game of {game.players}")
    texts = list(texts) or [HUMAN]
    return [parse_spec(text) for text in (*texts, *[STRONG] * (game.players - len(texts)))]


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
        draw: Callable[[Game, Sequence[Any]], Any] = draw_plainly,
    ) -> None:
        self.ongoing, self.specs, self.ask, self.say, self.thinking = ongoing, list(specs), ask, say, thinking
        self.draw = draw
        self.name, self.start, self.seed = name, start, seed
        self.adjudication: Adjudication = BY_THE_RULES
        check_specs(specs, ongoing.given_game)
        self.players: list[Player] = [self.seat(seat) for seat in range(len(specs))]
        self.coach = Coach(say, thinking, seed)
        self.reviewed = False

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, spec in enumerate(self.specs) if spec.name == HUMAN]

    def seat(self, seat: int) -> Player:
        """Return the player that the spec of a seat asks for."""
        spec, ongoing = self.specs[seat], self.ongoing
        if spec.name == HUMAN:
            return HumanPlayer()
        return seated(spec, self.seed + seat, ongoing.given_game, self.name, ongoing.controls[seat])

    def play(self) -> Record:
        """Play to the end, or until somebody leaves; then look back or begin again, if a person wants to."""
        try:
            self.check_players()
            while True:
                try:
                    self.play_once()
                    break
                except NewGame:
                    self.begin_again()
        except Leave:
            pass
        finally:
            for player in self.players:
                player.close()
        return self.record()

    def play_once(self) -> None:
        """Play one game to its end."""
        self.get_ready()
        while not self.ongoing.over:
            self.step()
        rules, ongoing, how = self.ongoing.rules, self.ongoing, ""
        if ongoing.outcome is not None and ongoing.outcome.ending == OVER:
            self.board()
            how = find_commentary(rules).how_ended(ongoing.state)
        self.say(verdict(rules, ongoing.outcome, self.people, how), "verdict")
        if self.people:
            self.offer_more()

    def begin_again(self) -> None:
        """Set up the first state again; dice fall differently."""
        old = self.ongoing
        self.seed += 1
        start = old.states[0] if old.game is old.given_game else old.states[0].state
        self.ongoing = GameInProgress(old.given_game, start, old.controls, self.seed)
        self.reviewed = False
        self.say("A new game.", "hint")

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
        if self.ongoing.secrets and self.people:
            self.announce(taken)
            return
        name = self.ongoing.rules.name(taken.action, self.ongoing.states[-2])
        if taken.player == CHANCE:
            self.say(f"Chance: {name}", "chance")
        elif taken.player not in self.people:
            player = player_name(self.ongoing.rules, taken.player)
            self.say(f"{player} ({self.specs[taken.player].called}) plays {name}", "reply")

    def announce(self, taken: Turn) -> None:
        """Tell the people what they notice of a turn, where something is hidden."""
        rules = self.ongoing.rules
        for person in self.people:
            percept = self.ongoing.percept(person)
            if percept == NOTHING:
                continue
            if taken.player == CHANCE:
                self.say("Chance acts.", "chance")
                continue
            game, seen = self.ongoing.seen_by(person)
            announcement = find_commentary(game).announce(percept, seen)
            if taken.player != person:
                who = f"{player_name(rules, taken.player)} ({self.specs[taken.player].called})"
                self.say(f"{who}: {announcement}" if announcement else f"{who} has acted.", "reply")
            elif announcement and len(self.people) == 1 and not self.repeats_name(announcement, taken):
                self.say(announcement, "reply")

    def repeats_name(self, announcement: str, taken: Turn) -> bool:
        """Tell whether an announcement is only the name of the action that the person has typed."""
        return announcement == self.ongoing.rules.name(taken.action, self.ongoing.states[-2])

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
                if self.changes_turn(word.casefold()):
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

    def changes_turn(self, word: str) -> bool:
        """Do what may let somebody else be to move: take back, or change sides; False if nothing was done."""
        return word == "undo" and self.undo() or word == "swap" and self.swap()

    def swap(self) -> bool:
        """Let everybody take the next seat; False if there is only one."""
        if len(self.specs) == 1:
            return False
        ongoing = self.ongoing
        moved: list[list[Any]] = [self.specs, self.players]
        if all(clock.left is None for clock in ongoing.clocks):  # a clock that runs belongs to the side
            moved += [ongoing.controls, ongoing.clocks]
        for seats in moved:
            seats.append(seats.pop(0))
        self.say(f"You play {' and '.join(player_name(ongoing.rules, seat) for seat in self.people)} now.", "hint")
        return True

    def level(self, written: str) -> None:
        """Set the strength of the searches that play, or tell it."""
        seats = [seat for seat, spec in enumerate(self.specs) if spec.name in (STRONG, MCTS, *ENGINES)]
        if not seats:
            self.say("Nobody here has a strength that can be set.", "error")
            return
        if written and not (written.isdecimal() and 1 <= int(written) <= FULL_STRENGTH):
            self.say(f"{written}: a strength is a whole number from 1 to {FULL_STRENGTH}", "error")
            return
        for seat in seats if written else ():
            self.specs[seat] = replace(self.specs[seat], options={**self.specs[seat].options, "strength": int(written)})
            self.players[seat].close()
            self.players[seat] = self.seat(seat)
            with self.thinking("getting ready"):
                ready(self.ongoing, seat, self.players[seat])
        strength = self.specs[seats[0]].options.get("strength", FULL_STRENGTH)
        self.say(f"The strength is {strength:g} of {FULL_STRENGTH}.", "hint")

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
            self.coach.hint(self.ongoing, mover)
        elif word == "why":
            self.coach.why(self.ongoing, self.people)
        elif word == "undo":
            self.say("There is nothing to take back.", "error")
        elif word == "swap":
            self.say("There is only one side.", "error")
        elif word == "level":
            self.level(rest)
        elif word == "new":
            raise NewGame
        elif word == "review":
            self.review()
        elif word == "save":
            self.save(rest)
        elif word == "resign":
            resign(self.ongoing, mover)
        else:
            return False
        return True

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
        """Return the command that goes on with a saved game; it repeats what no record may start."""
        words = ["halfmove", "play", str(path)]
        if not all(map(is_recordable, self.specs)):
            words += map(str, self.specs)
        return shlex.join([*words, "--game", self.name] if is_file(self.name) else words)

    def offer_more(self) -> None:
        """Ask whether a person wants to look back, or to begin again."""
        judged = not self.ongoing.secrets and self.ongoing.rules.players <= 2 and not self.reviewed
        if judged and any(taken.player in self.people for taken in self.ongoing.turns):
            answer = self.ask("Review your actions? (y or n, or `new` for another game) ").strip().casefold()
            if answer in YES:
                self.review()
        else:
            answer = self.ask("Another game? (`new`, or n) ").strip().casefold()
        if answer in AGAIN:
            raise NewGame

    def review(self) -> None:
        """Look back at the actions of the people."""
        self.reviewed = True
        self.coach.review(self.ongoing, self.people)

    def clocks(self, mover: int, seconds: float) -> str:
        """Return what is left on the clocks, if any run, when one player has thought for `seconds`."""
        shown = [
            f"{player_name(self.ongoing.rules, seat)} {_minutes(clock.left - seconds * (seat == mover))}"
            for seat, clock in enumerate(self.ongoing.clocks)
            if clock.left is not None
        ]
        return f"[{', '.join(shown)}] " if shown else ""

    def board(self) -> None:
        """Show the state, or what the person who looks may see of it."""
        ongoing = self.ongoing
        self.say("")
        if not ongoing.secrets or not self.people or ongoing.over:
            self.say(self.draw(ongoing.rules, ongoing.states), "board")
            return
        viewer = ongoing.mover if ongoing.mover in self.people else self.people[0]
        game, seen = ongoing.seen_by(viewer)
        self.say(self.draw(game, [seen]), "board")


_MINUTE = 60  # seconds


def _minutes(seconds: float) -> str:
    left = max(0, int(seconds))
    return f"{left // _MINUTE}:{left % _MINUTE:02}"
