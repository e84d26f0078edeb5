"""All steps of a search as one page of HTML: previous, next, play; nothing is fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from halfmove.explain.picture import NEVER, Drawing, drawing_of
from halfmove.explain.steps import Story
from halfmove.explain.svg import plain_text

_SCRIPT = """
const parts = [...document.querySelectorAll("[data-first]")];
const lines = [...document.querySelectorAll("#story li")];
const story = document.getElementById("story");
const slider = document.getElementById("slider");
const play = document.getElementById("play");
let timer = null;
function show(step) {
  step = Math.max(0, Math.min(lines.length - 1, step));
  slider.value = step;
  for (const part of parts)
    part.style.display = part.dataset.first <= step && step < part.dataset.end ? "" : "none";
  lines.forEach((line, i) => line.classList.toggle("now", i === step));
  story.scrollTop = lines[step].offsetTop - story.offsetTop - story.clientHeight / 2;  // the list moves, not the page
  document.getElementById("count").textContent = `${step + 1} / ${lines.length}`;
}
const here = () => Number(slider.value);
function stop() { clearInterval(timer); timer = null; play.textContent = "Play"; }
function toggle() {
  if (timer) return stop();
  if (here() === lines.length - 1) show(0);
  play.textContent = "Pause";
  timer = setInterval(() => { show(here() + 1); if (here() === lines.length - 1) stop(); }, 1200);
}
document.getElementById("first").onclick = () => { stop(); show(0); };
document.getElementById("previous").onclick = () => { stop(); show(here() - 1); };
document.getElementById("next").onclick = () => { stop(); show(here() + 1); };
document.getElementById("last").onclick = () => { stop(); show(lines.length - 1); };
play.onclick = toggle;
slider.oninput = () => { stop(); show(here()); };
lines.forEach((line, i) => line.onclick = () => { stop(); show(i); });
document.onkeydown = event => {
  if (event.key === "ArrowLeft") { event.preventDefault(); stop(); show(here() - 1); }
  else if (event.key === "ArrowRight") { event.preventDefault(); stop(); show(here() + 1); }
  else if (event.key === "Home") { stop(); show(0); }
  else if (event.key === "End") { stop(); show(lines.length - 1); }
  else if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); toggle(); }
};
show(Number(location.hash.slice(1)) - 1 || 0);  // page.html#9 opens at step 9
"""
_STYLE = """
body { font-family: Helvetica, Arial, sans-serif; color: #1c1c1c; margin: 1.5em auto; max-width: 75em; padding: 0 1em; }
h1 { font-size: 1.15em; font-weight: 600; overflow-wrap: anywhere; }
.tree { overflow-x: auto; }
.tree svg { max-width: 100%; height: auto; min-width: 24em; }
nav { display: flex; flex-wrap: wrap; gap: .5em; align-items: center; margin: .8em 0; }
button { font: inherit; padding: .3em .9em; }
#slider { flex: 1; min-width: 8em; }
#story { max-height: 14em; overflow-y: auto; border-top: 1px solid #ccc; padding: .5em 0 0 3em; }
#story li { padding: .15em .4em; cursor: pointer; }
#story li.now { background: #fbe3ee; }
@media print { nav { display: none; } #story { max-height: none; } }
"""


def tree_html(story: Story, title: str) -> str:
    """Return the page of a story."""
    drawing, steps = drawing_of(story, captions=False), len(story.steps)
    width, height = f"{drawing.width:.0f}", f"{drawing.height:.0f}"
    lines = "".join(f"<li>{plain_text(sentence)}</li>" for sentence in story.sentences)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{plain_text(title)}</title><style>{_STYLE}</style></head><body><h1>{plain_text(title)}</h1>"
        f'<div class="tree"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-label="{plain_text(title)}">{"".join(_parts(drawing))}</svg></div>'
        '<nav><button id="first">First</button><button id="previous">Previous</button><button id="play">Play</button>'
        '<button id="next">Next</button><button id="last">Last</button>'
        f'<input id="slider" type="range" min="0" max="{steps - 1}" value="0" aria-label="step">'
        f'<span id="count"></span></nav><ol id="story">{lines}</ol><script>{_SCRIPT}</script></body></html>\n'
    )


def _parts(drawing: Drawing) -> Iterator[str]:
    for (first, end), group in groupby(drawing.elements, key=lambda element: (element.first, element.end)):
        inner = "".join(element.svg for element in group)
        always = first == 0 and end == NEVER
        yield inner if always else f'<g data-first="{first}" data-end="{end}">{inner}</g>'
