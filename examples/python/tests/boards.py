"""Boards with known answers, and the one rule of the puzzle."""

from taquin.v1 import board_pb2, solve_pb2
from taquin_client import parse_board

EIGHT = parse_board("2 3 4 / 1 5 _ / 7 6 8")
EIGHT_LENGTH = 19
# The first of Korf and Felner's 24-puzzles: far more than minutes of work without tables.
UNSOLVED_FOR_MINUTES = parse_board("14 5 9 2 18 / 8 23 19 12 17 / 15 _ 10 20 4 / 6 11 21 1 7 / 24 3 16 22 13")


def endless_request(**fields) -> solve_pb2.SolveRequest:
    """A search that no test waits for, with a word as soon as it has begun."""
    request = solve_pb2.SolveRequest(
        start=UNSOLVED_FOR_MINUTES,
        algorithm=solve_pb2.ALGORITHM_IDA_STAR,
        heuristic=solve_pb2.HEURISTIC_MANHATTAN,
        **fields,
    )
    request.progress_interval.FromMilliseconds(10)
    return request


def after(start: board_pb2.Board, moves) -> list[int]:
    """The tiles after these moves of the blank."""
    tiles = list(start.tiles)
    blank = tiles.index(0)
    step = {
        board_pb2.DIRECTION_UP: -start.columns,
        board_pb2.DIRECTION_DOWN: start.columns,
        board_pb2.DIRECTION_LEFT: -1,
        board_pb2.DIRECTION_RIGHT: 1,
    }
    for move in moves:
        other = blank + step[move]
        assert 0 <= other < len(tiles)
        assert other // start.columns == blank // start.columns or abs(other - blank) == start.columns
        tiles[blank], tiles[other] = tiles[other], tiles[blank]
        blank = other
    return tiles
