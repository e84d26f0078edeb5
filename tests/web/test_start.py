"""The first page comes at once: what the server imports before it listens."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.one_lane

LATER = ("halfmove.search", "halfmove.explain", "halfmove.play.players", "numba", "rich")


def test_the_server_imports_no_search_and_no_compiler():
    asked = f"import sys, halfmove.cli, halfmove.web.server; print([m for m in sys.modules if m.startswith({LATER})])"
    printed = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"
