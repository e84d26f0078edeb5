"""The stop flag: a running kernel sees it, from another thread, at once."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from halfmove.compiled import Flag, compiled, is_native, kernel

WAIT_SECONDS = 60  # until a test that hangs is a failure


@compiled
class Runner:
    flag: Any
    beats: np.ndarray

    def stopped(self):
        return self.flag.is_set()


@kernel
def spin(runner):
    """Do nothing but look: a read that was moved out of the loop would never end it."""
    runner.beats[0] += 1
    while not runner.flag.is_set():
        pass
    return 1


@kernel
def spin_by_method(runner):
    runner.beats[0] += 1
    rounds = 0
    while not runner.stopped():
        rounds += 1
    return rounds


def test_flag_in_python():
    flag = Flag()
    assert not flag.is_set()
    flag.set()
    assert flag.is_set()
    flag.clear()
    assert not flag.is_set()
    assert is_native(flag)


def test_flag_set_before_the_start():
    flag = Flag()
    flag.set()
    assert spin(Runner(flag, np.zeros(1, np.int64))) == 1


def test_flag_stops_a_running_kernel():
    for kernel_ in (spin, spin_by_method):
        runner = Runner(Flag(), np.zeros(1, np.int64))
        kernel_.prepare(runner)
        ended = threading.Event()

        def work(kernel_=kernel_, runner=runner, ended=ended):
            kernel_(runner)
            ended.set()

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        while not runner.beats[0]:
            pass
        assert not ended.wait(0.05)
        runner.flag.set()
        assert ended.wait(WAIT_SECONDS)


def test_flags_are_independent():
    one, two = Flag(), Flag()
    one.set()
    assert spin(Runner(one, np.zeros(1, np.int64))) == 1
    assert not two.is_set()
