"""How the Hex network that the engine ships was made: `python -m training.hex --help`."""
