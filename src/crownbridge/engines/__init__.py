"""The built-in engines: thin Python over the native search and its tables."""
