"""What a reader sees of a search: its tree, as data and as a picture."""
