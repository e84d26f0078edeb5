"""Tests of what trains networks need torch, which `make test` installs where that takes no accelerator's libraries."""

from __future__ import annotations

from importlib.util import find_spec

HAS_TORCH = find_spec("torch") is not None
if HAS_TORCH:
    import torch

    torch.set_num_threads(1)  # threads that wait for each other take more of a busy machine than they give
NEED_TORCH = ("zero", "nnue_fit", "nnue_training", "records_to_learn_from", "rollouts")
collect_ignore = [] if HAS_TORCH else [f"test_{name}.py" for name in NEED_TORCH]


def pytest_report_header() -> str:
    return "" if HAS_TORCH else "torch is not installed: networks are played with, and none is trained"
