"""`halfmove train`: what it says, what it leaves, and how it is stopped and goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from halfmove.learn.td_trainer import TDTrainer
from halfmove.learn.training import Progress
from halfmove.learned.weights_file import unpack

pytestmark = pytest.mark.one_lane
GAME = str(Path(__file__).parents[2] / "examples" / "take_away.py")  # which runs as plain Python
Run = Callable[..., Result]


def train(halfmove: Run, folder: Path, *words: object) -> Result:
    return halfmove("train", GAME, "--games", 60, "--seed", 2, "-o", folder / "mine.safetensors", *words)


def test_a_training_from_the_first_word_to_the_last(halfmove: Run, tmp_path: Path) -> None:
    result = train(halfmove, tmp_path, "--curve", tmp_path / "curve.svg")
    assert result.exit_code == 0
    assert "temporal differences on after-states, table" in result.stdout
    assert "60 of 60 games" in result.stdout
    assert "points a game against random play" in result.stdout
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["curve.svg", "mine.safetensors"]
    facts = unpack((tmp_path / "mine.safetensors").read_bytes(), "mine").facts
    assert (facts["games"], facts["seed"], facts["kind"]) == ("60", "2", "table")
    best = halfmove("best", GAME, "--search", f"alphabeta:depth=1,weights={tmp_path / 'mine.safetensors'}", "--quiet")
    assert best.exit_code == 0


def test_explain_says_what_would_be_done_and_does_nothing(halfmove: Run, tmp_path: Path) -> None:
    result = train(halfmove, tmp_path, "--explain")
    assert "Chosen because random games show that it has few states" in result.stdout
    assert list(tmp_path.iterdir()) == []
    plan = json.loads(train(halfmove, tmp_path, "--explain", "--json").stdout)
    assert plan["method"] == "td"


def test_ctrl_c_keeps_what_was_learned_and_resume_goes_on(
    halfmove: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    assert train(halfmove, whole, "--quiet").exit_code == 0
    learn = TDTrainer.train

    def interrupted(trainer: TDTrainer) -> Iterator[Progress]:
        for report in learn(trainer):
            yield report
            if report.games >= 20:
                raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(TDTrainer, "train", interrupted)
        result = train(halfmove, tmp_path, "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["finished"] is False
    assert (tmp_path / "mine.safetensors.checkpoint").exists()
    refused = train(halfmove, tmp_path, "--quiet")
    assert refused.exit_code == 2
    assert "this file exists; --force replaces it" in refused.stderr
    assert train(halfmove, tmp_path, "--quiet", "--resume").exit_code == 0
    made, wanted = ((folder / "mine.safetensors").read_bytes() for folder in (tmp_path, whole))
    assert arrays(made) == arrays(wanted)
    assert not (tmp_path / "mine.safetensors.checkpoint").exists()


def arrays(content: bytes) -> dict[str, Any]:
    return {name: array.tolist() for name, array in unpack(content, "weights").arrays.items()}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--method", "magic"), "there is no method 'magic'"),
        (("--set", "kind"), "--set kind: say NAME=VALUE"),
        (("--set", "kind=forest"), "there is no such kind; there are table"),
        (("--resume",), "there is nothing to go on with"),
        (("--minutes", "1"), "leave one of them out"),
        (("--set", "bits=8"), "of table, weights are not kept in so few bits"),
        (("--from-records", "nowhere.sgf"), "nowhere.sgf: there is no such file to learn from"),
    ],
)
def test_mistakes_end_in_a_sentence(halfmove: Run, tmp_path: Path, words: tuple[str, ...], reason: str) -> None:
    result = train(halfmove, tmp_path, *words)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("in_plain_python")
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of NumPy, in which plain Python counts
def test_what_could_not_be_read_again_is_not_written(halfmove: Run, tmp_path: Path) -> None:
    options = ("--set", "rate=1e8", "--set", "judge=0", "--games", 20, "--quiet", "-o", tmp_path / "mine.safetensors")
    result = halfmove("train", "2048:size=2,goal=32", *options)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "take a smaller --set rate" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_checkpoint_is_refused_and_kept(halfmove: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.safetensors.checkpoint").write_bytes(b"nothing of use")
    result = train(halfmove, tmp_path, "--resume")
    assert result.exit_code == 2
    assert "the checkpoint: this is no file of learned weights, or it is damaged" in result.stderr
    assert (tmp_path / "mine.safetensors.checkpoint").exists()
