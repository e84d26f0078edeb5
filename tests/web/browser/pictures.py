"""Take pictures of the main pages: `python tests/web/browser/pictures.py FOLDER [NAME ...]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import TimeoutError, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))
from conftest import CHROMIUM, FLAGS, Studio

FOUR = "7+6+2+7+3+5+5+3+7+6+4+7+4+1+7+2+2"
CHESS = "e4+e5+Nf3+Nc6+Bc4+Bc5+c3+Nf6+d3+d6+O-O+a6+a4+Ba7+Re1+O-O"
TWO = "seats=human,human"
PAGES = {  # the fragment, and what is there once the page shows what it is about
    "home": ("#/", ".card:last-child halfmove-board svg"),
    "play": (f"#/play?game=connect-four&after={FOUR}&{TWO}&clock=300%2B3", ".acts.cols .act:nth-child(7)"),
    "play-chess": (f"#/play?game=chess&after={CHESS}&{TWO}", ".lines li:nth-child(3)"),
    "play-backgammon": (f"#/play?game=backgammon&after=X31&{TWO}", ".lines li"),
    "play-own": (f"#/play?game=pig&after=roll&{TWO}", "halfmove-board .plain"),
    "watch": ("#/watch?step=7", "halfmove-tree .why.on"),
    "watch-game": ("#/watch?game=tic-tac-toe&after=a1+b2+a2+a3+c1&search=alphabeta&step=25", "halfmove-tree .picture"),
    "quiz": ("#/quiz?seed=7", "halfmove-tree .node"),
    "match": ("#/match?game=connect-four&games=40", "progress[max='40'] + .label:has-text('40 of 40')"),
    "solve": ("#/solve?game=tic-tac-toe&after=a1", ".tab tr:nth-child(8)"),
    "review": (f"#/review?game=connect-four&after={FOUR}", ".mistakes li"),
}
SIZES = {"": (1440, 900), "-tablet": (1024, 768), "-phone": (390, 844)}
PATIENCE = 300_000  # milliseconds: the first search of a game is compiled
PRESS = {"match": ".set .btn.main"}  # what is pressed first


def main() -> None:
    folder, *wanted = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as cache, sync_playwright() as playwright:
        studio = Studio(Path(cache), jit=True)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, (fragment, shows) in PAGES.items():
            if wanted and name not in wanted:
                continue
            context = browser.new_context(reduced_motion="reduce")
            page = context.new_page()
            page.goto(studio.address)
            page.goto(studio.root + fragment)
            page.wait_for_selector("#main h1", state="attached")
            if name in PRESS:
                page.locator(PRESS[name]).first.click()
            try:
                page.wait_for_selector(shows, state="attached", timeout=PATIENCE)
            except TimeoutError:
                print(f"{name}: {shows} did not come")
            page.wait_for_timeout(1500)
            for suffix, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                for theme in ("light", "dark"):
                    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
                    page.wait_for_timeout(400)
                    page.screenshot(path=f"{folder}/{name}{suffix}-{theme}.png")
            context.close()
        browser.close()
        studio.stop()


if __name__ == "__main__":
    main()
