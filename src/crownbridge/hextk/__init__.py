"""hextk, a window for Hex that plays through hexmon. Only `board`, `dialog` and `window` need tkinter."""
