"""The rooms of the studio, asked in this process: what they answer is what the library says."""

from __future__ import annotations

import csv
import io
import json
from importlib.util import find_spec

import pytest
from studio_client import at

from halfmove import alphabeta, game_named, legal_actions, plain, solve
from halfmove.core.drawing import find_drawing
from halfmove.core.rules import action_named
from halfmove.core.secrets import has_secrets
from halfmove.errors import HalfmoveError, IllegalAction, MalformedText
from halfmove.games import GAMES
from halfmove.web import nursery, thinking, workers
from halfmove.web.failures import LimitReached, Lost, reply_of
from halfmove.web.rooms import QUESTIONS, TASKS

pytestmark = pytest.mark.one_lane

FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
OBF = "---------------------------OX------XO--------------------------- X"
FIGURE = "max(a1=min(3 12 8) a2=min(2 4 6) a3=min(14 5 2))"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_shown_with_its_board_and_its_actions(workspace, name):
    reply = workspace.ask("position", position=at(name))
    game = plain(game_named(name))
    assert [action["name"] for action in reply["legal"]] == [
        game.name(action, game.initial) for action in legal_actions(game, game.initial)
    ]
    assert reply["seats"] == list(game.player_names)
    board = find_drawing(game).describe()
    assert reply["board"]["kind"] == (board.kind if board else "plain")
    assert ("fields" in reply["picture"]) == (board is None)
    assert reply["over"] is None
    assert (reply["written"] is None) == has_secrets(game)
    assert has_secrets(game) or game.show(game.read(reply["written"])) == game.show(game.initial)
    assert reply["same"]["command"].startswith(f"halfmove play {name}")


def test_a_position_is_spelled_as_players_write_it(workspace):
    reply = workspace.ask("position", position=at("chess", "e2e4 e7e5"))
    assert reply["position"]["actions"] == ["e4", "e5"]
    assert reply["movers"] == [0, 1]
    assert reply["written"].startswith("rnbqkbnr/pppp1ppp")
    assert workspace.ask("position", position=at("chess", "e4 e5"), board=False).get("board") is None


def test_the_end_is_told_in_words(workspace):
    reply = workspace.ask("position", position=at("tic-tac-toe", "a1 a2 b1 b2 c1"))
    assert reply["over"] == {"utilities": [1.0, -1.0], "winners": [0], "how": "", "text": "X wins."}
    assert reply["legal"] == []
    assert reply["mover"] is None
    with pytest.raises(IllegalAction, match="after the end"):
        workspace.ask("position", position=at("tic-tac-toe", "a1 a2 b1 b2 c1 c2"))


def test_what_one_asks_does_not_change_what_another_is_told(workspace):
    first = workspace.ask("position", position=at("chess", "e4 e5 Nf3"))
    workspace.ask("position", position=at("chess", "d4"))
    assert workspace.ask("position", position=at("chess", "e4 e5 Nf3")) == first


@pytest.mark.parametrize(
    ("game", "text", "form", "actions"),
    [
        ("chess", "1. e4 e5 2. Nf3 *", "a list of actions", ["e4", "e5", "Nf3"]),
        ("chess", FEN, "FEN", []),
        ("chess", '[Event "?"]\n[Result "*"]\n\n1. e4 e5 *', "PGN", ["e4", "e5"]),
        ("othello", OBF, "OBF", []),
        ("connect-four", "4 4 3", "a list of actions", ["4", "4", "3"]),
        ("connect-four", "4,4,3", "a list of actions", ["4", "4", "3"]),
        ("go", "(;GM[1]SZ[9];B[cg];W[gc])", "SGF", ["C3", "G7"]),
        ("checkers", '[GameType "21"]\n\n1. 11-15 23-19 *', "PDN", ["11-15", "23-19"]),
        ("backgammon", "31 8/5,6/5", "a list of actions", ["X31", "8/5,6/5"]),
    ],
)
def test_what_is_pasted_is_understood(workspace, game, text, form, actions):
    reply = workspace.ask("read", game=game, text=text)
    assert reply["read_as"] == form
    assert reply["position"]["actions"] == actions


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        ("chess", FEN.replace("pppppppp", "ppppppp"), "rank 7"),
        ("chess", "e4 e5 Ke3", "action 3"),
        ("tic-tac-toe", "nonsense", "nonsense"),
        ("go", "(;GM[1]SZ[9];B[zz])", "zz"),
        ("chess", "", "empty"),
        ("chess", "{}", "has no"),
        ("chess", "\x00\x01\ufffe", "no state"),
    ],
)
def test_what_is_wrong_with_a_text_is_said_precisely(workspace, game, text, message):
    with pytest.raises(HalfmoveError, match=message):
        workspace.ask("read", game=game, text=text)


