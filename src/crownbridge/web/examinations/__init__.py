"""Examinations of programs in the background."""
