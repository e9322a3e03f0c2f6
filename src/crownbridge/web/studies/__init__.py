"""Studies: games with variations and annotations, stored on the server."""
