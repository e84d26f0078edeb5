"""What a browser may ask, as types: a message that is none of them is refused before anything looks at it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from halfmove.web import limits

Name = Annotated[str, msgspec.Meta(max_length=200)]
Text = Annotated[str, msgspec.Meta(max_length=limits.BODY)]
GameText = Annotated[str, msgspec.Meta(max_length=limits.BODY)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=1 << 62)]
People = Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=63)]], msgspec.Meta(max_length=64)]  # seats at the screen
Seconds = Annotated[float, msgspec.Meta(gt=0, le=limits.SOLVING)]


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A state of a game: where it began and what was done since."""

    game: GameText
    start: Text | None = None
    actions: Annotated[list[Name], msgspec.Meta(max_length=limits.PLIES)] = []


class Request(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """What all requests have."""

    id: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]


class Hello(Request, tag="hello"):
    pass


class Ping(Request, tag="ping"):
    pass


class Stop(Request, tag="stop"):
    task: int


class AskPosition(Request, tag="position"):
    position: Position
    board: bool = True
    people: People | None = None


class Read(Request, tag="read"):
    game: GameText
    text: Text


class Open(Request, tag="open"):
    text: Text


class EditedPiece(msgspec.Struct, forbid_unknown_fields=True):
    at: Count
    letter: Annotated[str, msgspec.Meta(max_length=8)] = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=63)] | None = None
    count: Count = 1


class Edit(Request, tag="edit"):
    position: Position
    pieces: Annotated[list[EditedPiece], msgspec.Meta(max_length=1000)]
    mover: Annotated[int, msgspec.Meta(ge=0, le=63)] = 0


class Roll(Request, tag="roll"):
    position: Position
    seed: Seed | None = None


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    remaining: Annotated[float, msgspec.Meta(gt=0, le=1e6)]
    increment: Annotated[float, msgspec.Meta(ge=0, le=1e4)] = 0.0


class Choose(Request, tag="choose"):
    position: Position
    player: Name
    seconds: Seconds | None = None
    clock: Clock | None = None
    seed: Seed = 0


class Hint(Request, tag="hint"):
    position: Position
    seconds: Seconds = 2.0


class Why(Request, tag="why"):
    position: Position
    action: Name
    seconds: Seconds = 2.0


class Record(Request, tag="record"):
    position: Position
    players: Annotated[list[Name], msgspec.Meta(max_length=16)]
    format: Name = "json"


class Analyse(Request, tag="analyse"):
    position: Position
    lines: Annotated[int, msgspec.Meta(ge=1, le=limits.LINES)] = 1
    seconds: Seconds | None = None
    depth: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    nodes: Annotated[int, msgspec.Meta(ge=1, le=limits.NODES)] | None = None
    search: Name | None = None


class Values(Request, tag="values"):
    position: Position
    seconds: Seconds = 5.0


class Watch(Request, tag="watch"):
    position: Position
    search: Name
    seed: Seed = 0


class Nodes(Request, tag="nodes"):
    watch: Name
    first: Count = msgspec.field(name="from", default=0)
    count: Count = limits.PAGE


class Steps(Request, tag="steps"):
    watch: Name
    first: Count = msgspec.field(name="from", default=0)
    count: Count = limits.PAGE


class View(Request, tag="view"):
    watch: Name
    step: Count
    most: Annotated[int, msgspec.Meta(ge=1, le=limits.PAGE)] = 300


class Timeline(Request, tag="timeline"):
    watch: Name
    buckets: Annotated[int, msgspec.Meta(ge=1, le=2000)] = 400


class Align(Request, tag="align"):
    first: Name
    second: Name


class Boards(Request, tag="board"):
    watch: Name
    nodes: Annotated[list[Count], msgspec.Meta(max_length=limits.BOARDS)]


class Tree(Request, tag="tree"):
    text: Text


class Generate(Request, tag="generate"):
    branching: Annotated[int, msgspec.Meta(ge=1, le=20)] = 3
    depth: Annotated[int, msgspec.Meta(ge=1, le=16)] = 2
    seed: Seed = 0
    chance: bool = False
    players: Annotated[int, msgspec.Meta(ge=2, le=4)] = 2


class Order(Request, tag="order"):
    text: Text
    order: Name
    seed: Seed = 0


class Export(Request, tag="export"):
    watch: Name
    format: Name
    step: Count | None = None


class Draw(Request, tag="draw"):
    position: Position
    format: Name = "svg"
    people: People | None = None


class QuizNumbers(msgspec.Struct, forbid_unknown_fields=True):
    tree: Text | None = None
    seed: Seed = 0
    questions: Annotated[int, msgspec.Meta(ge=1, le=50)] = 6
    depth: Annotated[int, msgspec.Meta(ge=1, le=6)] = 3
    width: Annotated[int, msgspec.Meta(ge=1, le=5)] = 2


class Quiz(Request, tag="quiz"):
    quiz: QuizNumbers


class Mark(Request, tag="mark"):
    quiz: QuizNumbers
    question: Count
    answer: Annotated[str, msgspec.Meta(max_length=2000)]


class Sheet(Request, tag="sheet"):
    quiz: QuizNumbers
    solutions: bool = True
    format: Name = "html"


class Results(Request, tag="results"):
    quiz: QuizNumbers
    answers: Annotated[list[Annotated[str, msgspec.Meta(max_length=2000)]], msgspec.Meta(max_length=50)]
    name: Name = ""


class Review(Request, tag="review"):
    position: Position
    seconds: Seconds = 0.5


class Match(Request, tag="match"):
    game: GameText
    players: Annotated[list[Name], msgspec.Meta(min_length=1, max_length=12)]
    form: Name = "match"
    games: Annotated[int, msgspec.Meta(ge=1, le=limits.GAMES)] = 100
    time: Name = ""
    openings: Name = "random:2"
    seed: Seed = 0
    sprt: tuple[float, float] | None = None
    match: Name | None = None


class Matches(Request, tag="matches"):
    pass


class Solve(Request, tag="solve"):
    position: Position
    seconds: Seconds = 60.0


class Look(Request, tag="look"):
    solution: Name
    position: Position


AnyRequest = (
    Hello | Ping | Stop | AskPosition | Read | Open | Edit | Roll | Choose | Hint | Why | Record | Analyse | Values
    | Watch | Nodes | Steps | View | Timeline | Align | Boards | Tree | Generate | Order | Export | Draw | Quiz | Mark
    | Sheet | Results | Review | Match | Matches | Solve | Look
)  # fmt: skip

decoder = msgspec.json.Decoder(AnyRequest)
encode = msgspec.json.encode

# Requests that run for long, and may send several replies.
TASKS = (Choose, Hint, Why, Analyse, Values, Watch, Review, Match, Solve)
