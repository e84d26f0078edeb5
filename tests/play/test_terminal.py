"""A game at the terminal, with what people type written down beforehand."""

import re
from dataclasses import replace

import pytest
from secret_game import Guess

from halfmove.errors import HalfmoveError
from halfmove.games import game_named
from halfmove.play.clocks.time_control import UNLIMITED, Control, parse_control
from halfmove.play.endings import LEFT, OVER, RESIGNED, TIME
from halfmove.play.game_in_progress import GameInProgress
from halfmove.play.records.records import read_records, replay
from halfmove.play.terminal import terminal
from halfmove.play.terminal.terminal import Session, specs_for

NODES = Control(nodes=50_000)


def session_of(ongoing, typed, *players, seed=0, name=""):
    """Return a session in which this will be typed, and where everything that is said goes."""
    words, said = iter(typed.split("/")), []

    def ask(prompt):
        said.append(prompt)
        try:
            return next(words)
        except StopIteration:
            raise EOFError from None

    specs = specs_for(ongoing.given_game, players)
    return Session(ongoing, specs, ask, lambda text, style="": said.append(text), name, seed=seed), said


def played(name, typed, *players, seed=0, control=NODES):
    """Return the record of a game, and everything that was said."""
    session, said = session_of(
        GameInProgress(game_named(name), None, control, seed), typed, *players, seed=seed, name=name
    )
    return session.play(), "\n".join(said)


def test_two_people_play_to_the_end():
    record, said = played("tic-tac-toe", "a1/b1/a2/b2/a3/n", "human", "human")
    assert record.actions == ("a1", "b1", "a2", "b2", "a3")
    assert (record.outcome.ending, record.outcome.utilities) == (OVER, (1.0, -1.0))
    assert "X wins." in said


def test_the_result_is_told_from_the_persons_side():
    assert "You win" in played("one-heap-nim:stones=1", "1/n", "human", "random")[1]
    assert "You lose" in played("one-heap-nim", "1/1/n", "human", "strong")[1]
    assert played("tic-tac-toe", "", "strong", "strong")[1].splitlines()[-1].startswith("A draw")


def test_bad_input_is_answered_and_asked_again():
    record, said = played("tic-tac-toe", "z9/b2/quit", "human", "human")
    assert "z9: not a square of the board" in said
    assert record.actions == ("b2",)
    assert record.outcome.ending == LEFT


def test_undo_takes_back_the_answer_too():
    record, _ = played("tic-tac-toe", "undo/a1/undo/b2/quit", "human", "random")
    assert record.actions[0] == "b2"
    assert len(record.actions) == 2


def test_nothing_to_undo():
    _, said = played("tic-tac-toe", "undo/quit", "human", "human")
    assert "nothing to take back" in said


def test_help_actions_hint_and_board(in_plain_python):
    _, said = played("one-heap-nim", "help/actions/hint/board/quit")
    assert "resign" in said
    assert "\n1 2 3\n" in said
    assert "Hint: 2 (wins in 2). Expected: 2 " in said


def test_resigning_gives_the_game_away():
    record, said = played("tic-tac-toe", "a1/resign/n", "human", "human")
    assert (record.outcome.ending, record.outcome.utilities) == (RESIGNED, (1.0, -1.0))
    assert "Resigned: O. X wins." in said


def test_chance_is_drawn_from_the_seed():
    one, other, again = (played("pig:goal=10", "", "random", "random", seed=seed)[0] for seed in (1, 2, 1))
    assert one.actions == again.actions
    assert one.actions != other.actions


def test_three_players():
    record, _ = played("three-player-nim", "", "random", "random", "random")
    assert len(record.outcome.utilities) == 3
    with pytest.raises(HalfmoveError, match="4 players for a game of 3"):
        played("three-player-nim", "", "random", "random", "random", "random")


def test_a_game_that_can_go_round_ends():
    record, _ = played("cat-and-mouse", "", "random", "random")
    assert record.outcome.utilities is not None


def test_the_end_of_the_input_is_passed_on():
    with pytest.raises(EOFError):
        played("tic-tac-toe", "a1", "human", "human")


