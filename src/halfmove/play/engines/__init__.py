"""External programs as players: each speaks a protocol over pipes, and none is waited for longer than agreed.

`uci.player("stockfish,Skill Level=3")`, `ugi.player("my-engine --fast")`, `gtp.player("gnugo --mode gtp")`. Such a
player wants to be told how the game went - `begin(game, state)`, then `played(action)` for every action of anybody -
and may be called without, where the game can write a state down. What goes wrong is an `EngineFailed`; the next
`begin` starts the program afresh. `close()` ends it.
"""
