"""Where arrays are put aside while a game is solved: in memory, or in a folder from which interrupted work goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from halfmove.errors import DamagedFile, HalfmoveError

_PLAN, _REMOVED_PLAN = "plan.json", "removed-plan.json"


class MemorySpool:
    """Keeps arrays in memory."""

    def __init__(self) -> None:
        self._arrays: dict[str, NDArray[Any]] = {}

    def put(self, name: str, pieces: Iterable[NDArray[Any]]) -> None:
        """Keep an array that comes in pieces."""
        kept = list(pieces)
        self._arrays[name] = kept[0] if len(kept) == 1 else np.concatenate(kept)

    def get(self, name: str, mapped: bool = False) -> NDArray[Any]:
        """Return an array; `mapped` lets a large one stay where it is."""
        return self._arrays[name]

    def has(self, name: str) -> bool:
        """Tell whether an array was kept."""
        return name in self._arrays

    def drop(self, name: str) -> None:
        """Forget an array."""
        self._arrays.pop(name, None)

    def begin(self, plan: dict[str, Any]) -> None:
        """Begin work by this plan; what is left of another one is thrown away."""
        self._arrays.clear()

    def end(self) -> None:
        """Forget everything."""
        self._arrays.clear()


class FolderSpool:
    """Keeps arrays in a folder beside the file that is made; each appears under its name when it is complete."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def begin(self, plan: dict[str, Any]) -> None:
        """Begin work by this plan, or go on with it; what is left of another one is thrown away."""
        text = json.dumps(plan, sort_keys=True)
        file = self.folder / _PLAN
        try:
            if not self._is_ours():
                raise HalfmoveError(f"{self.folder}: this is no folder of an interrupted build: move it, or remove it")
            if (self.folder / _REMOVED_PLAN).exists() or (file.exists() and file.read_text() != text):
                self._remove()
            self.folder.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                self._write(_PLAN, [np.frombuffer(text.encode(), np.uint8)])
        except OSError as error:
            raise self._refused(error) from None

    def _is_ours(self) -> bool:
        """Tell whether the folder is new, or one of ours, which alone is ever removed."""
        if not self.folder.exists():
            return True
        if self.folder.is_symlink() or not self.folder.is_dir():
            return False
        removed = self.folder / _REMOVED_PLAN
        try:
            plan = json.loads((removed if removed.exists() else self.folder / _PLAN).read_text())
        except FileNotFoundError:  # ended before it had a plan
            return all(file.name == f"{_PLAN}.writing" for file in self.folder.iterdir())
        except ValueError:
            return False
        return isinstance(plan, dict) and {"rules", "root"} <= plan.keys()

    def put(self, name: str, pieces: Iterable[NDArray[Any]]) -> None:
        """Keep an array that comes in pieces, with a checksum behind it, which covers its name."""
        checksum, written, kind, width = crc32(name.encode()), [], None, 1

        def checked() -> Iterable[NDArray[Any]]:
            nonlocal checksum, kind, width
            for piece in pieces:
                kind, width = piece.dtype.str, piece.shape[1] if piece.ndim > 1 else 0
                checksum = crc32(np.ascontiguousarray(piece).data, checksum)
                written.append(len(piece))
                yield piece
            text = json.dumps({"kind": kind, "width": width, "count": sum(written), "checksum": checksum})
            yield np.frombuffer(text.encode().ljust(_FOOTER), np.uint8)

        try:
            self._write(name, checked())
        except OSError as error:
            raise self._refused(error) from None

    def _write(self, name: str, pieces: Iterable[NDArray[Any]]) -> None:
        unfinished = self.folder / f"{name}.writing"
        with unfinished.open("wb") as file:
            for piece in pieces:
                file.write(np.ascontiguousarray(piece).data)  # `tofile` does not say why it fails
        os.replace(unfinished, self.folder / name)

    def get(self, name: str, mapped: bool = False) -> NDArray[Any]:
        """Return an array, once it was checked."""
        path = self.folder / name
        try:
            if not path.is_file():  # a pipe would be waited for
                raise ValueError
            size = path.stat().st_size
            with path.open("rb") as file:
                file.seek(size - _FOOTER)
                about = json.loads(file.read())
            shape = (about["count"], about["width"]) if about["width"] else (about["count"],)
            if mapped and about["count"]:
                return np.memmap(path, about["kind"], "r", 0, shape)
            array = np.fromfile(path, about["kind"], shape[0] * (about["width"] or 1)).reshape(shape)
        except (OSError, ValueError, KeyError, TypeError):
            raise DamagedFile(f"{path}: what was put aside is damaged: remove the folder to begin again") from None
        if crc32(array.data, crc32(name.encode())) != about["checksum"]:
            raise DamagedFile(f"{path}: what was put aside is damaged: remove the folder to begin again")
        return array

    def has(self, name: str) -> bool:
        """Tell whether an array was kept."""
        return (self.folder / name).exists()

    def drop(self, name: str) -> None:
        """Forget an array."""
        (self.folder / name).unlink(missing_ok=True)

    def end(self) -> None:
        """Remove the folder."""
        with suppress(OSError):
            self._remove()

    def _remove(self) -> None:
        """Remove the folder; should we be killed meanwhile, its plan says that it is ours, and that it is to go."""
        plan, last = self.folder / _PLAN, self.folder / _REMOVED_PLAN
        if plan.exists():
            plan.replace(last)
        for file in self.folder.iterdir():
            if file != last:
                file.unlink()
        last.unlink(missing_ok=True)
        self.folder.rmdir()

    def _refused(self, error: OSError) -> HalfmoveError:
        return HalfmoveError(
            f"{self.folder}: {error.strerror}; what was done is kept, and the same command goes on with it"
        )


Spool = MemorySpool | FolderSpool
_FOOTER = 128  # bytes
