"""Games that hide something from the command line: learned, played by what was learned, looked at from one seat."""

import json

import pytest

pytestmark = [pytest.mark.one_lane, pytest.mark.usefixtures("in_plain_python")]


def test_value_bracket_and_exploitability(answer):
    found = answer("equilibrium", "kuhn-poker", "--iterations", 300)
    low, high = found["bracket"]
    assert low <= found["value"] <= high
    assert low <= -1 / 18 <= high
    assert found["exploitability"] == pytest.approx((high - low) / 2)
    assert found["iterations"] == 300
    assert found["information_sets"] == [6, 6]
    assert found["states"] == 58


def test_a_policy_is_printed(halfmove, answer):
    shown = halfmove("equilibrium", "kuhn-poker", "--table", "--iterations", 500).stdout
    assert "J/? pass bet" in shown
    rows = answer("equilibrium", "kuhn-poker", "--table", "--iterations", 500)["policy"]
    assert len(rows) == 12
    bluff = next(row for row in rows if row["seen"] == "?/J pass")
    assert bluff["actions"]["bet"] == pytest.approx(1 / 3, abs=0.02)


def test_sets_that_look_alike_are_told_apart_by_what_was_noticed(answer):
    rows = answer("equilibrium", "liars-dice:sides=2", "--table", "--iterations", 5)["policy"]
    texts = [row["seen"] for row in rows]
    assert len(set(texts)) == len(texts) == 32
    assert "1/? bid 2-1 MAX after 1-1 2-1" in texts
    assert any(" after " in text for text in texts)


def test_a_matrix_game_is_solved_exactly(answer, halfmove):
    assert answer("equilibrium", "matrix:payoffs=2 -1; -1 1/3", "--iterations", 10)["exact"] == "-1/13"
    found = answer("equilibrium", "matrix:payoffs=1 1/2; 0 1/2; 0 2", "--iterations", 10)
    assert found["exact"] == "4/5"
    assert found["mixtures"] == [{"1": "4/5", "3": "1/5"}, {"1": "3/5", "2": "2/5"}]
    assert halfmove("equilibrium", "rock-paper-scissors", "--quiet", "--iterations", 10).stdout == "0\n"
    assert "rock 1/3, paper 1/3, scissors 1/3" in halfmove("equilibrium", "rock-paper-scissors").stdout
    for payoffs in ("", "1 2; 3", "a", "1/0"):
        result = halfmove("equilibrium", f"matrix:payoffs={payoffs}")
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1


def test_learning_goes_on_from_a_file_that_plays(halfmove, answer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("equilibrium", "kuhn-poker", "--policy", "kuhn.policy", "--iterations", 200)
    assert answer(*words)["iterations"] == 200
    assert answer(*words, "--plot", "kuhn.svg")["iterations"] == 400
    assert (tmp_path / "kuhn.svg").read_text().startswith("<svg")
    match = ("match", "policy:kuhn.policy", "random", "--games", 10, "--openings", "none", "--game")
    assert answer(*match, "kuhn-poker")["endings"] == {"over": 10}
    result = halfmove(*match, "leduc-poker")
    assert result.exit_code == 2
    assert "a policy for KuhnPoker(ranks=3), not for LeducPoker" in result.stderr
    assert halfmove("match", "policy", "random", "--game", "kuhn-poker").exit_code == 2
    assert "kuhn.policy" in halfmove("play", "kuhn-poker", "human", "policy:kuhn.policy", typed="quit\n").stdout


def test_learning_from_drawn_games(answer, halfmove, tmp_path):
    found = answer("equilibrium", "kuhn-poker", "--sampling", "external", "--iterations", 2000)
    assert found["information_sets"] == 12
    assert found["exploitability"] < 0.1
    file = tmp_path / "drawn.policy"
    words = ("equilibrium", "kuhn-poker", "--policy", file)
    assert halfmove(*words, "--sampling", "outcome", "--iterations", 200, "--quiet").exit_code == 0
    assert answer("match", f"policy:{file}", "random", "--game", "kuhn-poker", "-n", 4)["endings"] == {"over": 4}
    assert "learned by sampling (outcome)" in halfmove(*words).stderr
    assert "learned by outcome, which external sampling" in halfmove(*words, "--sampling", "external").stderr
    assert "'magic' is not a way to sample" in halfmove(*words, "--sampling", "magic", "--force").stderr
    assert answer(*words, "--sampling", "outcome", "--iterations", 50)["iterations"] == 250


@pytest.mark.parametrize(
    "option", [("--variant", "cfr"), ("--exploitability", 0.1), ("--plot", "no.svg"), ("--table",)]
)
def test_no_option_is_ignored_where_games_are_drawn(halfmove, tmp_path, monkeypatch, option):
    monkeypatch.chdir(tmp_path)
    result = halfmove("equilibrium", "kuhn-poker", "--sampling", "outcome", "--iterations", 5, *option)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert f"{option[0]}: not with --sampling" in line


def test_a_policy_is_learned_by_one_variant(halfmove, tmp_path):
    words = ("equilibrium", "kuhn-poker", "--policy", tmp_path / "kuhn.policy", "--iterations", 5)
    assert halfmove(*words, "--variant", "cfr").exit_code == 0
    assert halfmove(*words, "--variant", "cfr").exit_code == 0
    assert "15 of cfr" in halfmove(*words).stdout
    result = halfmove(*words, "--variant", "cfr+")
    assert result.exit_code == 2
    assert "learned by cfr, and so it goes on" in result.stderr


def test_what_is_too_large_to_learn_ends_in_a_sentence(answer, halfmove, tmp_path, monkeypatch):
    monkeypatch.setattr("halfmove.search.equilibria.sequence_form.SMALL", 1 << 14)  # to find sooner what is too large
    game, file = "battleship:width=4,height=4,ships=1-1,shots=10", tmp_path / "no.policy"
    large = ("equilibrium", game, "--megabytes", 1, "--sampling")
    result = halfmove(*large, "external", "--policy", file)
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert "1 MB are full" in line
    assert "no walk by external sampling came to an end" in line
    assert not file.exists()
    result = halfmove(*large, "outcome")
    assert "1 MB are full, --megabytes gives more: this is what was learned in" in result.stderr
    assert "too large to list" in result.stdout
    assert answer(*large, "outcome")["full"]
    result = halfmove("equilibrium", "hearts", "--sampling", "outcome", "--policy", file)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "a policy for 4 players" in result.stderr
    assert answer("equilibrium", "hearts", "--sampling", "outcome", "--iterations", 1)["exploitability"] is None


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("three-player-nim",), "two players"),
        (("kuhn-poker", "--variant", "cfr-"), "there is no way to learn 'cfr-'"),
        (("kuhn-poker", "--policy", "/nowhere/at.all"), "there is no folder"),
    ],
)
def test_what_cannot_be_learned_is_refused_in_a_sentence(halfmove, words, why):
    result = halfmove("equilibrium", *words)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert why in line


