package dev.reprise.journal.store;

import dev.reprise.journal.Appended;
import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalUnavailable;
import dev.reprise.journal.MemoryFull;
import dev.reprise.journal.PayloadTooLarge;
import dev.reprise.journal.Position;
import dev.reprise.journal.Recorded;
import dev.reprise.journal.RowChange;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpoch;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.Append;
import dev.reprise.journal.seal.Blob;
import dev.reprise.journal.seal.Recorder;
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
 * The journal of one run in memory, with the fence and the chain of those in the database. The
 * run's row is in the database as ever.
 *
 * <p>An append that changes nothing in the row but the journal's end leaves the row alone, so
 * {@code last_sequence} there lags behind until the next change that others have to see.
 */
final class VolatileJournal {

  private static final int MAX_KIB = 64 * 1024;
  private static final String CATCH_UP = "UPDATE run SET last_sequence = ? WHERE id = ?";

  private final UUID run;
  private final Recorder recorder;
  private final DataSource database;
  private final int maxKib;
  private final ReentrantLock writing = new ReentrantLock();
  private final List<Append.Entry> entries =
      new ArrayList<>(); // guarded by itself, and never for long
  private int kibibytes; // guarded by the entries, as is the next
  private boolean hasEnded;
  private long epoch;

  VolatileJournal(UUID run, Recorder recorder, DataSource database) {
    this(run, recorder, database, MAX_KIB);
  }

  /** Begins one that takes so many KiB, and behind them only how the run ends. */
  VolatileJournal(UUID run, Recorder recorder, DataSource database, int maxKib) {
    this.run = run;
    this.recorder = recorder;
    this.database = database;
    this.maxKib = maxKib;
  }

  /**
   * See {@link Journal#append}. What is returned is complete: for the memory of a server, an event
   * is as durable as it will ever be.
   *
   * @throws PayloadTooLarge if an event is, or the journal as a whole
   */
  Appended append(Writer writer, Position head, List<? extends RunEvent> events, RowChange change) {
    writing.lock(); // across the change of the row, so that memory and row agree; readers go on
    try {
      if (writer.epoch() < epoch || !head.equals(end())) {
        return failed(head, new StaleEpoch(run, writer.epoch()));
      }
      Append append = Append.of(recorder, writer, head, events, change);
      if (change.isAdvance()) {
        requireRoom(append);
      } else if (!changeRow(head, change)) {
        return failed(head, new StaleEpoch(run, writer.epoch()));
      }
      keep(append);
      return new Appended(
          append.end(), append.events(), CompletableFuture.completedFuture(0), () -> {});
    } catch (SQLException e) {
      return failed(head, new JournalUnavailable("append to", run, e));
    } finally {
      writing.unlock();
    }
  }

  private static Appended failed(Position head, RuntimeException reason) {
    return new Appended(head, List.of(), CompletableFuture.failedFuture(reason), () -> {});
  }

  private void requireRoom(Append append) {
    int needed = kibibytes() + append.kibibytes();
    if (needed > maxKib) {
      throw new MemoryFull(run, append.events().getLast(), needed, maxKib);
    }
  }

  /** Returns whether the row fulfilled the condition of the change; else nothing was changed. */
  private boolean changeRow(Position head, RowChange change) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        // the change expects to find the journal's end in the row
        execute(connection, RowChange.of(CATCH_UP, head.sequence(), run.toString()));
        boolean moved = execute(connection, change) == 1;
        if (moved) {
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

  private static int execute(Connection connection, RowChange change) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(change.sql())) {
      int index = 1;
      for (Object parameter : change.parameters()) {
        statement.setObject(index++, parameter);
      }
      return statement.executeUpdate();
    }
  }

  private void keep(Append append) {
    epoch = append.writer().epoch();
    synchronized (entries) {
      entries.addAll(append.entries());
      kibibytes += append.kibibytes();
      hasEnded = isEnd(append.events().getLast());
    }
  }

  private static boolean isEnd(RunEvent event) {
    return switch (event) {
      case RunEvent.RunCompleted ignored -> true;
      case RunEvent.RunFailed ignored -> true;
      case RunEvent.RunCancelled ignored -> true;
      case RunEvent.RunDeadLettered ignored -> true;
      default -> false;
    };
  }

  /** Returns where it ends. */
  Position end() {
    synchronized (entries) {
      return entries.isEmpty() ? Position.START : entries.getLast().position();
    }
  }

  /** Returns about how much memory it takes. */
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
  List<Recorded> read(Position after, int limit) {
    return page(after, limit).stream()
        .map(
            entry -> {
              StoredEvent row = entry.row();
              return recorder.read(row, entry.blob().map(Blob::content).orElse(row.payload()));
            })
        .toList();
  }

  private List<Append.Entry> page(Position after, int limit) {
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
