"""A server that is started anew, links that are wrong, nonsense that is pasted: the page stays usable."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.one_lane

TWO = "&seats=human,human&lines=0"


def test_a_page_goes_on_after_the_server_was_started_anew(browser, other_studio, visit):
    """The cookie of the old server is refused; once the new address was opened in any tab, the page is connected."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    guest = visit(context.new_page(), other_studio)
    page = guest.open(f"#/play?game=tic-tac-toe&after=b2{TWO}")
    page.wait_for_selector("main.play[data-ply='1']")
    other_studio.stop()
    page.wait_for_selector(".strip")
    assert "The connection is lost." in page.locator(".strip").inner_text()
    assert page.locator("halfmove-board .piece").count() == 1  # the game stays as it was
    other_studio.start()
    second = context.new_page()
    second.goto(other_studio.address)
    page.wait_for_selector(".strip", state="detached")
    page.locator("halfmove-board .cell.can").first.click(force=True)
    page.wait_for_selector("main.play[data-ply='2']")
    context.close()


@pytest.mark.parametrize(
    ("fragment", "says"),
    [
        ("#/nowhere", "names no room"),
        ("#/%E0%A4%A", "names no room"),
        ("#/play?game=no-such-game", "no game"),
        ("#/play?game=connect-four&after=9", "9"),
        ("#/play?game=chess&start=not-a-position", "not-a-position"),
        ("#/play?game=../../etc/passwd", "no game"),
        ("#/watch?game=max(3", "expected"),
        ("#/review?game=chess", "needs a game"),
        ("#/solve?game=max((", "expected"),
    ],
)
def test_a_link_that_cannot_be_opened_says_why(visitor, fragment, says):
    page = visitor.open(fragment)
    page.wait_for_function("says => document.body.innerText.includes(says)", arg=says)
    page.locator(".rooms a").first.click()  # the rooms are still there
    page.wait_for_selector("main.play")


def test_a_link_is_data_and_never_markup(visitor):
    page = visitor.open("#/play?game=<img src=x onerror=alert(1)>")
    page.wait_for_selector(".mistake")
    assert page.locator("main img").count() == 0


def test_pasted_nonsense_is_explained_and_the_game_stays(visitor):
    page = visitor.open(f"#/play?game=chess&after=e4{TWO}")
    page.get_by_role("button", name="Paste").click()
    field = page.get_by_label("A position, a record or a list of actions")
    field.fill("rnbqkbnr/pppppppp/9/8 w what")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_selector(".paste .mistake")
    assert page.locator("main.play").get_attribute("data-ply") == "1"
    field.fill("8/8/8/8/8/4k3/8/4K2R w - - 0 1")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_function("() => document.querySelector('halfmove-board').picture.pieces.length === 3")


def test_the_one_field_opens_games_trees_and_positions(visitor):
    page = visitor.open("#/")
    page.wait_for_function("() => document.querySelector('halfmove-studio').models")  # the server has said what it has
    page.keyboard.press("/")
    field = page.get_by_role("combobox", name="A game, a tree or a position")
    field.fill("othe")
    field.press("Enter")
    page.wait_for_selector("main.play")
    page.wait_for_url("**othello**")
    page.locator("main h1").click()
    page.keyboard.press("/")
    field.fill("max(3 min(2 9))")
    field.press("Enter")
    page.wait_for_selector("main.watch")
    page.locator("body").press("/")
    field.fill("?!? (")
    field.press("Enter")
    page.wait_for_selector(".finder .mistake")
    field.press("Escape")
    page.wait_for_selector(".finder", state="detached")


def test_a_position_is_edited(visitor):
    page = visitor.open(f"#/play?game=tic-tac-toe{TWO}")
    page.wait_for_selector("main.play")
    page.keyboard.press("e")
    tools = page.locator(".palette .piecebtn")
    tools.nth(0).click()
    page.locator("halfmove-board .cell").nth(0).click(force=True)
    tools.nth(1).click()
    page.locator("halfmove-board .cell").nth(4).focus()
    page.keyboard.press("Enter")  # as a click does
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_selector(".editor", state="detached")
    assert page.evaluate("document.querySelector('halfmove-board').picture.pieces.length") == 2
    page.wait_for_url("**start=**")  # the address follows
