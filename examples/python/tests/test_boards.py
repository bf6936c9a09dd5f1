import pytest
from taquin.v1 import board_pb2
from taquin_client import format_moves, parse_board


@pytest.mark.parametrize("text", ["1 2 3/4 5 _", "1 2 3\n4 5 0\n", " 1 2 3 / 4 5 0 "])
def test_reads_a_board(text):
    assert parse_board(text) == board_pb2.Board(rows=2, columns=3, tiles=[1, 2, 3, 4, 5, 0])


@pytest.mark.parametrize("text", ["1 2 3 / 4 5", "1 2 / x 0"])
def test_refuses_what_is_no_board(text):
    with pytest.raises(ValueError):
        parse_board(text)


def test_moves_are_letters_of_the_blank():
    assert format_moves([board_pb2.DIRECTION_UP, 2, 3, 4]) == "UDLR"
