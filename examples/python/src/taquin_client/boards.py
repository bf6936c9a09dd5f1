"""Boards and moves as text. The rules of the puzzle are the server's to check."""

from collections.abc import Iterable

from taquin.v1 import board_pb2

_LETTERS = {
    board_pb2.DIRECTION_UP: "U",
    board_pb2.DIRECTION_DOWN: "D",
    board_pb2.DIRECTION_LEFT: "L",
    board_pb2.DIRECTION_RIGHT: "R",
}


def parse_board(text: str) -> board_pb2.Board:
    """Reads rows parted by "/" or line ends, cells by blanks; the blank is "_" or 0.

    Raises ValueError for a cell that is not a number, and for rows of unequal length.
    """
    rows = [row.split() for row in text.replace("\n", "/").split("/") if row.strip()]
    if len({len(row) for row in rows}) > 1:
        raise ValueError(f"rows of unequal length: {', '.join(str(len(row)) for row in rows)} cells")
    tiles = [0 if cell == "_" else int(cell) for row in rows for cell in row]
    return board_pb2.Board(rows=len(rows), columns=len(rows[0]) if rows else 0, tiles=tiles)


def format_moves(moves: Iterable[int]) -> str:
    """A letter for each move, by the way the blank travels: "DLUR"."""
    return "".join(_LETTERS[move] for move in moves)
