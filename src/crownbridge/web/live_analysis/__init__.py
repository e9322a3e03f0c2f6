"""Live analysis of positions and games for connected clients."""
