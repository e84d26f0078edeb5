"""What a game is: the questions a textbook asks of it (AIMA, section 5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar, dataclass_transform

from halfmove.compiled import hash_state, python_only
from halfmove.core import text
from halfmove.core.advice import ANY_NUMBER as ANY_NUMBER
from halfmove.core.advice import Advice, Bounds, find_advice, find_bounds
from halfmove.core.chance import CHANCE as CHANCE
from halfmove.core.chance import NOTHING as NOTHING
from halfmove.core.chance import draw_action
from halfmove.core.drawing import html
from halfmove.errors import HalfmoveError

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    State = TypeVarWithDefault("State", default=Any)  # `Game` alone is a game of any states
else:
    State = TypeVar("State")

LARGEST_UTILITY = 1e100  # whose square, as statistics need it, is far from the largest float
ALLOWED, DRAW, ILLEGAL = "allowed", "draw", "illegal"  # what a game says of a state that comes back


@dataclass_transform(frozen_default=True, eq_default=False)
class Game(Generic[State]):
    """A game, defined by its answers to questions about its states.

    A subclass answers the first six (`initial` to `utility`); the others have defaults that mean "nothing special".
    Its annotated fields are its parameters, as in a frozen dataclass. A state is a NamedTuple, in the plain lane any
    hashable value; an action is an integer, a player 0, 1, ... and no answer changes anything.
    """

    players = 2  #: how many there are
    utilities = (-1.0, 1.0)  #: the least and the greatest utility there can be
    step = 1.0  #: all utilities are whole steps above the least one
    repetition = ALLOWED  #: what becomes of a state that comes back: `ALLOWED`, `DRAW` or `ILLEGAL`
    repetitions = 2  #: how often a state must have come up, the first time included, for that rule to hold
    unit = ""  #: what utilities are counted in, such as points; empty where they only tell who wins
    has_chance = False  #: whether CHANCE is ever to move
    has_secrets = False  #: whether something is hidden from a player
    longest = ANY_NUMBER  #: plies of the longest game there can be; ANY_NUMBER where that is not known

    initial: State  #: the state in which the game begins

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name in ("advice", "bounds"):
            if name in vars(cls).get("__annotations__", {}):
                raise HalfmoveError(
                    f"{cls.__name__}.{name}: this name is taken by the {name} of a game; choose another"
                )
        dataclass(frozen=True, eq=False)(cls)

    @property
    def player_names(self) -> tuple[str, ...]:
        """What the players are called."""
        return ("MAX", "MIN") if self.players == 2 else tuple(chr(ord("A") + player) for player in range(self.players))

    @property
    @python_only("hand the advice to the kernel as an argument")
    def advice(self) -> Advice:
        """What the engine may use beside the rules."""
        return find_advice(self)

    @property
    @python_only("hand the bounds to the kernel as an argument")
    def bounds(self) -> Bounds:
        """What the solver may use beside the rules."""
        return find_bounds(self)

    # The six that every game answers.

    def to_move(self, state: State) -> int:
        """Return whose turn it is: a player, or CHANCE."""
        raise NotImplementedError

    def actions(self, state: State) -> Iterator[int]:
        """Yield the legal actions, likeliest best first; at least one unless the game is over."""
        raise NotImplementedError
        yield  # type: ignore[unreachable]

    def result(self, state: State, action: int) -> State:
        """Return the state that follows. An illegal action may do anything: `core.rules.apply_action` checks."""
        raise NotImplementedError

    def is_terminal(self, state: State) -> bool:
        """Tell whether the game is over."""
        raise NotImplementedError

    def utility(self, state: State, player: int) -> float:
        """Return what a terminal state is worth to `player`."""
        raise NotImplementedError

    # Chance, and what each player sees.

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Yield each outcome and its probability, where CHANCE is to move; by default all are equally likely."""
        count = 0
        for _ in self.actions(state):
            count += 1
        for outcome in self.actions(state):
            yield outcome, 1.0 / count

    def observation(self, state: State, player: int) -> Any:
        """Return what `player` sees of the state; by default everything.

        Where that is less, the game declares `has_secrets = True`; his actions must follow from what he sees, and
        what he sees from what he did and noticed before (`percept`).
        """
        return state

    def percept(self, state: State, action: int, child: State, player: int) -> int:
        """Return what `player` notices when an action leads from a state to `child`; NOTHING if he does not notice it.

        By default, he looks at what he sees then. The player who acts knows that anyway, and hears what comes of it.
        """
        return self.state_hash(self.observation(child, player))

    def guess(self, state: State, player: int, rng: Any) -> State:
        """Draw a state that `player` cannot tell from this one, each as likely as chance makes it; by default, itself.

        He may be asked about what he sees of a state, so that nothing that is hidden from him can show in the answer.
        A game that hides something and does not define this has its states drawn from beliefs.
        """
        return state

    def side(self, player: int) -> int:
        """Return a number that partners have in common; by default, each plays for himself."""
        return player

    def sample(self, state: State, rng: Any) -> int:
        """Draw an action evenly, or an outcome of chance by its probability; a game that can do it faster may."""
        return draw_action(self, state, rng)

    # An estimate: the book asks the game itself for it, and a larger game has it in its advice.

    def evaluate(self, state: State, player: int) -> float:
        """Estimate the utility for `player` of a state that is not terminal; by default, halfway."""
        return (self.utilities[0] + self.utilities[1]) / 2

    def features(self, state: State, player: int) -> tuple[float, ...]:
        """Return numbers that tell how `player` stands, for a weighted linear evaluation; by default `evaluate`."""
        return (self.evaluate(state, player),)

    # Which states are the same.

    def since_progress(self, state: State) -> int:
        """Return how many plies back an earlier occurrence of the state can lie at most; by default, any number."""
        return ANY_NUMBER

    def repetition_key(self, state: State) -> int:
        """Return a number that is equal for two states if the rule of repetition takes them for the same."""
        return self.state_hash(state)

    def key(self, state: State) -> int:
        """Return a number from 0 to 2 ** 63 - 1: equal only for states that are worth the same, as by a symmetry."""
        return self.state_hash(state)

    def state_hash(self, state: State) -> int:
        """Return a number from 0 to 2 ** 63 - 1: equal only for the same state. States with arrays need their own."""
        return hash_state(state)

    # Text for people, both ways.

    def show(self, state: State) -> str:
        """Return a picture of the state in text."""
        return text.show_fields(state)

    def name(self, action: int, state: Any = None) -> str:
        """Return how a player would write the action; `state` is given where the notation depends on it."""
        return str(action)

    def read(self, written: str) -> Any:
        """Return the state that `written` describes; by default as `show` writes it: `field=value ...`."""
        return text.read_state(written, self.initial, widths=hasattr(type(self), "__compiled__"))

    def _repr_html_(self) -> str:
        title = (type(self).__doc__ or "").strip().partition("\n")[0]
        return html(f"{self!r}", title, self, self.initial)
