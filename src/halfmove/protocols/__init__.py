"""Protocols by which other programs ask: UCI, UGI and GTP. One loop reads; each protocol is a table of commands."""
