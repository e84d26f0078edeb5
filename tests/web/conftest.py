"""Fixtures for all tests of the studio."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from studio_client import Connection, PlainDesk, Studio, end_studio, start_studio

from halfmove.web.worker import Setup


@pytest.fixture(scope="session")
def studio() -> Iterator[Studio]:
    """A studio that all tests of this process share."""
    started = start_studio()
    yield started
    end_studio(started)


@pytest.fixture
def connection(studio: Studio) -> Iterator[Connection]:
    opened = studio.connect()
    yield opened
    opened.close()


@pytest.fixture
def workspace(tmp_path: Path) -> PlainDesk:
    return PlainDesk(Setup("", str(tmp_path)))
