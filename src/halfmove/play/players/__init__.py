"""Players by name: searches, the engine, random ones, people, programs and a user's own."""
