"""Boards for load, with what is known of them."""

import functools
import random
from collections import deque

from taquin.v1 import board_pb2, solve_pb2

SIDE = 3
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
# The blank's step, by direction.
STEPS = {board_pb2.DIRECTION_UP: (-1, 0), board_pb2.DIRECTION_DOWN: (1, 0),
         board_pb2.DIRECTION_LEFT: (0, -1), board_pb2.DIRECTION_RIGHT: (0, 1)}


def move(board: tuple[int, ...], direction: int) -> tuple[int, ...] | None:
    """The board after the blank's move, or None if it would leave the board."""
    blank = board.index(0)
    row, column = divmod(blank, SIDE)
    row, column = row + STEPS[direction][0], column + STEPS[direction][1]
    if not (0 <= row < SIDE and 0 <= column < SIDE):
        return None
    cells = list(board)
    cells[blank], cells[row * SIDE + column] = cells[row * SIDE + column], 0
    return tuple(cells)


@functools.cache
def _lengths() -> dict[tuple[int, ...], int]:
    """Of every board within 14 moves of the goal: the optimal length."""
    lengths = {GOAL: 0}
    queue = deque([GOAL])
    while queue:
        board = queue.popleft()
        if lengths[board] == 14:
            continue
        for direction in STEPS:
            after = move(board, direction)
            if after is not None and after not in lengths:
                lengths[after] = lengths[board] + 1
                queue.append(after)
    return lengths


@functools.cache
def sample() -> list[tuple[int, ...]]:
    return random.Random(8).sample(sorted(_lengths()), 200)


def short_request(index: int) -> solve_pb2.SolveRequest:
    """A board that takes microseconds."""
    tiles = sample()[index % len(sample())]
    return solve_pb2.SolveRequest(
        id=str(index), start=board_pb2.Board(rows=SIDE, columns=SIDE, tiles=tiles))


def long_request(index: int, milliseconds: int | None) -> solve_pb2.SolveRequest:
    """A search that a limit of time ends; None: one of expansions, so that it
    takes the longer the busier its server is."""
    request = solve_pb2.SolveRequest(
        id=str(index), algorithm=solve_pb2.ALGORITHM_IDA_STAR,
        heuristic=solve_pb2.HEURISTIC_ZERO,
        start=board_pb2.Board(rows=4, columns=4,
                              tiles=[1, 15, 10, 13, 0, 11, 4, 7, 12, 6, 5, 3, 14, 8, 9, 2]))
    if milliseconds is None:
        request.limits.expansions = 100_000
    else:
        request.limits.time.FromMilliseconds(milliseconds)
    return request


def fault(request: solve_pb2.SolveRequest, result: solve_pb2.SolveResult) -> str | None:
    """What is wrong with the answer, if anything is."""
    if result.id != request.id:
        return f"the answer to {result.id} came for {request.id}"
    if request.start.rows != SIDE:
        limit = (solve_pb2.LIMIT_EXPANSIONS if request.limits.expansions
                 else solve_pb2.LIMIT_TIME)
        return None if result.limit == limit else f"not ended by its limit: {result}"
    start = tuple(request.start.tiles)
    if result.outcome != solve_pb2.OUTCOME_OPTIMAL or result.length != _lengths()[start]:
        return f"not the optimal length {_lengths()[start]}: {result}"
    board = start
    for direction in result.moves:
        board = move(board, direction)
    return None if board == GOAL else f"the path does not end at the goal: {result}"
