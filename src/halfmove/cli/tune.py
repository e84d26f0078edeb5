"""`halfmove tune`: fit the weights of an evaluation to games that a player plays against himself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from halfmove.cli.options import Json, Quiet, Seed

_GUESSES = (
    2  # rounds of backgammon that are played by guesswork: their positions are not kept, nor its opinions trusted
)


def tune(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Chess, othello, backgammon, or any game with features.")],
    games: Annotated[int, typer.Option(min=1, help="Games of each round.")] = 2000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes that the engine searches for each action of chess.")] = 2000,
    rounds: Annotated[int, typer.Option(min=1, help="How often to play, with the weights found so far, and fit.")] = 3,
    processes: Annotated[int, typer.Option(min=1, help="Processes that play.")] = 1,
    begin: Annotated[
        Path | None, typer.Option("--from", exists=True, dir_okay=False, help="A file of weights to go on from.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write: by default weights.json or weights.npz.")
    ] = None,
    as_json: Json = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Learn the weights of an evaluation, from a person's guess or from weights found before.

    The weights that come with chess were made by
    [bold]halfmove tune chess --games 2000 --nodes 2000 --rounds 1 --seed 3[/], those of Othello by
    [bold]halfmove tune othello --games 20000 --rounds 4 --seed 1[/], those of backgammon by
    [bold]halfmove tune backgammon --games 5000 --rounds 3[/] from the weights of a first trial. Of another game that
    has features, also one of yours, their weights are fitted, and [bold]alphabeta:weights=FILE[/] plays with them.
    """
    from rich.progress import Progress

    from halfmove.cli.report import console, print_json

    learners: dict[str, Any] = {"chess": _Chess, "othello": _Othello, "backgammon": _Backgammon}
    learner: Any = learners[game](begin, nodes) if game in learners else _Features(game, begin)
    report = []
    output = Path(learner.file) if output is None else output
    with Progress(console=console(stderr=True), disable=as_json or quiet, transient=True) as bar:
        task = bar.add_task("")
        for number in range(rounds):

            def tell(what: str, done: int, of: int, number: int = number) -> None:
                bar.update(task, description=f"round {number + 1}, {what}", completed=done, total=of)

            facts = learner.learn(games, seed + number, processes, tell)
            output.write_bytes(learner.to_bytes())  # after each round, so that nothing is lost
            report.append({"round": number + 1, **facts})
            if not (as_json or quiet):
                positions = f"round {number + 1}: {facts['positions']:,} positions"
                console().print(f"{positions}, loss {facts['loss'][0]:.4f} -> {facts['loss'][1]:.4f}")
    if as_json:
        print_json({"rounds": report, "file": str(output)})


class _Chess:
    file = "weights.json"

    def __init__(self, begin: Path | None, nodes: int) -> None:
        from halfmove.games.chess.weights import read_weights, unpack
        from halfmove.learn.chess_guess import first_guess
        from halfmove.play.foreign_text import read_text

        self.weights = first_guess() if begin is None else unpack(read_weights(read_text(begin)))
        self.nodes = nodes

    def learn(self, games: int, seed: int, processes: int, tell: Any) -> dict[str, Any]:
        from halfmove.learn import chess, logistic

        before = self.weights
        self.weights, positions = chess.tune(before, games, self.nodes, seed, processes, tell)
        scale = chess.scale_of(positions, before)
        labels = positions.labels(scale)
        losses = [logistic.loss(positions, labels, chess.row_of(part), scale) for part in (before, self.weights)]
        return {"positions": len(positions.results), "scale": scale, "loss": losses}

    def to_bytes(self) -> bytes:
        from halfmove.games.chess.weights import write_weights

        return write_weights(*self.weights).encode()


class _Othello:
    file = "weights.npz"

    def __init__(self, begin: Path | None, nodes: int) -> None:
        from halfmove.games.othello.patterns import read_weights
        from halfmove.learn.othello import first_guess
        from halfmove.play.foreign_text import read_file

        self.weights = first_guess() if begin is None else read_weights(read_file(begin))
        self.guessed = begin is None
        self.positions: Any = None

    def learn(self, games: int, seed: int, processes: int, tell: Any) -> dict[str, Any]:
        from halfmove.learn import othello

        before = self.weights
        self.weights, positions = othello.tune(before, games, seed, processes, tell, self.positions)
        self.positions = None if self.guessed else positions  # games played by guesswork are not worth keeping
        self.guessed = False
        losses = [othello.error(positions, part) for part in (before, self.weights)]
        return {"positions": len(positions.leads), "loss": losses}

    def to_bytes(self) -> bytes:
        from halfmove.games.othello.patterns import write_weights

        return write_weights(self.weights)


class _Backgammon:
    file = "weights.npz"

    def __init__(self, begin: Path | None, nodes: int) -> None:
        from halfmove.games.backgammon.evaluation import read_weights
        from halfmove.learn.backgammon import first_guess
        from halfmove.play.foreign_text import read_file

        self.weights = first_guess() if begin is None else read_weights(read_file(begin))
        self.guesses = _GUESSES if begin is None else 0
        self.positions: Any = None

    def learn(self, games: int, seed: int, processes: int, tell: Any) -> dict[str, Any]:
        from halfmove.learn import backgammon

        before, guessed = self.weights, self.guesses > 0
        options: dict[str, Any] = {"trust": 0.0} if guessed else {"before": self.positions}
        self.weights, positions = backgammon.tune(before, games, seed, processes, tell, **options)
        self.positions = None if guessed else positions
        self.guesses -= 1
        losses = [backgammon.loss(positions, part) for part in (before, self.weights)]
        return {"positions": len(positions.labels), "loss": losses}

    def to_bytes(self) -> bytes:
        from halfmove.games.backgammon.evaluation import write_weights

        return write_weights(self.weights)


class _Features:
    file = "weights.json"

    def __init__(self, game: str, begin: Path | None) -> None:
        import numpy as np

        from halfmove.errors import HalfmoveError
        from halfmove.learn.features import require_features
        from halfmove.play.loading import load_game
        from halfmove.play.players.weights import read_weights

        count = require_features(load_game(game), game)
        self.game, self.weights = game, np.zeros(count)
        if begin is not None:
            self.weights = np.array(read_weights(begin)[0])
            if len(self.weights) != count:
                raise HalfmoveError(f"{begin}: {game} has {count} features, and there are {len(self.weights)} weights")

    def learn(self, games: int, seed: int, processes: int, tell: Any) -> dict[str, Any]:
        from halfmove.learn import features, logistic

        before = self.weights
        self.weights, positions = features.tune(self.game, before, games, seed, processes, tell)
        losses = [logistic.loss(positions, positions.results, part, 1.0) for part in (before, self.weights)]
        return {"positions": len(positions.results), "loss": losses}

    def to_bytes(self) -> bytes:
        from halfmove.learn.features import SCALE
        from halfmove.play.players.weights import write_weights

        return write_weights(self.game, self.weights.tolist(), SCALE).encode()
