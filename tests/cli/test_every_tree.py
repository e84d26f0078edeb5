"""Every search draws its tree of every game, as text, SVG and JSON, or says in one sentence why there is none."""

import json
from xml.etree import ElementTree

import pytest

from halfmove.core.rules import legal_actions
from halfmove.explain.tree import Node
from halfmove.games import game_named
from halfmove.play.players.searches import SEARCHES
from open_games import OPEN_GAMES

pytestmark = pytest.mark.one_lane

WIDE = 15  # actions: beyond, a tree of one ply is large enough
SMALLER = {  # boards on which the same is drawn sooner
    "gomoku": "gomoku:width=6,height=6",
    "pente": "pente:width=6,height=6",
    "go": "go:size=5",
    "hex": "hex:size=4",
    "y": "y:size=4",
}
SHORTER = {"mcts": "mcts:simulations=4,playout_plies=5"}
NONE = ("use maxn", "does not average over chance", "node by node")  # why there is no tree


@pytest.mark.parametrize("name", [SMALLER.get(name, name) for name in OPEN_GAMES])
def test_every_search_draws_its_tree(halfmove, tmp_path, name):
    game = game_named(name)
    depth = 1 if len(legal_actions(game, game.initial)) > WIDE else 2
    drawn = 0
    for search in SEARCHES:
        picture = tmp_path / f"{search}.svg"
        words = ("tree", name, "--search", SHORTER.get(search, search), "--depth", depth)
        shown = halfmove(*words, "--svg", picture)
        if shown.exit_code:
            (sentence,) = shown.stderr.splitlines()
            assert shown.exit_code == 2
            assert any(reason in sentence for reason in NONE), sentence
            continue
        drawn += 1
        root = Node.from_dict(json.loads(halfmove(*words, "--json").stdout))
        nodes = [node for _, node in root.walk()]
        stubs = sum(len(node.skipped) for node in nodes)
        assert len(shown.stdout.splitlines()) >= len(nodes)
        branches = ElementTree.fromstring(picture.read_text(encoding="utf-8")).iter("{http://www.w3.org/2000/svg}path")
        assert sum("branch" in branch.get("class") for branch in branches) == len(nodes) - 1 + stubs
        assert all(child.label for node in nodes for child in node.children)
        assert root.picture == game.show(game.initial)
    assert drawn >= 2  # any number of players has maxn, and paranoid or expectiminimax
