"""Games that hide something: they say so, searches refuse them, and players who are not ours see what they may."""

from pathlib import Path

import pytest
from kuhn import DEALT, Hand, KuhnPoker
from secret_game import Guess

import halfmove as package
from halfmove import CHANCE, Limit, Wrapper, WrongGame, plain
from halfmove.check.laws import broken
from halfmove.core.history import with_history
from halfmove.core.secrets import has_secrets
from halfmove.core.wrapper import Advised
from halfmove.games import game_named
from halfmove.play.game_in_progress import GameInProgress, Turn
from halfmove.play.players.registry import player_of
from halfmove.play.players.search import search_of
from halfmove.play.players.searches import SEARCHES, suitable
from halfmove.play.players.spec import STRONG, parse_spec
from halfmove.search.grundy import grundy
from halfmove.search.solving import prove_many

pytestmark = pytest.mark.one_lane

KUHN = Path(__file__).with_name("kuhn.py")
WHY = r"hides something from its players \(has_secrets\)"


class Undeclared(KuhnPoker):
    has_secrets = False


class Silent(package.Game):
    """A game that hides something and does not say so."""

    initial = Hand(1, 2, DEALT)
    to_move, actions, result = KuhnPoker.to_move, KuhnPoker.actions, KuhnPoker.result
    is_terminal, utility, observation = KuhnPoker.is_terminal, KuhnPoker.utility, KuhnPoker.observation
    utilities = KuhnPoker.utilities


# The declaration.


def test_kuhn_poker_keeps_the_laws():
    assert broken(KuhnPoker()) == []
    assert broken(Guess()) == []


@pytest.mark.parametrize("game", [Undeclared(), Silent()])
def test_what_is_hidden_must_be_declared(game):
    (finding,) = broken(game)
    assert finding.law == "secrets_are_declared"
    assert "is not the whole state: declare `has_secrets = True`" in finding.text


def test_what_is_declared_must_be_hidden():
    class Open(KuhnPoker):
        def observation(self, hand, player):
            return hand

    class Unsaid(Silent):
        def observation(self, hand, player):
            return hand

    (finding,) = broken(Open())
    assert "shows everybody the whole of" in finding.text
    (finding,) = broken(Unsaid())
    assert "hides nothing: declare `has_secrets = False`" in finding.text


def test_who_wraps_a_game_keeps_its_secrets():
    game = KuhnPoker()
    for wrapped in (Wrapper(game), Advised(Wrapper(game), game.advice), with_history(Guess(), Guess().initial)[0]):
        assert wrapped.has_secrets
        assert has_secrets(wrapped)
        assert has_secrets(plain(wrapped))
    assert has_secrets(Wrapper(Silent()))

    class Revealed(Wrapper):
        has_secrets = False

        def observation(self, state, player):
            return state

    assert not has_secrets(Revealed(game))
    assert not has_secrets(Wrapper(game_named("pig")))


# Every search refuses them.

SEARCHING = {
    **{
        name: getattr(package, name)
        for name in (
            *(
                "alphabeta",
                "beam",
                "best_actions",
                "best_successor",
                "expectiminimax",
                "maxn",
                "memoised",
                "metareason",
            ),
            *("minimax", "montecarlo", "paranoid", "playout_evaluation", "playouts", "prove", "quiescence"),
            *(
                "proof_number",
                "rollout",
                "solve",
                "solve_by_levels",
                "mcts",
                "star1",
                "star2",
                "strategy",
                "DiceEngine",
                "Engine",
                "TreeSearch",
            ),
        )
    },
    "deepen": lambda game: list(package.deepen(package.expectiminimax, game)),
    "deepest": lambda game: package.deepest(package.expectiminimax, game),
    "prove_many": lambda game: prove_many(game, [game.initial]),
    "grundy": grundy,
    "suitable": suitable,
}
NO_SEARCH = {
    *("ALLOWED", "Advice", "CHANCE", "DRAW", "ILLEGAL", "Bits", "Choice", "Game", "HalfmoveError", "IllegalAction"),
    *(
        "Interrupted",
        "Limit",
        "MalformedText",
        "Node",
        "NotCompilable",
        "Progress",
        "Recorder",
        "Rollout",
        "Solution",
        "Strategy",
    ),
    *("Transformed", "UnknownPlayer", "Weighted", "Wrapper", "WrongGame", "action_named", "apply_action", "bit_count"),
    *("compiled", "game_named", "kernel", "legal_actions", "lowest_bit", "mix", "perft", "plain", "swap_bytes"),
    *(
        "BoardDrawing",
        "Bounds",
        "Commentary",
        "GreedyModel",
        "Modelled",
        "OpponentModel",
        "draw",
        "draw_states",
        "ExplicitGame",
        "Match",
        "Plan",
        "Store",
        "load_game",
        "state_after",
        "weighted",
    ),
    *("NOTHING", "Belief", "Equilibrium", "Policy", "View", "best_response", "clairvoyance", "equilibrium"),
    *("exploitability", "solve_matrix"),
    *("Book", "Built", "Encoding", "Entry", "Move", "Table", "WithBook", "WithTable", "build_table", "double_dummy"),
    *("open_book", "open_table", "with_table"),
    *("accidental", "almost_sure", "guaranteed", "ismcts"),  # which are made for what is hidden
}


def test_no_public_search_is_forgotten_here():
    assert set(package.__all__) - NO_SEARCH <= set(SEARCHING)


@pytest.mark.parametrize("search", SEARCHING)
@pytest.mark.parametrize("game", [KuhnPoker(), Guess(), plain(Guess()), Wrapper(KuhnPoker())], ids=repr)
def test_a_search_refuses_a_game_with_secrets(search, game):
    with pytest.raises(WrongGame, match=WHY):
        SEARCHING[search](game)


@pytest.mark.parametrize("search", SEARCHING)
def test_a_search_refuses_a_game_that_does_not_say_what_it_hides(search):
    with pytest.raises(WrongGame, match="does not say whether it hides something"):
        SEARCHING[search](Silent())


@pytest.mark.parametrize("name", SEARCHES)
def test_a_player_who_searches_refuses_too(name):
    game = KuhnPoker()
    with pytest.raises(WrongGame, match=rf"{WHY}: {name} needs the whole state"):
        search_of(parse_spec(name), game)
    with pytest.raises(WrongGame, match=WHY):
        player_of(parse_spec(name))(game, Hand(1, 0, DEALT), Limit(depth=1))


def test_the_strongest_player_plays_what_says_that_it_hides_something():
    ongoing, player = GameInProgress(KuhnPoker()), player_of(parse_spec(STRONG))
    ongoing.take(Turn(CHANCE, 12))
    player.know(ongoing.view(0))
    choice = player(*ongoing.seen_by(0), Limit(depth=3))
    assert dict(choice.mixture)[1] < 0.35  # the lowest card is bet one time in three at most
    with pytest.raises(WrongGame, match="does not say whether it hides something"):
        player_of(parse_spec(STRONG))(Silent(), Hand(1, 0, DEALT), Limit(depth=1))


def test_leaves_are_still_counted():
    assert package.perft(KuhnPoker(), depth=3) == 6 * 2 * 2
