package dev.reprise.mcp.transport;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the beginning of the body of a refused request, and fails the request with it.
 *
 * @param <T> the body that the caller expects; it gets none
 */
final class RefusalBody<T> implements BodySubscriber<T> {

  /** How much is read; enough for the words of an error. */
  private static final int MAX_BYTES = 4 * 1024;

  private final Function<String, HttpRefusalException> refusal;
  private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
  private final CompletableFuture<T> body = new CompletableFuture<>();
  private @Nullable Subscription subscription;

  /**
   * @param refusal makes the failure from the beginning of the body
   */
  RefusalBody(Function<String, HttpRefusalException> refusal) {
    this.refusal = refusal;
  }

  @Override
  public CompletionStage<T> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] bytes = new byte[Math.min(buffer.remaining(), MAX_BYTES - beginning.size())];
      buffer.get(bytes);
      beginning.writeBytes(bytes);
    }
    if (beginning.size() == MAX_BYTES && subscription != null) {
      subscription.cancel();
      onComplete();
    }
  }

  /** The status says enough without the rest of the body. */
  @Override
  public void onError(Throwable broken) {
    onComplete();
  }

  @Override
  public void onComplete() {
    body.completeExceptionally(refusal.apply(beginning.toString(StandardCharsets.UTF_8)));
  }
}
