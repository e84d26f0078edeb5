"""A watched search or a board as data for the elements of the studio, and as a single page that needs no server."""

from __future__ import annotations

import html
import json
from functools import cache
from pathlib import Path
from typing import Any

ELEMENTS = Path(__file__).with_name("static") / "elements.js"

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>body {{ margin: 0; font-family: sans-serif }} main {{ padding: 16px }}</style>
</head>
<body>
<main><div id="shown"></div><noscript>{words}</noscript></main>
<script type="application/json" id="data">{data}</script>
<script type="text/plain" id="elements">{elements}</script>
<script type="module">
const text = document.getElementById("elements").textContent;
const address = URL.createObjectURL(new Blob([text], {{ type: "text/javascript" }}));
const {{ show }} = await import(address);
show(document.getElementById("shown"), JSON.parse(document.getElementById("data").textContent));
</script>
</body>
</html>
"""


@cache
def elements() -> str:
    """Return the script of the elements."""
    return ELEMENTS.read_text(encoding="utf-8")


def page(title: str, data: dict[str, Any], words: str) -> str:
    """Return a page that shows `data`, in a browser without scripts the `words`; it asks nobody for anything."""
    return _PAGE.format(
        title=html.escape(title),
        words=html.escape(words),
        data=json.dumps(data).replace("<", "\\u003c"),  # so that no text ends the script
        elements=elements().replace("</script", "<\\/script"),
    )
