"""The folder of the cache: private, and done without where it cannot be."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from cache_checks import OURS, SMALL, SMALL_ANSWER, WARNING, cached

pytestmark = pytest.mark.usefixtures("native")


def test_folder_is_private(script, tmp_path):
    assert script(main=SMALL).stdout.split() == [SMALL_ANSWER, str(tmp_path / OURS)]
    assert stat.S_IMODE((tmp_path / OURS).stat().st_mode) == 0o700
    assert any((tmp_path / OURS).iterdir())


def test_chosen_folder_stays_as_it_is(script, tmp_path):
    """Its mode and its files are the user's, those that are named as ours might be too; a link to it will do."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home").chmod(0o755)
    (tmp_path / "cache").symlink_to(tmp_path / "home")
    for name in ("x.nbi", "y.nbc", "new-a.nbt", "notes.txt"):
        (tmp_path / "home" / name).write_text(name)
    for mode in (0o755, 0o777):
        (tmp_path / "home").chmod(mode)
        assert script(main=SMALL).stdout.split()[0] == SMALL_ANSWER
        assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == mode
    names = {path.name: path.read_text() for path in (tmp_path / "home").iterdir() if path.is_file()}
    assert names == {name: name for name in ("x.nbi", "y.nbc", "new-a.nbt", "notes.txt")}
    assert cached(tmp_path)


def refused(ran, reason):
    """Check that a process went without a cache, right and with one warning that is one sentence."""
    assert ran.stdout.split() == [SMALL_ANSWER, "None"]
    (warning,) = [line for line in ran.stderr.splitlines() if "CacheWarning" in line]
    assert "CacheWarning: machine code is not kept, so each start compiles again" in warning
    assert reason in warning
    assert "halfmove doctor" in warning


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
def test_folder_of_somebody_else_is_refused(script, tmp_path):
    (tmp_path / OURS).mkdir(parents=True, mode=0o700)
    os.chown(tmp_path / OURS, 12345, 12345)
    refused(script(main=SMALL, options=WARNING), "belongs to somebody else")
    assert not any((tmp_path / OURS).iterdir())


def test_link_is_refused(script, tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "cache").mkdir()
    (tmp_path / OURS).symlink_to(tmp_path / "elsewhere")
    refused(script(main=SMALL, options=WARNING), "a link or a file")
    assert not any((tmp_path / "elsewhere").iterdir())


def test_files_planted_in_an_open_folder_are_not_read(script, tmp_path):
    """A folder that others could write to may hold their pickles: none of them is loaded, and nothing is changed."""
    script(main=SMALL)
    before = cached(tmp_path)
    (tmp_path / OURS).chmod(0o777)
    refused(script(options=WARNING), "can be written to by others")
    assert stat.S_IMODE((tmp_path / OURS).stat().st_mode) == 0o777
    assert cached(tmp_path) == before


def test_only_our_own_files_are_pruned(script, tmp_path):
    script(main=SMALL)
    (tmp_path / OURS / "x.nbi").write_text("")
    (tmp_path / OURS / "mine.nbc").write_text("")
    (tmp_path / OURS / f"link-{32 * 'a'}.nbc").symlink_to(tmp_path / "main.py")
    script(main=f"from halfmove.compiled.native import folder\nfolder.MOST_FILES = 0\n{SMALL.replace('twice', 'two')}")
    assert {path.name for path in (tmp_path / OURS).iterdir()} >= {"x.nbi", "mine.nbc", f"link-{32 * 'a'}.nbc"}


def test_home_that_cannot_be_written(script, tmp_path):
    """A home below a file cannot exist, not even for root: the temporary folder is used, or none."""
    (tmp_path / "file").write_text("")
    home = str(tmp_path / "file" / "home")
    (tmp_path / "tmp").mkdir()
    env = {"HALFMOVE_CACHE": "", "HOME": home, "XDG_CACHE_HOME": "", "TMPDIR": str(tmp_path / "tmp")}
    answer, place = script(main=SMALL, env=env).stdout.split()
    assert answer == SMALL_ANSWER
    assert place.startswith(str(tmp_path / "tmp"))
    assert stat.S_IMODE(Path(place).stat().st_mode) == 0o700


def test_no_place_at_all(script, tmp_path):
    (tmp_path / "file").write_text("")
    env = {"HALFMOVE_CACHE": str(tmp_path / "file" / "cache")}
    refused(script(main=SMALL, env=env, options=WARNING), "Not a directory")


def test_full_disk_is_not_filled_with_halves(tmp_path, monkeypatch):
    from halfmove.compiled.native.cache import write_whole

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "code.nbc", b"code")
    assert not list(tmp_path.iterdir())
