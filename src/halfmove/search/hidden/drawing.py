"""Averaging over clairvoyance as a tree that can be drawn: below each action the worlds, and what it is worth there."""

from __future__ import annotations

from typing import Any

from halfmove.compiled import plain
from halfmove.core.game import CHANCE, Game
from halfmove.core.knowledge import View
from halfmove.core.naming import player_name
from halfmove.errors import HalfmoveError
from halfmove.explain.tree import Node
from halfmove.search.hidden.clairvoyance import World, clairvoyance

_DIGITS = 12  # of a probability: what follows is rounding


def averaged_tree(game: Game, view: View, depth: int | None, most: int, **options: Any) -> Node:
    """Return what clairvoyance sees: actions, and below each the worlds with their probabilities, the likeliest first.

    Values are those of the player to move. A tree of more than `most` nodes is refused.
    """
    rules = plain(game)
    looked: list[tuple[World, dict[int, float]]] = []
    choice = clairvoyance(game, view, depth, watch=lambda world, values: looked.append((world, values)), **options)
    merged: dict[Any, tuple[float, dict[int, float]]] = {}
    for world, values in looked:
        weight, _ = merged.get(world.state, (0.0, values))
        merged[world.state] = (weight + world.weight, values)
    ranked = (choice, *choice.others)
    if len(ranked) * (len(merged) + 1) + 1 > most:
        raise HalfmoveError(f"the tree has more than {most:,} nodes: ask for fewer worlds or more (--nodes)")
    root = Node("", player_name(rules, view.player), value=choice.value, best=0, picture=rules.show(view.seen))
    for each in ranked:
        assert each.action is not None
        node = Node(rules.name(each.action, view.seen), player_name(rules, CHANCE), value=each.value)
        for state, (weight, values) in sorted(merged.items(), key=lambda item: -item[1][0]):
            shown = rules.show(state)
            label = " ".join(shown.split()) if "\n" not in shown else ""
            node.children.append(
                Node(label, "", value=values[each.action], probability=round(weight, _DIGITS), picture=shown)
            )
        root.children.append(node)
    return root