def test_the_field_at_the_top_opens_games_trees_and_positions(workspace):
    assert workspace.ask("open", text="kalah")["position"] == at("kalah")
    assert workspace.ask("open", text="connect-four:width=5 3 3")["position"]["actions"] == ["3", "3"]
    assert workspace.ask("open", text=FIGURE)["room"] == "watch"
    assert workspace.ask("open", text=FEN)["position"]["game"] == "chess"
    assert workspace.ask("open", text=OBF)["position"]["game"] == "othello"
    with pytest.raises(HalfmoveError, match="did you mean"):
        workspace.ask("open", text="ches")


def test_an_edited_board_is_a_state_of_the_game(workspace):
    pieces = [{"at": 4, "letter": "K", "seat": 1}, {"at": 60, "letter": "K", "seat": 0}]
    reply = workspace.ask("edit", position=at("chess"), pieces=[*pieces, {"at": 0, "letter": "r", "seat": 1}], mover=1)
    assert reply["written"].startswith("r3k3/8/8/8/8/8/8/4K3 b q")
    with pytest.raises(HalfmoveError):
        workspace.ask("edit", position=at("chess"), pieces=pieces[:1], mover=0)
    with pytest.raises(MalformedText, match="no such piece"):
        workspace.ask("edit", position=at("chess"), pieces=[{"at": 99, "letter": "K", "seat": 0}])


def test_players_choose_and_chance_rolls(workspace):
    assert workspace.ask("choose", position=at("tic-tac-toe", "a1 a2 b1 b2"), player="strong")["action"] == "c1"
    assert workspace.ask("choose", position=at("tic-tac-toe"), player="random")["action"]
    assert workspace.ask("choose", position=at("tic-tac-toe"), player="alphabeta:depth=2")["type"] == "chosen"
    rolls = {workspace.ask("roll", position=at("pig", "roll"), seed=seed)["action"] for seed in range(30)}
    assert rolls == set("123456")
    clock = {"remaining": 1.5, "increment": 0.1}
    assert workspace.ask("choose", position=at("tic-tac-toe", "a1"), player="strong", clock=clock)["seconds"] < 1.5
    with pytest.raises(HalfmoveError, match="chance"):
        workspace.ask("roll", position=at("tic-tac-toe"))


def test_analysis_tells_lines_and_ends_exactly(workspace):
    replies = workspace.all("analyse", position=at("tic-tac-toe", "a1"), seconds=20, lines=2)
    best = replies[-1]["lines"][0]
    assert (best["action"], best["mark"], best["exact"], best["bar"]) == ("b2", "draw", True, 0.5)
    assert best["plies"] == len(best["names"]) == 8
    assert len(replies[-1]["lines"]) == 2
    assert replies[-1]["lines"][1]["mark"] == "loss"


def test_every_action_is_proven_as_the_table_says(workspace):
    reply = workspace.ask("values", position=at("tic-tac-toe", "a1 a2"), seconds=30)
    game = plain(game_named("tic-tac-toe"))
    solution = solve(game)
    state = game.result(game.result(game.initial, 6), 3)
    assert {game.name(action, state) for action in legal_actions(game, state)} == {
        each["action"] for each in reply["actions"]
    }
    for each in reply["actions"]:
        child = game.result(state, action_named(game, state, each["action"]))
        assert each["value"] == solution.value(child, 0)
        if each["mark"] != "draw":
            assert each["plies"] == solution.distance(child) + 1
    assert reply["text"]


def test_hints_and_why_not(workspace):
    hint = workspace.ask("hint", position=at("tic-tac-toe", "a1 a2 b1 b2"))
    assert (hint["action"], hint["worth"]) == ("c1", "wins in 1")
    why = workspace.ask("why", position=at("tic-tac-toe", "a1 a2 b1 b2"), action="a3", seconds=1)
    assert why["better"] == "c1"
    assert "is answered by c2" in why["text"]


def test_a_review_finds_where_a_game_was_lost(workspace):
    replies = workspace.all("review", position=at("tic-tac-toe", "b2 a2 a1 c3 c1"), seconds=20)
    judged = [reply for reply in replies if reply["type"] == "judged"]
    assert [each["ply"] for each in judged] == [1, 2, 3, 4, 5]
    assert judged[1]["lost"] == "the draw"
    assert any(each["ply"] == 2 for each in replies[-1]["mistakes"])


def test_trees_are_typed_generated_and_put_in_order(workspace):
    tree = workspace.ask("tree", text=FIGURE)
    assert (tree["leaves"], tree["branching"], tree["depth"], len(tree["nodes"])) == (9, 3, 2, 13)
    with pytest.raises(MalformedText) as error:
        workspace.ask("tree", text="max(3 min(2 4")
    assert reply_of(error.value)["at"] == 13
    assert workspace.ask("generate", branching=2, depth=3, seed=5)["leaves"] == 8
    assert workspace.ask("generate", branching=2, depth=2, seed=5, chance=True)["kind"] == "chance"
    assert workspace.ask("generate", branching=2, depth=2, players=3)["kind"] == "many"
    with pytest.raises(LimitReached):
        workspace.ask("generate", branching=20, depth=16)
    best, worst = (workspace.ask("order", text=FIGURE, order=order) for order in ("best", "worst"))
    assert best["counts"] == {
        "typed": 7,
        "best": 5,
        "worst": 9,
        "random": best["counts"]["random"],
        "all": 9,
        "least": 5,
    }
    assert worst["text"] != best["text"]


