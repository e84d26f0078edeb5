"""The notebooks run from beginning to end, and are kept without outputs."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
SECONDS = 300  # that a kernel may take to start, and a cell to run

pytestmark = pytest.mark.usefixtures("native")  # they run in the plain lane: once is enough


def test_there_are_seven():
    assert [path.name[:2] for path in NOTEBOOKS] == ["1-", "2-", "3-", "4-", "5-", "6-", "7-"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path, monkeypatch):
    """Errors are told with their cell; the plain lane is enough, and starts at once."""
    monkeypatch.setenv("HALFMOVE_JIT", "0")
    for name in ("IPYTHONDIR", "JUPYTER_DATA_DIR"):  # whatever the user has set up there
        monkeypatch.setenv(name, str(tmp_path))
    notebook = nbformat.read(path, as_version=4)
    folder = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=SECONDS, startup_timeout=SECONDS, resources=folder).execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path):
    """Nothing that depends on who ran it last: outputs, numbers of cells, versions, folders."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    nbformat.validate(notebook)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    assert notebook["metadata"] == {"kernelspec": kernel, "language_info": {"name": "python"}}
    for cell in notebook["cells"]:
        assert cell["id"]
        assert not cell["metadata"]
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_exercises_with_answers(path):
    text = "\n".join("".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"])
    exercises = text.partition("## Exercises")[2]
    assert exercises.count("<summary>Answer</summary>") == exercises.count("</details>") == 3
    assert all(f"**{number}.**" in exercises for number in (1, 2, 3))
