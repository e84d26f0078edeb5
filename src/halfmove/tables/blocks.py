"""A file of numbers in compressed blocks, each with a checksum: what every table and every book on disk is.

    magic         8 bytes
    lengths       of the header, and its checksum: two words of 32 bits
    header        JSON; it names the sections, each an array, and how many items of it a block holds
    directory     for each block of each section: where it begins (64 bits), its length and its checksum (32 bits each)
    checksum      of the directory, 32 bits
    blocks        compressed by zstandard, one after the other to the end of the file

A checksum covers which block it belongs to, so that blocks that were swapped are noticed. A file is hostile until it
was checked: nothing is allocated, and nothing is read, that the length of the file does not account for.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import zstandard
from numpy.typing import NDArray

from halfmove.errors import DamagedFile, HalfmoveError
from halfmove.running.files import require_plain_file
from halfmove.running.memory import bytes_in

MAGIC = b"HALFMOV\x01"
BLOCK_BYTES = 1 << 16  # of a block before it is compressed: a probe that misses the cache unpacks one
LEVEL = 12  # of compression: above it files hardly shrink and take several times as long

_LENGTHS = struct.Struct("<II")
_ENTRY = struct.Struct("<QII")
_CHECKSUM = struct.Struct("<I")
_LONGEST_HEADER = 1 << 24  # bytes
_LARGEST_BLOCK = 1 << 20  # bytes
_DEEPEST = 8  # levels of a header, of which ours have 3
_KINDS = {"uint8": np.uint8, "uint16": np.uint16, "uint32": np.uint32, "int64": np.int64, "float64": np.float64}
_MEGABYTE = 1 << 20


class Section(NamedTuple):
    """An array in a file: its name, the type and the number of its items, items in a block, how they are arranged."""

    name: str
    kind: str
    length: int
    block: int
    filter: str  # "" as they are, "planes" byte by byte, "sorted" as differences of growing numbers, byte by byte

    @property
    def blocks(self) -> int:
        """How many blocks it takes."""
        return -(-self.length // self.block)

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        return self.length * np.dtype(self.kind).itemsize


def section(name: str, kind: Any, count: int, filter: str = "") -> Section:
    """Return a section for an array of `count` items."""
    dtype = np.dtype(kind)
    return Section(name, dtype.name, count, BLOCK_BYTES // dtype.itemsize, filter)


def write_blocks(
    path: Path, header: dict[str, Any], sections: Iterable[Section], arrays: Iterable[Iterable[NDArray[Any]]]
) -> int:
    """Write a file, and return how many bytes it has. Each array comes in pieces of any length, in order.

    The file appears under its name when it is complete, and replaces the one that was there.
    """
    sections = list(sections)
    text = json.dumps({**header, "sections": [each._asdict() for each in sections]}, sort_keys=True).encode()
    count = sum(each.blocks for each in sections)
    begin = len(MAGIC) + _LENGTHS.size + len(text) + count * _ENTRY.size + _CHECKSUM.size
    unfinished = path.with_name(f"{path.name}.writing")
    try:
        with unfinished.open("wb") as file:
            file.seek(begin)
            directory, offset = bytearray(), begin
            for number, packed in enumerate(_packed(sections, arrays)):
                file.write(packed)
                directory += _ENTRY.pack(offset, len(packed), _checksum(number, packed))
                offset += len(packed)
            file.seek(0)
            file.write(MAGIC + _LENGTHS.pack(len(text), crc32(text)) + text)
            file.write(directory + _CHECKSUM.pack(crc32(directory)))
        os.replace(unfinished, path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise HalfmoveError(f"{path}: {error.strerror}; nothing was written") from None
    return offset


def _packed(sections: list[Section], arrays: Iterable[Iterable[NDArray[Any]]]) -> Iterator[bytes]:
    """Yield the blocks of all sections, compressed."""
    compressor = zstandard.ZstdCompressor(level=LEVEL, write_content_size=True)
    for each, pieces in zip(sections, arrays, strict=True):
        written = 0
        for items in _in_blocks(pieces, each):
            written += len(items)
            yield compressor.compress(_arranged(items, each.filter))
        if written != each.length:
            raise ValueError(f"section {each.name} has {written} items instead of {each.length}")


def _in_blocks(pieces: Iterable[NDArray[Any]], section: Section) -> Iterator[NDArray[Any]]:
    """Cut pieces of any length into blocks."""
    rest = np.zeros(0, section.kind)
    for piece in pieces:
        piece = piece.astype(section.kind, copy=False)
        rest = np.concatenate([rest, piece]) if len(rest) else piece
        whole = len(rest) // section.block * section.block
        for start in range(0, whole, section.block):
            yield rest[start : start + section.block]
        rest = rest[whole:]
    if len(rest):
        yield rest


def _arranged(items: NDArray[Any], filter: str) -> bytes:
    """Return items as bytes that are easy to compress."""
    if filter == "sorted":
        items = np.diff(items, prepend=items.dtype.type(0))
    if filter:
        items = np.ascontiguousarray(items).view(np.uint8).reshape(len(items), -1).T
    return np.ascontiguousarray(items).tobytes()


def _restored(data: bytes, section: Section, count: int) -> NDArray[Any]:
    """Return the items that `_arranged` made bytes of."""
    kind = np.dtype(_KINDS[section.kind])
    if not section.filter:
        return np.frombuffer(data, kind)
    planes = np.frombuffer(data, np.uint8).reshape(kind.itemsize, count)
    items = np.ascontiguousarray(planes.T).reshape(-1).view(kind)
    return np.cumsum(items, dtype=kind) if section.filter == "sorted" else items


def _checksum(number: int, packed: bytes | memoryview) -> int:
    return crc32(packed, crc32(number.to_bytes(8, "little")))


def _is_flat(value: Any, levels: int) -> bool:
    """Tell whether JSON has no more than so many levels."""
    if isinstance(value, (dict, list)):
        inner = value.values() if isinstance(value, dict) else value
        return levels > 0 and all(_is_flat(each, levels - 1) for each in inner)
    return True


@dataclass(frozen=True)
class StoredArray:
    """A section of an open file. Its blocks are unpacked when they are first asked for, and then kept."""

    file: BlockFile
    section: Section
    first: int  # the number of its first block in the file
    items: NDArray[Any]  # of the blocks that are unpacked
    unpacked: NDArray[np.bool_]

    def __len__(self) -> int:
        return self.section.length

    def at(self, numbers: NDArray[np.int64]) -> NDArray[Any]:
        """Return the items with these numbers."""
        for block in np.unique(numbers // self.section.block).tolist():
            self._unpack(block)
        found: NDArray[Any] = self.items[numbers]
        return found

    def __getitem__(self, number: int) -> Any:
        """Return the item with this number."""
        self._unpack(number // self.section.block)
        return self.items[number].item()

    def whole(self) -> NDArray[Any]:
        """Return all items; an array that does not fit in the memory of the machine is refused."""
        bytes_in(self.section.nbytes / _MEGABYTE, f"{self.file.path}: a table")
        for block in range(self.section.blocks):
            self._unpack(block)
        return self.items

    def _unpack(self, block: int) -> None:
        if not self.unpacked[block]:
            start = block * self.section.block
            count = min(self.section.block, self.section.length - start)
            self.items[start : start + count] = self.file.unpack(self.section, self.first + block, count)
            self.unpacked[block] = True  # another thread that came in between has unpacked the same


class BlockFile:
    """A file of blocks, mapped into memory: any number of processes may read it."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        require_plain_file(self.path)
        try:
            with self.path.open("rb") as file:
                self.size = os.fstat(file.fileno()).st_size
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if self.size else None
                self._bytes = memoryview(self._map) if self._map is not None else b""
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it cannot be mapped into memory"
            raise HalfmoveError(f"{self.path}: {reason}") from None
        self.header, begin = self._read_header()
        self.sections = [self._read_section(each) for each in self._required(self.header, "sections", list)]
        if len({each.name for each in self.sections}) != len(self.sections):
            raise self._damaged("two sections have one name")
        self._directory = self._read_directory(begin)
        self._unpacker = zstandard.ZstdDecompressor()
        self._arrays: dict[str, StoredArray] = {}

    def array(self, name: str) -> StoredArray:
        """Return the array of a section."""
        if name not in self._arrays:
            first = 0
            for each in self.sections:
                if each.name == name:
                    items = np.empty(each.length, each.kind)  # takes no memory until a block is unpacked into it
                    self._arrays[name] = StoredArray(self, each, first, items, np.zeros(each.blocks, bool))
                    break
                first += each.blocks
            else:
                raise self._damaged(f"it has no section '{name}'")
        return self._arrays[name]

    def unpack(self, section: Section, number: int, count: int) -> NDArray[Any]:
        """Return the items of a block, once it was checked."""
        if self._map is None or self._map.size() < self.size:  # what is no longer there cannot even be read
            raise self._damaged("it was cut off while it was open")
        begin, length, checksum = (int(value) for value in self._directory[number])
        packed = self._bytes[begin : begin + length]
        if _checksum(number, packed) != checksum:
            raise self._damaged(f"block {number} is not what was written")
        size = count * np.dtype(section.kind).itemsize
        try:
            if zstandard.frame_content_size(bytes(packed[:32])) != size:
                raise self._damaged(f"block {number} has another size")
            data = self._unpacker.decompress(packed, max_output_size=size)
        except zstandard.ZstdError:
            raise self._damaged(f"block {number} cannot be unpacked") from None
        return _restored(data, section, count)

    def check(self) -> int:
        """Unpack every block, and return how many there are."""
        first = 0
        for each in self.sections:
            for block in range(each.blocks):
                count = min(each.block, each.length - block * each.block)
                self.unpack(each, first + block, count)
            first += each.blocks
        return first

    def _read_header(self) -> tuple[dict[str, Any], int]:
        begin = len(MAGIC) + _LENGTHS.size
        if self.size < begin or self._bytes[: len(MAGIC)] != MAGIC:
            raise HalfmoveError(f"{self.path}: this is not a table or a book of halfmove")
        length, checksum = _LENGTHS.unpack(self._bytes[len(MAGIC) : begin])
        text = bytes(self._bytes[begin : begin + length]) if length <= _LONGEST_HEADER else b""
        if len(text) != length or crc32(text) != checksum:
            raise self._damaged("its header is not what was written")
        try:
            header = json.loads(text)
        except (ValueError, RecursionError):
            raise self._damaged("its header is no JSON") from None
        if not isinstance(header, dict):
            raise self._damaged("its header is no JSON object")
        if not _is_flat(header, _DEEPEST):
            raise self._damaged("its header is nested too deeply")
        return header, begin + length

    def _required(self, values: Any, name: str, kind: Any) -> Any:
        value = values.get(name) if isinstance(values, dict) else None
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self._damaged(f"its header lacks '{name}'")
        return value

    def _read_section(self, values: Any) -> Section:
        texts = [self._required(values, name, str) for name in ("name", "kind", "filter")]
        length, block = (self._required(values, name, int) for name in ("length", "block"))
        section = Section(texts[0], texts[1], length, block, texts[2])
        known = section.kind in _KINDS and section.filter in ("", "planes", "sorted")
        if not known or length < 0 or block < 1 or block * np.dtype(section.kind).itemsize > _LARGEST_BLOCK:
            raise self._damaged("its header names a section that cannot be")
        if section.blocks * _ENTRY.size > self.size:
            raise self._damaged("it is shorter than its header says")
        return section

    def _read_directory(self, begin: int) -> NDArray[Any]:
        """Return the directory; its blocks lie one after the other, up to the end of the file."""
        count = sum(each.blocks for each in self.sections)
        end = begin + count * _ENTRY.size
        if end + _CHECKSUM.size > self.size:
            raise self._damaged("it is shorter than its header says")
        packed = bytes(self._bytes[begin:end])
        if _CHECKSUM.pack(crc32(packed)) != self._bytes[end : end + _CHECKSUM.size]:
            raise self._damaged("its directory is not what was written")
        directory = np.frombuffer(packed, np.dtype([("begin", "<u8"), ("length", "<u4"), ("checksum", "<u4")]))
        ends = end + _CHECKSUM.size + np.cumsum(directory["length"].astype(np.int64))
        begins = np.concatenate([[end + _CHECKSUM.size], ends])
        if not np.array_equal(directory["begin"], begins[:-1]) or begins[-1] != self.size:
            raise self._damaged("it is shorter or longer than its directory says")
        return directory

    def _damaged(self, why: str) -> DamagedFile:
        return DamagedFile(f"{self.path}: the file is damaged: {why}")
