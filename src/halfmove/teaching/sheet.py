"""A quiz as a sheet to print: the tree, questions with room for answers, and the solutions on a page of their own."""

from __future__ import annotations

from html import escape

from halfmove.explain.latex import PREAMBLE, latex, tikz_picture
from halfmove.explain.picture import tree_svg
from halfmove.explain.steps import final_story
from halfmove.teaching.quiz import HOW, Quiz, solution

_STYLE = """
body { font-family: Helvetica, Arial, sans-serif; color: #1c1c1c; max-width: 60em; margin: 2em auto; padding: 0 1em; }
svg { max-width: 100%; height: auto; }
ol li { margin: 0 0 1.4em; }
.how { color: #666; font-size: .85em; }
.room { border-bottom: 1px solid #999; height: 1.8em; }
.solutions { break-before: page; border-top: 2px solid #1c1c1c; margin-top: 3em; }
@media print { body { margin: 0; } .solutions { border: none; margin: 0; } }
"""


def sheet_html(exercise: Quiz, title: str, solutions: bool = True) -> str:
    """Return the sheet as one page of HTML."""
    questions = "".join(
        f'<li>{escape(question.text)} <span class="how">({escape(HOW[question.form])})</span>'
        '<div class="room"></div></li>'
        for question in exercise.questions
    )
    answers = "".join(
        f"<li>{escape(question.text)} <b>{escape(solution(question))}</b><br>{escape(question.why)}</li>"
        for question in exercise.questions
    )
    end = (
        f'<section class="solutions"><h1>{escape(title)}: solutions</h1>{tree_svg(exercise.root, "Solution")}'
        f"<ol>{answers}</ol></section>"
        if solutions
        else ""
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>{tree_svg(exercise.blank, 'The tree')}"
        f"<ol>{questions}</ol>{end}</body></html>\n"
    )


def sheet_latex(exercise: Quiz, title: str, solutions: bool = True) -> str:
    """Return the sheet as a document of LaTeX."""
    questions = "\n".join(
        f"\\item {latex(question.text)} ({latex(HOW[question.form])})\\par\\vspace{{9mm}}\\hrule"
        for question in exercise.questions
    )
    answers = "\n".join(
        f"\\item {latex(question.text)} \\textbf{{{latex(solution(question))}}}\\par {latex(question.why)}"
        for question in exercise.questions
    )
    end = (
        f"\\newpage\n\\section*{{{latex(title)}: solutions}}\n{_fitted(tikz_picture(final_story(exercise.root)))}\n"
        f"\\begin{{enumerate}}\n{answers}\n\\end{{enumerate}}\n"
        if solutions
        else ""
    )
    return (
        f"\\documentclass{{article}}\n\\usepackage[a4paper, margin=2cm]{{geometry}}\n{PREAMBLE}"
        f"\\setlength{{\\parindent}}{{0pt}}\n\\begin{{document}}\n\\section*{{{latex(title)}}}\n"
        f"{_fitted(tikz_picture(final_story(exercise.blank)))}\n\\begin{{enumerate}}\n{questions}\n\\end{{enumerate}}\n{end}"
        f"\\end{{document}}\n"
    )


def _fitted(picture: str) -> str:
    """Return a picture that is made narrower where it is wider than the page."""
    return f"\\resizebox{{\\ifdim\\width>\\linewidth \\linewidth\\else\\width\\fi}}{{!}}{{%\n{picture}%\n}}\\par"
