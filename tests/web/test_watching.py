"""Watched searches: what is shown step by step is what the library's own trace says."""

from __future__ import annotations

import json
import math
from importlib.util import find_spec
from itertools import pairwise

import pytest
from studio_client import at

from halfmove import ExplicitGame, Recorder, alphabeta, game_named, mcts, memoised, minimax, plain, state_after
from halfmove.errors import HalfmoveError
from halfmove.explain.steps import story_of
from halfmove.web import limits
from halfmove.web.failures import LimitReached, Lost

pytestmark = pytest.mark.one_lane

FIGURE = "max(a1=min(3 12 8) a2=min(2 4 6) a3=min(14 5 2))"


def pages(workspace, kind, watch, count):
    """Return all nodes or steps of a watched search, page by page."""
    listed = []
    while len(listed) < count:
        page = workspace.ask(kind, **{"watch": watch, "from": len(listed), "count": 7})[kind]
        assert len(page) <= 7
        assert page
        listed += page
    return listed


def infinite(value, sign):
    return sign * math.inf if value is None else value


@pytest.mark.parametrize(
    ("game", "search", "run"),
    [
        (FIGURE, "alphabeta", alphabeta),
        (FIGURE, "minimax", minimax),
        ("tic-tac-toe", "alphabeta:depth=3", alphabeta),
        ("random-tree:seed=7,depth=5,width=3", "alphabeta", alphabeta),
        ("tic-tac-toe", "memoised:depth=4", memoised),
    ],
)
def test_nodes_windows_and_values_are_those_of_the_trace(workspace, game, search, run):
    reply = workspace.ask("watch", position=at(game), search=search)
    played = ExplicitGame.parse(game) if "(" in game else plain(game_named(game))
    watch = Recorder(plain(played))
    depth = int(search.partition("=")[2]) if "=" in search else None
    choice = run(plain(played), depth=depth, watch=watch)
    nodes = pages(workspace, "nodes", reply["watch"], reply["nodes"])
    traced = [node for _, node in watch.root.walk()]
    entered = [node for node in nodes if node["reason"] != "skipped"]
    assert len(entered) == len(traced) == reply["entered"]
    for shown, node in zip(entered, traced, strict=True):
        assert (shown["label"], shown["mover"], shown["reason"]) == (node.label, node.mover, node.reason)
        assert (infinite(shown["alpha"], -1), infinite(shown["beta"], 1)) == (node.alpha, node.beta)
        assert (shown["value"], shown["bound"]) == (node.value, node.bound)
    assert reply["value"] == choice.value
    assert sum(len(node.skipped) for node in traced) <= len(nodes) - len(entered)


@pytest.mark.parametrize("game", [FIGURE, "random-tree:seed=3,depth=4,width=3", "random-tree:seed=11,depth=6,width=2"])
def test_steps_change_nodes_into_what_they_are_in_the_end(workspace, game):
    """A page that applies the changes of all steps has the picture of any step."""
    reply = workspace.ask("watch", position=at(game), search="alphabeta")
    nodes = pages(workspace, "nodes", reply["watch"], reply["nodes"])
    steps = pages(workspace, "steps", reply["watch"], reply["steps"])
    assert [step["step"] for step in steps] == list(range(reply["steps"]))
    seen = {}
    for step in steps:
        for change in step["changes"]:
            seen[change["node"]] = {**seen.get(change["node"], {}), **change}
        view = workspace.ask("view", watch=reply["watch"], step=step["step"], most=500)
        for node in view["nodes"]:
            now = seen.get(node["number"], {})
            assert node["state"] == now.get("state", "")
            if node["state"] == "open":
                assert [node[name] for name in ("value", "bound", "alpha", "beta")] == [
                    now[name] for name in ("value", "bound", "alpha", "beta")
                ]
        lit = reply["code"][step["line"]]["text"]
        assert ("return v" in lit and lit.startswith("if v")) == (step["kind"] == "cut")
    for node in nodes:
        if node["reason"] == "skipped":
            assert seen[node["number"]]["state"] == "cut"
        else:
            assert (seen[node["number"]]["state"], seen[node["number"]]["value"]) == ("done", node["value"])
    last = steps[-1]["counters"]
    assert last["visited"] == reply["entered"]
    assert last["leaves"] == sum(node["reason"] == "end" for node in nodes)


