"""Puzzles on the server: made in the background from the games stored here."""
