package dev.reprise.api.stream;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes what waits for one client to its connection, at most one thread at a time.
 *
 * <p>It writes on a thread of its own, because a container may block in a write that it said it was
 * ready for. Only {@link #drop} and the methods of the listener may be called without the stream's
 * lock. Tested by {@code EventStreamsTest}.
 */
final class StreamWriter implements WriteListener {

  private static final System.Logger LOG = System.getLogger(StreamWriter.class.getName());

  /** As much is written at once. A client shows that it is alive by taking it. */
  private static final int SLICE_BYTES = 16 * 1024;

  private final Connection connection;
  private final ServletOutputStream out;
  private final ReentrantLock lock;
  private final Clock clock;

  private Optional<StreamChunk> waiting;
  private int nextText;
  private int nextByte;
  private Instant lastProgress;

  private boolean isWritable;
  private boolean isWriting;
  private boolean isUnflushed;
  private boolean isComplete;
  private boolean isClosed;

  /**
   * The server's end of a client's connection.
   *
   * @param out is written to, and may block
   * @param end ends the exchange, and may block
   * @param threads on which both are done
   */
  record Connection(ServletOutputStream out, Runnable end, Executor threads) {}

  /**
   * @param start what is written first, once the container says that it can be
   * @param lock of the stream
   */
  StreamWriter(StreamChunk start, Connection connection, ReentrantLock lock, Clock clock) {
    this.waiting = Optional.of(start);
    this.connection = connection;
    this.out = connection.out();
    this.lock = lock;
    this.clock = clock;
    this.lastProgress = clock.instant();
  }

  /** Returns what is not written yet. */
  Optional<StreamChunk> waiting() {
    return waiting;
  }

  /** Returns when the connection last took something, or was given something while it was idle. */
  Instant lastProgress() {
    return lastProgress;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Returns whether everything is written and more may follow. */
  boolean isIdle() {
    return waiting.isEmpty() && !isComplete && !isClosed;
  }

  /** Returns whether the connection has not taken everything yet. */
  boolean isBehind() {
    return waiting.isPresent() || isUnflushed || isWriting;
  }

  /** Writes a chunk from this of its texts on, after everything else was written. */
  void write(StreamChunk chunk, int firstText) {
    waiting = Optional.of(chunk);
    nextText = firstText;
    nextByte = 0;
    lastProgress = clock.instant();
    start();
  }

  /** Ends the exchange after what waits. */
  void complete() {
    isComplete = true;
    start();
  }

  @Override
  public void onWritePossible() {
    lock.lock();
    try {
      isWritable = true;
      start();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onError(Throwable lost) {
    drop();
  }

  /** Ends the exchange at once. */
  void drop() {
    lock.lock();
    try {
      if (!isClosed) {
        isClosed = true;
        waiting = Optional.empty();
        connection.threads().execute(this::end);
      }
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    try {
      connection.end().run();
    } catch (IllegalStateException e) {
      LOG.log(Level.DEBUG, "the container had ended the exchange before", e);
    }
  }

  private void start() {
    if (isWritable && !isClosed && !isWriting) {
      isWriting = true;
      connection.threads().execute(this::writeAll);
    }
  }

  private void writeAll() {
    try {
      for (Optional<Slice> next = next(); next.isPresent(); next = next()) {
        next.get().to(out);
        written(next.get());
      }
    } catch (IOException | IllegalStateException lost) {
      drop();
    }
  }

  /** A part of a text; an empty one makes the container send everything that was written. */
  private static final class Slice {

    private static final Slice FLUSH = new Slice(new byte[0], 0, 0);

    private final byte[] text;
    private final int from;
    private final int length;

    private Slice(byte[] text, int from, int length) {
      this.text = text;
      this.from = from;
      this.length = length;
    }

    private void to(ServletOutputStream out) throws IOException {
      if (length > 0) {
        out.write(text, from, length);
      } else {
        out.flush();
      }
    }
  }

  /** Returns what to write next. If that is nothing, the next call of {@link #start} writes on. */
  private Optional<Slice> next() {
    lock.lock();
    try {
      // With the lock, so that a container that becomes ready right after this starts a new thread.
      if (!isClosed && out.isReady()) {
        if (waiting.isPresent()) {
          byte[] text = waiting.get().texts().get(nextText);
          int length = Math.min(SLICE_BYTES, text.length - nextByte);
          return Optional.of(new Slice(text, nextByte, length));
        }
        if (isUnflushed) {
          return Optional.of(Slice.FLUSH);
        }
        if (isComplete) {
          drop();
        }
      }
      isWriting = false;
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private void written(Slice slice) {
    lock.lock();
    try {
      isUnflushed = slice.length > 0;
      if (!isUnflushed || waiting.isEmpty()) {
        return;
      }
      lastProgress = clock.instant();
      nextByte += slice.length;
      if (nextByte == slice.text.length) {
        nextByte = 0;
        nextText++;
      }
      if (nextText == waiting.get().texts().size()) {
        waiting = Optional.empty();
      }
    } finally {
      lock.unlock();
    }
  }
}
