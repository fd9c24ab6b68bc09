package dev.reprise.model.provider;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response while it comes. Silence and length are bounded, and a reader can be
 * interrupted. Closing the body before its end closes the connection. Tested by {@code
 * OpenAiProviderTest}.
 */
public final class BoundedResponseBody extends InputStream
    implements BodySubscriber<BoundedResponseBody> {

  /** How long the end of a body may take after all that is needed of it has come. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(5);

  private Duration stallTimeout;
  private final long maxBytes;
  private final boolean hasKnownEnd;

  /** At most one piece and the end: the next piece is requested when this one has been taken. */
  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();

  private final Queue<ByteBuffer> buffers = new ArrayDeque<>();
  private long taken;
  private boolean ended;
  private Flow.@Nullable Subscription subscription;
  private boolean closed;

  private sealed interface Piece {
    record Bytes(List<ByteBuffer> buffers) implements Piece {}

    record End() implements Piece {}

    record Broken(Throwable cause) implements Piece {}
  }

  /** The body is longer than allowed. */
  public static final class BodyTooLongException extends IOException {
    BodyTooLongException(long maxBytes) {
      super("the answer has more than %d bytes".formatted(maxBytes));
    }
  }

  /**
   * @param head of the response
   */
  public BoundedResponseBody(Duration stallTimeout, long maxBytes, HttpHeaders head) {
    this.stallTimeout = stallTimeout;
    this.maxBytes = maxBytes;
    this.hasKnownEnd =
        head.firstValue("Content-Length").isPresent()
            || head.firstValue("Transfer-Encoding").isPresent();
  }

  /**
   * Returns whether the response says where it ends. If it does not, a connection that was lost
   * looks like the end.
   */
  public boolean hasKnownEnd() {
    return hasKnownEnd;
  }

  @Override
  public CompletionStage<BoundedResponseBody> getBody() {
    return CompletableFuture.completedFuture(
        this); // complete at once, because the body is read while it comes
  }

  @Override
  public synchronized void onSubscribe(Flow.Subscription begun) {
    subscription = begun;
    if (closed) {
      begun.cancel();
    } else {
      begun.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> more) {
    pieces.add(new Piece.Bytes(more));
  }

  @Override
  public void onError(Throwable cause) {
    pieces.add(new Piece.Broken(cause));
  }

  @Override
  public void onComplete() {
    pieces.add(new Piece.End());
  }

  /** Waits at most 5 s for whatever comes from now on: the reader has what it needs. */
  public void expectEnd() {
    if (stallTimeout.compareTo(END_TIMEOUT) > 0) {
      stallTimeout = END_TIMEOUT;
    }
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /**
   * @throws HttpTimeoutException if nothing comes within the stall timeout
   * @throws BodyTooLongException if the body is longer than allowed
   * @throws ClosedByInterruptException if the reader is interrupted; its interrupt flag stays set
   * @throws IOException if the connection breaks
   */
  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (buffers.isEmpty() && !ended) {
      take();
    }
    ByteBuffer buffer = buffers.peek();
    if (buffer == null) {
      return -1;
    }
    int count = Math.min(length, buffer.remaining());
    buffer.get(target, offset, count);
    if (!buffer.hasRemaining()) {
      buffers.remove();
    }
    return count;
  }

  private void take() throws IOException {
    switch (next()) {
      case Piece.Bytes(List<ByteBuffer> more) -> {
        for (ByteBuffer buffer : more) {
          taken += buffer.remaining();
          if (buffer.hasRemaining()) {
            buffers.add(buffer);
          }
        }
        if (taken > maxBytes) {
          throw new BodyTooLongException(maxBytes);
        }
        askForMore();
      }
      case Piece.End ignored -> ended = true;
      case Piece.Broken(Throwable cause) -> throw new IOException("the answer broke off", cause);
    }
  }

  private Piece next() throws IOException {
    try {
      Piece piece = pieces.poll(stallTimeout.toMillis(), TimeUnit.MILLISECONDS);
      if (piece == null) {
        throw new HttpTimeoutException("nothing came for " + stallTimeout);
      }
      return piece;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    }
  }

  private synchronized void askForMore() {
    if (subscription != null) {
      subscription.request(1);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (subscription != null) {
      subscription.cancel();
    }
  }
}
