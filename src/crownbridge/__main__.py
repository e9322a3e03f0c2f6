"""`python -m crownbridge`: the command `crownbridge`."""

from crownbridge.cli import main

main()
