"""The HTTP API, live events, and the built front-end it serves. The only part of Crownbridge that is async."""
