"""Files of blocks: what was written is read again, and whatever else a file holds is refused in one sentence."""

from __future__ import annotations

import random
import struct
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from halfmove.errors import HalfmoveError
from halfmove.tables.blocks import MAGIC, BlockFile, section, write_blocks

pytestmark = pytest.mark.one_lane

FLIPS = 1000  # of single bits


def small_file(path: Path) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    arrays = {
        "keys": np.sort(rng.integers(-(1 << 62), 1 << 62, 20_000)),
        "entries": rng.integers(0, 40, 100_000).astype(np.uint8),
        "values": rng.normal(size=9_000),
        "none": np.zeros(0, np.uint16),
    }
    filters = {"keys": "sorted", "values": "planes"}
    sections = [section(name, each.dtype, len(each), filters.get(name, "")) for name, each in arrays.items()]
    pieces = [np.array_split(each, 7) for each in arrays.values()]
    size = write_blocks(path, {"format": 1, "what": "ä"}, sections, pieces)
    assert size == path.stat().st_size
    return arrays


def read_all(path: Path) -> list[np.ndarray]:
    file = BlockFile(path)
    return [file.array(each.name).whole() for each in file.sections]


def test_what_was_written_is_read(tmp_path):
    arrays = small_file(tmp_path / "a")
    file = BlockFile(tmp_path / "a")
    assert file.header["what"] == "ä"
    for name, expected in arrays.items():
        assert np.array_equal(file.array(name).whole(), expected)
    keys = BlockFile(tmp_path / "a").array("keys")
    assert [keys[number] for number in (0, 8191, 8192, 19_999)] == arrays["keys"][[0, 8191, 8192, 19_999]].tolist()
    assert np.array_equal(keys.at(np.array([5, 15_000])), arrays["keys"][[5, 15_000]])


def test_the_same_content_is_the_same_file(tmp_path):
    for name in "ab":
        small_file(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_every_flipped_bit_is_noticed(tmp_path):
    small_file(tmp_path / "a")
    whole, rng = (tmp_path / "a").read_bytes(), random.Random(2)
    for _ in range(FLIPS):
        flipped, bit = bytearray(whole), rng.randrange(8 * len(whole))
        flipped[bit // 8] ^= 1 << bit % 8
        (tmp_path / "b").write_bytes(flipped)
        with pytest.raises(HalfmoveError):
            read_all(tmp_path / "b")


def test_truncated_and_longer_files_are_refused(tmp_path):
    small_file(tmp_path / "a")
    whole, rng = (tmp_path / "a").read_bytes(), random.Random(3)
    for length in [0, 1, 8, 20, *(rng.randrange(len(whole)) for _ in range(100))]:
        (tmp_path / "b").write_bytes(whole[:length])
        with pytest.raises(HalfmoveError):
            read_all(tmp_path / "b")
    (tmp_path / "b").write_bytes(whole + b"\0")
    with pytest.raises(HalfmoveError, match="longer"):
        BlockFile(tmp_path / "b")


def test_swapped_blocks_are_noticed(tmp_path):
    items = (
        np.random.default_rng(4).integers(0, 256, 1 << 17).astype(np.uint8)
    )  # two blocks that no compressor shortens
    write_blocks(tmp_path / "a", {}, [section("x", np.uint8, len(items))], [[items]])
    directory = BlockFile(tmp_path / "a")._directory
    (first, length, one), (second, same, other) = (tuple(map(int, row)) for row in directory)
    assert length == same
    whole = (tmp_path / "a").read_bytes()
    swapped = whole[:first] + whole[second:] + whole[first:second]
    (tmp_path / "b").write_bytes(swapped)
    with pytest.raises(HalfmoveError, match="not what was written"):
        read_all(tmp_path / "b")
    rows = struct.pack("<QIIQII", first, length, other, second, length, one)  # with checksums that fit the content
    end = first - 4
    (tmp_path / "b").write_bytes(swapped[: end - len(rows)] + rows + struct.pack("<I", crc32(rows)) + swapped[first:])
    with pytest.raises(HalfmoveError, match="not what was written"):
        read_all(tmp_path / "b")


def hostile(path: Path, header: bytes) -> None:
    path.write_bytes(MAGIC + struct.pack("<II", len(header), crc32(header)) + header + struct.pack("<I", 0))


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"[]",
        b"{",
        b"{}",
        b'{"sections": 1}',
        b'{"sections": [1]}',
        b"[" * 100_000,
        b'{"sections": [], "by": ' + b"[" * 500 + b"]" * 500 + b"}",
        b'{"sections": [{"name": "x", "kind": "object", "length": 1, "block": 1, "filter": ""}]}',
        b'{"sections": [{"name": "x", "kind": "uint8", "length": -1, "block": 1, "filter": ""}]}',
        b'{"sections": [{"name": "x", "kind": "uint8", "length": 9999999999999, "block": 1, "filter": ""}]}',
        b'{"sections": [{"name": "x", "kind": "uint8", "length": 9, "block": 9999999999, "filter": ""}]}',
        b'{"sections": [{"name": "x", "kind": "uint8", "length": 9, "block": true, "filter": ""}]}',
    ],
)
def test_hostile_headers_are_refused(tmp_path, header):
    hostile(tmp_path / "a", header)
    with pytest.raises(HalfmoveError) as refused:
        BlockFile(tmp_path / "a")
    assert "\n" not in str(refused.value)


def test_a_folder_and_a_missing_file_are_refused(tmp_path):
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(HalfmoveError):
            BlockFile(path)


def test_a_full_disk_leaves_nothing_behind(tmp_path):
    target = Path("/dev/full")
    if not target.exists():
        pytest.skip("no /dev/full here")
    (tmp_path / "x.writing").symlink_to(target)
    with pytest.raises(HalfmoveError, match="nothing was written"):
        write_blocks(tmp_path / "x", {}, [section("x", np.int64, 100_000)], [[np.arange(100_000)]])
    assert not (tmp_path / "x").exists()
