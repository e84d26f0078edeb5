"""`python -m halfmove` is the command line."""

from halfmove.cli import main

main()
