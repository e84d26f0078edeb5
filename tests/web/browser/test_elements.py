"""The elements alone: in a page of a single file, and as a notebook's widget asks for them."""

from __future__ import annotations

from pathlib import Path

import pytest

import halfmove.web

pytestmark = pytest.mark.one_lane

ELEMENTS = (Path(halfmove.web.__file__).parent / "static" / "elements.js").read_text()
TREE = "max(a1=min(3 12 8) a2=min(2 4 6) a3=min(14 5 2))"
ASK = """async (requests) => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  const next = () => new Promise((resolve) => (socket.onmessage = ({ data }) => resolve(JSON.parse(data))));
  await next();
  const replies = [];
  for (const [i, request] of requests.entries()) {
    socket.send(JSON.stringify({ id: i + 1, ...request }));
    let reply = await next();
    while (reply.last === false) reply = await next();
    replies.push(reply);
  }
  socket.close();
  return replies;
}"""


def asked(page, *requests):
    return page.evaluate(ASK, list(requests))


def without_a_server(page):
    """Open an empty page with the elements and nothing else."""
    page.goto("about:blank")
    page.set_content("<!doctype html><html lang=en><title>A search</title><body><div id=here></div></body></html>")
    source = ELEMENTS.rpartition("export{")
    names = dict(part.split(" as ")[::-1] for part in source[2].rstrip(";}\n ").split(","))
    page.add_script_tag(
        content=f"{source[0]};window.elements={{render:{names['default']}.render,show:{names['show']}}};", type="module"
    )
    page.wait_for_function("() => Boolean(window.elements)")


def test_a_search_in_one_file(visitor):
    page = visitor.open("#/")
    position = {"game": TREE, "start": None, "actions": []}
    watch, nodes, steps, tree = asked(
        page,
        {"type": "watch", "position": position, "search": "alphabeta", "seed": 0},
        {"type": "nodes", "watch": "w1", "from": 0, "count": 100},
        {"type": "steps", "watch": "w1", "from": 0, "count": 100},
        {"type": "tree", "text": TREE},
    )
    without_a_server(page)
    data = {"watch": watch, "nodes": nodes["nodes"], "steps": steps["steps"], "tree": tree["nodes"], "theme": "dark"}
    page.evaluate("(data) => elements.show(document.getElementById('here'), data)", data)
    step = page.get_by_label("One step on")
    for _ in range(7):
        step.click()
    assert page.locator("halfmove-tree .node.cut").count() == 2
    assert "MIN already has 2 here" in page.locator("halfmove-player p").inner_text()
    colour = "() => getComputedStyle(document.getElementById('here')).getPropertyValue('--max').trim()"
    assert page.evaluate(colour) == "#80b5ff"  # of the dark theme


def test_a_board_as_a_widget(visitor):
    page = visitor.open("#/")
    (reply,) = asked(page, {"type": "position", "position": {"game": "chess", "start": None, "actions": ["e4"]}})
    without_a_server(page)
    page.evaluate(
        "(value) => elements.render({ el: document.getElementById('here'),"
        " model: { get: () => value, on: () => undefined } })",
        {"board": reply["board"], "picture": reply["picture"], "label": "after e4"},
    )
    assert page.locator("halfmove-board .piece").count() == 32


def test_the_exported_page_steps_without_a_server(visitor, tmp_path):
    """What Export writes is one file: it is opened from disk, and nothing else is asked for."""
    page = visitor.open(f"#/watch?game={TREE}&search=alphabeta")
    page.wait_for_selector("halfmove-tree")
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as exported:
        page.get_by_role("button", name="HTML, one file").click()
    file = tmp_path / "search.html"
    exported.value.save_as(file)
    asked_before = len(visitor.requests)
    page.goto(file.as_uri())
    for _ in range(7):
        page.get_by_label("One step on").click()
    assert "MIN already has 2 here" in page.locator("halfmove-player p").inner_text()
    assert page.locator("halfmove-tree .node.cut").count() == 2
    asked = [url for url in visitor.requests[asked_before:] if not url.startswith("blob:")]  # a part of the page itself
    del visitor.requests[asked_before:]
    assert asked == [file.as_uri()]
