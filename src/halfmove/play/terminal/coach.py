"""What a strong player says at the terminal when a person asks: a hint, why an action was good or bad, a review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from halfmove.core.choice import Limit
from halfmove.core.worth import given_away
from halfmove.errors import HalfmoveError
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.players.registry import player_of
from halfmove.play.players.spec import STRONG, Spec
from halfmove.play.terminal.review import Judged, judge, mistakes, review

ADVICE = 2.0  # seconds for a hint
JUDGEMENT = 0.5  # seconds for each state of a review
_WORST = 3  # mistakes that are shown


class Say(Protocol):
    """Writes a text to the terminal; `style` is what kind of text it is."""

    def __call__(self, text: Any, style: str = "") -> None: ...


class Coach:
    """Advises the people of a game."""

    def __init__(self, say: Say, thinking: Callable[[str], AbstractContextManager[Any]], seed: int) -> None:
        self.say, self.thinking = say, thinking
        self.adviser = player_of(Spec(STRONG), seed)

    def hint(self, ongoing: GameInProgress, player: int) -> None:
        """Tell what a strong player would do."""
        game, seen = ongoing.seen_by(player)
        try:
            with self.thinking("thinking"):
                if (view := ongoing.view(player)) is not None:
                    self.adviser.know(view)
                choice = self.adviser(game, seen, Limit(seconds=ADVICE))
        except HalfmoveError as error:
            self.say(f"No advice: {error}", "error")
            return
        action = "none" if choice.action is None else ongoing.rules.name(choice.action, ongoing.state)
        if choice.mixture:
            mixed = ", ".join(f"{game.name(each, seen)} {likely:.0%}" for each, likely in choice.mixture)
            self.say(f"Hint: draw from {mixed}.", "hint")
            return
        self.say(f"Hint: {action} ({choice.worth()}). Expected: {' '.join(choice.names())}", "hint")

    def why(self, ongoing: GameInProgress, people: Sequence[int]) -> None:
        """Tell how the last action of a person is answered best, and what would have been better."""
        own = [(ply, turn) for ply, turn in enumerate(ongoing.turns, 1) if turn.player in people]
        if not own or not self._may_judge(ongoing):
            if not own:
                self.say("You have not played anything yet: `hint` tells what to play.", "error")
            return
        try:
            with self.thinking("looking back"):
                judged = judge(ongoing, *own[-1], self.adviser, Limit(seconds=ADVICE))
        except HalfmoveError as error:
            self.say(f"No answer: {error}", "error")
            return
        answer = " ".join(judged.played.names()[1:])
        self.say(f"{judged.action} ({judged.played.worth()})" + (f" is answered by {answer}" if answer else ""), "hint")
        if judged.cost:
            self.say(f"Better was {judged.better} ({judged.best.worth()}): {' '.join(judged.best.names())}", "hint")
        else:
            self.say("Nothing was better.", "hint")

    def review(self, ongoing: GameInProgress, people: Sequence[int]) -> None:
        """Tell what a strong player thinks of the actions of the people; Ctrl-C ends it early."""
        if not self._may_judge(ongoing):
            return
        judged: list[Judged] = []
        try:
            with self.thinking("looking back"):
                for each in review(ongoing, people, self.adviser, Limit(seconds=JUDGEMENT)):
                    judged.append(each)
                    better = f", better was {each.better} ({each.best.worth()})" if each.cost else ""
                    self.say(f"{each.ply:>3}. {each.action} ({each.played.worth()}){better}")
        except HalfmoveError as error:
            self.say(f"No review: {error}", "error")
            return
        except KeyboardInterrupt:
            self.say("The rest is not reviewed.")
        worst = mistakes(judged, ongoing.rules, _WORST)
        for each in worst:
            lost = given_away(each.best, each.played)
            self.say(f"Ply {each.ply}: {each.action} gave away {lost}; {each.better} was better.", "hint")
        if judged and not worst:
            self.say("No mistakes.", "hint")

    def _may_judge(self, ongoing: GameInProgress) -> bool:
        """Tell whether actions of this game can be judged, and say why not."""
        if ongoing.secrets or ongoing.rules.players > 2:
            reason = "where something is hidden" if ongoing.secrets else "of more than two"
            self.say(f"Games {reason} are not reviewed.", "error")
            return False
        return True
