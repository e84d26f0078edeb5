"""Time controls, and the time that a player really had."""
