"""The committed files are what the sources build, are small, and name no other machine."""

from __future__ import annotations

import gzip
import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import halfmove.web

pytestmark = pytest.mark.one_lane

STATIC = Path(halfmove.web.__file__).parent / "static"
APP = STATIC.parent / "app"
ROOT = Path(__file__).parents[3]
MOST_BYTES = 200_000  # of JavaScript and CSS, gzipped
DESCRIBED = re.compile(  # addresses that name a thing and are never asked for
    rb"https?://(www\.w3\.org/|lit\.dev/msg/|127\.0\.0\.1)"
)

# Where `npm ci` or `make test` puts what builds the page.
PACKAGES = [
    path for path in (APP / "node_modules", ROOT / ".venv" / "studio" / "node_modules") if (path / "vite").is_dir()
]

needs_sources = pytest.mark.skipif(not APP.is_dir(), reason="an installed package holds no sources of the page")


@needs_sources
def test_the_stamp_is_that_of_the_sources():
    files = sorted(
        [
            *(path.relative_to(APP).as_posix() for path in (APP / "src").rglob("*") if path.is_file()),
            "index.html",
            "package-lock.json",
            "vite.config.ts",
        ]
    )
    digest = hashlib.sha256()
    for name in files:
        digest.update(f"{name}\n".encode() + (APP / name).read_bytes())
    stamp = (STATIC / "sources.sha256").read_text().strip()
    assert stamp == digest.hexdigest(), "the page was changed and not built: npm run build in src/halfmove/web/app"


@needs_sources
@pytest.mark.skipif(shutil.which("npm") is None or not PACKAGES, reason="Node or its packages are not installed")
def test_the_sources_build_the_committed_files(tmp_path):
    copy = tmp_path / "web" / "app"
    shutil.copytree(APP, copy, ignore=shutil.ignore_patterns("node_modules"))
    (copy / "node_modules").symlink_to(PACKAGES[0])
    subprocess.run(["npm", "run", "build"], cwd=copy, check=True, capture_output=True, timeout=300)
    built = {path.name: path.read_bytes() for path in (tmp_path / "web" / "static").iterdir()}
    committed = {path.name: path.read_bytes() for path in STATIC.iterdir()}
    assert built.keys() == committed.keys()
    assert [name for name in built if built[name] != committed[name]] == []


def test_the_page_is_small():
    sizes = {
        path.name: len(gzip.compress(path.read_bytes())) for path in STATIC.iterdir() if path.suffix in {".js", ".css"}
    }
    assert sum(sizes.values()) <= MOST_BYTES, sizes


def test_no_file_names_another_machine():
    for path in STATIC.iterdir():
        if path.suffix != ".woff2":
            named = re.findall(rb"(?:https?:)?//[\w.-]+\.[a-z]{2,}[^\s\"'`)]*", path.read_bytes())
            assert [name for name in named if not DESCRIBED.match(name)] == [], path.name


@needs_sources
def test_no_registry_is_named():
    assert "resolved" not in (APP / "package-lock.json").read_text()
    assert not (APP / ".npmrc").exists()
