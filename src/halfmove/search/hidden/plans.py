"""Plans of a player who does not see everything: what he does, and for all that he may notice then, how he goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from halfmove.core.commentary import Commentary, find_commentary
from halfmove.core.game import CHANCE, NOTHING, Game
from halfmove.core.history import WithHistory
from halfmove.core.naming import legal_actions, player_name
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.explain.tree import MAX, MIN, Node

Percepts = tuple[int, ...]  # what was noticed from one turn of the player to his next

MOST_WORLDS = 50_000  # that are listed until a player's next turn

_PICTURES = 3  # states of a belief that a picture of it shows


@dataclass
class ConditionalPlan:
    """What to do where one of these states is the true one."""

    worlds: tuple[Any, ...]  #: the states that may be true
    action: int | None  #: what to do; None where others act first
    moves: int  #: in which the plan comes to its goal at the latest, tries that are refused apart
    branches: dict[Percepts, ConditionalPlan] = field(default_factory=dict)  #: how to go on, by what was noticed

    def walk(self) -> Iterator[ConditionalPlan]:
        """Yield the plan and all below it."""
        yield self
        for branch in self.branches.values():
            yield from branch.walk()


def followed(
    rules: Game, player: int, worlds: Iterable[Any], action: int | None
) -> tuple[dict[Percepts, list[Any]], list[Any]]:
    """Return the states at the player's next turn, by what he noticed until then, and those in which the game is over.

    `action` is his own, or None if others act first. Of their tries those that change nothing are left out: who sees
    everything has nothing from them, and the player may ignore that he heard of them.
    """
    found: dict[Percepts, list[Any]] = {}
    ends: list[Any] = []
    waiting: list[tuple[Any, Percepts]] = []
    known: set[Any] = set()

    def arrive(before: Any, taken: int, heard: Percepts, own: bool) -> None:
        child = rules.result(before, taken)
        if not own and child == before:
            return
        percept = int(rules.percept(before, taken, child, player))
        place = child, (heard if percept == NOTHING else (*heard, percept))
        if place in known:
            return
        known.add(place)
        if len(known) > MOST_WORLDS:
            raise _too_many(rules)
        if rules.is_terminal(child):
            ends.append(child)
        elif rules.to_move(child) == player:
            found.setdefault(place[1], []).append(child)
        else:
            waiting.append(place)

    for world in worlds:
        if action is not None:
            arrive(world, action, (), True)
        elif rules.is_terminal(world):
            ends.append(world)
        elif rules.to_move(world) == player:
            found.setdefault((), []).append(world)
        else:
            waiting.append((world, ()))
    while waiting:
        state, heard = waiting.pop()
        for each in _possible(rules, state):
            arrive(state, each, heard, False)
    return found, ends


def _possible(rules: Game, state: Any) -> list[int]:
    """Return the actions of others, and the outcomes that chance can have."""
    if rules.to_move(state) == CHANCE:
        return [outcome for outcome, probability in rules.chances(state) if probability > 0]
    return legal_actions(rules, state)


def replay(game: Game, player: int, plan: ConditionalPlan, worlds: Iterable[Any], goal: float) -> int:
    """Play a plan by the rules, in all worlds and against all replies; return how many positions came up.

    Raise an error where it has no answer, or ends below its goal.
    """
    rules, todo, count = plain_throughout(game), [(plan, tuple(worlds))], 0
    while todo:
        here, states = todo.pop()
        count += len(states)
        if here.action is not None and any(here.action not in legal_actions(rules, state) for state in states):
            raise HalfmoveError(f"a plan tries {here.action}, which is not possible")
        found, ends = followed(rules, player, states, here.action)
        for end in ends:
            if rules.utility(end, player) < goal:
                raise HalfmoveError(f"a plan ends badly:\n{rules.show(end)}")
        for heard, after in found.items():
            if heard not in here.branches:
                raise HalfmoveError(f"a plan has no answer to {heard}:\n{rules.show(after[0])}")
            todo.append((here.branches[heard], tuple(after)))
    return count


def drawn_plan(game: Game, player: int, plan: ConditionalPlan, heard: str = "") -> Node:
    """Return a plan as a tree that can be printed and drawn: a node is a belief, a branch what was noticed."""
    rules = plain_throughout(game)
    seen = [rules.observation(world, player) for world in plan.worlds[:1]]
    act = "" if plan.action is None else f"{rules.name(plan.action, plan.worlds[0])} "
    node = Node(
        " ".join(filter(None, (f"[{heard}]" if heard else "", act.strip()))),
        player_name(rules, player) if game.players != 2 else MAX if player == 0 else MIN,
        value=float(plan.moves),
        picture="\n\n".join(rules.show(world) for world in (*seen, *plan.worlds[:_PICTURES])),
        visits=len(plan.worlds),
        best=0,
    )
    for percepts, branch in plan.branches.items():
        node.children.append(drawn_plan(game, player, branch, heard_as(rules, player, percepts, branch.worlds[0])))
    return node


def heard_as(rules: Game, player: int, percepts: Percepts, world: Any) -> str:
    """Return what a player notices on the way to a world: what he sees then if that is one line, or else in words."""
    commentary = find_commentary(rules)
    if type(commentary).announce is Commentary.announce:
        return f"notice {' '.join(map(str, percepts))}"
    seen = rules.observation(world, player)
    picture = rules.show(seen)
    if "\n" not in picture:  # it tells of cards too, which chance deals and nobody announces
        return f"see {picture}"
    return "; ".join(filter(None, (commentary.announce(percept, seen) for percept in percepts))) or "silence"


class BeliefRecorder:
    """Watches a belief search in the plain lane, and keeps the tree of beliefs: what was tried, and why it was left."""

    def __init__(self, game: Game, player: int) -> None:
        self.rules, self.player = plain_throughout(game), player
        self.roots: list[Node] = []  # one for each question
        self._path: list[Node] = []
        self._tried = ""

    def enter(self, search: Any, row: int, moves: int) -> None:
        """Note that a belief is looked into, which may be won in so many moves."""
        worlds = sum(int(word).bit_count() for word in search.sets[row])
        node = Node(self._tried, MAX, visits=worlds, beta=float(moves))
        (self._path[-1].children if self._path else self.roots).append(node)
        self._path.append(node)
        self._tried = ""

    def tries(self, action: int) -> None:
        """Note that an action is tried: the beliefs that are entered next are what may follow."""
        self._tried = str(action)

    def leave(self, won: bool, reason: int) -> None:
        """Note what was found out."""
        node = self._path.pop()
        node.value, node.reason = float(won), ("searched", "horizon", "table")[reason]


def plan_text(game: Game, player: int, plan: ConditionalPlan, most: int = 200) -> str:
    """Return a plan as lines of text, at most so many: what to do, and what is heard before the next line below."""
    rules, lines = plain_throughout(game), list[str]()

    def write(here: ConditionalPlan, heard: str, indent: int) -> None:
        if len(lines) >= most:
            return
        worlds = f"{len(here.worlds)} world{'s' if len(here.worlds) != 1 else ''}"
        act = "wait" if here.action is None else rules.name(here.action, here.worlds[0])
        lines.append("  " * indent + (f"{heard}: " if heard else "") + f"{act}   ({worlds}, at most {here.moves})")
        for percepts, branch in here.branches.items():
            write(branch, heard_as(rules, player, percepts, branch.worlds[0]), indent + 1)

    write(plan, "", 0)
    if len(lines) >= most:
        lines.append("...")
    return "\n".join(lines)


class Deal(NamedTuple):
    """A state in which a game can begin, what a player noticed of the way to it, and how likely chance makes it."""

    state: Any
    heard: Percepts
    likely: float


def deals(game: Game, player: int) -> list[Deal]:
    """Return the states in which a game can begin, as far as chance decides before anybody acts."""
    rules = plain_throughout(game)
    if isinstance(game, WithHistory):
        raise WrongGame(f"{type(game.game).__name__} remembers its past, and plans are about states without one")
    waiting: dict[tuple[Any, Percepts], float] = {(game.initial, ()): 1.0}
    done: dict[tuple[Any, Percepts], float] = {}
    while waiting:
        following: dict[tuple[Any, Percepts], float] = {}
        for (state, heard), likely in waiting.items():
            if rules.is_terminal(state) or rules.to_move(state) != CHANCE:
                done[state, heard] = done.get((state, heard), 0.0) + likely
                continue
            for outcome, probability in rules.chances(state):
                if probability > 0:
                    child = rules.result(state, outcome)
                    percept = int(rules.percept(state, outcome, child, player))
                    place = child, (heard if percept == NOTHING else (*heard, percept))
                    following[place] = following.get(place, 0.0) + likely * probability
            if len(following) + len(done) > MOST_WORLDS:
                raise _too_many(rules)
        waiting = following
    return [Deal(*place, likely) for place, likely in done.items()]


def worlds_at_start(game: Game, player: int) -> list[Any]:
    """Return the states in which a plan begins: those after the deal, or that before it if a player sees some of it."""
    rules, dealt = plain_throughout(game), deals(game, player)
    alike = len({(deal.heard, *_look(rules, player, deal.state)) for deal in dealt}) == 1
    return list(dict.fromkeys(deal.state for deal in dealt)) if alike else [game.initial]


def goal_of(game: Game, goal: float | None) -> float:
    """Return the utility that a plan is to bring: by default the greatest there is."""
    if goal is not None and goal != goal:
        raise HalfmoveError(f"a goal of {goal}: it is a number, what a player wants at least")
    return float(game.utilities[1] if goal is None else goal)


def require_alike(rules: Game, player: int, worlds: Sequence[Any]) -> None:
    """Refuse worlds that a player can tell apart: they are no belief of his."""
    if len({_look(rules, player, world) for world in worlds}) > 1:
        who = player_name(rules, player)
        raise HalfmoveError(f"these states do not look the same to {who}: a plan begins with those that do")


def _look(rules: Game, player: int, world: Any) -> tuple[bool, Any]:
    """Return what tells a world from others at once: whether it is the player's turn, and what he sees."""
    return rules.to_move(world) == player, rules.observation(world, player)


def _too_many(rules: Game) -> HalfmoveError:
    name = type(rules).__name__
    return HalfmoveError(f"{name}: more than {MOST_WORLDS:,} states may be true: begin with fewer, later in the game")
