"""How the documentation is built: `make docs`. Pages are Markdown, the reference is made from docstrings."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import halfmove

sys.path.insert(0, str(Path(__file__).parent))

from commands_page import commands_page
from players_page import players_page

project = "halfmove"
author = "the halfmove authors"
version = release = halfmove.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
generated = {"reference/players": players_page, "reference/commands": commands_page}

html_theme = "furo"
html_title = f"halfmove {version}"
html_show_copyright = html_show_sphinx = False

default_role = "code"  # `name` in a docstring is code, as it is in Markdown
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure"]


def setup(app: Any) -> None:
    """Complete each page when Sphinx reads it."""
    app.connect("source-read", _complete)


def _complete(app: Any, page: str, source: list[str]) -> None:
    """Fill in what is written from the program itself; leave out links to folders and pages beside these."""
    if page in generated:
        source[0] = source[0].replace("<!-- generated -->", generated[page]())
    here = Path(app.srcdir, page).parent
    source[0] = re.sub(r"\[([^\]]*)\]\((\.\./[^)#]*)[^)]*\)", lambda link: _inside(app, here, link), source[0])


def _inside(app: Any, here: Path, link: re.Match[str]) -> str:
    target = (here / link[2]).resolve()
    beside = not target.is_relative_to(app.srcdir) and (target.is_dir() or target.suffix == ".md")
    return link[1] if beside else link[0]
