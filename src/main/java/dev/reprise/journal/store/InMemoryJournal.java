package dev.reprise.journal.store;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.Blob;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.seal.StoredEvent;
import dev.reprise.platform.jdbc.Commit;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;

/**
 * The journal of one run in memory, with the same fence and chain as in the database. The run's row
 * is in the database as always.
 *
 * <p>An append that only advances the journal's end does not touch the row. So {@code
 * last_sequence} there lags until the next change that others must see. Tested by {@code
 * RoutingJournalTest}.
 */
final class InMemoryJournal {

  private static final int MAX_KIB = 64 * 1024;
  private static final String CATCH_UP = "UPDATE run SET last_sequence = ? WHERE id = ?";

  private final UUID run;
  private final EventEncoder recorder;
  private final DataSource database;
  private final int maxKib;
  private final ReentrantLock writing = new ReentrantLock();
  private final List<PreparedAppend.Entry> entries =
      new ArrayList<>(); // guarded by itself, and only briefly
  private int kibibytes; // guarded by the entries, as is the next
  private boolean hasEnded;
  private long epoch;

  InMemoryJournal(UUID run, EventEncoder recorder, DataSource database) {
    this(run, recorder, database, MAX_KIB);
  }

  /** Creates a journal of at most {@code maxKib}; beyond that it takes only changes of the row. */
  InMemoryJournal(UUID run, EventEncoder recorder, DataSource database, int maxKib) {
    this.run = run;
    this.recorder = recorder;
    this.database = database;
    this.maxKib = maxKib;
  }

  /**
   * See {@link Journal#append}. The result is complete at once: in memory an event is as durable as
   * it will ever be.
   *
   * @throws PayloadTooLargeException if an event is too large, or the journal as a whole
   */
  PendingAppend append(
      Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate change) {
    // also during the change of the row, so that memory and row agree; readers do not wait
    writing.lock();
    try {
      if (writer.epoch() < epoch || !head.equals(end())) {
        return failed(head, new StaleEpochException(run, writer.epoch()));
      }
      PreparedAppend append = PreparedAppend.of(recorder, writer, head, events, change);
      if (change.isAdvance()) {
        requireRoom(append);
      } else if (!changeRow(head, change)) {
        return failed(head, new StaleEpochException(run, writer.epoch()));
      }
      keep(append);
      return new PendingAppend(
          append.end(), append.events(), CompletableFuture.completedFuture(0), () -> {});
    } catch (SQLException e) {
      return failed(head, new JournalUnavailableException("append to", run, e));
    } finally {
      writing.unlock();
    }
  }

  private static PendingAppend failed(Position head, RuntimeException reason) {
    return new PendingAppend(head, List.of(), CompletableFuture.failedFuture(reason), () -> {});
  }

  private void requireRoom(PreparedAppend append) {
    int needed = kibibytes() + append.kibibytes();
    if (needed > maxKib) {
      throw new MemoryFullException(run, append.events().getLast(), needed, maxKib);
    }
  }

  /** Returns whether the row met the condition of the change; else nothing was changed. */
  private boolean changeRow(Position head, FencedUpdate change) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        // the condition of the change compares the journal's end in the row
        execute(connection, FencedUpdate.of(CATCH_UP, head.sequence(), run.toString()));
        boolean moved = execute(connection, change) == 1;
        if (moved) {
          for (FencedUpdate companion : change.companions()) {
            execute(connection, companion);
          }
          Commit.transaction(connection);
        } else {
          connection.rollback();
          connection.setAutoCommit(true);
        }
        return moved;
      } catch (SQLException | RuntimeException e) {
        Commit.rollBack(connection, e);
        throw e;
      }
    }
  }

  private static int execute(Connection connection, FencedUpdate change) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(change.sql())) {
      int index = 1;
      for (Object parameter : change.parameters()) {
        statement.setObject(index++, parameter);
      }
      return statement.executeUpdate();
    }
  }

  private void keep(PreparedAppend append) {
    epoch = append.writer().epoch();
    synchronized (entries) {
      entries.addAll(append.entries());
      kibibytes += append.kibibytes();
      hasEnded = isEnd(append.events().getLast());
    }
  }

  private static boolean isEnd(RunEvent event) {
    return switch (event) {
      case LifecycleEvent.Completed ignored -> true;
      case LifecycleEvent.Failed ignored -> true;
      case ControlEvent.Cancelled ignored -> true;
      case LifecycleEvent.DeadLettered ignored -> true;
      default -> false;
    };
  }

  /** Returns where it ends. */
  Position end() {
    synchronized (entries) {
      return entries.isEmpty() ? Position.START : entries.getLast().position();
    }
  }

  /** Returns roughly how much memory it takes, in KiB. */
  int kibibytes() {
    synchronized (entries) {
      return kibibytes;
    }
  }

  /** Returns whether its newest event is the end of the run. */
  boolean hasEnded() {
    synchronized (entries) {
      return hasEnded;
    }
  }

  /** See {@link Journal#read}. */
  List<RecordedEvent> read(Position after, int limit) {
    return page(after, limit).stream()
        .map(
            entry -> {
              StoredEvent row = entry.row();
              return recorder.read(row, entry.blob().map(Blob::content).orElse(row.payload()));
            })
        .toList();
  }

  private List<PreparedAppend.Entry> page(Position after, int limit) {
    synchronized (entries) {
      int from = (int) Math.min(after.sequence(), entries.size());
      return List.copyOf(entries.subList(from, Math.min(entries.size(), from + limit)));
    }
  }

  /** See {@link Journal#position}. */
  Position position(long sequence) {
    synchronized (entries) {
      if (sequence == 0) {
        return Position.START;
      }
      if (sequence > entries.size()) {
        throw new IllegalArgumentException(
            "the journal of run %s has no event %d".formatted(run, sequence));
      }
      return entries.get((int) sequence - 1).position();
    }
  }
}
