package org.taquin.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.taquin.v1.Board;
import org.taquin.v1.Direction;

class BoardsTest {
  @ParameterizedTest
  @ValueSource(strings = {"1 2 3/4 5 _", "1 2 3\n4 5 0\n", " 1 2 3 / 4 5 0 "})
  void readsABoard(String text) {
    Board board = Board.newBuilder().setRows(2).setColumns(3).addAllTiles(List.of(1, 2, 3, 4, 5, 0)).build();
    assertEquals(board, Boards.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 2 3 / 4 5", "1 2 / x 0", "1 99999999999"})
  void refusesWhatIsNoBoard(String text) {
    assertThrows(IllegalArgumentException.class, () -> Boards.parse(text));
  }

  @Test
  void movesAreLettersOfTheBlank() {
    assertEquals(
        "UDLR",
        Boards.format(
            List.of(
                Direction.DIRECTION_UP,
                Direction.DIRECTION_DOWN,
                Direction.DIRECTION_LEFT,
                Direction.DIRECTION_RIGHT)));
  }
}
