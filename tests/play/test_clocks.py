"""Time controls as text, and the clocks they run."""

import pytest

from halfmove.core.choice import Limit
from halfmove.errors import HalfmoveError
from halfmove.play.clocks.time_control import Clock, Control, parse_control, read_duration

pytestmark = pytest.mark.one_lane


@pytest.mark.parametrize(
    ("written", "control"),
    [
        ("1s", Control(each=1.0)),
        ("100ms", Control(each=0.1)),
        ("2m+1s", Control(total=120.0, increment=1.0)),
        ("10s+0s", Control(total=10.0)),
        ("40/60s+0.5s", Control(total=60.0, increment=0.5, actions=40)),
        ("40/5m", Control(total=300.0, actions=40)),
        ("nodes=1000", Control(nodes=1000)),
        ("1s,depth=6", Control(each=1.0, depth=6)),
        ("100ms,margin=20ms,waiting=charged", Control(each=0.1, margin=0.02, charge_waiting=True)),
        ("", Control()),
    ],
)
def test_controls_are_read_and_written(written, control):
    assert parse_control(written) == control
    assert parse_control(str(control)) == control


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("fast", "'fast' is not a time"),
        ("0s", "leaves no time"),
        ("40/60/5", "not a time control"),
        ("x/60s", "'x' is not a whole number"),
        ("0/60s", "'0' is not a whole number"),
        ("10s+", "is not a time"),
        ("nodes=many", "'many' is not a whole number"),
        ("1s,2s", "for the second time"),
        ("1s,10s+1s", "for the second time"),
        ("-1s", "is not a time"),
        ("1s,margin=late", "'late' is not a time"),
        ("1s,waiting=long", "'waiting=long' is not a time control"),
        ("1s,patience=2s", "'patience=2s' is not a time control"),
    ],
)
def test_a_wrong_control_is_refused(written, told):
    with pytest.raises(HalfmoveError, match=told):
        parse_control(written)


def test_durations():
    assert [read_duration(text) for text in ("250ms", ".5s", "3", "1.5m", "1h")] == [0.25, 0.5, 3.0, 90.0, 3600.0]


def test_time_for_each_action_does_not_add_up():
    clock = Clock(parse_control("1s", margin=0.1))
    assert clock.limit() == Limit(seconds=1.0)
    assert [clock.spend(seconds) for seconds in (0.9, 1.05, 1.2)] == [True, True, False]
    assert clock.limit() == Limit(seconds=1.0)


def test_an_increment_is_added_after_each_action():
    clock = Clock(parse_control("10s+1s", margin=0.0))
    assert clock.spend(4.0)
    assert clock.limit() == Limit(remaining=7.0, increment=1.0)
    assert not clock.spend(7.5)


def test_the_clock_is_filled_again():
    clock = Clock(parse_control("2/10s+1s", margin=0.0))
    assert clock.limit() == Limit(remaining=10.0, increment=1.0, moves_to_go=2)
    assert clock.spend(3.0)
    assert clock.limit() == Limit(remaining=8.0, increment=1.0, moves_to_go=1)
    assert clock.spend(3.0)
    assert clock.limit() == Limit(remaining=16.0, increment=1.0, moves_to_go=2)


def test_who_is_late_within_the_margin_has_a_moment_left():
    clock = Clock(parse_control("1s+0s", margin=0.1))
    assert clock.spend(1.05)
    assert 0 < clock.limit().remaining < 0.01


def test_without_a_control_nothing_is_limited():
    clock = Clock(Control(nodes=7, depth=2))
    assert clock.limit() == Limit(depth=2, nodes=7)
    assert clock.spend(1e9)
