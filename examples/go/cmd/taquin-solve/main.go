// Command taquin-solve solves a board and shows how the search gets on. Ctrl-C stops the search.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"google.golang.org/grpc/codes"

	taquin "github.com/taquin/taquin/examples/go"
	"github.com/taquin/taquin/examples/go/gen/taquinv1"
)

const (
	exitNoPath      = 1
	exitUsage       = 2
	exitUnreachable = 4
	exitInterrupted = 130
)

func main() {
	server := flag.String("server", "localhost:50051", "gRPC `target`")
	algorithm := flag.String("algorithm", "auto", "as in ida-star; GetCapabilities lists them")
	timeout := flag.Duration("timeout", 0, "when the best path so far is wanted; 0: no bound")
	authority := flag.String("cacert", "", "authority to trust, a `file` of PEM; makes the connection TLS")
	tokenFile := flag.String("token-file", "", "`file` with the bearer token; wants -cacert")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: taquin-solve [FLAG...] '1 2 3 / 4 5 6 / 7 _ 8'")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(exitUsage)
	}
	board, err := taquin.ParseBoard(flag.Arg(0))
	exitOn(err, exitUsage)
	name := "ALGORITHM_" + strings.ToUpper(strings.ReplaceAll(*algorithm, "-", "_"))
	number, known := taquinv1.Algorithm_value[name]
	if !known {
		exitOn(fmt.Errorf("no algorithm %q", *algorithm), exitUsage)
	}
	connect, err := connectOptions(*authority, *tokenFile)
	exitOn(err, exitUsage)

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *timeout)
		defer cancel()
	}
	client, err := taquin.New(*server, connect...)
	exitOn(err, exitUsage)
	defer client.Close()
	found, err := solve(ctx, client, &taquinv1.SolveRequest{Start: board, Algorithm: taquinv1.Algorithm(number)})
	var failure *taquin.Error
	switch {
	case errors.Is(err, context.Canceled):
		os.Exit(exitInterrupted)
	case errors.As(err, &failure) && failure.Code == codes.InvalidArgument:
		for _, violation := range failure.Violations {
			fmt.Fprintf(os.Stderr, "  %s: %s\n", violation.Field, violation.Description)
		}
		exitOn(err, exitUsage)
	}
	exitOn(err, exitUnreachable)
	if !found {
		os.Exit(exitNoPath)
	}
}

func exitOn(err error, code int) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "taquin-solve:", err)
		os.Exit(code)
	}
}

func connectOptions(authority, tokenFile string) ([]taquin.Option, error) {
	var options []taquin.Option
	if authority != "" {
		pem, err := os.ReadFile(authority)
		if err != nil {
			return nil, err
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s holds no certificate", authority)
		}
		options = append(options, taquin.WithTLS(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	if tokenFile != "" {
		token, err := os.ReadFile(tokenFile)
		if err != nil {
			return nil, err
		}
		options = append(options, taquin.WithToken(strings.TrimSpace(string(token))))
	}
	return options, nil
}

// solve prints what it hears, and tells whether there is a path.
func solve(ctx context.Context, client *taquin.Client, request *taquinv1.SolveRequest) (bool, error) {
	search, err := client.Solve(ctx, request)
	if err != nil {
		return false, err
	}
	defer search.Cancel()
	start := time.Now()
	for {
		response, err := search.Next()
		if err != nil {
			return false, err
		}
		switch event := response.Event.(type) {
		case *taquinv1.SolveResponse_Queued:
			fmt.Fprintln(os.Stderr, event.Queued.Position, "ahead in the queue")
		case *taquinv1.SolveResponse_Progress:
			fmt.Fprintf(os.Stderr, "%v: at least %d moves, %d expanded\n", time.Since(start).Round(time.Millisecond),
				event.Progress.LowerBound, event.Progress.ExpandedCount)
		case *taquinv1.SolveResponse_Improved:
			fmt.Fprintln(os.Stderr, "a path of", event.Improved.Length, "moves")
		case *taquinv1.SolveResponse_Result:
			result := event.Result
			outcome := strings.ToLower(strings.TrimPrefix(result.Outcome.String(), "OUTCOME_"))
			if result.Length == nil {
				fmt.Println(outcome, result.Detail)
				return false, nil
			}
			fmt.Println(outcome, result.GetLength(), "moves")
			fmt.Println(taquin.FormatMoves(result.Moves))
			return true, nil
		}
	}
}