def test_a_cut_is_explained_by_what_each_side_has(workspace):
    reply = workspace.ask("watch", position=at(FIGURE), search="alphabeta")
    steps = workspace.ask("steps", watch=reply["watch"])["steps"]
    (cut,) = [step for step in steps if step["kind"] == "cut"]
    assert cut["text"] == "MIN already has 2 here, MAX has 3 elsewhere. The rest of a2 cannot matter: cut."
    assert reply["code"][cut["line"]]["text"] == "if v ≤ α return v"  # noqa: RUF001 - alpha is alpha
    assert reply["totals"] == {"visited": 11, "leaves": 7, "cut": 2, "hits": 0, "all_nodes": 13, "all_leaves": 9}
    story = story_of(_traced(FIGURE))
    assert [step["text"] for step in steps if step["kind"] != "cut"] == [
        sentence for sentence in story.sentences if "cannot matter" not in sentence
    ]


def _traced(text):
    game = plain(ExplicitGame.parse(text))
    watch = Recorder(game)
    alphabeta(game, watch=watch)
    return watch.root


def test_two_searches_go_in_step(workspace):
    first = workspace.ask("watch", position=at(FIGURE), search="minimax")
    second = workspace.ask("watch", position=at(FIGURE), search="alphabeta")
    pairs = workspace.ask("align", first=first["watch"], second=second["watch"])["pairs"]
    assert [pair[0] for pair in pairs] == list(range(first["steps"]))
    assert pairs[-1] == [first["steps"] - 1, second["steps"] - 1]
    steps = [workspace.ask("steps", watch=each["watch"])["steps"] for each in (first, second)]
    nodes = [workspace.ask("nodes", watch=each["watch"])["nodes"] for each in (first, second)]

    def place(which, step):
        node, names = nodes[which][steps[which][step]["node"]], []
        while node["parent"] is not None:
            names.append(node["label"])
            node = nodes[which][node["parent"]]
        return names

    waits = [i for i, (before, now) in enumerate(pairwise(pairs), 1) if before[1] == now[1]]
    assert len(waits) == first["steps"] - second["steps"]
    assert all(place(0, i) == place(1, j) for number, (i, j) in enumerate(pairs) if number not in waits)


def test_iterative_deepening_has_a_round_for_each_depth(workspace):
    reply = workspace.ask("watch", position=at("tic-tac-toe"), search="iterative:depth=3")
    assert [round["depth"] for round in reply["rounds"]] == [1, 2, 3]
    assert reply["rounds"][-1]["end"] == reply["steps"]
    nodes = pages(workspace, "nodes", reply["watch"], reply["nodes"])
    assert [nodes[round["root"]]["parent"] for round in reply["rounds"]] == [None] * 3


def test_a_monte_carlo_tree_grows_as_the_search_itself_does(workspace):
    reply = workspace.ask("watch", position=at("tic-tac-toe", "a1"), search="mcts:simulations=60", seed=5)
    game = plain(game_named("tic-tac-toe"))
    state = state_after(game, game.initial, ["a1"])
    choice = mcts(game, state, simulations=60, seed=5)
    assert reply["best"] == game.name(choice.action, state)
    steps = pages(workspace, "steps", reply["watch"], reply["steps"])
    assert len(steps) == 60
    assert [step["changes"][0]["visits"] for step in steps] == list(range(1, 61))
    nodes = pages(workspace, "nodes", reply["watch"], reply["nodes"])
    best = next(node for node in nodes if node["parent"] == 0 and node["label"] == reply["best"])
    assert (best["visits"], best["value"]) == (choice.visits, pytest.approx(choice.value))


