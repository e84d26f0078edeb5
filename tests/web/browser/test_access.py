"""Every page for everybody: axe-core finds nothing serious, in light, dark and on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.one_lane

axe_playwright_python = pytest.importorskip("axe_playwright_python")
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
TWO = "&seats=human,human&lines=0"
PAGES = {
    "home": "#/",
    "play": f"#/play?game=connect-four&after=4+4+3{TWO}",
    "chess": f"#/play?game=chess&after=e4+e5{TWO}",
    "backgammon": f"#/play?game=backgammon{TWO}",
    "kalah": f"#/play?game=kalah{TWO}",
    "own": f"#/play?game=pig{TWO}",
    "watch": "#/watch?step=7",
    "watch a game": "#/watch?game=tic-tac-toe&after=a1+b2+a2+a3+c1&search=alphabeta&step=20",
    "quiz": "#/quiz?seed=7",
    "match": "#/match",
    "solve": "#/solve?game=nim:heaps=1-2",
    "review": "#/review?game=tic-tac-toe&after=b2+a1+c1",
}


def serious(page) -> list[str]:
    """Return the findings that axe-core calls serious or critical."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE)
    found = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    return [
        f"{finding['id']}: {node['target']} {node['failureSummary']}"
        for finding in found["violations"]
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"]
    ]


@pytest.mark.parametrize("name", PAGES)
def test_no_serious_finding(visitor, name):
    page = visitor.open(PAGES[name])
    page.wait_for_timeout(900)
    assert serious(page) == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "play" else pytest.mark.deep) for name in PAGES]
)
def test_no_serious_finding_in_the_dark_on_a_phone(visitor, name):
    page = visitor.open(PAGES[name])
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(900)
    assert serious(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"the page is {wide} pixels wider than a phone"


def test_the_order_of_focus(visitor):
    """Content link, rooms, setup, board, controls, analysis."""
    page = visitor.open(f"#/play?game=connect-four&after=4{TWO}")
    page.wait_for_selector("main.play")
    order = []
    for _ in range(40):
        page.keyboard.press("Tab")
        where = page.evaluate(
            "() => { const e = document.activeElement;"
            " return e.matches('.skip') ? 'skip' : e.closest('.rooms') ? 'rooms'"
            " : e.closest('.setup') ? 'setup' : e.tagName === 'HALFMOVE-BOARD' ? 'board' : e.closest('.controls') ?"
            " 'controls' : e.closest('.side') ? 'analysis' : ''; }"
        )
        if where and (not order or order[-1] != where):
            order.append(where)
    assert order == ["skip", "rooms", "setup", "board", "controls", "analysis"]


def test_a_board_says_what_stands_where(visitor):
    page = visitor.open(f"#/play?game=chess&after=e4+e5{TWO}")
    page.wait_for_selector("main.play")
    board = page.locator("halfmove-board")
    assert board.get_by_role("grid").count() == 1
    assert board.get_by_role("gridcell", name="e4, white pawn", exact=True).count() == 1
    board.get_by_role("gridcell", name="g1, white knight, can be chosen").click(force=True)
    assert board.get_by_role("gridcell", name="f3, can go here").count() == 1
    assert "Black: " in page.locator("[aria-live=polite]").inner_text()
