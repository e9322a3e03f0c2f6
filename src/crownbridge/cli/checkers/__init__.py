"""Commands of checkers."""