def test_a_quiz_is_the_same_for_the_same_numbers_and_is_marked(workspace):
    quiz = {"seed": 4, "questions": 4}
    first = workspace.ask("quiz", quiz=quiz)
    assert workspace.ask("quiz", quiz=quiz) == first
    assert "solution" not in json.dumps(first["questions"])
    marks = [workspace.ask("mark", quiz=quiz, question=i, answer="nonsense") for i in range(4)]
    assert not any(mark["right"] for mark in marks)
    again = [workspace.ask("mark", quiz=quiz, question=i, answer=mark["solution"]) for i, mark in enumerate(marks)]
    assert all(mark["right"] for mark in again)
    file = workspace.ask("results", quiz=quiz, answers=[mark["solution"] for mark in marks], name='=cmd|"x"')
    rows = list(csv.DictReader(io.StringIO(file["text"])))
    assert [row["right"] for row in rows] == ["yes"] * 4
    assert rows[0]["name"].startswith("'=")
    assert "<html" in workspace.ask("sheet", quiz=quiz)["text"]
    assert "\\begin" in workspace.ask("sheet", quiz=quiz, format="latex")["text"]


def test_a_game_is_solved_and_its_table_browsed(workspace):
    solved = workspace.ask("solve", position=at("tic-tac-toe"))
    assert (solved["states"], solved["first"], solved["drawn"], solved["second"]) == (5478, 2936, 1068, 1474)
    assert solved["levels"] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert {row["plies"]: (row["first"], row["second"]) for row in solved["distances"]}[1] == (1498, 860)
    assert solved["text"] == "Tic-tac-toe is a draw."
    look = workspace.ask("look", solution=solved["solution"], position=at("tic-tac-toe", "a1"))
    assert look["actions"][0]["action"] == "b2"
    assert look["actions"][0]["only"]
    assert {row["action"]: (row["mark"], row["plies"]) for row in look["actions"]}["c3"] == ("loss", 6)
    assert len(look["line"]) == 8
    with pytest.raises(Lost):
        workspace.ask("look", solution="s99", position=at("tic-tac-toe"))


def test_a_match_is_stored_and_counted_as_the_library_does(workspace):
    plan = {"game": "tic-tac-toe", "players": ["alphabeta:depth=2", "random"], "games": 8, "seed": 3}
    replies = workspace.all("match", **plan)
    last = replies[-1]
    assert (last["played"], last["finished"], len(last["results"])) == (8, True, 8)
    assert sum(last["score"].values()) == 8
    assert last["table"][0]["player"] == "alphabeta:depth=2"
    assert last["table"][0]["against"][1] == last["table"][0]["points"]
    assert any(reply["boards"] and reply["boards"][0]["picture"] for reply in replies)
    again = workspace.ask("match", **plan, match=last["match"])
    assert again["score"] == last["score"]
    assert workspace.ask("matches")["matches"][0]["played"] == 8
    more = workspace.ask("match", **{**plan, "games": 10}, match=last["match"])
    assert more["results"][:8] == last["results"]


def test_records_and_pictures_are_files(workspace):
    record = workspace.ask("record", position=at("chess", "e4 e5"), players=["Ada", "strong"], format="pgn")
    assert "1. e4 e5" in record["text"]
    assert '[White "Ada"]' in record["text"]
    assert workspace.ask("draw", position=at("chess", "e4"))["text"].startswith("<svg")
    assert workspace.ask("draw", position=at("chess"), format="png")["base64"].startswith("iVBOR")
    with pytest.raises(HalfmoveError, match="is one of"):
        workspace.ask("record", position=at("go"), players=[], format="pgn")


def test_whatever_a_browser_may_ask_has_an_answer():
    from halfmove.web import messages

    kinds = set(messages.AnyRequest.__args__) - {messages.Ping, messages.Stop}
    assert kinds == set(QUESTIONS) | set(TASKS)
    assert set(TASKS) == set(messages.TASKS)


@pytest.mark.parametrize("module", [workers.NURSERY, workers.WORKER, thinking.WARM, nursery.SHARED, nursery.COMPILER])
def test_modules_that_are_found_by_their_names_are_there(module):
    assert find_spec(module)


def test_plies_of_analysis_are_those_of_the_library(workspace):
    last = workspace.ask("analyse", position=at("tic-tac-toe"), depth=4, search="alphabeta")
    choice = alphabeta(plain(game_named("tic-tac-toe")), depth=4)
    assert (last["nodes"], last["lines"][0]["value"]) == (choice.nodes, choice.value)
