"""The HTTP API, live events, and the front end; the only async code of Crownbridge."""
