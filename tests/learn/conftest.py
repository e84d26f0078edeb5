"""Tests of what trains networks need torch, which `make test` installs where that takes no accelerator's libraries."""

from __future__ import annotations

from importlib.util import find_spec

HAS_TORCH = find_spec("torch") is not None
if HAS_TORCH:
    import torch

    torch.set_num_threads(1)  # threads that wait for each other take more of a busy machine than they give
collect_ignore = (
    [] if HAS_TORCH else ["test_zero.py", "test_nnue_fit.py", "test_nnue_training.py", "test_records_to_learn_from.py"]
)


def pytest_report_header() -> str:
    return "" if HAS_TORCH else "torch is not installed: networks are played with, and none is trained"
