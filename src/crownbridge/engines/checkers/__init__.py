"""What the checkers engine is made of."""
