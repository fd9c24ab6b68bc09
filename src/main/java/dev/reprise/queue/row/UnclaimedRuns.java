package dev.reprise.queue.row;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Changes the status of runs that no job holds. Each change is recorded as an event, under an epoch
 * of its own. Tested by {@code ChildRunsTest}.
 */
@ApplicationScoped
public class UnclaimedRuns {

  private static final Set<RunStatus> RESTING = EnumSet.of(RunStatus.WAITING, RunStatus.PAUSED);

  private final Database database;
  private final Journal journal;
  private final ReasonEncryption reasons;

  @Inject
  public UnclaimedRuns(Database database, Journal journal, ReasonEncryption reasons) {
    this.database = database;
    this.journal = journal;
    this.reasons = reasons;
  }

  /** Returns a run's row, or empty if there is no such run. */
  public Optional<RunRow> find(UUID id) {
    return database.first(RunSql.ROW, RunRow::read, id).map(this::withEnd);
  }

  /**
   * Returns the row with the end of the run's journal in this server's memory, if the journal is
   * there.
   */
  public RunRow withEnd(RunRow row) {
    return row.inMemoryOn()
        .flatMap(server -> journal.endInMemory(row.id()))
        .map(row::endingAt)
        .orElse(row);
  }

  /** Returns whether this server can read and write the run's journal. */
  public boolean canAccessJournal(RunRow row) {
    return row.inMemoryOn().isEmpty() || journal.endInMemory(row.id()).isPresent();
  }

  /**
   * Queues a run with a migration, if its journal still ends at this position; otherwise does
   * nothing.
   */
  public boolean migrate(UUID id, Position head, ControlEvent.Migrated migrated) {
    Optional<RunRow> found = find(id).filter(row -> row.head().equals(head));
    List<RunEvent> events = found.map(row -> events(row.status(), migrated)).orElseGet(List::of);
    if (events.isEmpty()) {
      return false;
    }
    RunRow row = found.get();
    if (!canAccessJournal(row)) {
      throw new RecordElsewhereException(id, row.inMemoryOn().orElseThrow());
    }
    String version =
        migrated.agentVersion().map(ControlEvent.Migrated.Version::to).orElse(row.agentVersion());
    return append(row, row.head(), events, RunRowUpdates.migrate(row, events.size(), version));
  }

  /** Returns the events of a migration; empty if a run in this status cannot be migrated. */
  private static List<RunEvent> events(RunStatus status, ControlEvent.Migrated migrated) {
    Optional<String> reason = Optional.of(migrated.reason());
    return switch (status) {
      case QUEUED, WAITING -> List.of(migrated);
      case PAUSED ->
          List.of(new ControlEvent.Resumed(migrated.by(), reason, migrated.at()), migrated);
      case FAILED, DEAD_LETTER ->
          List.of(new ControlEvent.Retried(migrated.by(), migrated.at(), reason), migrated);
      case RUNNING, COMPLETED, CANCELLED -> List.of();
    };
  }

  /**
   * Changes a run to the status that the event determines.
   *
   * @param from the statuses in which the run may be
   * @return false if the run is in none of them, or another change came first
   * @throws RecordElsewhereException if the run's record is in memory, but not in this server's; a
   *     run whose server may be gone can still be cancelled
   */
  public boolean move(UUID id, Set<RunStatus> from, RunEvent event) {
    return move(id, from, List.of(event));
  }

  /**
   * Changes a run to the status that the last of the events determines, see {@link #move(UUID, Set,
   * RunEvent)}.
   */
  public boolean move(UUID id, Set<RunStatus> from, List<RunEvent> events) {
    return move(id, from, Optional.empty(), events);
  }

  /**
   * Changes the run likewise, if it is at a version.
   *
   * @param seen empty for any version
   */
  public boolean move(
      UUID id, Set<RunStatus> from, Optional<RunRow.Version> seen, List<RunEvent> events) {
    Optional<RunRow> found =
        find(id).filter(row -> from.contains(row.status())).filter(row -> row.isAt(seen));
    return found.isPresent() && moved(found.get(), events);
  }

  /**
   * Queues a waiting run with a person's decision, or pauses it if the decision does, if its
   * journal still ends at this position; otherwise does nothing.
   */
  public boolean resolve(UUID id, Position head, List<RunEvent> decision) {
    Optional<RunRow> found =
        find(id).filter(row -> row.status() == RunStatus.WAITING && row.head().equals(head));
    return found.isPresent() && moved(found.get(), decision);
  }

  /**
   * Changes a paused run by a person's decision about what it paused for, if its journal still ends
   * at this position; otherwise does nothing.
   */
  public boolean decide(UUID id, Position head, List<RunEvent> decision) {
    Optional<RunRow> found =
        find(id).filter(row -> row.status() == RunStatus.PAUSED && row.head().equals(head));
    return found.isPresent() && moved(found.get(), decision);
  }

  /**
   * Appends events that leave a waiting or paused run so, if its journal still ends at this
   * position and can be read here; otherwise does nothing.
   */
  public boolean note(UUID id, Position head, List<? extends RunEvent> events) {
    Optional<RunRow> found =
        find(id)
            .filter(row -> RESTING.contains(row.status()) && row.head().equals(head))
            .filter(this::canAccessJournal);
    return found.isPresent()
        && append(
            found.get(), head, List.copyOf(events), RunRowUpdates.note(found.get(), events.size()));
  }

  private boolean moved(RunRow row, List<RunEvent> events) {
    RunEvent event = events.getLast();
    RunStatus next = StatusTransitions.statusAfter(event).orElseThrow();
    if (!row.status().leadsTo(next)) {
      return false;
    }
    StatusChange change = reasons.statusChange(row.id(), event);
    if (canAccessJournal(row)) {
      return append(row, row.head(), events, RunRowUpdates.move(row, change, events.size()));
    }
    if (event instanceof ControlEvent.Cancelled) { // a cancellation does not depend on the record
      return append(
          row, Position.START, List.of(event), RunRowUpdates.endWithoutRecord(row, change));
    }
    throw new RecordElsewhereException(row.id(), row.inMemoryOn().orElseThrow());
  }

  private boolean append(RunRow row, Position head, List<RunEvent> events, FencedUpdate change) {
    try {
      journal.append(row.nextWriter(), head, events, change).await();
      return true;
    } catch (StaleEpochException e) {
      return false;
    }
  }
}
