"""SVG as PNG or PDF, by whichever converter is installed: the package CairoSVG, or rsvg-convert, or Inkscape."""

from __future__ import annotations

import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from halfmove.errors import HalfmoveError

PNG, PDF = "png", "pdf"
_SCALE = 2  # pixels of a PNG for each of the picture
_SECONDS = 60  # that a converter may take


def convert_svg(svg: str, kind: str) -> bytes:
    """Return a picture as a file of another kind."""
    cairo = cairosvg()
    if cairo:
        write = cairo.svg2png if kind == PNG else cairo.svg2pdf
        return bytes(write(bytestring=svg.encode(), scale=_SCALE if kind == PNG else 1))
    for program, words in (
        ("rsvg-convert", ["--format", kind, "--zoom", str(_SCALE if kind == PNG else 1), "--output"]),
        ("inkscape", [f"--export-type={kind}", *(["--export-dpi=192"] if kind == PNG else []), "--export-filename"]),
    ):
        path = shutil.which(program)
        if path:
            return _by_program(path, words, svg, kind)
    raise HalfmoveError(
        f"no converter from SVG to {kind.upper()} is installed: install CairoSVG (pip), librsvg or Inkscape"
    )


def cairosvg() -> Any:
    """Return the package CairoSVG; None where it, or the library that it needs, is missing."""
    try:
        return import_module("cairosvg")
    except (ImportError, OSError):
        return None


def _by_program(program: str, words: list[str], svg: str, kind: str) -> bytes:
    with TemporaryDirectory() as folder:
        source, target = Path(folder) / "tree.svg", Path(folder) / f"tree.{kind}"
        source.write_text(svg, encoding="utf-8")
        try:
            done = subprocess.run(
                [program, *words, str(target), str(source)], capture_output=True, timeout=_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise HalfmoveError(f"{program} could not convert the picture: {error}") from None
        if done.returncode or not target.is_file():
            complaint = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            raise HalfmoveError(f"{program} could not convert the picture: {complaint or 'it wrote nothing'}")
        return target.read_bytes()
