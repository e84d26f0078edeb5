"""`halfmove doctor`: what halfmove finds on this machine, and whether it works."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from typing import Any

import typer

from halfmove.cli.options import Json, Quiet, Seed

PACKAGES = ("halfmove", "numpy", "numba", "llvmlite", "typer", "rich")
MEGABYTE = 1 << 20
WORKS = "writable, entries load"
SHOWN = 3  # damaged entries of many


def doctor(as_json: Json = False, seed: Seed = 0, quiet: Quiet = False) -> None:
    """Report versions, lanes, the cache, the processor and the terminal, and try the compiler."""
    from halfmove.cli.report import console, print_json, table

    findings = {**_versions(), **_lanes(), **_cache(), **_machine()}
    works = findings["compiling"] in ("works", "off")
    if as_json:
        print_json({"ok": works, **findings})
    elif not quiet:
        rows = table("", "")
        rows.show_header = False
        for name, value in findings.items():
            faulty = name == "compiling" and not works or name == "cache state" and value != WORKS
            rows.add_row(name, str(value), style="red" if faulty else "")
        console().print(rows)
    if not works:
        raise typer.Exit(1)


def _versions() -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version

    versions = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "not installed"
    return versions


def _lanes() -> dict[str, Any]:
    from halfmove.compiled.lane import JIT

    lanes = "plain, compiled" if JIT else "plain (HALFMOVE_JIT=0)"
    return {"lanes": lanes, "compiling": _compiling() if JIT else "off"}


def _compiling() -> str:
    """Compile a small thing and compare the lanes."""
    try:
        from halfmove.cli.trial import agrees

        return "works" if agrees() else "gives wrong answers"
    except Exception as error:  # noqa: BLE001 - whatever is wrong with an installation is reported
        return f"fails: {type(error).__name__}: {str(error).strip().splitlines()[0]}"


def _cache() -> dict[str, Any]:
    from halfmove.compiled.native.folder import entries, place

    path, reason = place()
    if path is None:
        return {"cache": "none", "cache size": "-", "cache state": f"each start compiles again: {reason}"}
    files = entries(path)
    size = sum(file.stat().st_size for file in files)
    return {
        "cache": str(path),
        "cache size": f"{size / MEGABYTE:.1f} MB in {len(files)} entries",
        "cache state": _cache_state(path, files),
    }


def _cache_state(path: Path, files: list[Path]) -> str:
    """Tell whether entries are whole and can be loaded, and what went wrong last."""
    from halfmove.cli.trial import trouble
    from halfmove.compiled.native.cache import damage
    from halfmove.compiled.native.folder import FAILURE

    damaged = [f"{file} {wrong}" for file in files if (wrong := damage(file))]
    if damaged:
        return f"{len(damaged)} of {len(files)} entries cannot be loaded, delete them: {'; '.join(damaged[:SHOWN])}"
    wrong = trouble()
    if wrong:
        return f"entries cannot be loaded: {wrong}"
    last = path / FAILURE
    return f"works; once: {last.read_text(encoding='utf-8').strip()}" if last.exists() else WORKS


def _machine() -> dict[str, Any]:
    from halfmove.cli.report import console

    colours = console().color_system or "none"
    width, height = console().size
    return {
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "system": platform.platform(),
        "terminal": f"{os.environ.get('TERM', 'none')}, {width} x {height}, colours: {colours},"
        f" {sys.stdout.encoding}, {'interactive' if sys.stdout.isatty() else 'not interactive'}",
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
