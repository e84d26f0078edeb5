"""One server and one browser for all tests that click; every page also proves that it asks nobody else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [  # as root, and without the browser's own connections
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 60
PATIENCE = 180_000  # milliseconds that a test waits for something to be seen: the machine may be busy


class Studio:
    """A server in a process of its own; it can be ended and started again at the same port."""

    def __init__(self, folder: Path, game: str = "", jit: bool = False) -> None:
        self.folder, self.game, self.jit, self.port = folder, game, jit, 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "halfmove", "studio", "--no-browser", "--port", str(self.port)]
        lane = {} if self.jit else {"HALFMOVE_JIT": "0", "HALFMOVE_CACHE": str(self.folder)}
        environment = {**os.environ, **lane}
        self.process = subprocess.Popen(
            [*command, self.game] if self.game else command, stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.split(":")[2].split("/")[0])

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=START_SECONDS)


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    server = Studio(tmp_path_factory.mktemp("cache"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where a running browser can be reached."""
    if not Path(CHROMIUM).exists():
        pytest.skip("chromium is not installed")
    profile = tmp_path_factory.mktemp("profile")
    process = subprocess.Popen(
        [CHROMIUM, "--headless", "--remote-debugging-port=0", *FLAGS, f"--user-data-dir={profile}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    port = profile / "DevToolsActivePort"
    deadline = time.monotonic() + START_SECONDS
    while not (port.exists() and port.read_text().strip()):
        assert process.poll() is None, "the browser ended"
        assert time.monotonic() < deadline, "the browser does not start"
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port.read_text().split()[0]}"
    process.terminate()
    process.wait(START_SECONDS)


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Playwright keeps an event loop running while it is open, so that it is open for one file of tests only."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="module")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    connected = playwright.chromium.connect_over_cdp(chromium)
    yield connected
    connected.close()


class Visitor:
    """A page of the studio, with what it asked for and what it complained about."""

    def __init__(self, page: Page, studio: Studio) -> None:
        self.page, self.studio = page, studio
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        page.goto(studio.address)

    def open(self, fragment: str) -> Page:
        """Open a room by its link, as a fresh page."""
        self.page.goto("about:blank")
        self.page.goto(self.studio.root + fragment)
        self.page.wait_for_selector("#main h1", state="attached")
        return self.page

    def foreign(self) -> list[str]:
        """Return the addresses that are not the server's."""
        ours = re.compile(rf"(https?|wss?)://127\.0\.0\.1:{self.studio.port}/|blob:|data:|about:")
        return [url for url in self.requests if not ours.match(url)]


@pytest.fixture
def visit() -> Iterator[Callable[[Page, Studio], Visitor]]:
    """Return what opens a page; in the end nobody else was asked."""
    guests: list[Visitor] = []

    def opened(page: Page, studio: Studio) -> Visitor:
        guests.append(Visitor(page, studio))
        return guests[-1]

    yield opened
    for guest in guests:
        assert guest.foreign() == []


@pytest.fixture
def visitor(browser: Browser, studio: Studio, visit: Callable[[Page, Studio], Visitor]) -> Iterator[Visitor]:
    """A page of the shared server, which complains about nothing."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    guest = visit(context.new_page(), studio)
    yield guest
    context.close()
    assert guest.complaints == []


@pytest.fixture
def other_studio(tmp_path: Path) -> Iterator[Studio]:
    """A server of its own, for a test that ends it."""
    server = Studio(tmp_path)
    yield server
    server.stop()
