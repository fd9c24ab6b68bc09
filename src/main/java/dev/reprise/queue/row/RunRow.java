package dev.reprise.queue.row;

import dev.reprise.agent.Role;
import dev.reprise.journal.Position;
import dev.reprise.journal.Writer;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.run.RunIdentity;
import dev.reprise.run.decision.HolderFailures;
import dev.reprise.run.decision.ProcessDeaths;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The columns of a run's row that its writers need. Tested by {@code RunRecordTest}.
 *
 * @param identity what the run's record says too; a caller must compare both before relying on it
 * @param waitingFor what a waiting run waits for
 */
public record RunRow(
    UUID id,
    RunIdentity identity,
    RunStatus status,
    Optional<String> waitingFor,
    JournalPlace journal,
    Holder holder,
    Requests requests,
    Submission submission) {

  /**
   * Where the run's journal is.
   *
   * @param head the journal's end
   * @param checkpoint the sequence of the newest checkpoint
   * @param inMemoryOn the start of a server that has the journal in memory; empty for the database
   */
  public record JournalPlace(
      Position head, Optional<Long> checkpoint, Optional<String> inMemoryOn) {}

  /**
   * The claims on the run.
   *
   * @param execution the batch execution that last held the run
   * @param failures how the run's holders have failed
   */
  public record Holder(long epoch, Optional<Long> execution, HolderFailures failures) {}

  /**
   * What people request of the run.
   *
   * @param cancel whether cancellation was requested and the holder has not carried it out
   * @param pause whether a pause was requested and the holder has not carried it out
   * @param messages how many messages were posted to the run
   */
  public record Requests(boolean cancel, boolean pause, long messages) {}

  /**
   * Where the run comes from.
   *
   * @param traceParent the span in which it was submitted, as a W3C trace context header
   */
  public record Submission(Instant at, Optional<String> traceParent) {}

  /**
   * What a person saw of a run. It changes with each event and each claim.
   *
   * @param sequence the newest event
   */
  public record Version(long epoch, long sequence) {}

  /**
   * Selects the columns that {@link #read} needs. The join is an outer join, so that Derby reads
   * the run first. Derby reads the two tables at two moments: if it read the event first, the run
   * might have moved past that event.
   */
  public static final String SELECT =
      """
      SELECT r.id, r.tenant, r.agent, r.agent_version, r.workspace, r.submitted_by,
             r.submitter_role, r.works_for, r.status, r.waiting_for, r.epoch, r.last_sequence,
             COALESCE(e.hash, '') AS hash, r.checkpoint, r.execution, r.cancelled_by, r.paused_by,
             r.messages, r.home, r.admissions, r.losses, r.losses_in_step, r.lost_with, r.beside,
             r.created_at, r.trace_parent
      FROM run r LEFT JOIN event e ON e.run_id = r.id AND e.sequence = r.last_sequence
      """;

  public static RunRow read(Row row) {
    return new RunRow(
        row.id("id"),
        identity(row),
        row.constant(RunStatus.class, "status"),
        row.optionalText("waiting_for"),
        new JournalPlace(
            new Position(row.number("last_sequence"), row.text("hash")),
            row.optionalNumber("checkpoint"),
            row.optionalText("home")),
        new Holder(row.number("epoch"), row.optionalNumber("execution"), failures(row)),
        new Requests(row.has("cancelled_by"), row.has("paused_by"), row.number("messages")),
        new Submission(row.instant("created_at"), row.optionalText("trace_parent")));
  }

  private static RunIdentity identity(Row row) {
    return new RunIdentity(
        row.text("tenant"),
        row.text("agent"),
        row.text("agent_version"),
        row.text("workspace"),
        row.text("submitted_by"),
        row.optionalConstant(Role.class, "submitter_role"),
        row.optionalId("works_for"));
  }

  public String tenant() {
    return identity.tenant();
  }

  /** Returns the content hash of the agent's definition that the run pinned. */
  public String agentVersion() {
    return identity.agentVersion();
  }

  /** Returns the submitter's highest role, if known. */
  public Optional<Role> submitterRole() {
    return identity.submitterRole();
  }

  public Position head() {
    return journal.head();
  }

  public Optional<Long> checkpoint() {
    return journal.checkpoint();
  }

  public Optional<String> inMemoryOn() {
    return journal.inMemoryOn();
  }

  /** Returns whether a person who saw this version has seen the run as it is. */
  public boolean isAt(Optional<Version> seen) {
    return seen.isEmpty() || seen.get().equals(new Version(epoch(), head().sequence()));
  }

  public long epoch() {
    return holder.epoch();
  }

  public Optional<Long> execution() {
    return holder.execution();
  }

  public HolderFailures holderFailures() {
    return holder.failures();
  }

  public boolean cancelRequested() {
    return requests.cancel();
  }

  public boolean pauseRequested() {
    return requests.pause();
  }

  public long messages() {
    return requests.messages();
  }

  /** Returns the writer that takes the run over from its last holder. */
  public Writer nextWriter() {
    return new Writer(id, tenant(), epoch() + 1);
  }

  /** Returns the row with the journal's known end: the row of a run in memory is older. */
  RunRow endingAt(Position end) {
    var known = new JournalPlace(end, checkpoint(), inMemoryOn());
    return new RunRow(id, identity, status, waitingFor, known, holder, requests, submission);
  }

  private static HolderFailures failures(Row row) {
    return new HolderFailures(
        row.integer("admissions"),
        ProcessDeaths.ofRow(row.integer("losses"), row.integer("losses_in_step")),
        row.optionalText("lost_with").map(ignored -> row.integer("beside")));
  }
}
