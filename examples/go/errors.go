package taquin

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Violation is one thing that is wrong with a request.
type Violation struct {
	Field       string // Path of the field, as in "limits.time".
	Description string
}

// Error is a call, or one request of a batch, that failed. It wraps the status of gRPC: status.Code() knows it, and
// errors.Is() finds context.Canceled and context.DeadlineExceeded.
type Error struct {
	Code       codes.Code
	Message    string
	Violations []Violation   // Every bad field of an InvalidArgument.
	RetryAfter time.Duration // To wait before another try; 0 if the server does not say.

	status *status.Status
}

func (e *Error) Error() string { return fmt.Sprintf("%v: %s", e.Code, e.Message) }

// GRPCStatus is for the package status of gRPC.
func (e *Error) GRPCStatus() *status.Status { return e.status }

// Is tells of a cancel and a deadline as other packages do.
func (e *Error) Is(target error) bool {
	return target == context.Canceled && e.Code == codes.Canceled ||
		target == context.DeadlineExceeded && e.Code == codes.DeadlineExceeded
}

// ErrorOfStatus is the error that an answer of a batch holds.
func ErrorOfStatus(proto *rpcstatus.Status) *Error {
	s := status.FromProto(proto)
	e := &Error{Code: s.Code(), Message: s.Message(), status: s}
	for _, detail := range s.Details() {
		switch detail := detail.(type) {
		case *errdetails.BadRequest:
			for _, each := range detail.FieldViolations {
				e.Violations = append(e.Violations, Violation{each.Field, each.Description})
			}
		case *errdetails.RetryInfo:
			e.RetryAfter = detail.RetryDelay.AsDuration()
		}
	}
	return e
}

// errorOfCall makes an *Error of an error with a status of gRPC, and leaves any other as it is.
func errorOfCall(err error) error {
	var withStatus interface{ GRPCStatus() *status.Status }
	if !errors.As(err, &withStatus) {
		return err
	}
	return ErrorOfStatus(withStatus.GRPCStatus().Proto())
}
