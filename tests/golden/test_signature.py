"""The committed signature is the one that comes out, row by row and in both lanes.

After a change to a search: `halfmove bench --write tests/golden/signature.json`.
"""

import json
from pathlib import Path

import pytest

from halfmove.cli.signature import COMPILED, PLAIN, ROWS

pytestmark = pytest.mark.one_lane

FILE = Path(__file__).with_name("signature.json")
COMMITTED = json.loads(FILE.read_text())
MOST_IN_PLAIN_PYTHON = 300_000  # nodes, which take half a minute

in_machine_code = [row for row in ROWS if row.lane == COMPILED]
in_plain_python = [row for row in ROWS if row.lane == PLAIN]


def committed(row):
    return COMMITTED["searches"][str(row)]


def test_the_file_has_every_row_once_and_their_sum():
    assert list(COMMITTED["searches"]) == [str(row) for row in ROWS]
    assert COMMITTED["signature"] == sum(COMMITTED["searches"].values())


@pytest.mark.parametrize("row", in_plain_python, ids=str)
def test_plain_rows(row):
    assert row.measured().nodes == committed(row)


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("row", in_machine_code, ids=str)
def test_compiled_rows(row):
    assert row.measured().nodes == committed(row)


@pytest.mark.deep
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("row", in_plain_python, ids=str)
def test_plain_rows_in_machine_code(row):
    assert row.measured(COMPILED).nodes == committed(row)


@pytest.mark.deep
@pytest.mark.parametrize("row", [row for row in in_machine_code if committed(row) <= MOST_IN_PLAIN_PYTHON], ids=str)
def test_compiled_rows_in_plain_python(row):
    assert row.measured(PLAIN).nodes == committed(row)
