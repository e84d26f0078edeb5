"""Whole games on every kind of board, by mouse and by keyboard; the library replays what was played."""

from __future__ import annotations

import random
from time import monotonic
from urllib.parse import parse_qs, quote

import pytest
from playwright.sync_api import Page

from halfmove.core.history import with_history
from halfmove.core.rules import action_named, apply_action
from halfmove.play.loading import load_game

pytestmark = pytest.mark.one_lane

MOST_ACTIONS = 150
SECONDS = 120  # for an action, on a machine that may be busy
LATE_BACKGAMMON = "CgAAUAAAAAAAAA"  # both have two checkers, on their points 2 and 3
PASSING = 8  # actions after which whoever can pass does
TWO = "&seats=human,human&lines=0"


def ply(page: Page) -> int:
    return int(page.locator("main.play").get_attribute("data-ply") or 0)


def is_over(page: Page) -> bool:
    return page.locator("main.play").get_attribute("data-mover") == "over"


def waits_for_a_person(page: Page, after: int) -> None:
    """Wait until more than `after` actions were taken, chance has rolled, and somebody can act."""
    page.wait_for_function(
        "n => { const m = document.querySelector('main.play');"
        " return m && Number(m.dataset.ply) > n && m.dataset.mover !== '-1'; }",
        arg=after,
    )


def played(page: Page) -> list[str]:
    return [button.inner_text() for button in page.locator(".moves button").all()]


def replayed(text: str, actions: list[str], start: str | None = None) -> tuple[object, object]:
    """Return the game and its state after the actions, by the library alone; a repetition may end it too."""
    game = load_game(text)
    game, state = with_history(game, game.initial if start is None else game.read(start))
    for name in actions:
        state = apply_action(game, state, action_named(game, state, name))
    return game, state


OFFERED = """() => {
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const board = document.querySelector('halfmove-board').shadowRoot;
  const chooser = [...board.querySelectorAll('.chooser button:not(.quiet)')];
  const cells = [...board.querySelectorAll('.cell.can')];
  const tree = board.querySelector('halfmove-tree')?.shadowRoot;
  const nodes = tree && document.querySelector('halfmove-board').legal.map(
    ({ clicks }) => tree.querySelector(`[data-node="${clicks.at(-1)}"]`));
  const buttons = [...document.querySelectorAll('.choices button, .acts.wide button:not(:disabled)')];
  const passing = buttons.filter((button) => button.innerText === 'pass');
  const found = chooser.length ? chooser : cells.length ? cells : nodes?.length ? nodes : buttons;
  return { cells: found.map(middle), passing: passing.map(middle) };
}"""


def touch_something(page: Page, rng: random.Random) -> None:
    """Touch cells until an action is said: at each moment one of those that the board offers.

    The action before may have ended the game, which the page hears a moment later. On a busy machine a player of ours
    may be given up; then a person lets him search again.
    """
    before, deadline = ply(page), monotonic() + SECONDS
    again = page.get_by_role("button", name="Search again")
    while ply(page) <= before:
        if is_over(page):
            return
        assert monotonic() < deadline, page.locator("main").inner_text()
        offered = page.evaluate(OFFERED)
        spots = offered["passing"] if before >= PASSING and offered["passing"] else offered["cells"]
        if spots:
            page.mouse.click(*rng.choice(spots))
        elif again.count():
            again.first.click()
        page.wait_for_timeout(25)
    waits_for_a_person(page, before)


MOUSE = {
    "squares into which pieces drop": "connect-four:width=4,height=4",
    "three by three": "tic-tac-toe",
    "felt": "othello:size=4",
    "checkered": "checkers",
    "points": "three-mens-morris",
    "a grid of lines": "go:size=3",
    "hexes": "hex:size=3",
    "a triangle of hexes": "y:size=3",
    "pits": "kalah:holes=3,seeds=2",
    "heaps": "nim:heaps=1-2-3",
    "a maze": "pacman:time=6",
    "cards on a table": "whist:ranks=2,trump=none",
    "a tree": "figure:name=two-ply",
    "no board at all": "pig:goal=12",
}


@pytest.mark.parametrize("game", MOUSE.values(), ids=[name.replace(" ", "_") for name in MOUSE])
def test_a_whole_game_by_mouse(visitor, game):
    start = {"checkers": "B:W18,K25:B15,10"}.get(game)  # a few men: the whole game would take minutes
    page = visitor.open(f"#/play?game={game}{TWO}" + (f"&start={start}" if start else ""))
    page.wait_for_selector("main.play")
    rng = random.Random(3)
    if page.locator("main.play").get_attribute("data-mover") == "-1":
        waits_for_a_person(page, 0)
    while not is_over(page) and ply(page) < MOST_ACTIONS:
        touch_something(page, rng)
    model, state = replayed(game, played(page), start)
    assert is_over(page) == model.is_terminal(state)
    assert is_over(page)
    assert page.locator(".message.ended b").inner_text().strip()


def test_backgammon_by_mouse(visitor):
    """Dice roll by themselves; a play of several checkers is touched step by step."""
    start = f"{LATE_BACKGAMMON} X roll"
    page = visitor.open(f"#/play?game=backgammon&start={quote(start)}{TWO}")
    waits_for_a_person(page, 0)
    rng = random.Random(1)
    while not is_over(page) and ply(page) < MOST_ACTIONS:
        touch_something(page, rng)
    game, state = replayed("backgammon", played(page), start)
    assert is_over(page)
    assert game.is_terminal(state)


