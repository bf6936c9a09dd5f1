package taquin

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/taquin/taquin/examples/go/gen/taquinv1"
)

// ParseBoard reads rows parted by "/" or line ends, cells by blanks; the blank is "_" or 0. The rules of the puzzle
// are the server's to check.
func ParseBoard(text string) (*taquinv1.Board, error) {
	board := &taquinv1.Board{}
	for _, row := range strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == '\n' }) {
		cells := strings.Fields(row)
		if len(cells) == 0 {
			continue
		}
		if board.Rows > 0 && len(cells) != int(board.Columns) {
			return nil, fmt.Errorf("row %d has %d cells, not %d", board.Rows+1, len(cells), board.Columns)
		}
		board.Rows++
		board.Columns = int32(len(cells))
		for _, cell := range cells {
			if cell == "_" {
				cell = "0"
			}
			tile, err := strconv.ParseInt(cell, 10, 32)
			if err != nil {
				return nil, fmt.Errorf("row %d: %q is not a tile", board.Rows, cell)
			}
			board.Tiles = append(board.Tiles, int32(tile))
		}
	}
	return board, nil
}

// FormatMoves gives a letter for each move, by the way the blank travels: "DLUR".
func FormatMoves(moves []taquinv1.Direction) string {
	var letters strings.Builder
	for _, move := range moves {
		letters.WriteByte(strings.TrimPrefix(move.String(), "DIRECTION_")[0])
	}
	return letters.String()
}
