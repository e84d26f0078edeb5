"""Just enough of the wire format of Protocol Buffers to write a file of ONNX without a library for it."""

from __future__ import annotations

NUMBER, BYTES = 0, 2  # wire types: a whole number, or a length and that many bytes
GROUP = 7  # bits of a number in each byte


def number(field: int, value: int) -> bytes:
    """Return a field that holds a whole number, which is not negative."""
    return _varint(field << 3 | NUMBER) + _varint(value)


def text(field: int, value: str) -> bytes:
    """Return a field that holds a text."""
    return message(field, value.encode())


def message(field: int, *parts: bytes) -> bytes:
    """Return a field that holds other fields, or bytes."""
    content = b"".join(parts)
    return _varint(field << 3 | BYTES) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    written = bytearray()
    while value >> GROUP:
        written.append(value & (1 << GROUP) - 1 | 1 << GROUP)
        value >>= GROUP
    written.append(value)
    return bytes(written)
