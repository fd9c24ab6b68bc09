package dev.reprise.api.stream;

import dev.reprise.journal.Position;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One client that follows one run: how far it has come, and what waits to be written.
 *
 * <p>Whoever feeds a stream never blocks: what the connection does not take at once waits here, and
 * nothing more is read from the journal until it is gone. A thread of the stream's own writes,
 * because a container may block in a write that it said it was ready for. A client that takes
 * nothing for too long is dropped; it can come back and say where it was.
 */
final class EventStream implements WriteListener {

  private static final System.Logger LOG = System.getLogger(EventStream.class.getName());

  /** Clients are promised a sign of life every 15 seconds. */
  static final Duration HEARTBEAT = Duration.ofSeconds(10);

  /** As much is written at once; a client shows that it is alive by taking it. */
  private static final int CHUNK_BYTES = 16 * 1024;

  private final UUID run;
  private final Connection connection;
  private final ServletOutputStream out;
  private final Clock clock;
  private final Instant opened;
  private final ReentrantLock lock = new ReentrantLock();

  private final LiveDeltas live = new LiveDeltas();

  private Optional<StreamChunk> waiting;
  private int nextText;
  private int nextByte;
  private Position position;

  /** When the connection last took something, or was given something after it had taken all. */
  private Instant moved;

  private boolean isWritable;
  private boolean isWriting;
  private boolean isUnflushed;
  private boolean isComplete;
  private boolean isClosed;

  /**
   * What a stream has of its client.
   *
   * @param out is written to, and may block
   * @param end ends the exchange, and may block
   * @param threads on which both are done
   */
  record Connection(ServletOutputStream out, Runnable end, Executor threads) {}

  /**
   * @param start what is written first, which leaves the stream where the client left off
   */
  EventStream(UUID run, StreamChunk start, Connection connection, Clock clock) {
    this.run = run;
    this.waiting = Optional.of(start);
    this.position = start.end();
    this.connection = connection;
    this.out = connection.out();
    this.clock = clock;
    this.opened = clock.instant();
    this.moved = opened;
  }

  UUID run() {
    return run;
  }

  Instant opened() {
    return opened;
  }

  boolean isClosed() {
    lock.lock();
    try {
      return isClosed;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether all that was read from the journal is written, so that more may be read. */
  boolean wantsMore() {
    lock.lock();
    try {
      return waiting.isEmpty() && !isComplete && !isClosed;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the newest event that was read for this client. */
  Position position() {
    lock.lock();
    try {
      return position;
    } finally {
      lock.unlock();
    }
  }

  /** Returns what the client has not taken yet. */
  Optional<StreamChunk> waiting() {
    lock.lock();
    try {
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  /** Returns when the client last took something. */
  Instant moved() {
    lock.lock();
    try {
      return moved;
    } finally {
      lock.unlock();
    }
  }

  /** Goes on with a passage that leads on from where the stream stands, which wants more. */
  void take(StreamChunk passage) {
    lock.lock();
    try {
      hold(passage);
    } finally {
      lock.unlock();
    }
  }

  /** Tells what is new and not recorded, if the client has taken all that was before. */
  void listen(LiveSnapshot now) {
    lock.lock();
    try {
      if (waiting.isEmpty() && !isComplete && !isClosed) {
        List<byte[]> texts = live.next(now);
        if (!texts.isEmpty()) {
          hold(new StreamChunk(position, texts, position));
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Closes the stream behind what waits. */
  void complete() {
    lock.lock();
    try {
      isComplete = true;
      write();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Writes a sign of life where nothing else was written, and drops a client that took nothing for
   * longer than it may.
   */
  void tend(Duration patience) {
    lock.lock();
    try {
      Duration still = Duration.between(moved, clock.instant());
      boolean isBehind = waiting.isPresent() || isUnflushed || isWriting;
      if (isBehind && still.compareTo(patience) > 0) {
        LOG.log(
            Level.INFO,
            "a stream of run %s is dropped: its client took nothing for %s; it may come back"
                .formatted(run, still));
        drop();
      } else if (!isBehind && still.compareTo(HEARTBEAT) > 0) {
        hold(StreamChunk.at(position, ServerSentEvents.heartbeat()));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onWritePossible() {
    lock.lock();
    try {
      isWritable = true;
      write();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onError(Throwable lost) {
    drop();
  }

  /** Ends the exchange at once; the client may come back. */
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
      LOG.log(Level.DEBUG, "the container was faster", e);
    }
  }

  private void hold(StreamChunk passage) {
    nextText = passage.nextFrom(position);
    nextByte = 0;
    waiting = Optional.of(passage);
    position = passage.end();
    moved = clock.instant();
    write();
  }

  /** Has what waits written, if nobody does so just now; to be called with the lock. */
  private void write() {
    if (isWritable && !isClosed && !isWriting) {
      isWriting = true;
      connection.threads().execute(this::writeAll);
    }
  }

  private void writeAll() {
    try {
      for (Optional<Chunk> next = next(); next.isPresent(); next = next()) {
        next.get().to(out);
        written(next.get());
      }
    } catch (IOException | IllegalStateException lost) {
      drop();
    }
  }

  /** A part of a text; an empty one has the container send all that was written. */
  private static final class Chunk {

    private static final Chunk SEND = new Chunk(new byte[0], 0, 0);

    private final byte[] text;
    private final int from;
    private final int length;

    private Chunk(byte[] text, int from, int length) {
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

  /** Returns what is to be written next; if that is nothing, somebody has to say when it is. */
  private Optional<Chunk> next() {
    lock.lock();
    try {
      // Under the lock, so that a container which becomes ready right behind this starts anew.
      if (!isClosed && out.isReady()) {
        if (waiting.isPresent()) {
          byte[] text = waiting.get().texts().get(nextText);
          int length = Math.min(CHUNK_BYTES, text.length - nextByte);
          return Optional.of(new Chunk(text, nextByte, length));
        }
        if (isUnflushed) {
          return Optional.of(Chunk.SEND);
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

  private void written(Chunk chunk) {
    lock.lock();
    try {
      isUnflushed = chunk.length > 0;
      if (!isUnflushed || waiting.isEmpty()) {
        return;
      }
      moved = clock.instant();
      nextByte += chunk.length;
      if (nextByte == chunk.text.length) {
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
