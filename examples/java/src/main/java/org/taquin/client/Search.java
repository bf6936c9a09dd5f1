package org.taquin.client;

import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.taquin.v1.SolveResponse;
import org.taquin.v1.SolveResult;

/**
 * A running search: its events, of which the last holds the result. Closing it early stops the search. Waiting for an
 * event throws {@link TaquinException}; after {@link #cancel}, one whose code is CANCELLED. One thread reads; any may
 * cancel.
 */
public final class Search implements Iterator<SolveResponse>, AutoCloseable {
  private final Context.CancellableContext context = Context.current().withCancellation();
  private final Iterator<SolveResponse> events;

  Search(Supplier<Iterator<SolveResponse>> call) {
    Context before = context.attach();
    try {
      events = call.get();
    } finally {
      context.detach(before);
    }
  }

  @Override
  public boolean hasNext() {
    try {
      return events.hasNext();
    } catch (StatusRuntimeException error) {
      throw TaquinException.of(error);
    }
  }

  @Override
  public SolveResponse next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return events.next();
  }

  /** Waits for the end, passing over what comes before. */
  public SolveResult result() {
    while (hasNext()) {
      SolveResponse event = next();
      if (event.hasResult()) {
        return event.getResult();
      }
    }
    throw new IllegalStateException("the stream ended without a result");
  }

  /** Stops the search, on the server too; does nothing once it has ended. */
  public void cancel() {
    context.cancel(null);
  }

  @Override
  public void close() {
    cancel();
  }
}
