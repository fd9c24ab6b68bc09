package dev.reprise.api.stream;

import dev.reprise.journal.Position;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One client that follows one run: the events that it was given, and whether it still takes them.
 *
 * <p>No method blocks. What the connection does not take at once waits in the stream's {@link
 * StreamWriter}, and the server reads no more of the journal for the stream until it has been
 * written. The server drops a client that takes nothing for too long. The client can reconnect and
 * say where it was.
 */
final class EventStream {

  private static final System.Logger LOG = System.getLogger(EventStream.class.getName());

  /** Shorter than the 15 s promised to clients. */
  static final Duration HEARTBEAT = Duration.ofSeconds(10);

  private final UUID run;
  private final Clock clock;
  private final Instant opened;

  /** Guards the state of the stream and of its writer. */
  private final ReentrantLock lock = new ReentrantLock();

  private final StreamWriter writer;
  private final LiveDeltas live = new LiveDeltas();
  private Position position;

  /**
   * A stream at one moment.
   *
   * @param position the newest event that was read for the client
   * @param waiting what the client has not taken yet
   * @param lastProgress when the client last took something, or was given something after it had
   *     taken everything
   * @param wantsMore whether everything that was read is written, so that more can be read
   */
  record Status(
      Position position,
      Optional<StreamChunk> waiting,
      Instant lastProgress,
      boolean wantsMore,
      boolean isClosed) {}

  /**
   * @param start what is written first; its end is where the client left off
   */
  EventStream(UUID run, StreamChunk start, StreamWriter.Connection connection, Clock clock) {
    this.run = run;
    this.clock = clock;
    this.opened = clock.instant();
    this.position = start.end();
    this.writer = new StreamWriter(start, connection, lock, clock);
  }

  UUID run() {
    return run;
  }

  Instant opened() {
    return opened;
  }

  /** Returns the writer, which the container calls when the connection takes more. */
  StreamWriter writer() {
    return writer;
  }

  Status status() {
    lock.lock();
    try {
      return new Status(
          position, writer.waiting(), writer.lastProgress(), writer.isIdle(), writer.isClosed());
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    return status().isClosed();
  }

  /** Writes a chunk that has the event after the position; ignored unless the stream wants more. */
  void offer(StreamChunk chunk) {
    lock.lock();
    try {
      if (writer.isIdle()) {
        write(chunk);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Writes what is new and not recorded, if the client has taken everything before it. */
  void offerLive(LiveSnapshot now) {
    lock.lock();
    try {
      if (writer.isIdle()) {
        List<byte[]> texts = live.next(now);
        if (!texts.isEmpty()) {
          write(new StreamChunk(position, texts, position));
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void write(StreamChunk chunk) {
    writer.write(chunk, chunk.nextFrom(position));
    position = chunk.end();
  }

  /** Closes the stream once pending output is written. */
  void complete() {
    lock.lock();
    try {
      writer.complete();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Writes a heartbeat if nothing else was written for {@link #HEARTBEAT}. Drops a client that has
   * taken nothing for longer than {@code maxStall}, although something waits.
   */
  void heartbeatOrDrop(Duration maxStall) {
    lock.lock();
    try {
      Duration idleTime = Duration.between(writer.lastProgress(), clock.instant());
      if (writer.isBehind() && idleTime.compareTo(maxStall) > 0) {
        LOG.log(
            Level.INFO,
            "run %s: dropped an event stream, because its client took nothing for %s; it may reconnect"
                .formatted(run, idleTime));
        drop();
      } else if (!writer.isBehind() && idleTime.compareTo(HEARTBEAT) > 0) {
        write(StreamChunk.at(position, ServerSentEvents.heartbeat()));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the exchange at once; the client may reconnect. */
  void drop() {
    writer.drop();
  }
}
