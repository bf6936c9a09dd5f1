package org.taquin.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.RetryInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A call, or one request of a batch, that failed, with the standard details that the service attaches. */
public final class TaquinException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * One thing that is wrong with a request.
   *
   * @param field path of the field, as in "limits.time"
   */
  public record Violation(String field, String description) {}

  private final Status.Code code;
  private final transient List<Violation> violations;
  private final Duration retryAfter;

  private TaquinException(
      Status.Code code, String message, List<Violation> violations, Duration retryAfter, Throwable cause) {
    super(code + ": " + message, cause);
    this.code = code;
    this.violations = List.copyOf(violations);
    this.retryAfter = retryAfter;
  }

  /** What kind of failure. */
  public Status.Code code() {
    return code;
  }

  /** Every bad field of an INVALID_ARGUMENT. */
  public List<Violation> violations() {
    return violations;
  }

  /** How long to wait before another try, if the server says so. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** The error that an answer of a batch holds. */
  public static TaquinException of(com.google.rpc.Status status) {
    return of(status, null);
  }

  static TaquinException of(StatusRuntimeException error) {
    return of(StatusProto.fromThrowable(error), error);
  }

  private static TaquinException of(com.google.rpc.Status status, Throwable cause) {
    List<Violation> violations = new ArrayList<>();
    Duration retryAfter = null;
    try {
      for (Any detail : status.getDetailsList()) {
        if (detail.is(BadRequest.class)) {
          for (BadRequest.FieldViolation each : detail.unpack(BadRequest.class).getFieldViolationsList()) {
            violations.add(new Violation(each.getField(), each.getDescription()));
          }
        } else if (detail.is(RetryInfo.class)) {
          com.google.protobuf.Duration delay = detail.unpack(RetryInfo.class).getRetryDelay();
          retryAfter = Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
        }
      }
    } catch (InvalidProtocolBufferException error) {
      throw new IllegalStateException("details that are not what they say", error);
    }
    Status.Code code = Status.fromCodeValue(status.getCode()).getCode();
    return new TaquinException(code, status.getMessage(), violations, retryAfter, cause);
  }
}
