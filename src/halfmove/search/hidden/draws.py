"""An almost sure plan as a list that people read and as a tree that is drawn: between what to draw in each belief."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.core.game import Game
from halfmove.core.naming import player_name
from halfmove.core.wrapper import plain_throughout
from halfmove.explain.tree import MAX, MIN, Node
from halfmove.search.hidden.almost_sure import AlmostSure, Belief
from halfmove.search.hidden.guaranteed import planned
from halfmove.search.hidden.plans import followed, heard_as


class Draw(NamedTuple):
    """A belief with its number: between which actions to draw, and to which belief each leads."""

    number: int  #: the first belief is 1
    worlds: tuple[Any, ...]  #: the states that may be true
    actions: tuple[str, ...]  #: that keep the plan safe; each is as likely as another
    leads: tuple[tuple[str, str, int], ...]  #: an action, what is noticed then, and the number of the next belief


def draws_of(game: Game, player: int, answer: AlmostSure) -> list[Draw]:
    """Return the beliefs that come up in an almost sure plan, the first ones first."""
    rules: Any = plain_throughout(planned(game))
    order: list[Belief] = list(dict.fromkeys(answer.starts.values()))
    numbers = {belief: number for number, belief in enumerate(order, 1)}
    listed: list[Draw] = []
    for belief in order:  # which grows on the way
        worlds = tuple(sorted(belief, key=repr))
        names, leads = [], []
        for action in answer.actions[belief]:
            name = rules.name(action, worlds[0])
            names.append(name)
            for heard, states in followed(rules, player, worlds, action)[0].items():
                after = frozenset(states)
                if after not in numbers:
                    order.append(after)
                    numbers[after] = len(order)
                leads.append((name, heard_as(rules, player, heard, states[0]), numbers[after]))
        listed.append(Draw(numbers[belief], worlds, tuple(names), tuple(leads)))
    return listed


def draws_text(listed: list[Draw], most: int) -> str:
    """Return an almost sure plan as lines of text, at most so many."""
    lines: list[str] = []
    for each in listed:
        worlds = f"{len(each.worlds)} world{'s' if len(each.worlds) != 1 else ''}"
        lines.append(f"{each.number}: draw from {', '.join(each.actions)}   ({worlds})")
        lines += [f"  {action}, {heard}: go to {number}" for action, heard, number in each.leads]
    return "\n".join([*lines[:most], "..."] if len(lines) > most else lines)


def drawn_draws(game: Game, player: int, listed: list[Draw]) -> Node:
    """Return an almost sure plan as a tree: a belief that comes up again is only named."""
    rules = plain_throughout(game)
    mover = player_name(rules, player) if game.players != 2 else MAX if player == 0 else MIN
    nodes = {each.number: Node(str(each.number), mover, visits=len(each.worlds)) for each in listed}
    for each in listed:
        nodes[each.number].picture = rules.show(rules.observation(each.worlds[0], player))
    led = set[int]()
    for each in listed:
        for action, heard, number in each.leads:
            label = f"{action} [{heard}] {number}"
            if number in led or number <= each.number:
                nodes[each.number].children.append(Node(label, ""))
            else:
                led.add(number)
                nodes[number].label = label
                nodes[each.number].children.append(nodes[number])
    firsts = [nodes[each.number] for each in listed if each.number not in led]
    return firsts[0] if len(firsts) == 1 else Node("wait", mover, children=firsts)
