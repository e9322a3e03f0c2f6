"""Training of the Hex network that the engine ships: `python -m training.hex --help`."""
