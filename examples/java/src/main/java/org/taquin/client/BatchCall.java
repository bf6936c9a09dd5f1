package org.taquin.client;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.taquin.v1.SolveBatchResponse;
import org.taquin.v1.SolveRequest;

/** One SolveBatch call. gRPC calls its methods one after another. */
final class BatchCall implements ClientResponseObserver<SolveRequest, SolveBatchResponse> {
  final CompletableFuture<Void> done = new CompletableFuture<>();
  private final Iterator<SolveRequest> requests;
  private final Consumer<SolveBatchResponse> answers;
  private ClientCallStreamObserver<SolveRequest> call;
  private boolean sentAll;

  BatchCall(Iterator<SolveRequest> requests, Consumer<SolveBatchResponse> answers) {
    this.requests = requests;
    this.answers = answers;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<SolveRequest> call) {
    this.call = call;
    call.setOnReadyHandler(this::sendWhileThereIsRoom);
    done.whenComplete(
        (nothing, error) -> {
          if (error != null) {
            call.cancel("the caller wants no more", error);
          }
        });
  }

  private void sendWhileThereIsRoom() {
    try {
      while (!sentAll && call.isReady()) {
        if (requests.hasNext()) {
          call.onNext(requests.next());
        } else {
          sentAll = true;
          call.onCompleted();
        }
      }
    } catch (RuntimeException error) {
      sentAll = true;
      done.completeExceptionally(error);
    }
  }

  @Override
  public void onNext(SolveBatchResponse answer) {
    if (done.isDone()) {
      return;
    }
    try {
      answers.accept(answer);
    } catch (RuntimeException error) {
      done.completeExceptionally(error);
    }
  }

  @Override
  public void onError(Throwable error) {
    done.completeExceptionally(
        error instanceof StatusRuntimeException status ? TaquinException.of(status) : error);
  }

  @Override
  public void onCompleted() {
    done.complete(null);
  }
}