def test_clocks_are_shown_and_run_out(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(terminal, "perf_counter", lambda: now.__setitem__(0, now[0] + 10.0) or now[0])
    control = parse_control("1m+5s", margin=0.0)
    record, said = played("tic-tac-toe", "a1/b1/a2/b2/c3/c1/a3/n", "human", "human", control=control)
    assert "[X 0:50, O 1:00] X to move> " in said
    assert "[X 0:45, O 0:50] O to move> " in said
    assert record.control == "60s+5s,margin=0ms,waiting=free"
    slow = parse_control("15s+0s", margin=0.0)
    record, said = played("tic-tac-toe", "a1/n", "human", "human", control=slow)
    assert (record.outcome.ending, record.outcome.utilities) == (TIME, (-1.0, 1.0))
    assert "Time: X: after 20 s. O wins" in said


def test_a_game_is_saved_and_gone_on_with(tmp_path):
    file = tmp_path / "game.json"
    session, said = session_of(GameInProgress(game_named("tic-tac-toe")), "", "human", "human", name="tic-tac-toe")
    words = iter(["a1", "b1", f"save {file}", "save x.txt", "save nowhere/x.json", "quit"])
    session.ask = lambda prompt: next(words)
    session.play()
    assert any("Not saved" in text and "No such file" in text for text in said)
    assert any("Saved" in text for text in said)
    assert any("records are files that end in" in text for text in said)
    (record,) = read_records(file)
    assert record.players == ("human", "human")
    again, _ = session_of(replay(record, game_named("tic-tac-toe")), "a2/b2/a3/n", "human", "human")
    assert again.play().outcome.utilities == (1.0, -1.0)


def test_a_clock_goes_on_with_what_was_left():
    record, _ = played("one-heap-nim", "1/2/quit", "human", "human", control=parse_control("1m+0s"))
    notes = tuple(note._replace(seconds=10.0 + i) for i, note in enumerate(record.notes))
    record = replace(record, notes=notes)
    ongoing = replay(record, game_named("one-heap-nim"), parse_control(record.control))
    assert [clock.left for clock in ongoing.clocks] == [50.0, 49.0]


def test_a_review_finds_what_was_given_away():
    _, said = played("one-heap-nim", "1/3/review/quit", "human", "human")
    assert "1. 1 (loses in 2), better was 2 (wins in 2)" in said
    assert "Ply 1: 1 gave away the win; 2 was better." in said
    assert "2. 3 (loses in 1), better was 1 (wins in 2)" in said
    _, said = played("one-heap-nim", "2/1/3/y", "human", "human")
    assert "No mistakes." in said


def test_a_player_who_fails_loses(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def player(game, seen, limit):\n    raise ValueError('tired')\n")
    record, said = played("tic-tac-toe", "a1/n", "human", f"{file}:player")
    assert record.outcome.utilities == (1.0, -1.0)
    assert "Crashed: O: ValueError: tired. You win" in said


def test_a_person_has_all_the_time():
    record, _ = played("tic-tac-toe", "a1/quit", "human", "random", control=[UNLIMITED, Control(each=1.0)])
    assert len(record.actions) == 2


def test_a_person_is_not_shown_what_is_secret():
    session, said = session_of(GameInProgress(Guess(), seed=5), "board/0/1/n", "human", "random")
    session.play()
    deal = session.ongoing.state.state
    assert str(deal.first) in "\n".join(said)
    assert deal.first != deal.second
    last = max(place for place, text in enumerate(said) if text.endswith("to move> "))
    assert str(deal.second) not in "\n".join(said[:last])
    assert str(deal.second) in "\n".join(said[last:])  # after the end everything is shown
    assert "Chance acts." in said


def test_why_tells_the_refutation_and_what_was_better():
    _, said = played("one-heap-nim", "why/1/why/quit", "human", "human")
    assert "You have not played anything yet" in said
    assert "1 (loses in 2) is answered by 1 " in said
    assert "Better was 2 (wins in 2): 2 " in said
    _, said = played("one-heap-nim", "2/why/quit", "human", "human")
    assert "Nothing was better." in said
    _, said = played("three-player-nim", "1/why/quit", "human", "random", "random")
    assert "Games of more than two are not reviewed." in said


def test_swapping_sides_lets_the_other_move():
    record, said = played("tic-tac-toe", "a1/swap/quit", "human", "random")
    assert "You play O now." in said
    assert record.players == ("random", "human")
    assert len(record.actions) == 3  # a1 and an answer, then the other plays on from the person's side
    _, said = played("2048:size=2", "swap/quit", "human")
    assert "There is only one side." in said


def test_a_clock_that_runs_stays_with_its_side():
    ongoing = GameInProgress(game_named("tic-tac-toe"), None, parse_control("1m+0s"))
    session, _ = session_of(ongoing, "swap/quit", "human", "human")
    first, second = ongoing.clocks
    session.play()
    assert (ongoing.clocks[0] is first, ongoing.clocks[1] is second) == (True, True)


def test_a_new_game_begins_from_the_first_state():
    first, again = (played("pig:goal=10", typed, "human", "random")[0] for typed in ("roll/quit", "roll/new/roll/quit"))
    assert again.actions[0] == "roll"
    assert first.seed != again.seed
    _, said = played("one-heap-nim:stones=1", "1/new/1/n", "human", "random")
    assert said.count("You win") == 2


def test_the_level_is_set_and_told():
    typed = "level/level 0/level x/level 7/a1/quit"
    session, said = session_of(GameInProgress(game_named("tic-tac-toe"), None, NODES), typed, "human", "strong")
    session.play()
    assert [text for text in said if text.startswith("The strength is")] == [
        "The strength is 100 of 100.",
        "The strength is 7 of 100.",
    ]
    assert "0: a strength is a whole number from 1 to 100" in said
    assert str(session.specs[1]) == "strong:strength=7"
    assert len(session.ongoing.turns) == 2
    _, told = played("tic-tac-toe", "level 3/quit", "human", "random")
    assert "Nobody here has a strength" in told


def test_every_command_is_in_the_help():
    words = ("actions", "board", "hint", "why", "review", "undo", "swap", "level", "new", "save", "resign", "quit")
    assert all(f"\n  {word} " in terminal.HELP for word in words)
    assert max(map(len, terminal.HELP.splitlines())) < 80


def test_the_end_is_told_in_points():
    _, said = played("go:size=5", "C3/pass/pass/n", "human", "human")
    assert "Black 25 points, White 7.5 points. Black wins." in said
    _, said = played("kalah:holes=2,seeds=1", "", "random", "random")
    assert re.search(r"(wins by \d+ seeds|A draw)\.", said)
    _, said = played("2048:size=2,goal=8", "", "random")
    assert re.search(r"The game is over: \d+ points\.", said)
