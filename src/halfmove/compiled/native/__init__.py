"""All of Numba: types for compiled objects and states, machine code for the helpers, the cache on disk."""
