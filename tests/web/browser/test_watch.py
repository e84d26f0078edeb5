"""A search is stepped to its end, and every window that is shown is the library's."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from halfmove import Recorder, alphabeta
from halfmove.explain.tree import Node
from halfmove.play.loading import load_game

pytestmark = pytest.mark.one_lane

TREE = (
    "max(a=min(a1=max(4 7) a2=max(9 6) a3=max(8 8)) b=min(b1=max(3 5) b2=max(2 1) b3=max(9 4)) "
    "c=min(c1=max(8 6) c2=max(5 7)))"
)
MINUS = "\u2212"
INFINITE = (f"{MINUS}\u221e", "+\u221e")
SHOWN = """() => {
  const text = (node, name) => node.querySelector(name).textContent;
  const nodes = [...document.querySelector('halfmove-tree').shadowRoot.querySelectorAll('.node')];
  const seen = nodes.map((n) => [n.dataset.node, [n.getAttribute('class'), text(n, '.val'), text(n, '.win')]]);
  return Object.fromEntries(seen);
}"""


def number(value: float | None, infinite: str = "") -> str:
    if value is None or math.isinf(value):
        return infinite
    return f"{value:g}".replace("-", MINUS)


def window(alpha: float, beta: float) -> str:
    return f"[{number(alpha, INFINITE[0])}, {number(beta, INFINITE[1])}]"


def moments(root: Node) -> Iterator[dict[int, tuple[str, str, str]]]:
    """Yield what should be seen after each step of alpha-beta: a state, a value and a window for each node entered.

    It is the textbook's loop over the tree that the library recorded, and knows nothing of the studio.
    """
    seen: dict[int, tuple[str, str, str]] = {}
    numbers = {id(node): place for place, (_, node) in enumerate(root.walk())}

    def enter(node: Node) -> Iterator[None]:
        mine = numbers[id(node)]
        alpha, beta, best = node.alpha, node.beta, None
        seen[mine] = ("open", "", window(alpha, beta))
        yield
        for child in node.children:
            if child.children or child.skipped:
                yield from enter(child)
            sign = {"<=": "\u2264", ">=": "\u2265", "": ""}[child.bound]
            entry = window(child.alpha, child.beta) if child.children or child.skipped else ""
            seen[numbers[id(child)]] = ("done", sign + number(child.value), entry)
            better = best is None or (child.value > best if node.mover == "MAX" else child.value < best)
            best = child.value if better else best
            cuts = best >= beta if node.mover == "MAX" else best <= alpha
            if not cuts:  # a value outside the window cuts before it can narrow it
                alpha, beta = (max(alpha, best), beta) if node.mover == "MAX" else (alpha, min(beta, best))
            seen[mine] = ("open", number(best), window(alpha, beta))
            yield

    for _ in enter(root):
        yield dict(seen)
    seen[0] = ("done", number(root.value), window(root.alpha, root.beta))
    yield dict(seen)


def shown(page: Page) -> dict[int, tuple[str, str, str]]:
    """Return what the page shows of the nodes that the search has entered."""
    found = {}
    for name, (classes, value, above) in page.evaluate(SHOWN).items():
        state = next(word for word in classes.split() if word in ("unseen", "open", "done", "cut"))
        if state in ("open", "done"):
            found[int(name)] = (state, value, above)
    return found


def at_step(page: Page, step: int) -> None:
    page.wait_for_selector(f"main.watch[data-step='{step}']:has(halfmove-tree)")


def test_every_window_of_alpha_beta_is_the_librarys(visitor):
    recorder = Recorder(load_game(TREE))
    alphabeta(recorder.game, recorder.game.initial, watch=recorder)
    assert recorder.root is not None
    page = visitor.open(f"#/watch?game={TREE}&search=alphabeta")
    at_step(page, 0)
    last = int(page.locator("main.watch").get_attribute("data-last"))
    expected = list(moments(recorder.root))
    assert last + 1 == len(expected)
    for step, moment in enumerate(expected):
        at_step(page, step)
        assert shown(page) == moment, f"step {step}"
        if step < last:
            page.keyboard.press("ArrowRight")
    for step in reversed(range(0, last, 7)):  # and back
        page.locator("halfmove-timeline input").fill(str(step))
        at_step(page, step)
        assert shown(page) == expected[step]


def test_a_cut_is_greyed_with_its_reason(visitor):
    page = visitor.open("#/watch?game=max(a1=min(3 12 8) a2=min(2 4 6) a3=min(14 5 2))&search=alphabeta,minimax&step=7")
    at_step(page, 7)
    trees = page.locator("halfmove-tree")
    assert trees.count() == 2
    assert trees.last.locator(".node.cut").count() == 2
    assert trees.last.locator(".why.on text").text_content() == "cut: MIN already has 2 here, MAX has 3 elsewhere"
    assert trees.first.locator(".node.cut").count() == 0
    assert page.locator(".now-card p").inner_text().startswith("MIN already has 2 here, MAX has 3 elsewhere.")
    assert page.locator(".pseudo .ln.on").text_content().strip() == "if v \u2264 \u03b1 return v"
    page.keyboard.press("End")
    page.wait_for_selector("halfmove-tree .edge.best")


def test_a_tree_with_a_mistake_is_explained_and_the_page_goes_on(visitor):
    page = visitor.open("#/watch")
    at_step(page, 0)
    field = page.get_by_label("The tree, as text")
    field.fill("max(min(3 12 8) min(2 4")
    field.press("Enter")
    page.wait_for_selector(".ask .mistake")
    assert "character" in page.locator(".ask .mistake").inner_text()
    field.fill("max(7 min(3 9))")
    field.press("Enter")
    page.wait_for_selector("main.watch[data-last='4'], main.watch[data-last='5'], main.watch[data-last='6']")
    assert page.locator(".ask .mistake").count() == 0


@pytest.mark.parametrize(
    ("what", "sees"),
    [
        ("game=tic-tac-toe&after=a1+b2+a2+a3+c1&search=alphabeta&depth=9", "halfmove-tree .picture"),
        ("game=tic-tac-toe&after=a1+b2+a2+a3+c1&search=mcts&simulations=40", "halfmove-tree .node .win"),
        ("game=three-player-nim&search=maxn&depth=3", "halfmove-tree .node.s1"),
        ("game=max(chance(3 5) chance(1 9))&search=expectiminimax", "halfmove-tree .node.chance"),
        ("game=nim:heaps=2-2&search=memoised&depth=9", "halfmove-tree .node"),
        ("game=tic-tac-toe&after=a1+b2+a2+a3&search=iterative&depth=3", "halfmove-tree .node"),
    ],
)
def test_every_kind_of_search_can_be_watched(visitor, what, sees):
    page = visitor.open(f"#/watch?{what}")
    at_step(page, 0)
    page.keyboard.press("End")
    page.wait_for_selector(sees, state="attached")
    last = page.locator("main.watch").get_attribute("data-last")
    at_step(page, int(last))
    assert page.locator(".now-card p").inner_text().strip()


def test_a_node_is_one_key_away(visitor):
    """The tree is one stop: arrows go to child and sibling, Enter goes to where the node was entered."""
    page = visitor.open("#/watch?game=max(a=min(3 1) b=min(2 9))&search=alphabeta")
    at_step(page, 0)
    page.locator("halfmove-tree svg.canvas").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.wait_for_function("() => Number(document.querySelector('main.watch').dataset.step) > 2")
    assert "b" in page.locator(".now-card p").inner_text()


def large_tree(plies: int, mover: str = "max", first: int = 1) -> str:
    if plies == 0:
        return str(first * 7919 % 100)
    other = "min" if mover == "max" else "max"
    return f"{mover}({' '.join(large_tree(plies - 1, other, 3 * first + i) for i in range(3))})"


def test_a_large_tree_shows_the_path_and_counts_the_rest(visitor):
    """9,841 nodes do not fit into the page: the server is asked for what surrounds each step."""
    page = visitor.open(f"#/watch?game={large_tree(8)}&search=minimax")
    at_step(page, 0)
    last = int(page.locator("main.watch").get_attribute("data-last"))
    assert last > 9841
    page.keyboard.press("ArrowRight")
    at_step(page, 1)
    page.locator("halfmove-timeline input").fill(str(last // 2))
    at_step(page, last // 2)
    page.wait_for_selector("halfmove-tree .node.stub")
    assert 10 < page.locator("halfmove-tree .node").count() < 200
    assert page.locator("halfmove-tree .node.now").count() == 1
    assert "nodes" in page.locator("halfmove-tree .node.stub .win").first.text_content()
    before = page.locator(".now-card p").inner_text()
    page.keyboard.press("ArrowRight")
    at_step(page, last // 2 + 1)
    page.wait_for_function("(before) => document.querySelector('.now-card p').innerText !== before", arg=before)
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('.now-card p').innerText.includes('root is worth')")
