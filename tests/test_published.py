"""Published positions are tested on everywhere: samples without `../shared`, and never less than the whole in CI."""

import pytest

import published as sets
from halfmove.compiled import plain
from halfmove.games import game_named
from halfmove.play.records.suites import read_suite

NAMES = sorted(str(path.relative_to(sets.SAMPLES)) for path in sets.SAMPLES.rglob("*") if path.is_file())


def test_each_sample_is_part_of_its_set_and_names_its_source():
    assert len(NAMES) == 24
    for name in NAMES:
        some, whole = sets.lines(sets.sample(name)), sets.lines(sets.published(name))
        assert "Source: " in sets.sample(name).splitlines()[0]
        assert 5 <= len(some) <= len(whole)
        assert set(some) <= set(whole)


def test_a_set_that_is_absent_is_a_sample_at_home_and_an_error_in_ci(monkeypatch, tmp_path):
    monkeypatch.setattr(sets, "SHARED", tmp_path / "absent")
    monkeypatch.delenv("CI", raising=False)
    assert sets.published(NAMES[0]) == sets.sample(NAMES[0])
    assert not sets.is_whole()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(FileNotFoundError, match="in CI the whole sets must lie beside the repository"):
        sets.published(NAMES[0])


@pytest.mark.parametrize("name", ["chess/bratko-kopec.epd", "chess/sts_v6.epd"])
def test_best_moves_are_read(name):
    cases = read_suite(plain(game_named("chess")), sets.published(name))
    assert len(cases) == len(sets.lines(sets.published(name)))
    assert all(case.best for case in cases)
