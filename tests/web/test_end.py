"""Whatever ends the studio, nothing of it is left on the disk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_lane


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_the_folder_of_the_studio_is_removed(tmp_path: Path, ending: signal.Signals):
    command = [sys.executable, "-m", "halfmove", "studio", "--no-browser"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("http://127.0.0.1:")
        assert list(tmp_path.glob("halfmove-studio-*"))
        process.send_signal(ending)
        process.wait(60)
    assert not list(tmp_path.glob("halfmove-studio-*"))
