"""A game at the terminal: people type actions by name, searches answer, chance is drawn from a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Protocol

from halfmove.compiled import plain
from halfmove.core.chance import draw_action
from halfmove.core.choice import Limit
from halfmove.core.game import ALLOWED, CHANCE, Game
from halfmove.core.random import random
from halfmove.core.repetition import remembering
from halfmove.core.rules import action_named, legal_actions, utility_vector
from halfmove.errors import HalfmoveError
from halfmove.play.players import HUMAN, STRONG, Player, Spec, parse_spec, player_of

HELP = """Type an action as it is listed, or
  actions   list the legal actions
  hint      ask for advice
  undo      take back your last action
  board     show the board again
  resign    give up
  quit      leave the game"""

OVER, RESIGNED, LEFT = "over", "resigned", "left"  # how a game at the terminal ends


class Say(Protocol):
    """Writes a text to the terminal; `style` is what kind of text it is."""

    def __call__(self, text: str, style: str = "") -> None: ...


class Leave(Exception):
    """A player leaves the game or resigns."""


@dataclass
class Record:
    """What happened in a game at the terminal."""

    actions: list[str] = field(default_factory=list)
    ending: str = OVER
    utilities: tuple[float, ...] | None = None
    verdict: str = ""


def specs_for(game: Game, texts: Sequence[str]) -> list[Spec]:
    """Return a player for each seat: those asked for, then strong ones; with none asked for, a person begins."""
    if len(texts) > game.players:
        raise HalfmoveError(f"{len(texts)} players for a game of {game.players}")
    texts = list(texts) or [HUMAN]
    return [parse_spec(text) for text in (*texts, *[STRONG] * (game.players - len(texts)))]


class Session:
    """One game between people and searches, from a state to its end."""

    def __init__(
        self,
        game: Game,
        state: Any,
        specs: Sequence[Spec],
        ask: Callable[[str], str],
        say: Say,
        limit: Limit,
        seed: int = 0,
        thinking: Callable[[str], AbstractContextManager[Any]] = nullcontext,
    ) -> None:
        self.game, self.state = remembering(game, state) if game.repetition != ALLOWED else (game, state)
        self.rules = plain(self.game)  # a single question is not worth compiling for
        self.specs, self.ask, self.say, self.limit, self.thinking = list(specs), ask, say, limit, thinking
        self.people = [seat for seat, spec in enumerate(specs) if spec.name == HUMAN]
        self.players: dict[int, Player] = {
            seat: player_of(spec, seed + seat) for seat, spec in enumerate(specs) if spec.name != HUMAN
        }
        self.adviser = player_of(Spec(STRONG), seed)
        self.dice = random(seed)
        self.record = Record()
        self.history: list[tuple[Any, int]] = []  # states in which a person acted, with how many actions came before

    def play(self) -> Record:
        """Play to the end, or until somebody leaves."""
        try:
            while not self.rules.is_terminal(self.state):
                self.step()
        except Leave:
            return self.record
        self.record.utilities = utility_vector(self.rules, self.state)
        self.record.verdict = verdict(self.rules, self.state, self.people)
        self.board()
        self.say(self.record.verdict, "verdict")
        return self.record

    def step(self) -> None:
        """Let whoever is to move act: a person, a search, or chance."""
        mover = self.rules.to_move(self.state)
        if mover == CHANCE:
            action = draw_action(self.rules, self.state, self.dice)
            self.say(f"Chance: {self.rules.name(action, self.state)}", "chance")
        elif mover in self.people:
            self.board()
            asked = self.person(mover)
            if asked is None:
                return
            action = asked
            self.history.append((self.state, len(self.record.actions)))
        else:
            if not self.people:
                self.board()
            seen = self.game.observation(self.state, mover)
            with self.thinking(f"{self.rules.player_name(mover)} is thinking"):
                chosen = self.players[mover](self.game, seen, self.limit).action
            action = legal_actions(self.rules, self.state)[0] if chosen is None else chosen
            name = self.rules.name(action, self.state)
            self.say(f"{self.rules.player_name(mover)} ({self.specs[mover]}) plays {name}", "reply")
        self.record.actions.append(self.rules.name(action, self.state))
        self.state = self.rules.result(self.state, action)

    def person(self, mover: int) -> int | None:
        """Ask a person until the answer is a legal action; None if the state was changed by taking something back."""
        while True:
            answer = self.ask(f"{self.rules.player_name(mover)} to move> ").strip()
            try:
                return action_named(self.rules, self.state, answer)
            except HalfmoveError as error:
                word = answer.casefold()
                if word == "undo" and self.history:
                    self.state, count = self.history.pop()
                    del self.record.actions[count:]
                    return None
                if not self.command(word, mover):
                    self.say(f"{error}; `help` tells what else you can type", "error")

    def command(self, word: str, mover: int) -> bool:
        """Do what a word other than an action asks for; False if there is no such word."""
        if word in ("quit", "exit", "q"):
            self.record.ending = LEFT
            raise Leave
        if word == "resign":
            self.resign(mover)
        if word in ("help", "h", "?", ""):
            self.say(HELP)
        elif word == "actions":
            names = [self.rules.name(action, self.state) for action in legal_actions(self.rules, self.state)]
            self.say(" ".join(names))
        elif word == "board":
            self.board()
        elif word == "hint":
            self.hint(mover)
        elif word == "undo":
            self.say("There is nothing to take back.", "error")
        else:
            return False
        return True

    def hint(self, mover: int) -> None:
        """Tell what a strong player would do."""
        try:
            with self.thinking("thinking"):
                choice = self.adviser(self.game, self.game.observation(self.state, mover), self.limit)
        except HalfmoveError as error:
            self.say(f"No advice: {error}", "error")
            return
        sign = "exactly" if choice.exact else "about"
        action = "none" if choice.action is None else self.rules.name(choice.action, self.state)
        self.say(f"Hint: {action} (worth {sign} {choice.value:g}; {' '.join(choice.names())})", "hint")

    def resign(self, mover: int) -> None:
        """End the game for a person who gives up."""
        name = self.rules.player_name(mover)
        self.record.ending = RESIGNED
        others = [seat for seat in range(self.game.players) if seat != mover]
        self.record.verdict = f"{name} resigns." + (
            f" {self.rules.player_name(others[0])} wins." if len(others) == 1 else ""
        )
        self.say(self.record.verdict, "verdict")
        raise Leave

    def board(self) -> None:
        self.say("\n" + self.rules.show(self.state), "board")


def verdict(game: Game, state: Any, people: Sequence[int]) -> str:
    """Tell how a game ended: to a person who played alone against others as "you", otherwise by name."""
    utilities = utility_vector(game, state)
    standing = ", ".join(f"{game.player_name(seat)} {utility:g}" for seat, utility in enumerate(utilities))
    if game.players == 1:
        return f"The game is over: {utilities[0]:g}."
    best = [seat for seat, utility in enumerate(utilities) if utility == max(utilities)]
    if len(best) == game.players:
        return f"A draw ({standing})."
    if len(people) == 1:
        mine = "lose" if people[0] not in best else "win" if len(best) == 1 else "share the win"
        return f"You {mine} ({standing})."
    winners = " and ".join(game.player_name(seat) for seat in best)
    return f"{winners} {'wins' if len(best) == 1 else 'share the win'} ({standing})."
