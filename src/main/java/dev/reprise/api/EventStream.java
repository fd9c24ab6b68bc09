package dev.reprise.api;

import dev.reprise.journal.Position;
import dev.reprise.journal.Recorded;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One client that follows one run: how far it has come, and what waits to be written.
 *
 * <p>Writing never blocks: what the connection does not take at once waits here, and no more is
 * read from the journal until it is gone. A client that takes nothing for {@link #PATIENCE} is
 * dropped; it can come back and say where it was.
 */
final class EventStream implements WriteListener {

  static final Duration HEARTBEAT = Duration.ofSeconds(10);
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final UUID run;
  private final AsyncContext exchange;
  private final ServletOutputStream out;
  private final ReentrantLock lock = new ReentrantLock();

  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private Position position;
  private Instant moved;
  private boolean isWritable;
  private boolean isUnflushed;
  private boolean isComplete;
  private boolean isClosed;

  EventStream(
      UUID run, Position after, AsyncContext exchange, ServletOutputStream out, Instant now) {
    this.run = run;
    this.position = after;
    this.exchange = exchange;
    this.out = out;
    this.moved = now;
  }

  UUID run() {
    return run;
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

  void snapshot(ServerSentEvents.Snapshot snapshot) {
    lock.lock();
    try {
      waiting.add(ServerSentEvents.text(snapshot));
    } finally {
      lock.unlock();
    }
  }

  void add(List<Recorded> events, Instant now) {
    lock.lock();
    try {
      for (Recorded event : events) {
        waiting.add(ServerSentEvents.text(event));
        position = event.position();
      }
      moved = now;
      write();
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
   * Writes a sign of life where nothing else was written, and drops a client that takes nothing.
   */
  void tend(Instant now) {
    lock.lock();
    try {
      Duration still = Duration.between(moved, now);
      boolean isBehind = !waiting.isEmpty() || isUnflushed;
      if (isBehind && still.compareTo(PATIENCE) > 0) {
        drop();
      } else if (!isBehind && still.compareTo(HEARTBEAT) > 0) {
        moved = now;
        waiting.add(ServerSentEvents.heartbeat());
        write();
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
        waiting.clear();
        exchange.complete();
      }
    } catch (IllegalStateException alreadyOver) {
      isClosed = true; // the container was faster
    } finally {
      lock.unlock();
    }
  }

  private void write() {
    if (!isWritable || isClosed) {
      return;
    }
    try {
      while (out.isReady()) {
        if (!waiting.isEmpty()) {
          out.write(waiting.remove());
          isUnflushed = true;
        } else if (isUnflushed) {
          isUnflushed = false;
          out.flush();
        } else {
          if (isComplete) {
            drop();
          }
          return;
        }
      }
    } catch (IOException | IllegalStateException lost) {
      drop();
    }
  }
}
