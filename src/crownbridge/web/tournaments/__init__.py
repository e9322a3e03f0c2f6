"""Tournaments before watchers: their games are in the store, what happens in them is a journal, as in a room."""
