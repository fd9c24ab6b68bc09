package dev.reprise.queue.row;

import dev.reprise.agent.Role;
import dev.reprise.queue.RunQueue;
import dev.reprise.run.RunIdentity;
import dev.reprise.run.state.RunStatus;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run's row: what servers need to claim runs and to list them. JPA only reads rows through this
 * entity; the conditional updates of {@link RunQueue} change a run's status. Tested by {@code
 * RunRecordTest}.
 */
@Entity
@Table(name = "run")
public class Run {

  @Id
  @Column(name = "id")
  private String id;

  @Column(name = "tenant")
  private String tenant;

  @Column(name = "agent")
  private String agent;

  @Column(name = "agent_version")
  private String agentVersion;

  @Column(name = "workspace")
  private String workspace;

  @Column(name = "submitted_by")
  private String submittedBy;

  @Column(name = "submitter_role")
  @Enumerated(EnumType.STRING)
  private @Nullable Role submitterRole;

  @Column(name = "status")
  @Enumerated(EnumType.STRING)
  private RunStatus status;

  @Column(name = "waiting_for")
  private @Nullable String waitingFor;

  @Column(name = "epoch")
  private long epoch;

  @Column(name = "owner")
  private @Nullable String owner;

  @Column(name = "lease_until")
  private @Nullable Instant leaseUntil;

  @Column(name = "execution")
  private @Nullable Long execution;

  @Column(name = "last_sequence")
  private long lastSequence;

  @Column(name = "checkpoint")
  private @Nullable Long checkpoint;

  @Embedded private @Nullable RunRequests requests;

  @Column(name = "parent")
  private @Nullable String parent;

  @Column(name = "parent_sequence")
  private @Nullable Long parentSequence;

  @Column(name = "works_for")
  private @Nullable String parentRun;

  @Column(name = "messages")
  private long messages;

  @Column(name = "home")
  private @Nullable String home;

  @Column(name = "priority")
  private int priority;

  @Column(name = "labels")
  private @Nullable String labels;

  @Embedded private @Nullable RunSummary summary;

  @Transient private long endInMemory;

  @Column(name = "created_at")
  private Instant createdAt;

  @Column(name = "updated_at")
  private Instant updatedAt;

  /** For JPA. */
  protected Run() {}

  /** Returns the row of a run that the database queued at this time, without reading it. */
  public static Run queued(NewRun run, long lastSequence, Instant at) {
    var queued = new Run();
    queued.id = run.id().toString();
    queued.tenant = run.tenant();
    queued.agent = run.agent().name();
    queued.agentVersion = run.agent().version();
    queued.workspace = run.workspace();
    queued.submittedBy = run.submitter().name();
    queued.submitterRole = run.submitter().role().orElse(null);
    queued.status = RunStatus.QUEUED;
    queued.lastSequence = lastSequence;
    queued.home = run.inMemoryOn().orElse(null);
    queued.priority = run.options().priority();
    queued.parentRun = run.delegation().map(it -> it.parent().toString()).orElse(null);
    queued.labels = LabelInserts.column(run.options().labels());
    queued.createdAt = at;
    queued.updatedAt = at;
    return queued;
  }

  public UUID id() {
    return UUID.fromString(id);
  }

  public String tenant() {
    return tenant;
  }

  public String agent() {
    return agent;
  }

  /** Returns the content hash of the definition that the run pins. */
  public String agentVersion() {
    return agentVersion;
  }

  public String workspace() {
    return workspace;
  }

  public String submittedBy() {
    return submittedBy;
  }

  /** Returns the highest role of the person for whom the run works, if it is known. */
  public Optional<Role> submitterRole() {
    return Optional.ofNullable(submitterRole);
  }

  /** Returns those columns that the run's record contains too. */
  RunIdentity identity() {
    return new RunIdentity(
        tenant, agent, agentVersion, workspace, submittedBy, submitterRole(), parentRun());
  }

  public RunStatus status() {
    return status;
  }

  /** Returns what a waiting run waits for. */
  public Optional<String> waitingFor() {
    return Optional.ofNullable(waitingFor);
  }

  public long epoch() {
    return epoch;
  }

  /** Returns the server start that holds the run, or has reserved it to start its job. */
  public Optional<String> owner() {
    return Optional.ofNullable(owner);
  }

  public Optional<Instant> leaseUntil() {
    return Optional.ofNullable(leaseUntil);
  }

  /** Returns the batch execution that last held the run. */
  public Optional<Long> execution() {
    return Optional.ofNullable(execution);
  }

  public long lastSequence() {
    return Math.max(lastSequence, endInMemory);
  }

  public RunRow.Version version() {
    return new RunRow.Version(epoch, lastSequence());
  }

  /** Sets the end of the journal in memory, because the row is older. */
  void endsInMemoryAt(long sequence) {
    endInMemory = sequence;
  }

  /** Returns the server start that has the run's journal in memory, if the run is not durable. */
  public Optional<String> inMemoryOn() {
    return Optional.ofNullable(home);
  }

  /** Returns the sequence of the newest checkpoint, if there is one. */
  public Optional<Long> checkpoint() {
    return Optional.ofNullable(checkpoint);
  }

  /** Decrypts the reasons, which are stored encrypted. */
  void showReasons(ReasonEncryption reasons) {
    requests().showReasons(reasons, id());
    summary().showReason(reasons, id());
  }

  private RunRequests requests() {
    if (requests == null) { // JPA creates none if all its columns are empty
      requests = new RunRequests();
    }
    return requests;
  }

  /** Returns the request to cancel the run until its owner has carried it out. */
  public Optional<CancelRequest> cancelRequest() {
    return requests().cancel();
  }

  /** Returns the request to pause the run until its owner has carried it out. */
  public Optional<PauseRequest> pauseRequest() {
    return requests().pause();
  }

  /** Returns the event of another run from which this one was forked, if it was. */
  public Optional<Origin> forkedFrom() {
    return Optional.ofNullable(parent)
        .map(UUID::fromString)
        .flatMap(run -> Optional.ofNullable(parentSequence).map(at -> new Origin(run, at)));
  }

  /** Returns the run for which this one works, if it is a child run. */
  public Optional<UUID> parentRun() {
    return Optional.ofNullable(parentRun).map(UUID::fromString);
  }

  /** Returns how many messages were posted to the run, whether it has taken them or not. */
  public long messages() {
    return messages;
  }

  /** Returns the priority of the run among its tenant's runs, see {@link NewRun}. */
  public int priority() {
    return priority;
  }

  /** Returns what the run is marked with. */
  public Labels labels() {
    return labels == null ? Labels.NONE : Labels.parse(labels);
  }

  public Instant createdAt() {
    return createdAt;
  }

  /** Returns when the run's status or a request to it last changed. */
  public Instant updatedAt() {
    return updatedAt;
  }

  /** Returns when the run's row or record was last written, as far as the row says. */
  public Instant changedAt() {
    return summary().progressedAt().filter(updatedAt::isBefore).orElse(updatedAt);
  }

  /** Returns what lists show of the run beside its status. */
  public RunSummary summary() {
    if (summary == null) { // JPA creates none if all its columns are empty
      summary = new RunSummary();
    }
    return summary;
  }

  /** An event of a run from which another one was forked. */
  public record Origin(UUID run, long sequence) {}

  /** A request to cancel the run. */
  public record CancelRequest(String by, String reason) {}

  /** A request to pause the run. */
  public record PauseRequest(String by, Optional<String> reason) {}
}
