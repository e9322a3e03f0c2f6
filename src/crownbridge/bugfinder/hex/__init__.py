"""Probes of Hex bots."""