def test_battleship_by_mouse(visitor):
    """A ship is placed by its two ends, and shots fall into the sea of the other, who is a player of ours."""
    page = visitor.open("#/play?game=battleship:width=3,height=2,ships=2,shots=3&seats=human,random&lines=0")
    page.wait_for_selector("main.play")
    rng = random.Random(2)
    while not is_over(page) and ply(page) < MOST_ACTIONS:
        touch_something(page, rng)
    assert is_over(page)
    assert page.locator(".message.ended b").inner_text().strip()


def test_chess_by_mouse_with_a_choice_of_piece(visitor):
    """A pawn is promoted: the same two squares mean four actions, and the page asks which."""
    page = visitor.open(f"#/play?game=chess&start={quote('7k/P7/6K1/8/8/8/8/8 w - - 0 1')}{TWO}")
    cell(page, "a7").click(force=True)
    cell(page, "a8").click(force=True)
    page.locator("halfmove-board .chooser button", has_text="a8=Q").click()
    waits_for_a_person(page, 0)
    assert played(page) == ["a8=Q#"]
    assert "mate" in page.locator(".message.ended").inner_text()


def cell(page: Page, name: str):
    return page.locator(f"halfmove-board .cell[aria-label^='{name},'], halfmove-board .cell[aria-label='{name}']").first


def test_tic_tac_toe_by_keyboard_alone(visitor):
    """Tab to the board, arrows from square to square, Enter to put."""
    page = visitor.open(f"#/play?game=tic-tac-toe{TWO}")
    page.wait_for_selector("main.play")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "HALFMOVE-BOARD":
            break
    focused = "document.activeElement.shadowRoot.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused) == "a3, can be chosen"
    for done, keys in enumerate((["Enter"], ["ArrowDown", "Enter"], ["ArrowUp", "ArrowRight", "Enter"])):
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(40)
        waits_for_a_person(page, done)
    page.keyboard.type("b2")  # letters name an action
    waits_for_a_person(page, 3)
    page.keyboard.type("c3")
    waits_for_a_person(page, 4)
    assert played(page) == ["a3", "a2", "b3", "b2", "c3"]
    assert is_over(page)
    assert "X" in page.locator("[aria-live=assertive]").inner_text()


def test_2048_by_keyboard_alone(visitor):
    """Arrows slide; chance puts the tiles."""
    page = visitor.open("#/play?game=2048:size=2,goal=16&seats=human&lines=0")
    waits_for_a_person(page, 0)
    page.locator("halfmove-board .cell").first.focus()
    keys = ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"]
    for turn in range(MOST_ACTIONS):
        if is_over(page):
            break
        before = ply(page)
        page.keyboard.press(keys[turn % 4])
        page.wait_for_timeout(60)
        if ply(page) > before or page.locator("halfmove-board svg.live").count() == 0:
            waits_for_a_person(page, before)
    game, state = replayed("2048:size=2,goal=16", played(page))
    assert is_over(page)
    assert game.is_terminal(state)


def test_keys_of_a_game(visitor):
    """Undo, flip, back and on; a typed action that is not legal is explained."""
    page = visitor.open(f"#/play?game=connect-four&after=4+4+3{TWO}")
    page.wait_for_selector("main.play[data-ply='3']")
    page.keyboard.press("z")
    page.wait_for_selector("main.play[data-ply='2']")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("main.play[data-ply='1']")
    page.keyboard.press("End")
    page.wait_for_selector("main.play[data-ply='2']")
    page.keyboard.press("f")
    labels = page.locator("halfmove-board .coord").all()
    names = sorted(labels, key=lambda label: float(label.get_attribute("x")))
    assert [name.text_content() for name in names] == list("7654321")
    field = page.get_by_label("Type an action")
    field.fill("9")
    field.press("Enter")
    assert "not a legal action" in page.locator(".under .mistake").inner_text()
    field.fill("5")
    field.press("Enter")
    page.wait_for_selector("main.play[data-ply='3']")
    page.locator("body").press("?")
    assert page.get_by_label("All keys", exact=True).last.is_visible()


def test_two_people_hand_the_screen_over(visitor):
    """Where something is hidden nobody sees another's card, neither on the page nor in its address."""
    page = visitor.open(f"#/play?game=kuhn-poker{TWO}")
    waits_for_a_person(page, 0)
    for seat in ("MAX", "MIN"):
        page.locator(".curtain button", has_text=f"Show what {seat} sees").click()
        page.wait_for_selector("halfmove-board .card.face")
        assert page.locator("halfmove-board .card.face").count() == 1
        assert page.locator("halfmove-board .card.back").count() == 1
        page.wait_for_function("() => location.hash.includes('after=sealed')")
        assert not {"K", "Q", "J"} & set(parse_qs(page.url.partition("?")[2])["after"][0].split())
        page.locator(".choices button", has_text="pass").click()
        page.wait_for_function("seat => !document.querySelector('.curtain')?.innerText.includes(seat)", arg=seat)
    page.wait_for_selector(".message.ended")
    assert len(played(page)) == 4  # at the end everything is open
    game, state = replayed("kuhn-poker", played(page))
    assert game.is_terminal(state)


def test_the_engine_plays_a_game_that_hides_something(visitor):
    page = visitor.open("#/play?game=kuhn-poker")
    for _ in range(3):
        page.wait_for_selector(".choices button:enabled, .message.ended")
        if is_over(page):
            break
        page.locator(".choices button:enabled", has_text="pass").first.click()
        page.wait_for_function("() => document.querySelector('main.play').dataset.mover !== '0'")
    assert is_over(page)
