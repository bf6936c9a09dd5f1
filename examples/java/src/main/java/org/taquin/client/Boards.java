package org.taquin.client;

import java.util.List;
import java.util.stream.Collectors;
import org.taquin.v1.Board;
import org.taquin.v1.Direction;

/** Boards and moves as text. The rules of the puzzle are the server's to check. */
public final class Boards {
  private Boards() {}

  /**
   * Reads rows parted by "/" or line ends, cells by blanks; the blank is "_" or 0.
   *
   * @throws IllegalArgumentException for a cell that is not a number, and for rows of unequal length
   */
  public static Board parse(String text) {
    Board.Builder board = Board.newBuilder();
    for (String row : text.split("[/\n]")) {
      if (row.isBlank()) {
        continue;
      }
      String[] cells = row.strip().split("\\s+");
      if (board.getRows() > 0 && cells.length != board.getColumns()) {
        throw new IllegalArgumentException(
            "row %d has %d cells, not %d".formatted(board.getRows() + 1, cells.length, board.getColumns()));
      }
      board.setRows(board.getRows() + 1).setColumns(cells.length);
      for (String cell : cells) {
        board.addTiles(cell.equals("_") ? 0 : Integer.parseInt(cell));
      }
    }
    return board.build();
  }

  /** A letter for each move, by the way the blank travels: "DLUR". */
  public static String format(List<Direction> moves) {
    return moves.stream()
        .map(move -> move.name().substring("DIRECTION_".length()).substring(0, 1))
        .collect(Collectors.joining());
  }
}
