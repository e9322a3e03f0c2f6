"""The explorer of the server: imported files, tournaments and rooms in one index."""
