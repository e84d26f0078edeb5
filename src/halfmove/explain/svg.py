"""Elements of SVG that every program reads: presentation attributes alone, no styles, classes, fonts or scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from halfmove.core.text import write_number

INK, PAPER, FAINT = "#1c1c1c", "#ffffff", "#767676"
SANS, MONO = "sans-serif", "monospace"  # one name each: not every program reads a list
MIDDLE = 0.35  # of the size of type: how far its middle lies above the line it stands on
NOT_XML = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)  # characters that no file of XML may hold
WIDEST = 520  # pixels: a picture that is wider is shown smaller

Attribute = str | float | None


class Sketch(NamedTuple):
    """Shapes on a sheet of some width and height."""

    width: float
    height: float
    shapes: tuple[str, ...]


def element(name: str, content: str = "", /, **attributes: Attribute) -> str:
    """Return an element; `stroke_width=2` is written as `stroke-width`, and None is left out."""
    given = ((key.replace("_", "-"), value) for key, value in attributes.items() if value is not None)
    text = "".join(f' {key}="{_value(value)}"' for key, value in given)
    return f"<{name}{text}>{content}</{name}>" if content else f"<{name}{text}/>"


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else write_number(value)


def rectangle(x: float, y: float, width: float, height: float, fill: str = "none", **attributes: Attribute) -> str:
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **attributes)


def circle(x: float, y: float, radius: float, fill: str = "none", **attributes: Attribute) -> str:
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = INK, width: float = 1) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width, stroke_linecap="round")


def polygon(points: Iterable[tuple[float, float]], fill: str = "none", **attributes: Attribute) -> str:
    return element("polygon", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), fill=fill, **attributes)


def words(x: float, y: float, written: str, size: float, fill: str = INK, **attributes: Attribute) -> str:
    """Return a line of text with its middle at (x, y)."""
    given: dict[str, Attribute] = {"text_anchor": "middle", "font_family": SANS, **attributes}
    return element("text", plain_text(written), x=x, y=y + MIDDLE * size, font_size=size, fill=fill, **given)


def plain_text(written: str) -> str:
    """Return a text as it stands between two tags."""
    return escape(NOT_XML.sub("", written))


def document(sketch: Sketch, title: str) -> str:
    """Return a file of SVG."""
    scale, title = min(1, WIDEST / sketch.width), plain_text(title)
    box = f"{_value(sketch.width)} {_value(sketch.height)}"
    size = f'width="{_value(sketch.width * scale)}" height="{_value(sketch.height * scale)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box}" {size}'
        f' role="img" aria-label="{title}"><title>{title}</title>{"".join(sketch.shapes)}</svg>\n'
    )
