"""Files that we write are whole or not there, and nothing of a failed one is left."""

import os

import pytest

from halfmove.errors import HalfmoveError
from halfmove.running.files import write_whole


@pytest.mark.one_lane
def test_a_file_is_replaced_in_one_step_or_stays(tmp_path, monkeypatch):
    path = tmp_path / "weights"
    write_whole(path, b"first")
    write_whole(path, b"second")
    assert path.read_bytes() == b"second"
    (tmp_path / "weights.new").write_bytes(b"of the user")  # a name that others may have chosen

    def full(*names):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    monkeypatch.setattr(os, "rename", full)
    with pytest.raises(HalfmoveError, match=r"weights: No space left on device; nothing was written"):
        write_whole(path, b"third")
    assert path.read_bytes() == b"second"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["weights", "weights.new"]


@pytest.mark.one_lane
def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(HalfmoveError, match="No such file or directory"):
        write_whole(tmp_path / "nowhere" / "x", b"")
