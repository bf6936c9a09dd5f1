// Package taquin is a client of taquin.v1.SolverService. Messages are those of the package taquinv1.
package taquin

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	"github.com/taquin/taquin/examples/go/gen/taquinv1"
)

// ServiceConfig says how calls are spread over servers and tried again, in gRPC's own terms. Every address that the
// target resolves to gets its share of the calls. A call that finds no server, or one that shuts down, is tried again
// elsewhere; gRPC does so only until an answer has begun to arrive.
const ServiceConfig = `{
  "loadBalancingConfig": [{"round_robin": {}}],
  "methodConfig": [{
    "name": [{"service": "taquin.v1.SolverService"}],
    "retryPolicy": {
      "maxAttempts": 4,
      "initialBackoff": "0.2s",
      "maxBackoff": "5s",
      "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]
    }
  }],
  "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.1}
}`

// keepaliveTime is how long a connection may be silent before it is probed. Servers allow a ping each 10 s.
const keepaliveTime = time.Minute

// Client holds a channel to one server, or to all that a target resolves to. Goroutines may share it.
type Client struct {
	connection *grpc.ClientConn
	stub       taquinv1.SolverServiceClient
}

// Option sets how New connects.
type Option func(*options)

type options struct {
	transport credentials.TransportCredentials
	dial      []grpc.DialOption
}

// WithTLS has the connection speak TLS. Without it, it is plaintext, which taquind offers on loopback.
func WithTLS(config *tls.Config) Option {
	return func(o *options) { o.transport = credentials.NewTLS(config) }
}

// WithToken sends a bearer token with every call. Wants WithTLS: New fails without.
func WithToken(token string) Option {
	return WithDialOptions(grpc.WithPerRPCCredentials(bearer(token)))
}

// WithDialOptions gives gRPC options of its own; a default service config comes before ServiceConfig.
func WithDialOptions(dial ...grpc.DialOption) Option {
	return func(o *options) { o.dial = append(o.dial, dial...) }
}

// New makes a client of a target such as "localhost:50051", "dns:///taquin.example:443" or "unix:/run/taquin.sock".
// It connects with the first call.
func New(target string, set ...Option) (*Client, error) {
	o := options{transport: insecure.NewCredentials()}
	for _, each := range set {
		each(&o)
	}
	dial := append([]grpc.DialOption{
		grpc.WithTransportCredentials(o.transport),
		grpc.WithDefaultServiceConfig(ServiceConfig),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: keepaliveTime}),
	}, o.dial...)
	connection, err := grpc.NewClient(target, dial...)
	if err != nil {
		return nil, err
	}
	return &Client{connection, taquinv1.NewSolverServiceClient(connection)}, nil
}

// Close ends every call, and the connections.
func (c *Client) Close() error { return c.connection.Close() }

// The deadline of a context is the call's. The server bounds its search by it, less a margin, so that the best path so
// far arrives in time: limits reached are results, not errors. Errors are *Error.

// SolveOnce searches, and waits for the result.
func (c *Client) SolveOnce(ctx context.Context, request *taquinv1.SolveRequest) (*taquinv1.SolveResult, error) {
	response, err := c.stub.SolveOnce(ctx, request)
	if err != nil {
		return nil, errorOfCall(err)
	}
	return response.Result, nil
}

// Search is a running search.
type Search struct {
	stream taquinv1.SolverService_SolveClient
	cancel context.CancelFunc
}

// Solve starts a search that reports while it runs. The caller reads to its end or calls Cancel.
func (c *Client) Solve(ctx context.Context, request *taquinv1.SolveRequest) (*Search, error) {
	ctx, cancel := context.WithCancel(ctx)
	stream, err := c.stub.Solve(ctx, request)
	if err != nil {
		cancel()
		return nil, errorOfCall(err)
	}
	return &Search{stream, cancel}, nil
}

// Next waits for the next event. The last one holds the result; after it comes io.EOF.
func (s *Search) Next() (*taquinv1.SolveResponse, error) {
	event, err := s.stream.Recv()
	if err != nil {
		s.cancel()
		return nil, errorOfCall(err)
	}
	return event, nil
}

// Result waits for the end, passing over what comes before.
func (s *Search) Result() (*taquinv1.SolveResult, error) {
	for {
		event, err := s.Next()
		if err != nil {
			return nil, err
		}
		if result := event.GetResult(); result != nil {
			s.cancel()
			return result, nil
		}
	}
}

// Cancel stops the search, on the server too; Next then fails with Canceled. It does nothing once the search has
// ended, and any goroutine may call it.
func (s *Search) Cancel() { s.cancel() }

// SolveBatch sends the requests that come from a channel, until that is closed, and hands over their answers, each with
// its request's id, as they get ready. A request that is wrong answers with an error, for ErrorOfStatus. SolveBatch
// returns when everything is answered; an error of answer's own ends the call and is returned. When it returns early,
// it reads the channel no further.
func (c *Client) SolveBatch(ctx context.Context, requests <-chan *taquinv1.SolveRequest,
	answer func(*taquinv1.SolveBatchResponse) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := c.stub.SolveBatch(ctx)
	if err != nil {
		return errorOfCall(err)
	}
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case request, more := <-requests:
				if !more {
					_ = stream.CloseSend()
					return
				}
				if stream.Send(request) != nil {
					return // Recv tells why.
				}
			}
		}
	}()
	for {
		response, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return errorOfCall(err)
		}
		if err := answer(response); err != nil {
			return err
		}
	}
}

type bearer string

func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Bearer " + string(b)}, nil
}

func (bearer) RequireTransportSecurity() bool { return true }
