"""Tournaments on the server: games are kept in the store, events in a journal."""
