"""For courses: random exercises, a quiz with solutions, and a grader for a student's own search."""
