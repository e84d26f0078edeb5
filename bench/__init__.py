"""Figures, measured side by side with peers in one run: `python -m bench` (issue 2, section 7)."""
