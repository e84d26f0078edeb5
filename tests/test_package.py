"""What users install: the wheel and the source distribution, built from this tree and tried in a fresh environment."""

import os
import re
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from zipfile import ZipFile

import numpy
import pytest
import typer

import halfmove

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "halfmove"
BUILD = "import sys; from hatchling import build; build.build_sdist(sys.argv[1]); build.build_wheel(sys.argv[1])"
VERSION = r"\[Unreleased\]|\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d"

pytestmark = pytest.mark.usefixtures("native")  # nothing here depends on the lane, and once is enough


def run(*words, **options):
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the wheel and the source distribution."""
    pytest.importorskip("hatchling", reason="hatchling builds the package")
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-c", BUILD, folder, cwd=ROOT)
    return folder


def environment(folder):
    """Return what a process of a new environment is given, which knows nothing of this one."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return {**kept, "HALFMOVE_CACHE": str(folder / "cache"), "HALFMOVE_JIT": "0", "NO_COLOR": "1"}


def try_it(folder):
    """Play, solve and read data files of the package as it is installed."""
    binary, settings = folder / "env" / "bin", environment(folder)
    assert run(binary / "halfmove", "--version", cwd=folder, env=settings).strip() == halfmove.__version__
    assert run(binary / "halfmove", "best", "tic-tac-toe", "--after", "a1 b2", "--quiet", cwd=folder, env=settings)
    where = "import halfmove, halfmove.games.chess, halfmove.games.othello; print(halfmove.__file__)"
    assert str(folder) in run(binary / "python", "-c", where, cwd=folder, env=settings)


def test_every_file_of_the_package_is_in_both(built):
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")
    assert halfmove.__version__ in wheel.name
    files = {str(file.relative_to(PACKAGE.parent)) for file in PACKAGE.rglob("*") if file.is_file()}
    files = {name for name in files if "__pycache__" not in name and "node_modules" not in name}
    app = {name for name in files if name.startswith("halfmove/web/app/")}  # what is built of it is in web/static
    files -= app
    inside = set(ZipFile(wheel).namelist())
    assert files == {name for name in inside if name.startswith("halfmove/")}
    assert any(name.endswith("LICENSE") for name in inside)
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/{name}" for name in files | app} | {"README.md", "LICENSE", "pyproject.toml", "CHANGELOG.md"} <= names
    assert not any(name.startswith((".venv", "docs/_build", "shared")) for name in names)


def test_the_wheel_works_where_it_is_installed(built, tmp_path):
    """What it depends on is taken from here, the package itself is not."""
    venv.create(tmp_path / "env", with_pip=False)
    python = tmp_path / "env" / "bin" / "python"
    (site,) = (tmp_path / "env" / "lib").glob("python*/site-packages")
    (site / "dependencies.pth").write_text("\n".join({str(Path(each.__file__).parents[1]) for each in (numpy, typer)}))
    (wheel,) = built.glob("*.whl")
    install = ("install", "-q", "--no-deps", "--no-index", "--disable-pip-version-check", wheel)
    run(sys.executable, "-m", "pip", "--python", python, *install, cwd=tmp_path)
    try_it(tmp_path)


@pytest.mark.deep
def test_the_source_distribution_installs_with_all_that_it_needs(built, tmp_path):
    venv.create(tmp_path / "env", with_pip=True)
    (source,) = built.glob("*.tar.gz")
    install = [tmp_path / "env" / "bin" / "pip", "install", "-q", "--disable-pip-version-check", source]
    done = subprocess.run(install, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment(tmp_path))
    if re.search(r"No matching distribution|Connection|Temporary failure|Could not find a version", done.stderr):
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stderr
    try_it(tmp_path)


def test_the_changelog_is_dated_and_about_this_version():
    versions = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert versions
    assert all(re.fullmatch(VERSION, each) for each in versions)
    assert any(each.startswith(f"[{halfmove.__version__}]") for each in versions)
