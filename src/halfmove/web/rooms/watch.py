"""Watch: record a search, and hand out its nodes, steps, boards and pictures page by page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from halfmove.core.choice import Limit
from halfmove.core.drawing import find_drawing
from halfmove.core.wrapper import plain_throughout
from halfmove.errors import HalfmoveError
from halfmove.explain.board import TREE
from halfmove.explain.latex import story_latex, tree_latex
from halfmove.explain.picture import drawing_of, step_svg, tree_svg
from halfmove.explain.steps import story_of
from halfmove.explain.text import tree_text
from halfmove.explain.tree import Node
from halfmove.games.trees.explicit import ExplicitGame
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.players.search import considered, search_of, tree_search_of
from halfmove.play.players.searches import MCTS
from halfmove.play.players.spec import Spec
from halfmove.running.run import Stop
from halfmove.search.mcts.drawing import drawn_tree
from halfmove.search.mcts.stepping import simulations_of
from halfmove.web import limits, messages
from halfmove.web.code import Code
from halfmove.web.failures import LimitReached
from halfmove.web.growth import Growth
from halfmove.web.hello import SEARCHES
from halfmove.web.pictures import board_data, data_of, picture_data
from halfmove.web.recording import KeepingRecorder, Recording
from halfmove.web.reporting import Report, reports_of
from halfmove.web.rooms.play import MIMES, file, picture_file
from halfmove.web.same import command, options_text, python, same
from halfmove.web.single_page import page
from halfmove.web.workspace import Workspace

ITERATIVE, DEEPENED = "iterative", "alphabeta"
_DEPTH = 3  # plies of iterative deepening, where nothing is said
_SIMULATIONS = 100
_MOST_DRAWN = 2_000  # nodes of a picture
_MOST_ALIGNED = 200_000  # steps of two searches that are put in step


class Watched:
    """A search that is kept, with what draws it."""

    def __init__(self, recording: Recording | Growth, title: str, ongoing: GameInProgress, root: Node | None) -> None:
        self.recording, self.title, self.root = recording, title, root
        self.drawing = find_drawing(ongoing.rules)
        self.board = self.drawing.describe()
        self.reply: dict[str, Any] = {}


def watch(workspace: Workspace, request: messages.Watch, stop: Stop) -> Iterator[dict[str, Any]]:
    """Record a search."""
    ongoing = workspace.position(request.position)
    name, _, rest = request.search.partition(":")
    spec = (
        workspace.spec(f"{DEEPENED}:{rest}" if rest else DEEPENED)
        if name == ITERATIVE
        else workspace.spec(request.search)
    )
    if ongoing.over:
        raise HalfmoveError("the game is over: there is nothing to search")

    def work(report: Report) -> dict[str, Any]:
        if spec.name == MCTS:
            kept = _grown(ongoing, request, spec, report)
        else:
            kept = _recorded(ongoing, request, spec, name == ITERATIVE, report)
        number = workspace.next_name("w")
        workspace.watches.keep(number, kept)
        kept.reply = {"type": "watch", "watch": number, **_described(kept, request, ongoing, spec)}
        return kept.reply

    yield from reports_of(work, stop)


def _recorded(ongoing: GameInProgress, request: messages.Watch, spec: Spec, deepening: bool, report: Report) -> Watched:
    """Record a search node by node; iterative deepening is a search for each depth."""
    search, deepens = search_of(spec, ongoing.given_game, request.seed)
    if not deepens:
        raise HalfmoveError(f"{spec.name} does not search a tree node by node: it cannot be watched")
    game, state = considered(spec, ongoing.game, ongoing.state), ongoing.state
    strict = spec.options.get("cut_equal") is False
    recording = Recording(plain_throughout(ongoing.game), request.search, Code(spec.name, strict))
    depth = spec.options.get("depth", _DEPTH if deepening else None)
    rooms = range(1, depth + 1) if deepening else [depth]
    root = None
    for plies in rooms:
        done = len(recording.nodes)
        recorder = KeepingRecorder(game, report, done)
        report({"type": "recording", "nodes": done})
        choice = search(game, state, plies, limit=Limit(nodes=limits.TREE - done), watch=recorder)
        root = recorder.root
        if root is None or root.value is None:
            raise LimitReached(
                f"this search looks at more than {limits.TREE:,} nodes: ask for fewer plies, as in {spec.name}:depth=3"
            )
        recording.add(root, recorder.states, plies or 0)
        if deepening and choice.exact and plies != depth:
            break
    return Watched(recording, _title(request.search), ongoing, root)


def _grown(ongoing: GameInProgress, request: messages.Watch, spec: Spec, report: Report) -> Watched:
    """Record a Monte Carlo tree search, simulation by simulation."""
    most = spec.options.get("simulations", _SIMULATIONS)
    if most > limits.SIMULATIONS:
        raise LimitReached(f"{most:,} simulations: at most {limits.SIMULATIONS:,} are watched")
    rules = plain_throughout(considered(spec, ongoing.given_game, ongoing.state))
    state = getattr(ongoing.state, "state", ongoing.state) if ongoing.game is not ongoing.given_game else ongoing.state
    owner = tree_search_of(rules, spec, {"simulations": most, "threads": 1})
    seed = spec.options.get("seed", request.seed)
    growth: Growth | None = None
    for simulation in simulations_of(owner, state, most, seed):
        if growth is None:
            growth = Growth(owner.rules, request.search, owner, owner.kept)
        growth.add(simulation)
        if simulation.number % 50 == 0:
            report({"type": "recording", "nodes": len(growth.nodes)})
    if growth is None:
        raise HalfmoveError("there is nothing to simulate here")
    growth.finish()
    root = None
    with suppress(HalfmoveError):
        root = drawn_tree(owner, _MOST_DRAWN)
    return Watched(growth, _title(request.search), ongoing, root)


def _title(search: str) -> str:
    known = {name: title for name, (title, _, _) in SEARCHES.items()}
    return known.get(search, known.get(search.partition(":")[0], search))


def _described(kept: Watched, request: messages.Watch, ongoing: GameInProgress, spec: Spec) -> dict[str, Any]:
    recording = kept.recording
    root = recording.nodes[0]
    if isinstance(recording, Growth):
        rounds = [{"depth": 0, "root": 0, "first": 0, "end": len(recording)}]
        best = max(recording.children[0], key=lambda child: recording.nodes[child]["visits"], default=None)
    else:
        ends = [*(each.first_step for each in recording.rounds[1:]), len(recording)]
        rounds = [
            {"depth": each.depth, "root": each.first_node, "first": each.first_step, "end": end}
            for each, end in zip(recording.rounds, ends)
        ]
        root = recording.nodes[recording.rounds[-1].first_node]
        best = None if root["best"] is None else recording.children[root["number"]][root["best"]]
    last = recording.step(len(recording) - 1)["counters"]
    entered = [node for node in recording.nodes if node["reason"] != "skipped"]
    subtitles = {name: summary for name, (_, summary, _) in SEARCHES.items()}
    return {
        "search": request.search,
        "title": kept.title,
        "subtitle": subtitles.get(request.search, subtitles.get(request.search.partition(":")[0], "")),
        "nodes": len(recording.nodes),
        "entered": len(entered),
        "steps": len(recording),
        "windows": any(node["alpha"] is not None or node["beta"] is not None for node in entered),
        "vectors": any(node["vector"] for node in entered[:1]),
        "visits": isinstance(recording, Growth),
        "totals": {**last, **_everything(ongoing)},
        "rounds": rounds,
        "code": recording.code.data(),
        "value": root["value"],
        "vector": root["vector"],
        "best": None if best is None else recording.nodes[best]["label"],
        "board": board_data(kept.board),
        "same": _same(request, spec),
    }


def _everything(ongoing: GameInProgress) -> dict[str, int | None]:
    """Return how many nodes and leaves there are in all, where the whole tree is written down."""
    game = ongoing.given_game
    if not isinstance(game, ExplicitGame) or sorted(game.children.tolist()) != list(range(1, len(game.movers))):
        return {"all_nodes": None, "all_leaves": None}
    todo, nodes, leaves = [ongoing.state.node if ongoing.game is game else ongoing.state.state.node], 0, 0
    while todo:
        node = todo.pop()
        nodes += 1
        leaves += game.count[node] == 0
        first = int(game.first[node])
        todo += game.children[first : first + int(game.count[node])].tolist()
    return {"all_nodes": nodes, "all_leaves": int(leaves)}


def _same(request: messages.Watch, spec: Spec) -> dict[str, str]:
    at = request.position
    name = DEEPENED if request.search.partition(":")[0] == ITERATIVE else spec.name
    options = {option: value for option, value in spec.options.items() if option != "depth"}
    depth = spec.options.get("depth")
    if spec.name == MCTS:
        given = {"simulations": _SIMULATIONS, **options, "seed": options.get("seed", request.seed)}
        lines = [f"choice = mcts(game, state, {options_text(given)})"]
        return same(
            command("tree", at.game, at, search=request.search, seed=request.seed), python(at, ["mcts"], *lines)
        )
    arguments = options_text({"depth": depth, **options})
    lines = [
        "watch = Recorder(game)",
        f"choice = {name}(game, state{', ' + arguments if arguments else ''}, watch=watch)",
        "print(choice, watch.root.to_json())",
    ]
    text = f"{name}:{','.join(f'{key}={value}' for key, value in options.items())}" if options else name
    line = command("tree", at.game, at, search=text, depth=depth, nodes=limits.TREE)
    return same(line, python(at, [name, "Recorder"], *lines))


def _find(workspace: Workspace, name: str) -> Watched:
    found: Watched = workspace.watches.find(name, "search")
    return found


def nodes(workspace: Workspace, request: messages.Nodes) -> dict[str, Any]:
    """Return a page of nodes."""
    recording = _find(workspace, request.watch).recording
    count = min(request.count, limits.PAGE)
    return {"type": "nodes", "nodes": recording.nodes[request.first : request.first + count]}


def steps(workspace: Workspace, request: messages.Steps) -> dict[str, Any]:
    """Return a page of steps."""
    recording = _find(workspace, request.watch).recording
    last = min(request.first + min(request.count, limits.PAGE), len(recording))
    return {"type": "steps", "steps": [recording.step(number) for number in range(request.first, last)]}


def view(workspace: Workspace, request: messages.View) -> dict[str, Any]:
    """Return what to draw of a tree at a step: all of a small one, of a large one the path and what is beside it."""
    recording = _find(workspace, request.watch).recording
    step = min(request.step, len(recording) - 1)
    now = recording.step(step)["node"]
    shown = _shown(recording, now, request.most)
    looks = recording.looks_at(step, sorted(shown))
    for look in looks:
        look["stub"] = sum(
            recording.nodes[child]["below"] + 1 for child in recording.children[look["number"]] if child not in shown
        )
    return {"type": "view", "step": step, "now": now, "nodes": looks}


def _shown(recording: Recording | Growth, now: int, most: int) -> set[int]:
    """Return the nodes that are drawn: the path to `now` first, then the children along it, then wider."""
    root = now
    path = [now]
    while recording.nodes[root]["parent"] is not None:
        root = recording.nodes[root]["parent"]
        path.append(root)
    shown = set(path[-most:])
    layer = list(reversed(path))
    while layer and len(shown) < most:
        below = [child for number in layer for child in recording.children[number] if child not in shown]
        if len(shown) + len(below) > most:
            near = [child for child in below if recording.nodes[child]["parent"] in path]
            below = near if len(shown) + len(near) <= most and near else below[: most - len(shown)]
            shown.update(below)
            break
        shown.update(below)
        layer = below
    return shown


def timeline(workspace: Workspace, request: messages.Timeline) -> dict[str, Any]:
    """Return one bar a step, or one for several where there are many: the deepest of them, and whether one cuts."""
    recording = _find(workspace, request.watch).recording
    count = len(recording)
    width = max(1, -(-count // request.buckets))
    bars = []
    for first in range(0, count, width):
        steps = [recording.bar(number) for number in range(first, min(first + width, count))]
        depth, mover = max((step[0], step[1]) for step in steps)
        bars.append({"step": first, "depth": depth, "mover": mover, "cut": any(step[2] for step in steps)})
    return {"type": "timeline", "bars": bars, "width": width}


def align(workspace: Workspace, request: messages.Align) -> dict[str, Any]:
    """Put two searches of one tree in step: while one does what the other does not, the other waits."""
    one, other = (_find(workspace, name).recording for name in (request.first, request.second))
    if len(one) + len(other) > _MOST_ALIGNED:
        raise LimitReached(f"searches of more than {_MOST_ALIGNED:,} steps together are not put in step")
    marks = [[each.mark(number) for number in range(len(each))] for each in (one, other)]
    ahead = [{mark: number for number, mark in reversed(list(enumerate(each)))} for each in marks]
    pairs, i, j = [[0, 0]], 0, 0
    while i < len(one) - 1 or j < len(other) - 1:
        following = marks[0][i + 1] if i + 1 < len(one) else None
        answering = marks[1][j + 1] if j + 1 < len(other) else None
        if following == answering:
            i, j = i + 1, j + 1
        elif following is None or following in ahead[1] and ahead[1][following] > j and answering not in ahead[0]:
            j += 1
        elif answering is None or following not in ahead[1] or ahead[1][following] <= j:
            i += 1
        else:
            i, j = i + 1, j + 1
        pairs.append([min(i, len(one) - 1), min(j, len(other) - 1)])
    return {"type": "align", "pairs": pairs}


def boards(workspace: Workspace, request: messages.Boards) -> dict[str, Any]:
    """Return the boards of some nodes."""
    kept = _find(workspace, request.watch)
    states = kept.recording.states
    pictures = {
        str(number): picture_data(kept.drawing, kept.board, states[number])
        for number in request.nodes
        if number < len(states)
    }
    return {"type": "board", "pictures": pictures}


def export(workspace: Workspace, request: messages.Export) -> dict[str, Any]:
    """Return a watched search as a file."""
    kept, form = _find(workspace, request.watch), request.format
    root = kept.root
    if root is None or sum(1 for _ in root.walk()) > _MOST_DRAWN and form != "json":
        raise LimitReached(f"a picture has at most {_MOST_DRAWN:,} nodes: ask for fewer plies")
    title, step = kept.title, request.step
    if form == "json":
        return file("tree.json", root.to_json() + "\n", MIMES["json"])
    if form == "text":
        return file("tree.txt", tree_text(root) + "\n", MIMES["text"])
    if form == "html":
        return file("tree.html", page(title, shown_data(kept), tree_text(root)), MIMES["html"])
    if form == "latex":
        whole = step is None or isinstance(kept.recording, Growth)
        return file(
            "tree.tex", tree_latex(root, title) if whole else story_latex(story_of(root), title), MIMES["latex"]
        )
    if form in ("svg", "png"):
        return picture_file("tree", _svg(kept, root, step), form)
    raise HalfmoveError(f"'{form}': a tree is written as svg, png, json, text, latex or html")


def shown_data(kept: Watched) -> dict[str, Any]:
    """Return a watched search as one piece of data, all pages together, for the elements outside the studio."""
    recording = kept.recording
    numbers = range(len(recording.nodes)) if kept.board is not None and kept.board.kind != TREE else range(0)
    return {
        "watch": kept.reply,
        "nodes": recording.nodes,
        "steps": [recording.step(number) for number in range(len(recording))],
        "tree": [] if kept.board is None else data_of(kept.board.nodes),
        "pictures": {str(at): picture_data(kept.drawing, kept.board, recording.states[at]) for at in numbers},
    }


def _svg(kept: Watched, root: Node, step: int | None) -> str:
    recording = kept.recording
    if step is None or isinstance(recording, Growth):
        return tree_svg(root, kept.title)
    at = step - recording.rounds[-1].first_step
    story = recording.rounds[-1].story
    at = min(max(at, 0), len(story.steps) - 1)
    return step_svg(drawing_of(story), at, f"{kept.title}: step {step + 1}", story.sentences[at])
