"""Proof-number search: is a state worth at least so much to a player? The search goes where least is left to show.

Allis, van der Meulen and van den Herik, "Proof-number search", 1994; depth first with a table, df-pn: Nagai 2002.

The attacker says that he gets what is wanted. Below his states one action has to do it (OR), below those of the other
player each action has to (AND). The proof number of a state is the least number of leaves that must still be shown to
give what is wanted, the disproof number the least number that must be shown not to. Of OR the proof number is the least
of the children and the disproof number is the sum, of AND it is the other way round; the next leaf is where both lead.

Where a state can come back, a line that does so brings the attacker nothing. What is proven so is true however the
state was reached, since no proof has such a line. A disproof that needs one may fail on another path (the graph history
interaction), so it is DOUBTFUL, and the other player is asked for a proof of the contrary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from typing import Any

import numpy as np

from halfmove.compiled import Flag, cell, compiled, highest_bit, is_native, kernel, mix, plain
from halfmove.core.advice import ANY_NUMBER, Bounds
from halfmove.core.choice import ESTIMATE, EXACT, TO_THE_END, Choice, Limit
from halfmove.core.game import ALLOWED, CHANCE, ILLEGAL, Game
from halfmove.core.history import StateWithHistory, WithHistory, with_history
from halfmove.core.rules import legal_actions, mover
from halfmove.core.secrets import require_no_secrets
from halfmove.errors import HalfmoveError, WrongGame
from halfmove.running.clock import Clock
from halfmove.running.node_counter import NodeCounter, Stopped, allowed_nodes
from halfmove.running.run import run
from halfmove.running.table import EXACT_VALUE, TranspositionTable, transposition_table
from halfmove.search.decide import Interrupted, first_action, plies_within

ROOM = 1 << 16  # states beside the path
DEEPEST = TO_THE_END  # plies

# Proof and disproof numbers. No sum of numbers reaches DOUBTFUL, which is what a proof number becomes by a line that
# comes back or is cut off; NEVER is certain.
MOST, DOUBTFUL, NEVER = (1 << 40) - 1, 1 << 40, 1 << 41
SECOND = 4  # a child is searched until it looks worse than the second best one by one part in so many (Pawlewicz 2007)

NO_CHANCE = "proof-number search is not for games of chance: use expectiminimax or dynamic programming"
_ROUNDING = 1e-9  # of a step

YES, NO, UNKNOWN = 1, -1, 0  # answers


def proof_number(
    game: Game,
    state: Any = None,
    depth: int | None = None,
    *,
    target: float | None = None,
    megabytes: float = 64,
    bounds: Bounds | None = None,
    limit: Limit | None = None,
) -> Choice:
    """Choose an action whose value is proven, by questions of the kind: does the mover get at least so much?

    The first question is whether he wins; with a `target` it is whether he gets as much, and there is no other.
    `bounds` is what the solver may use beside the rules. A search that is stopped, or may not look far enough, returns
    the middle of what the value may be, as an estimate, and the action that is nearest to a proof.
    """
    limit = limit or Limit()
    require_no_secrets(game, "proof-number search")
    if game.players != 2:
        raise WrongGame(f"{type(game).__name__} has {game.players} players: proof-number search is for two")
    if game.has_chance:
        raise WrongGame(NO_CHANCE)
    state = game.initial if state is None else state
    inquiry = Inquiry(game, state, plies_within(depth, limit), limit, megabytes, bounds)
    try:
        inquiry.narrow(target)
    except Stopped:
        pass
    except KeyboardInterrupt:
        raise Interrupted(inquiry.choice()) from None
    return inquiry.choice()


class Inquiry:
    """One question after another about what a state is worth to its mover, in steps above the least utility."""

    def __init__(
        self, game: Game, state: Any, plies: int, limit: Limit, megabytes: float, bounds: Bounds | None
    ) -> None:
        self.game, self.state, self.plies, self.bounds = game, state, plies, bounds
        self.mover = mover(game, state)
        self.step = _step(game)
        self.low, self.high = 0, self._steps(game.utilities[1])
        self.table = transposition_table(megabytes)
        self.counter = _counter(limit.nodes, game, bounds)
        self.clock = Clock(limit.share())
        self.line: tuple[int, ...] = ()
        self.root = with_history(game, state)

    def games(self) -> Iterator[tuple[Game, Any]]:
        """Yield the game with its root, and games with other states that may help: simpler ones, or with their path.

        What is proven without a state that comes back holds whatever that means. A line without an end is a draw, as
        in `solve`.
        """
        simplified = self.game.bounds.simplified(self.state) if self.bounds is None else None
        if simplified is not None:
            game, root = simplified
            yield game if is_native(self.game) else plain(game), root
        if self.game.repetition != ILLEGAL:
            yield self.game, self.state
        if self.game.repetition != ALLOWED:
            yield self.root
        elif self.game.longest >= ANY_NUMBER:
            path = np.array([self.game.repetition_key(self.state)])
            yield WithHistory(self.game), StateWithHistory(self.state, path)

    def narrow(self, target: float | None) -> None:
        """Ask until the value is known, or once for `target`."""
        game, root = self.root
        if game.is_terminal(root):
            self.low = self.high = self._steps(game.utility(root, self.mover))
            return
        least, greatest = self.game.utilities
        if target is not None and not least < target <= greatest:
            raise HalfmoveError(f"a target of {target}: it must be more than {least} and at most {greatest}")
        wanted = self.high if target is None else self._steps(target)
        while self.low < self.high:
            answer = self._ask(wanted)
            if answer == YES:
                self.low = wanted
            elif answer == NO:
                self.high = wanted - 1
            if answer == UNKNOWN or target is not None:
                break
            wanted = (self.low + self.high + 1) // 2

    def _steps(self, utility: float) -> int:
        """Return how many steps a utility is above the least one."""
        return ceil((utility - self.game.utilities[0]) / self.step - _ROUNDING)

    def _ask(self, wanted: int) -> int:
        """Tell whether the mover gets so many steps: he attacks first, then the other player does."""
        greatest = self._steps(self.game.utilities[1])
        for game, root in self.games():
            for attacker, steps in ((self.mover, wanted), (1 - self.mover, greatest + 1 - wanted)):
                answer = self._attack(game, root, attacker, steps)
                if answer != UNKNOWN:
                    return answer if attacker == self.mover else -answer
        return UNKNOWN

    def _attack(self, game: Game, root: Any, attacker: int, steps: int) -> int:
        """Tell whether a player gets so many steps."""
        wanted = game.utilities[0] + self.step * steps
        salt = mix(steps, 2 * attacker + isinstance(game, WithHistory))
        search = _search(game, self.bounds, self.table, self.counter, attacker, wanted, salt, self.plies)
        call = self._prepared(search, root)
        try:
            run(call, self.counter.flag, self.clock.left)
        except Stopped:
            self.line = self._nearest(search) or self.line
            raise
        proof = int(search.room.proofs[0])
        answer = YES if proof == 0 else NO if proof == NEVER else UNKNOWN
        succeeds = answer == (YES if attacker == self.mover else NO)
        if succeeds or not self.line:
            self.line = self._nearest(search)
        if succeeds and self.line:
            self.line += tuple(self._line(search, game.result(root, self.line[0])))
        return answer

    def _prepared(self, search: Search, root: Any) -> Callable[[], int]:
        """Return the search, ready to run; the clock does not run while its machine code is made."""
        before = self.clock.seconds
        call = solve.prepare(search, root)
        self.clock.start += self.clock.seconds - before
        return call

    def _nearest(self, search: Search) -> tuple[int, ...]:
        """Return the action of the root that is nearest to a success of the mover."""
        room, children = search.room, slice(1, search.root_end)
        numbers = room.proofs if search.attacker == self.mover else room.disproofs
        if search.root_end <= 1:
            return ()
        return (int(room.actions[children][int(np.argmin(numbers[children]))]),)

    def _line(self, search: Search, state: Any) -> Iterator[int]:
        """Yield how the mover goes on after his first action, as far as the table remembers it.

        The other player resists the longest.
        """
        search, game = plain(search), plain(search.game)
        for ply in range(1, self.plies):
            if game.is_terminal(state):
                return
            ours = game.to_move(state) == self.mover
            best, most = None, -1
            for action in legal_actions(game, state):
                child = game.result(state, action)
                effort = _effort(search, child, ply + 1, search.attacker == self.mover)
                if effort >= 0 and (best is None or not ours and effort > most):
                    best, most, following = action, effort, child
            if best is None:
                return
            yield best
            state = following

    def choice(self) -> Choice:
        """Return what is known."""
        exact = self.low == self.high
        value = self.game.utilities[0] + self.step * (self.low + self.high) / 2
        action = self.line[0] if self.line else first_action(*self.root)
        line = self.line or (() if action is None else (action,))
        done = (len(line), self.counter.nodes, self.clock.seconds, EXACT if exact else ESTIMATE, not exact)
        return Choice(action, value + 0.0, line, *done, game=self.game, state=self.state)


@compiled
class Counter(NodeCounter):
    """Counts states; what is known beside the rules may take a millisecond for each."""

    stretch = 16  # states between two looks at the flag


def _counter(nodes: int | None, *given: Any) -> Counter:
    """Return a counter for the lane that a search takes: plain if anything that it is given is."""
    counter = Counter(np.array([0, 0, allowed_nodes(nodes)]), Flag())
    return counter if all(each is None or is_native(each) for each in given) else plain(counter)


def _step(game: Game) -> float:
    """Return the distance between two values; a state that comes back may be worth half a step."""
    middle = (game.utilities[1] - game.utilities[0]) / 2 / game.step
    return game.step / 2 if middle % 1 and (game.repetition != ALLOWED or game.longest >= ANY_NUMBER) else game.step


def _effort(search: Search, state: Any, ply: int, attacks: bool) -> int:
    """Return how much work it took to show that a state is what the attacker, or the other, wants; -1: not shown."""
    if search.game.is_terminal(state):
        return 0 if (search.game.utility(state, search.attacker) >= search.wanted[0]) == attacks else -1
    entry = search.table.find(key_of(search, state, ply))
    shown = entry.info != 0 and (entry.value == 0 if attacks else entry.action == 0)
    return int(search.table.depth(entry.info)) if shown else -1


@compiled
class Room:
    """The states beside the path, the root first: by what action each is reached, and its numbers."""

    actions: np.ndarray
    orders: np.ndarray  # how promising the actions are
    proofs: np.ndarray
    disproofs: np.ndarray
    path: np.ndarray  # of the states from the root on: by what a state is known that comes back


@compiled
class Search:
    """What a search is given: rules, what is known of the game beside them, a table, room, a counter, a question."""

    game: Any
    bounds: Any
    table: TranspositionTable
    room: Room
    counter: Counter
    cells: np.ndarray
    wanted: np.ndarray  # one number: the utility that the attacker wants

    attacker = cell(0)
    salt = cell(1)  # tells the states of one question from those of another
    plies = cell(2)  # that it may look ahead
    may_repeat = cell(3)  # whether a state can come back
    is_limited = cell(4)  # whether it may look less far than to the end
    root_end = cell(5)  # where the children of the root end


def _search(
    game: Game,
    bounds: Bounds | None,
    table: TranspositionTable,
    counter: Counter,
    attacker: int,
    wanted: float,
    salt: int,
    plies: int,
) -> Search:
    """Return what a search of `game` is given, for the lane that it takes."""
    actions, proofs, disproofs = (np.zeros(ROOM, np.int64) for _ in range(3))
    room = Room(actions, np.zeros(ROOM), proofs, disproofs, np.zeros(DEEPEST + 2, np.int64))
    limited = plies < TO_THE_END
    repeats = not limited and not isinstance(game, WithHistory) and game.longest >= ANY_NUMBER
    given = np.array([attacker, salt, plies, repeats, limited, 1]), np.array([wanted])
    if is_native(game) and is_native(counter):
        return Search(game, bounds or game.bounds, table, room, counter, *given)
    return plain(Search(game, bounds or game.bounds, plain(table), plain(room), counter, *given))


@kernel
def solve(search: Any, root: Any) -> int:
    """Search until the question is answered; the numbers of the root are then in the room's first place."""
    put_on_path(search, root, 0)
    return expand(search, root, 0, DOUBTFUL, DOUBTFUL, 0, 1)


