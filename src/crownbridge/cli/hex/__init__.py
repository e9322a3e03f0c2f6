"""Commands of Hex."""
