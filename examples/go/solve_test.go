package taquin_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	taquin "github.com/taquin/taquin/examples/go"
	"github.com/taquin/taquin/examples/go/gen/taquinv1"
)

func TestSolveOnce(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	result, err := connect(t, startServer(t).target()).SolveOnce(ctx, eight())
	if err != nil {
		t.Fatal(err)
	}
	expectOptimalPath(t, result)
}

func TestAnUnreachableGoalIsAResult(t *testing.T) {
	result, err := connect(t, startServer(t).target()).SolveOnce(context.Background(), request("2 1 3/4 5 6/7 8 0"))
	if err != nil {
		t.Fatal(err)
	}
	if result.Outcome != taquinv1.Outcome_OUTCOME_UNSOLVABLE || result.Length != nil || result.Detail == "" {
		t.Error(result)
	}
}

func TestAStreamEndsWithItsResult(t *testing.T) {
	asked := eight()
	asked.Id = "mine"
	search, err := connect(t, startServer(t).target()).Solve(context.Background(), asked)
	if err != nil {
		t.Fatal(err)
	}
	var last *taquinv1.SolveResponse
	for {
		event, err := search.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if last.GetResult() != nil {
			t.Error("a result was not the last event")
		}
		last = event
	}
	if last.GetResult().GetId() != "mine" {
		t.Error(last)
	}
	expectOptimalPath(t, last.GetResult())
}

func TestResultPassesOverWhatComesBefore(t *testing.T) {
	search, err := connect(t, startServer(t).target()).Solve(context.Background(), eight())
	if err != nil {
		t.Fatal(err)
	}
	result, err := search.Result()
	if err != nil {
		t.Fatal(err)
	}
	expectOptimalPath(t, result)
}

func TestProgressComesWhileItSearchesAndCancelStopsIt(t *testing.T) {
	server := startServer(t)
	search, err := connect(t, server.target()).Solve(context.Background(), endless())
	if err != nil {
		t.Fatal(err)
	}
	var counts []int64
	for err == nil {
		var event *taquinv1.SolveResponse
		if event, err = search.Next(); event.GetProgress() != nil {
			counts = append(counts, event.GetProgress().ExpandedCount)
			if event.GetProgress().LowerBound < 1 {
				t.Error(event)
			}
		}
		if len(counts) == 3 {
			search.Cancel()
		}
	}
	if !errors.Is(err, context.Canceled) || status.Code(err) != codes.Canceled {
		t.Error(err)
	}
	for i := 1; i < len(counts); i++ {
		if counts[i] < counts[i-1] {
			t.Errorf("counts fall: %v", counts)
		}
	}
	waitFor(t, "the server to end the search", func() bool { return len(server.rpcs(t, "Solve", "Canceled")) == 1 })
}

func TestTheContextCancelsToo(t *testing.T) {
	server := startServer(t)
	ctx, cancel := context.WithCancel(context.Background())
	search, err := connect(t, server.target()).Solve(ctx, endless())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := search.Next(); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := search.Result(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	waitFor(t, "the server to end the search", func() bool { return len(server.rpcs(t, "Solve", "Canceled")) == 1 })
}

func TestABatchAnswersEachRequestByItsID(t *testing.T) {
	client := connect(t, startServer(t).target())
	requests := make(chan *taquinv1.SolveRequest)
	go func() {
		defer close(requests)
		for n := 0; n < 100; n++ {
			r := eight()
			r.Id = fmt.Sprint("eight-", n)
			requests <- r
			if n == 50 {
				requests <- &taquinv1.SolveRequest{Id: "no board"}
			}
		}
	}()
	answers := map[string]*taquinv1.SolveBatchResponse{}
	err := client.SolveBatch(context.Background(), requests, func(answer *taquinv1.SolveBatchResponse) error {
		answers[answer.Id] = answer
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	failure := taquin.ErrorOfStatus(answers["no board"].GetError())
	if failure.Code != codes.InvalidArgument || len(failure.Violations) != 1 || failure.Violations[0].Field != "start" {
		t.Error(failure, failure.Violations)
	}
	for n := 0; n < 100; n++ {
		expectOptimalPath(t, answers[fmt.Sprint("eight-", n)].GetResult())
	}
	if len(answers) != 101 {
		t.Error(len(answers))
	}
}

func TestLeavingABatchEarlyCancelsIt(t *testing.T) {
	server := startServer(t)
	requests := make(chan *taquinv1.SolveRequest, 2)
	first := eight()
	first.Id = "first"
	requests <- first
	requests <- endless()
	enough := errors.New("enough")
	var heard []string
	err := connect(t, server.target()).SolveBatch(context.Background(), requests,
		func(answer *taquinv1.SolveBatchResponse) error { heard = append(heard, answer.Id); return enough })
	if !errors.Is(err, enough) || !reflect.DeepEqual(heard, []string{"first"}) {
		t.Error(err, heard)
	}
	waitFor(t, "the server to end the batch", func() bool { return len(server.rpcs(t, "SolveBatch", "Canceled")) == 1 })
}
