"""The studio: a local web app to play, watch and understand a search in the browser."""
