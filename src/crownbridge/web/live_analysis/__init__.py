"""Engines that think while somebody looks at a position, and what is known of it for certain."""
