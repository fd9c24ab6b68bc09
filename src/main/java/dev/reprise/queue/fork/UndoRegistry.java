package dev.reprise.queue.fork;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Records which calls of runs were undone, and by which run. At most one run at a time takes back
 * the calls of another run, the target, and the row of the target names this run.
 *
 * <p>Every method throws {@link DatabaseException} if the database fails.
 */
@ApplicationScoped
public class UndoRegistry {

  private static final String TARGET =
      "SELECT id, agent, agent_version, status, undo_run FROM run WHERE id = ? AND tenant = ?";

  private static final String IS_OPEN =
      """
      SELECT id FROM run
      WHERE id = ? AND status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED')""";

  private static final String BEGIN =
      "UPDATE run SET undo_run = ? WHERE id = ? AND tenant = ? AND undo_run ";

  private static final String FORKED_UP_TO =
      "SELECT id FROM run WHERE parent = ? AND tenant = ? AND parent_sequence <= ?";

  private static final String UNDONE =
      "SELECT event, undone_by, undone_at FROM undone WHERE run_id = ? AND tenant = ?";

  private static final String IS_UNDONE = "SELECT event FROM undone WHERE run_id = ? AND event = ?";

  private static final String NOTE =
      """
      INSERT INTO undone (run_id, event, tenant, undone_by, undone_at)
      VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP)""";

  private final Database database;
  private final Journal journal;

  @Inject
  public UndoRegistry(Database database, Journal journal) {
    this.database = database;
    this.journal = journal;
  }

  /**
   * A run whose calls an undo takes back.
   *
   * @param undo the newest run that takes back calls of this run, or did so
   */
  public record Target(
      UUID run, String agent, String agentVersion, RunStatus status, Optional<UUID> undo) {

    private static Target read(Row row) {
      return new Target(
          row.id("id"),
          row.text("agent"),
          row.text("agent_version"),
          row.constant(RunStatus.class, "status"),
          row.optionalId("undo_run"));
    }

    /** Returns whether the run takes no step while its calls are taken back. */
    public boolean rests() {
      return status.isEnded() || status == RunStatus.PAUSED;
    }
  }

  /** Returns a run of a tenant; empty if the tenant has no such run. */
  public Optional<Target> find(String tenant, UUID run) {
    return database.first(TARGET, Target::read, run, tenant);
  }

  /**
   * Returns the calls of a run after an event that can be undone, or were undone.
   *
   * @param after the number of the event; 0 for the whole run
   * @param undoable whether a tool of this name can undo its calls
   * @throws dev.reprise.journal.BrokenRecordException if the record is not authentic
   */
  public UndoPlan plan(
      String tenant, UUID run, AgentDefinition agent, long after, Predicate<String> undoable) {
    // The journal first: then the undo records read after it are at least as new as the calls.
    List<ToolCallRecord> calls = ToolCallHistory.read(journal, run, agent, undoable);
    return UndoPlan.of(run, after, calls, undone(tenant, run));
  }

  /** Returns the undo records of a run by the events with which the calls ended. */
  Map<Long, UndoRecord> undone(String tenant, UUID run) {
    return database.rows(UNDONE, UndoRegistry::read, run, tenant).stream()
        .collect(Collectors.toMap(UndoRecord::event, Function.identity()));
  }

  private static UndoRecord read(Row row) {
    return new UndoRecord(row.number("event"), row.id("undone_by"), row.instant("undone_at"));
  }

  /**
   * Returns the complete result of a call.
   *
   * @param event the event with which the call ended
   */
  public String result(UUID run, long event) {
    RecordedEvent recorded = journal.read(run, journal.position(run, event - 1), 1).getFirst();
    return switch (recorded.event()) {
      case ToolCallEvent.Completed it -> it.content();
      case HumanInputEvent.Resolved it -> it.content();
      case ToolCallEvent.Reconciled it -> it.content();
      default ->
          throw new IllegalArgumentException(
              "run %s: event %d must be the result of a call".formatted(run, event));
    };
  }

  /** Returns whether a fork continues from this event or an earlier one and so drops the rest. */
  public boolean isSuperseded(String tenant, UUID run, long sequence) {
    return !database.rows(FORKED_UP_TO, row -> run, run, tenant, sequence).isEmpty();
  }

  /**
   * Records a run as the one that takes back the calls of another run. The undo run need not exist
   * yet.
   *
   * @param run the run whose calls are taken back
   * @param undo the run that takes them back
   * @return the active undo run, if there is another one; empty if it is {@code undo} now
   */
  public Optional<UUID> begin(String tenant, UUID run, UUID undo) {
    return database.together(statements -> begin(statements, tenant, run, undo));
  }

  private static Optional<UUID> begin(
      JdbcTransaction statements, String tenant, UUID run, UUID undo) {
    Optional<UUID> before = newest(statements, tenant, run);
    if (before.isPresent() && statements.first(IS_OPEN, row -> undo, before.get()).isPresent()) {
      return before;
    }
    boolean begun =
        before.isPresent()
            ? statements.moves(BEGIN + "= ?", undo, run, tenant, before.get())
            : statements.moves(BEGIN + "IS NULL", undo, run, tenant);
    return begun ? Optional.empty() : newest(statements, tenant, run);
  }

  private static Optional<UUID> newest(JdbcTransaction statements, String tenant, UUID run) {
    return statements.first(TARGET, Target::read, run, tenant).flatMap(Target::undo);
  }

  /** Records that a call was taken back; does nothing if the record exists. */
  public void note(String tenant, UUID run, long event, UUID by) {
    database.together(
        statements ->
            statements.first(IS_UNDONE, row -> event, run, event).isPresent()
                || statements.moves(NOTE, run, event, tenant, by));
  }
}
