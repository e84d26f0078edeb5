"""What every search needs to run: a thread that can be stopped, a clock, a watch, a table, sets of states."""
