"""Files of learned weights: written the same each time, and refused where they are damaged or made for other rules."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from halfmove.compiled import plain
from halfmove.errors import HalfmoveError, MalformedText
from halfmove.games import game_named
from halfmove.games.nim import OneHeapNim
from halfmove.learn.td_trainer import TDTrainer
from halfmove.learn.training import Request
from halfmove.learned.advice import read_learned
from halfmove.learned.compact import compact, expand
from halfmove.learned.fingerprint import fingerprint
from halfmove.learned.weights_file import pack, unpack
from halfmove.play.players.weights import weighted_by_file

pytestmark = pytest.mark.one_lane
GAME = plain(OneHeapNim(9, 3))


def content(kind: str = "layer") -> bytes:
    request = Request(GAME, "one-heap-nim:stones=9", "td", 0, 3, options={"kind": kind, "hidden": "4", "judge": "0"})
    trainer = TDTrainer(request)
    for _ in trainer.train():
        pass
    return trainer.weights()


def test_a_file_tells_how_it_was_made() -> None:
    facts = unpack(content(), "weights").facts
    assert facts["game"] == "one-heap-nim:stones=9"
    assert facts["rules"] == fingerprint(GAME)
    assert (facts["method"], facts["kind"], facts["games"], facts["seed"]) == ("td", "layer", "3", "0")


def test_other_rules_are_refused() -> None:
    for other in (OneHeapNim(9, 3, misere=True), OneHeapNim(12, 4), game_named("tic-tac-toe")):
        with pytest.raises(HalfmoveError, match="weights were learned for other rules than these: one-heap-nim"):
            read_learned(other, content(), "weights")


def test_what_a_learner_does_not_see_makes_no_difference() -> None:
    assert fingerprint(game_named("backgammon")) == fingerprint(game_named("backgammon:cube=64"))
    assert fingerprint(game_named("2048")) == fingerprint(game_named("2048:goal=1024"))
    assert fingerprint(game_named("2048")) != fingerprint(game_named("2048:size=3,goal=512"))


@pytest.mark.parametrize("kind", ["layer", "table"])
def test_every_damage_is_refused_or_does_no_harm(kind: str) -> None:
    whole = content(kind)
    for cut in (0, 1, 7, 8, 9, 60, len(whole) // 2, len(whole) - 1):
        with pytest.raises(MalformedText, match="weights: this is no file of learned weights, or it is damaged"):
            read_learned(GAME, whole[:cut], "weights")
    numbers = np.random.default_rng(0)
    for _ in range(150):
        damaged = bytearray(whole)
        damaged[int(numbers.integers(min(len(whole), 900)))] = int(numbers.integers(256))
        told = refusal(bytes(damaged))
        assert told == "" or told.startswith("weights: ") and "\n" not in told


def refusal(damaged: bytes) -> str:
    """Return in what words a file is refused; nothing if it is not."""
    try:
        read_learned(GAME, damaged, "weights")
    except HalfmoveError as error:
        return str(error)
    return ""


def facts_with(**changes: str) -> dict[str, str]:
    return {**unpack(content(), "weights").facts, **changes}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"first": np.full((1, 256, 4), np.nan, np.float32)}, "first holds what is not a number"),
        ({"first": np.zeros((1, 255, 4), np.float32)}, "'first' should be an array of"),
        ({"first_bias": np.zeros(4, np.float32)}, "should be an array of"),
        ({"second": np.zeros((1, 1, 4), np.int64)}, "'second' should be an array of"),
        ({"first": np.full((1, 256, 4), 1e300)}, "'first' holds numbers that are too large"),
        (
            {
                "first": np.zeros((1, 256, 3), np.float32),
                "first_bias": np.zeros((1, 3), np.float32),
                "second": np.zeros((1, 1, 3), np.float32),
            },
            "'first_bias' should be an array of a multiple of 4 units",
        ),
    ],
)
def test_arrays_that_do_not_fit(changes: dict[str, np.ndarray], reason: str) -> None:
    arrays = {**unpack(content(), "weights").arrays, **changes}
    with pytest.raises(HalfmoveError, match=reason):
        read_learned(GAME, pack(arrays, facts_with()), "weights")


def test_weights_of_a_kind_that_no_search_knows() -> None:
    with pytest.raises(HalfmoveError, match="weights of the kind 'forest' are not for a search"):
        read_learned(GAME, pack({}, facts_with(kind="forest")), "weights")


def test_other_files_in_the_same_format() -> None:
    from safetensors.numpy import save

    for metadata in (None, {"format": "pt"}, {"halfmove": "[]"}, {"halfmove": json.dumps({"format": "1"})}):
        with pytest.raises(MalformedText, match="weights: th"):
            read_learned(GAME, save({"weights": np.zeros(3)}, metadata=metadata), "weights")


def test_files_are_read_with_care(tmp_path: Path) -> None:
    file = tmp_path / "mine.safetensors"
    with pytest.raises(HalfmoveError, match="No such file"):
        weighted_by_file(GAME, str(file))
    file.mkdir()
    with pytest.raises(HalfmoveError, match="this is not a file"):
        weighted_by_file(GAME, str(file))
    with pytest.raises(HalfmoveError, match="no weights come with OneHeapNim"):
        weighted_by_file(GAME, "learned")


def test_weights_in_few_bytes() -> None:
    numbers = np.random.default_rng(1)
    weights = np.where(numbers.random(50_000) < 0.1, numbers.normal(size=50_000), 0.0).astype(np.float32)
    for bits, share in ((8, 0.12), (12, 0.2), (16, 0.25)):
        arrays = compact(weights, bits)
        assert arrays["deflated"].nbytes < share * weights.nbytes
        found = expand(arrays, len(weights))
        assert found is not None
        steps = 2 ** (bits - 1) - 1
        assert abs(found - weights).max() <= abs(weights).max() * 1.01 / steps  # of the largest
        small = abs(weights) < 0.01
        assert abs(found - weights)[small].max() <= 0.2 * abs(weights).max() / steps
        assert expand(arrays, len(weights) - 1) is expand(arrays, len(weights) + 1) is None
        assert expand({**arrays, "deflated": arrays["deflated"][:-9]}, len(weights)) is None
        assert expand({**arrays, "deflated": arrays["deflated"][::-1]}, len(weights)) is None


def test_some_of_the_weights_in_fewer_bytes_yet() -> None:
    weights = np.random.default_rng(2).normal(size=5000).astype(np.float32)
    for places in ([0, 1, 255, 510, 766, 1376, 1377, 4999], [254, 256], [3000], []):
        kept = np.array(places, np.intp)
        arrays = compact(weights, 16, kept)
        found = expand(arrays, len(weights))
        assert found is not None
        assert np.flatnonzero(found).tolist() == places
        assert found[kept] == pytest.approx(weights[kept], abs=1e-3)
    arrays = compact(weights, 8, np.arange(0, 5000, 3))
    assert expand(arrays, 4999) is not None
    assert expand(arrays, 4000) is None  # places beyond the last one
    assert expand({**arrays, "gaps": arrays["gaps"][:-9]}, 5000) is None
    assert expand({**arrays, "gaps": arrays["gaps"][::-1]}, 5000) is None
    assert expand({**arrays, "gaps": arrays["deflated"]}, 5000) is None
