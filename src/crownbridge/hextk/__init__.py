"""hextk, a graphical user interface for hexmon. Only `board`, `dialog` and `window` need tkinter."""
