"""Draughts: one text of the rules, two games that choose among them, and the notation that they share."""
