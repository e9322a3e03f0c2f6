"""Our engines as programs: the client side of protocols, one file each. Pure: lines in, answers out; no I/O."""