@pytest.mark.parametrize(
    ("game", "search"),
    [
        ("pig:goal=8", "expectiminimax:depth=3"),
        ("random-chance-tree:seed=4", "star1"),
        ("random-chance-tree:seed=4", "star2"),
        ("three-player-nim", "maxn:depth=4"),
        ("random-vector-tree", "maxn"),
        ("chess", "quiescence:depth=1"),
        ("tic-tac-toe", "beam:depth=3,width=2"),
        ("three-player-nim", "paranoid:depth=3"),
        ("tic-tac-toe", "alphabeta:depth=3,cut_equal=no"),
        ("backgammon", "mcts:simulations=20"),
    ],
)
def test_every_search_can_be_watched(workspace, game, search):
    actions = "31" if game == "backgammon" else ""
    reply = workspace.ask("watch", position=at(game, actions), search=search)
    steps = pages(workspace, "steps", reply["watch"], reply["steps"])
    assert all(step["text"] and 0 <= step["line"] < len(reply["code"]) for step in steps)
    boards = workspace.ask("board", watch=reply["watch"], nodes=[0, 1])
    assert set(boards["pictures"]) == {"0", "1"}
    bars = workspace.ask("timeline", watch=reply["watch"], buckets=5)["bars"]
    assert 1 <= len(bars) <= 5


def test_a_large_tree_is_shown_in_parts(workspace, monkeypatch):
    reply = workspace.ask("watch", position=at("tic-tac-toe"), search="alphabeta:depth=5")
    assert reply["nodes"] > 500
    view = workspace.ask("view", watch=reply["watch"], step=reply["steps"] // 2, most=60)
    numbers = {node["number"] for node in view["nodes"]}
    assert len(numbers) <= 60
    path = view["now"]
    while path is not None:
        assert path in numbers
        path = next(node["parent"] for node in view["nodes"] if node["number"] == path)
    assert sum(node["stub"] for node in view["nodes"]) + len(numbers) == reply["nodes"]
    monkeypatch.setattr(limits, "TREE", 100)
    with pytest.raises(LimitReached, match="100 nodes"):
        workspace.ask("watch", position=at("tic-tac-toe"), search="alphabeta:depth=5")


def test_a_watched_search_is_written_to_files(workspace):
    reply = workspace.ask("watch", position=at(FIGURE), search="alphabeta")
    watch = reply["watch"]
    assert workspace.ask("export", watch=watch, format="svg")["text"].startswith("<svg")
    assert workspace.ask("export", watch=watch, format="svg", step=4)["text"].startswith("<svg")
    assert "tikzpicture" in workspace.ask("export", watch=watch, format="latex")["text"]
    assert "a1" in workspace.ask("export", watch=watch, format="text")["text"]
    assert json.loads(workspace.ask("export", watch=watch, format="json")["text"])["value"] == 3
    assert workspace.ask("export", watch=watch, format="png")["base64"].startswith("iVBOR")
    with pytest.raises(HalfmoveError, match="svg, png"):
        workspace.ask("export", watch=watch, format="exe")
    with pytest.raises(Lost):
        workspace.ask("export", watch="w999", format="svg")


def test_what_is_not_searched_node_by_node_is_refused(workspace):
    with pytest.raises(HalfmoveError, match="cannot be watched"):
        workspace.ask("watch", position=at("tic-tac-toe"), search="engine")


def test_a_single_page_holds_all_and_asks_nobody(workspace):
    reply = workspace.ask("watch", position=at("max(a=min(3 1) b=2)"), search="alphabeta")
    text = workspace.ask("export", watch=reply["watch"], format="html")["text"]
    data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    assert len(data["nodes"]) == reply["nodes"]
    assert len(data["steps"]) == reply["steps"]
    assert "src=" not in text.partition("<script")[0]
    assert text.count("</script>") == 3


@pytest.mark.skipif(find_spec("anywidget") is None, reason="anywidget is not installed")
def test_a_notebook_shows_the_same_elements():
    from halfmove.web.widget import show_board, show_search

    game = plain(game_named("tic-tac-toe"))
    state = state_after(game, game.initial, ["a1", "b2"])
    search = show_search(game, state, "alphabeta:depth=2")
    assert search.value["watch"]["title"] == "Alpha-beta"
    assert search.value["nodes"][0]["parent"] is None
    assert len(search.value["pictures"]["0"]["pieces"]) == 2
    assert show_board(game, state).value["label"] == "X to move"
