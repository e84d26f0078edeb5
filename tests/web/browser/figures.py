"""Measure the page: `python tests/web/browser/figures.py`. Figures depend on how busy the machine is.

It starts a server and Debian's Chromium, and prints how long the first page takes, how large the files are, and how
many frames a second are drawn while a tree of 2,000 nodes is stepped.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import halfmove.web

sys.path.insert(0, str(Path(__file__).parent))
from conftest import CHROMIUM, FLAGS, Studio

STATIC = Path(halfmove.web.__file__).parent / "static"
FRAMES = 300
PLIES = 10  # 2,047 nodes
# A key on every frame, as a run does; what a frame costs is the time between frames and the time that scripts took.
STEPPING = """async (frames) => {
  const times = [], busy = [];
  await new Promise(requestAnimationFrame);
  for (let i = 0; i < frames; i++) {
    const before = performance.now();
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    await document.querySelector("halfmove-studio").updateComplete;
    await document.querySelector("halfmove-tree").updateComplete;
    document.querySelector("halfmove-tree").getBoundingClientRect();
    busy.push(performance.now() - before);
    times.push(await new Promise(requestAnimationFrame));
  }
  const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
  busy.sort((a, b) => a - b);
  const at = (list, part) => list[Math.floor(list.length * part)];
  return {
    fps: 1000 * gaps.length / (times.at(-1) - times[0]),
    middle: at(gaps, 0.5), slow: at(gaps, 0.95), work: at(busy, 0.5), most: at(busy, 0.95),
  };
}"""


def sizes() -> None:
    total = 0
    for path in sorted(STATIC.iterdir()):
        if path.suffix in {".js", ".css"}:
            total += (size := len(gzip.compress(path.read_bytes())))
            print(f"{path.name:14} {size / 1000:6.1f} kB gzipped")
    print(f"{'together':14} {total / 1000:6.1f} kB, at most 200")


def first_page(page: Page, studio: Studio, started: float) -> None:
    page.goto(studio.address)
    page.wait_for_selector("main h1")
    print(f"first page {time.monotonic() - started:.2f} s after the server was started")
    page.goto("about:blank")
    again = time.monotonic()
    page.goto(studio.root)
    page.wait_for_selector("main h1")
    print(f"first page {time.monotonic() - again:.2f} s after it was asked for, warm")


def tree(plies: int, mover: str = "max", first: int = 1) -> str:
    """Return a tree of two branches a node, as text."""
    if plies == 0:
        return str(first * 7919 % 100)
    other = "min" if mover == "max" else "max"
    return f"{mover}({tree(plies - 1, other, 2 * first)} {tree(plies - 1, other, 2 * first + 1)})"


def frames(page: Page, studio: Studio) -> None:
    page.goto("about:blank")
    page.goto(f"{studio.root}#/watch?game={tree(PLIES)}&search=minimax")
    page.wait_for_selector("main.watch:has(halfmove-tree)", timeout=300_000)
    nodes = page.locator(".counts dd small").first.inner_text()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # CPU time, whatever else the machine does

    def spent() -> float:
        metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        return metrics["TaskDuration"]

    before = spent()
    found = page.evaluate(STEPPING, FRAMES)
    cpu = 1000 * (spent() - before) / FRAMES
    print(
        f"stepping a tree of {nodes.strip('/')} nodes: {cpu:.1f} ms of CPU time a step, of 16.7 for 60 frames; "
        f"{found['fps']:.1f} frames a second here, a frame takes {found['middle']:.1f} ms (95 %: {found['slow']:.1f})"
    )


def main() -> None:
    sizes()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        subprocess.run([CHROMIUM, "--version"], check=False)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        started = time.monotonic()
        studio = Studio(Path(folder))
        try:
            first_page(page, studio, started)
            frames(page, studio)
        finally:
            browser.close()
            studio.stop()


if __name__ == "__main__":
    main()
