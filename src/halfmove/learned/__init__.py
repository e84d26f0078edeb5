"""Evaluations that were learned: what they compute, and the files they are kept in. How they learn is in `learn`."""
