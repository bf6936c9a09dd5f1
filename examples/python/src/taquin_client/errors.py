"""Errors of the service, with the standard details that it attaches."""

import dataclasses

import grpc
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status


@dataclasses.dataclass(frozen=True)
class Violation:
    """One thing that is wrong with a request."""

    field: str  # Path of the field, as in "limits.time".
    description: str


class TaquinError(Exception):
    """A call, or one request of a batch, that failed."""

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        violations: tuple[Violation, ...] = (),
        retry_after: float | None = None,
    ):
        super().__init__(f"{code.name}: {message}")
        self.code = code
        self.message = message
        self.violations = violations  # Every bad field of an INVALID_ARGUMENT.
        self.retry_after = retry_after  # Seconds to wait before another try, if the server says so.


def error_of_status(status: status_pb2.Status) -> TaquinError:
    """The error that a google.rpc.Status tells of."""
    violations: list[Violation] = []
    retry_after = None
    for detail in status.details:
        bad_request = error_details_pb2.BadRequest()
        retry_info = error_details_pb2.RetryInfo()
        if detail.Unpack(bad_request):
            violations += [Violation(each.field, each.description) for each in bad_request.field_violations]
        elif detail.Unpack(retry_info):
            retry_after = retry_info.retry_delay.ToTimedelta().total_seconds()
    code = grpc.StatusCode[code_pb2.Code.Name(status.code)]
    return TaquinError(code, status.message, tuple(violations), retry_after)


def error_of_call(error: grpc.RpcError) -> TaquinError:
    """The error of a call that failed; without details if it sent none."""
    status = rpc_status.from_call(error)
    if status is not None:
        return error_of_status(status)
    return TaquinError(error.code(), error.details() or "")
