package taquin_test

import (
	"reflect"
	"testing"

	"google.golang.org/protobuf/types/known/durationpb"

	taquin "github.com/taquin/taquin/examples/go"
	"github.com/taquin/taquin/examples/go/gen/taquinv1"
)

const eightLength = 19

func eight() *taquinv1.SolveRequest { return request("2 3 4 / 1 5 _ / 7 6 8") }

func request(text string) *taquinv1.SolveRequest {
	board, err := taquin.ParseBoard(text)
	if err != nil {
		panic(err)
	}
	return &taquinv1.SolveRequest{Start: board}
}

// The first of Korf and Felner's 24-puzzles: far more than minutes of work without tables.
const hardBoard = "14 5 9 2 18 / 8 23 19 12 17 / 15 _ 10 20 4 / 6 11 21 1 7 / 24 3 16 22 13"

// endless is a search that no test waits for, with a word as soon as it has begun.
func endless() *taquinv1.SolveRequest {
	r := request(hardBoard)
	r.Algorithm = taquinv1.Algorithm_ALGORITHM_IDA_STAR
	r.Heuristic = taquinv1.Heuristic_HEURISTIC_MANHATTAN
	r.ProgressInterval = &durationpb.Duration{Nanos: 10_000_000}
	return r
}

// after gives the tiles after these moves of the blank.
func after(t *testing.T, start *taquinv1.Board, moves []taquinv1.Direction) []int32 {
	t.Helper()
	tiles := append([]int32(nil), start.Tiles...)
	columns := int(start.Columns)
	blank := 0
	for tiles[blank] != 0 {
		blank++
	}
	for _, move := range moves {
		row, column := blank/columns, blank%columns
		switch move {
		case taquinv1.Direction_DIRECTION_UP:
			row--
		case taquinv1.Direction_DIRECTION_DOWN:
			row++
		case taquinv1.Direction_DIRECTION_LEFT:
			column--
		case taquinv1.Direction_DIRECTION_RIGHT:
			column++
		}
		if row < 0 || row >= int(start.Rows) || column < 0 || column >= columns {
			t.Fatalf("%v leaves the board", move)
		}
		other := row*columns + column
		tiles[blank], tiles[other] = tiles[other], tiles[blank]
		blank = other
	}
	return tiles
}

func expectOptimalPath(t *testing.T, result *taquinv1.SolveResult) {
	t.Helper()
	if result.GetOutcome() != taquinv1.Outcome_OUTCOME_OPTIMAL || result.GetLength() != eightLength ||
		result.GetLowerBound() != eightLength || len(result.GetMoves()) != eightLength {
		t.Errorf("not the optimal path: %v", result)
		return
	}
	if reached := after(t, eight().Start, result.Moves); !reflect.DeepEqual(reached, []int32{1, 2, 3, 4, 5, 6, 7, 8, 0}) {
		t.Errorf("the path ends at %v", reached)
	}
}

func TestParseBoard(t *testing.T) {
	want := []int32{1, 2, 3, 4, 5, 0}
	for _, text := range []string{"1 2 3/4 5 _", "1 2 3\n4 5 0\n", " 1 2 3 / 4 5 0 "} {
		board, err := taquin.ParseBoard(text)
		if err != nil || board.Rows != 2 || board.Columns != 3 || !reflect.DeepEqual(board.Tiles, want) {
			t.Errorf("%q: %v, %v", text, board, err)
		}
	}
	for _, text := range []string{"1 2 3 / 4 5", "1 2 / x 0", "1 99999999999"} {
		if board, err := taquin.ParseBoard(text); err == nil {
			t.Errorf("%q: %v", text, board)
		}
	}
}

func TestFormatMoves(t *testing.T) {
	if got := taquin.FormatMoves([]taquinv1.Direction{1, 2, 3, 4}); got != "UDLR" {
		t.Error(got)
	}
}
