package taquin_test

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	taquin "github.com/taquin/taquin/examples/go"
	"github.com/taquin/taquin/examples/go/gen/taquinv1"
)

// failureOf gives the *Error that a call must end with.
func failureOf(t *testing.T, err error) *taquin.Error {
	t.Helper()
	var failure *taquin.Error
	if !errors.As(err, &failure) {
		t.Fatalf("not an *Error: %v", err)
	}
	return failure
}

func TestEveryBadFieldIsNamed(t *testing.T) {
	bad := request("1 1 / 2 0")
	bad.TargetGap, bad.Threads = 7, -1
	_, err := connect(t, startServer(t).target()).SolveOnce(context.Background(), bad)
	failure := failureOf(t, err)
	if failure.Code != codes.InvalidArgument || failure.RetryAfter != 0 {
		t.Error(failure)
	}
	fields := map[string]string{}
	for _, violation := range failure.Violations {
		fields[violation.Field] = violation.Description
	}
	for _, field := range []string{"start.tiles", "target_gap", "threads"} {
		if fields[field] == "" {
			t.Errorf("%s is not named in %v", field, failure.Violations)
		}
	}
}

func TestAStreamDecodesItsErrorsToo(t *testing.T) {
	search, err := connect(t, startServer(t).target()).Solve(context.Background(), &taquinv1.SolveRequest{})
	if err == nil {
		_, err = search.Result()
	}
	failure := failureOf(t, err)
	if len(failure.Violations) != 1 || failure.Violations[0].Field != "start" {
		t.Error(failure.Violations)
	}
}

func TestARefusalSaysWhenToTryAgain(t *testing.T) {
	// One search runs, one waits, and a third is refused.
	client := connect(t, startServer(t, "--max-active", "1", "--max-queued", "1").target())
	begin := func(until func(*taquinv1.SolveResponse) bool) {
		search, err := client.Solve(context.Background(), endless())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(search.Cancel)
		for {
			event, err := search.Next()
			if err != nil {
				t.Fatal(err)
			}
			if until(event) {
				return
			}
		}
	}
	begin(func(event *taquinv1.SolveResponse) bool { return event.GetProgress() != nil })
	begin(func(event *taquinv1.SolveResponse) bool { return event.GetQueued() != nil })
	_, err := client.SolveOnce(context.Background(), eight())
	if failure := failureOf(t, err); failure.Code != codes.ResourceExhausted || failure.RetryAfter <= 0 {
		t.Error(failure, failure.RetryAfter)
	}
}

func TestADeadlineBringsTheBestSoFar(t *testing.T) {
	client := connect(t, startServer(t).target())
	// The server keeps a tenth of a second back for its answer, which a busy machine may need longer for.
	for _, timeout := range []time.Duration{time.Second, 4 * time.Second, 16 * time.Second} {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		result, err := client.SolveOnce(ctx, endless())
		cancel()
		if err == nil {
			if result.Limit != taquinv1.Limit_LIMIT_TIME || result.LowerBound == 0 {
				t.Error(result)
			}
			return
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
	}
	t.Error("no result before any deadline")
}

func TestADeadlineEndsACallThatNobodyAnswers(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	_, err = connect(t, silent.Addr().String()).SolveOnce(ctx, eight())
	if failureOf(t, err).Code != codes.DeadlineExceeded || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestNoServerIsUnavailable(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	target := taken.Addr().String()
	taken.Close()
	_, err = connect(t, target).SolveOnce(context.Background(), eight())
	if failureOf(t, err).Code != codes.Unavailable {
		t.Error(err)
	}
}
