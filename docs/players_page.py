"""The page of searches and players: its tables are made from the registry that the command line reads."""

from __future__ import annotations

from halfmove.play.players.searches import HIDDEN, SEARCHES
from halfmove.play.players.spec import OURS, POLICY, PROGRAMS, options_of, summaries


def players_page() -> str:
    """Return every search, player and kind of program with its options, as Markdown."""
    parts = ["## Searches", "Each is a player too, and a search for `halfmove best --search`."]
    for name, search in SEARCHES.items():
        parts += [f"### {name}", _sentence(search.summary), *_options(name)]
    parts += ["## Searches for games that hide something", "They are given what a player knows, and nothing else."]
    for name, search in HIDDEN.items():
        parts += [f"### {name}", _sentence(search.summary), *_options(name)]
    parts.append("## Other players")
    for name, summary in OURS.items():
        parts += [f"### {name}", _sentence(summary), *_options(name)]
    parts += [f"### {POLICY}", _sentence(summaries()[POLICY])]
    parts += ["## Programs", "Their options are their own, as the program names them.", _table("protocol", PROGRAMS)]
    return "\n\n".join(parts) + "\n"


def _options(name: str) -> list[str]:
    known = options_of(name)
    rows = {f"`{option}` ({each.kind.__name__})": each.meaning for option, each in known.items()}
    return [_table("option", rows)] if rows else ["It has no options."]


def _table(head: str, rows: dict[str, str]) -> str:
    lines = [f"| {head} | |", "|---|---|", *(f"| {name} | {text} |" for name, text in rows.items())]
    return "\n".join(lines)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
