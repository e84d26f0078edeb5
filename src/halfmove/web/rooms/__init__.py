"""The rooms of the studio: who answers which question, and who does which task. Each runs inside a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from halfmove.running.run import Stop
from halfmove.web import messages
from halfmove.web.hello import hello
from halfmove.web.rooms import analysis, editor, match, play, quiz, review, solve, trees, watch
from halfmove.web.workspace import Workspace

QUESTIONS: dict[Any, Callable[[Workspace, Any], dict[str, Any]]] = {
    messages.Hello: hello,
    messages.AskPosition: play.position,
    messages.Roll: play.roll,
    messages.Record: play.record,
    messages.Draw: play.draw,
    messages.Read: editor.read,
    messages.Open: editor.open_text,
    messages.Edit: editor.edit,
    messages.Nodes: watch.nodes,
    messages.Steps: watch.steps,
    messages.View: watch.view,
    messages.Timeline: watch.timeline,
    messages.Align: watch.align,
    messages.Boards: watch.boards,
    messages.Export: watch.export,
    messages.Tree: trees.tree,
    messages.Generate: trees.generate,
    messages.Order: trees.order,
    messages.Quiz: quiz.quiz,
    messages.Mark: quiz.mark,
    messages.Sheet: quiz.sheet,
    messages.Results: quiz.results,
    messages.Look: solve.look,
    messages.Matches: match.matches,
}
TASKS: dict[Any, Callable[[Workspace, Any, Stop], Iterator[dict[str, Any]]]] = {
    messages.Choose: play.choose,
    messages.Hint: analysis.hint,
    messages.Why: analysis.why,
    messages.Analyse: analysis.analyse,
    messages.Values: analysis.values,
    messages.Watch: watch.watch,
    messages.Review: review.review,
    messages.Solve: solve.solve,
    messages.Match: match.match,
}
