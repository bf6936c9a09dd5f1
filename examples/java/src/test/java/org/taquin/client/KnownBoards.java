package org.taquin.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.taquin.v1.Algorithm;
import org.taquin.v1.Board;
import org.taquin.v1.Direction;
import org.taquin.v1.Heuristic;
import org.taquin.v1.Outcome;
import org.taquin.v1.SolveRequest;
import org.taquin.v1.SolveResult;

/** Boards with known answers, and the one rule of the puzzle. */
final class KnownBoards {
  static final int EIGHT_LENGTH = 19;
  static final SolveRequest EIGHT = request("2 3 4 / 1 5 _ / 7 6 8").build();

  /** The first of Korf and Felner's 24-puzzles: far more than minutes of work without tables. */
  static final String HARD = "14 5 9 2 18 / 8 23 19 12 17 / 15 _ 10 20 4 / 6 11 21 1 7 / 24 3 16 22 13";

  /** A search that no test waits for, with a word as soon as it has begun. */
  static final SolveRequest ENDLESS =
      request(HARD)
          .setAlgorithm(Algorithm.ALGORITHM_IDA_STAR)
          .setHeuristic(Heuristic.HEURISTIC_MANHATTAN)
          .setProgressInterval(Duration.newBuilder().setNanos(10_000_000))
          .build();

  private KnownBoards() {}

  static SolveRequest.Builder request(String text) {
    return SolveRequest.newBuilder().setStart(Boards.parse(text));
  }

  /** The tiles after these moves of the blank. */
  static List<Integer> after(Board start, List<Direction> moves) {
    List<Integer> tiles = new ArrayList<>(start.getTilesList());
    int columns = start.getColumns();
    int blank = tiles.indexOf(0);
    for (Direction move : moves) {
      int row = blank / columns + (move == Direction.DIRECTION_DOWN ? 1 : move == Direction.DIRECTION_UP ? -1 : 0);
      int column =
          blank % columns + (move == Direction.DIRECTION_RIGHT ? 1 : move == Direction.DIRECTION_LEFT ? -1 : 0);
      assertTrue(row >= 0 && row < start.getRows() && column >= 0 && column < columns, move + " leaves the board");
      Collections.swap(tiles, blank, row * columns + column);
      blank = row * columns + column;
    }
    return tiles;
  }

  static void assertOptimalPath(SolveResult result) {
    assertEquals(Outcome.OUTCOME_OPTIMAL, result.getOutcome());
    assertEquals(EIGHT_LENGTH, result.getLength());
    assertEquals(EIGHT_LENGTH, result.getLowerBound());
    assertEquals(EIGHT_LENGTH, result.getMovesCount());
    assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8, 0), after(EIGHT.getStart(), result.getMovesList()));
  }
}
