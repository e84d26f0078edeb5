"""Lessons: what the textbooks print that does not work, and experiments that they describe."""
