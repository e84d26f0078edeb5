"""Better evaluations, learned from games that the package plays against itself."""
