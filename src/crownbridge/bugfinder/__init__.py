"""The bug finder: plays and probes a bot, and reports suspected programming errors with examples."""
