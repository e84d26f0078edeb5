"""Numbers one can trust: Elo with error bars, sequential tests, ratings of many players, their tables and plots."""

from halfmove.play.ratings.crosstable import crosstable
from halfmove.play.ratings.elo import Estimate, draw_ratio, elo, normalised_elo, score_share, superiority
from halfmove.play.ratings.plots import llr_svg, ratings_svg
from halfmove.play.ratings.report import ratings_text, score_text
from halfmove.play.ratings.results import Result, pairs_between, score_between
from halfmove.play.ratings.score import Pairs, Score
from halfmove.play.ratings.sprt import H0, H1, LOGISTIC, NORMALISED, OPEN, Evidence, llr_curve, sprt
from halfmove.play.ratings.standings import Ratings, Standing, ratings

__all__ = [
    "H0",
    "H1",
    "LOGISTIC",
    "NORMALISED",
    "OPEN",
    "Estimate",
    "Evidence",
    "Pairs",
    "Ratings",
    "Result",
    "Score",
    "Standing",
    "crosstable",
    "draw_ratio",
    "elo",
    "llr_curve",
    "llr_svg",
    "normalised_elo",
    "pairs_between",
    "ratings",
    "ratings_svg",
    "ratings_text",
    "score_between",
    "score_share",
    "score_text",
    "sprt",
    "superiority",
]