@kernel
def expand(search: Any, state: Any, place: int, most_proof: int, most_disproof: int, ply: int, top: int) -> int:
    """Search below the state at `place` until one of its numbers reaches its limit; put both there.

    The children are listed in the room from `top` on. Return where they end.
    """
    game, room = search.game, search.room
    attacks = game.to_move(state) == search.attacker
    if game.to_move(state) == CHANCE:
        raise WrongGame(NO_CHANCE)
    # From here on with the eyes of the mover: one child that wins is enough for him, and all have to fail.
    wins, fails = (room.proofs, room.disproofs) if attacks else (room.disproofs, room.proofs)
    most_wins, most_fails = (most_proof, most_disproof) if attacks else (most_disproof, most_proof)
    begun = search.counter.nodes
    end = list_children(search, state, ply, top)
    if ply == 0:
        search.root_end = end
    while True:
        best, second, fewest = top, NEVER, NEVER
        total, greatest = 0, 0
        for i in range(top, end):
            if wins[i] < fewest:
                best, second, fewest = i, fewest, wins[i]
            elif wins[i] < second:
                second = wins[i]
            total += fails[i]
            greatest = max(greatest, fails[i])
        summed = greatest if greatest >= DOUBTFUL else min(total, MOST)
        if fewest >= most_wins or summed >= most_fails or end == top:
            break
        rest = total - fails[best]
        child_wins = min(most_wins, second + second // SECOND + 1)
        child_fails = max(fails[best] + 1, most_fails - rest)
        child_proof, child_disproof = (child_wins, child_fails) if attacks else (child_fails, child_wins)
        child = game.result(state, int(room.actions[best]))
        put_on_path(search, child, ply + 1)
        expand(search, child, best, child_proof, child_disproof, ply + 1, end)
    wins[place], fails[place] = fewest, summed
    remember(search, key_of(search, state, ply), place, search.counter.nodes - begun + 1)
    return end


@kernel
def list_children(search: Any, state: Any, ply: int, top: int) -> int:
    """List what follows a state, with its numbers, the most promising first; return where the list ends."""
    game, room, bounds = search.game, search.room, search.bounds
    attacks = game.to_move(state) == search.attacker
    end = top
    for action in bounds.solver_moves(state):
        child = game.result(state, action)
        if end + 1 == len(room.actions):  # no room: what is not listed is taken for a state that is too far away
            room.proofs[end], room.disproofs[end], room.actions[end] = DOUBTFUL, 0, action
            return end + 1
        order = bounds.child_order(state, action, child)
        place = end
        while place > top and room.orders[place - 1] < order:
            room.orders[place], room.actions[place] = room.orders[place - 1], room.actions[place - 1]
            room.proofs[place], room.disproofs[place] = room.proofs[place - 1], room.disproofs[place - 1]
            place -= 1
        room.orders[place], room.actions[place] = order, action
        first_numbers(search, child, place, ply + 1)
        end += 1
        if (room.proofs[place] if attacks else room.disproofs[place]) == 0:  # the others do not matter
            return end
    return end


@kernel
def first_numbers(search: Any, state: Any, place: int, ply: int) -> int:
    """Put the numbers of a state at its place: final ones, those that the table knows, or a first guess."""
    game, room, wanted = search.game, search.room, search.wanted[0]
    search.counter.count_node()
    proof, disproof = NEVER, 0
    if game.is_terminal(state):
        if game.utility(state, search.attacker) >= wanted:
            proof, disproof = 0, NEVER
    else:
        key = key_of(search, state, ply)
        entry = search.table.find(key)
        if ply >= search.plies or is_on_path(search, state, ply):
            proof = DOUBTFUL
        elif entry.info != 0:
            proof, disproof = int(entry.value), entry.action
        else:
            least, most = search.bounds.value_bounds(state, search.attacker, wanted)
            if least >= wanted:
                proof, disproof = 0, NEVER
            elif most >= wanted:
                proof, disproof = search.bounds.effort(state, search.attacker, wanted)
            if proof == 0 or disproof == 0:
                room.proofs[place], room.disproofs[place] = proof, disproof
                remember(search, key, place, 1)
    room.proofs[place], room.disproofs[place] = proof, disproof
    return place


@kernel
def put_on_path(search: Any, state: Any, ply: int) -> None:
    """Note that a state is on the path, if it can come back."""
    if search.may_repeat:
        search.room.path[ply] = search.game.repetition_key(state)


@kernel
def is_on_path(search: Any, state: Any, length: int) -> bool:
    """Tell whether a state comes back that is one of the first on the path."""
    if search.may_repeat:
        key = search.game.repetition_key(state)
        for i in range(length):
            if search.room.path[i] == key:
                return True
    return False


@kernel
def key_of(search: Any, state: Any, ply: int) -> int:
    """Return the key of a state in the table: for one question, and with the plies that are left if they count."""
    salt = search.salt + ply if search.is_limited else search.salt
    return mix(search.game.key(state), salt)


@kernel
def remember(search: Any, key: int, place: int, work: int) -> None:
    """Keep the numbers at `place` as the value and the action of an entry; what took more work stays longer."""
    room, table = search.room, search.table
    info = table.info(highest_bit(work), EXACT_VALUE, 0, 0)
    table.store(key, float(room.proofs[place]), int(room.disproofs[place]), info)