def test_best_tells_what_the_player_to_move_should_do(halfmove, answer):
    found = answer("best", "kuhn-poker", "--after", "J Q")
    assert found["mixture"]["bet"] < 0.4
    shown = halfmove("best", "kuhn-poker", "--after", "J Q").stdout
    assert "J/?" in shown
    assert "drawn from" in shown
    assert "Q" not in shown
    assert answer("best", "kuhn-poker", "--after", "J Q", "--search", "clairvoyance:worlds=0")["action"] == "pass"
    assert answer("best", "kuhn-poker", "--state", "J/? pass bet")["action"] == "pass"  # by what he sees alone
    assert "chance is to move" in halfmove("best", "kuhn-poker").stdout
    assert answer("best", "kuhn-poker", "--roll")["action"] in ("pass", "bet")


def test_everybody_plays_hidden_games(answer):
    for player in ("strong", "equilibrium:iterations=50", "clairvoyance:worlds=4"):
        found = answer("match", player, "random", "--game", "kuhn-poker", "-n", 6, "--openings", "none")
        assert found["endings"] == {"over": 6}


def test_a_person_is_told_what_he_notices_and_everything_after_the_end(halfmove):
    typed = "a2h\na1\na2\nb1\nn\n"
    game = "battleship:width=2,height=2,ships=1,shots=2"
    shown = halfmove("play", game, "human", "random", "--seed", 2, typed=typed).stdout
    before, _, after = shown.rpartition("to move> ")
    assert "MIN (random): " in before
    assert any(f"\n{met}" in shown for met in ("water", "hit", "sunk"))
    assert "#" not in before.rpartition("ships of MIN")[2]
    assert "places_second=0" in before
    assert after.count("#") + after.count("x") >= 2


def test_a_replay_shows_what_one_seat_saw(halfmove, tmp_path):
    record = str(tmp_path / "games.sgf")
    words = ("--game", "goofspiel:cards=3", "-n", 2, "--openings", "none", "--record", record)
    assert halfmove("match", "random", "random", *words).exit_code == 0
    whole = halfmove("replay", record, "--number", 1).stdout.splitlines()
    shown = halfmove("replay", record, "--number", 1, "--seat", 2, "--plies", 3).stdout.splitlines()
    assert shown[0].startswith("MIN: ")
    assert shown[0].partition(" (")[2].startswith("the points are")
    assert shown[-1].startswith("/")  # the hand of the other is not to be seen
    assert len(whole) > 2
    result = halfmove("replay", record, "--number", 1, "--seat", 3)
    assert result.exit_code == 2
    assert "--seat 3: there are 2 players" in result.stderr
    assert json.loads(halfmove("replay", record, "--json").stdout)


def test_clairvoyance_draws_its_worlds(halfmove, tmp_path):
    words = ("tree", "kuhn-poker", "--search", "clairvoyance:worlds=0")
    picture = tmp_path / "worlds.svg"
    shown = halfmove(*words, "--after", "Q J", "--svg", picture).stdout
    assert "├── pass ● 0\n│   ├── Q/J (0.5) ■ 1\n│   └── Q/K (0.5) ■ -1\n" in shown
    assert picture.read_text().startswith("<svg")
    assert "it is not the turn of MAX" in halfmove(*words).stderr
    assert "more than 3 nodes" in halfmove(*words, "--after", "Q J", "--nodes", 3).stderr


def test_a_tree_of_what_players_know(halfmove, answer, tmp_path):
    words = ("tree", "kuhn-poker", "--after", "Q J", "--search")
    picture = tmp_path / "known.svg"
    shown = halfmove(*words, "ismcts:simulations=200", "--svg", picture).stdout
    assert shown.startswith("▲ ")
    assert "?/J pass ▼" in shown  # what MIN knows after a pass: two cases, for MAX does not see his card
    assert "?/K pass ▼" in shown
    assert "Q/J" not in shown
    assert picture.read_text().startswith("<svg")
    root = json.loads(halfmove(*words, "ismcts:simulations=200", "--json").stdout)
    assert root["visits"] == sum(child["visits"] for child in root["children"]) + 1
    assert max(root["children"], key=lambda child: child["visits"]) is root["children"][root["best"]]
    assert "ismcts comes back to each node" in halfmove(*words, "ismcts", "--steps").stderr
    assert "more than 5 nodes" in halfmove(*words, "ismcts", "--nodes", 5).stderr
    assert "no option 'worlds'" in halfmove(*words, "ismcts:worlds=3").stderr
