"""What the tests of the cache share: a small program with one kernel, and the files that it leaves behind."""

from __future__ import annotations

from pathlib import Path

OURS = Path("cache", "halfmove-cache-1")  # in the folder of a test
WAIT_SECONDS = 300
WARNING = ("-W", "default")
SMALL = """
from halfmove.compiled import compiled, kernel

@compiled
class Made:
    n: int = 1

    def twice(self):
        return 2 * self.n

@kernel
def ask(made, m):
    return made.twice() if m == 0 else ask(made, m - 1) + 1

print(ask(Made(4), 5))
from halfmove.compiled.native.folder import place
print(place().path)
"""
SMALL_ANSWER = "13"


def cached(folder: Path) -> dict[str, int]:
    """Return the files of a cache, with when each was written."""
    return {path.name: path.stat().st_mtime_ns for path in (folder / OURS).glob("*.nbc")}
