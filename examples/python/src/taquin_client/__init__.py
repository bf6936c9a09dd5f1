"""A client of taquin.v1.SolverService. Messages are those of the package taquin.v1."""

from taquin_client.boards import format_moves, parse_board
from taquin_client.client import Client, Search, TlsFiles
from taquin_client.errors import TaquinError, Violation, error_of_status
from taquin_client.service_config import SERVICE_CONFIG

__all__ = [
    "SERVICE_CONFIG",
    "Client",
    "Search",
    "TaquinError",
    "TlsFiles",
    "Violation",
    "error_of_status",
    "format_moves",
    "parse_board",
]
