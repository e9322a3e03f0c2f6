"""The client's side of the protocols, for the built-in engines. Pure functions of lines, without I/O."""
