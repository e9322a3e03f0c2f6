"""Rooms: where games are played before watchers. All that happens in one is its log, which is its journal."""
