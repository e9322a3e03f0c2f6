"""The API, one file a noun. A new one is added to `ROUTERS`."""

from crownbridge.web.routes import catalogue, positions, rooms

ROUTERS = (catalogue.router, rooms.router, positions.router)
