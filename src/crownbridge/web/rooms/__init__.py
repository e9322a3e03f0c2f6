"""Rooms: live games that clients play and watch. The state of a room is derived from its journal of events."""
