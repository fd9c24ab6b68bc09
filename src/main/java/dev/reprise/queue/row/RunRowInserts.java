package dev.reprise.queue.row;

import dev.reprise.agent.Delegation;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.platform.jdbc.RowValues;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.NewFork;
import dev.reprise.run.Requester;
import dev.reprise.run.state.RunStatus;
import java.util.Optional;
import java.util.UUID;

/**
 * How a run's row is inserted, together with the events that the run's journal begins with. Tested
 * by {@code ClaimsTest}.
 */
public final class RunRowInserts {

  private static final String EPOCH_OF_PARENT =
      "COALESCE((SELECT p.epoch FROM run p WHERE p.id = ?), 0)";

  private RunRowInserts() {}

  /**
   * Inserts a submitted run.
   *
   * @param events how many events its journal begins with
   */
  public static FencedUpdate insert(NewRun run, int events) {
    return FencedUpdate.of(
            RowValues.of("run")
                .set("id", run.id())
                .set("tenant", run.tenant())
                .set("agent", run.agent().name())
                .set("agent_version", run.agent().version())
                .set("workspace", run.workspace())
                .set("submitted_by", run.submitter().name())
                .set("submitter_role", run.submitter().role())
                .set("status", RunStatus.QUEUED)
                .zero("epoch")
                .set("last_sequence", events)
                .set("home", run.inMemoryOn())
                .set("priority", run.options().priority())
                .set("works_for", run.delegation().map(Delegation::parent))
                .set("labels", LabelInserts.column(run.options().labels()))
                .set("trace_parent", run.options().traceParent())
                .now("due_at", "created_at", "updated_at"))
        .with(LabelInserts.of(run.id(), run.options().labels()));
  }

  /**
   * Inserts an imported run, which has a record already.
   *
   * @param owner the person for whom the run works here
   * @param more how many events are appended to that record
   * @param end the last event of a run that has ended
   */
  public static FencedUpdate restore(
      ImportedRun run, Requester owner, int more, Optional<StatusChange> end) {
    RecordHeader header = run.record().header();
    Labels labels = run.labels();
    Optional<UUID> parent = run.fork().map(LifecycleEvent.Forked::parent);
    return FencedUpdate.of(
            RowValues.of("run")
                .set("id", header.run())
                .set("tenant", header.tenant())
                .set("agent", header.agent())
                .set("agent_version", header.agentVersion())
                .set("workspace", header.workspace())
                .set("submitted_by", owner.name())
                .set("submitter_role", owner.role())
                .set("status", run.status().isEnded() ? run.status() : RunStatus.PAUSED)
                .set("epoch", run.record().epoch() + more)
                .set("last_sequence", run.record().head().sequence() + more)
                .set("messages", run.messages())
                .set("parent", parent)
                .set("parent_sequence", run.fork().map(LifecycleEvent.Forked::sequence))
                .set("works_for", run.delegation().map(Delegation::parent))
                .sql(
                    "labels",
                    "COALESCE(CAST(? AS VARCHAR(8000)), %s)".formatted(LabelInserts.OF_PARENT),
                    LabelInserts.column(labels),
                    parent)
                .set("created_at", run.record().events().getFirst().at())
                .set("phase", run.progress().phase())
                .set("iteration", run.progress().iteration())
                .set("spent_usd", run.progress().usd())
                .set("spent_tokens", run.progress().tokens())
                .set("ended_at", run.end().map(RecordedEvent::at))
                .set("failure_code", end.flatMap(StatusChange::failureCode))
                .set("failure_group", end.flatMap(StatusChange::failureGroup))
                .set("status_reason", end.flatMap(StatusChange::reason))
                .now("updated_at"))
        .with(
            run.fork()
                .map(forked -> LabelInserts.inherited(run.id(), forked.parent()))
                .orElseGet(() -> LabelInserts.of(run.id(), labels)));
  }

  /**
   * Inserts a fork. Its epochs continue those of its parent, whose open calls it may make under
   * their keys: a system that fences these calls then sees the fork as the later holder.
   *
   * @param events how many events the fork's journal begins with
   */
  public static FencedUpdate fork(NewFork fork, ForkPoint point, int events) {
    return FencedUpdate.of(
            RowValues.of("run")
                .set("id", fork.id())
                .set("tenant", fork.tenant())
                .set("agent", fork.agent().name())
                .set("agent_version", fork.agent().version())
                .set("workspace", fork.workspace())
                .set("submitted_by", fork.requester().name())
                .set("submitter_role", fork.requester().role())
                .set("status", RunStatus.QUEUED)
                .sql("epoch", EPOCH_OF_PARENT, point.parent())
                .set("last_sequence", events)
                .set("messages", fork.message().isPresent() ? 1 : 0)
                .set("parent", point.parent())
                .set("parent_sequence", point.at().sequence())
                .set("priority", fork.priority())
                .sql("labels", LabelInserts.OF_PARENT, point.parent())
                .now("due_at", "created_at", "updated_at"))
        .with(LabelInserts.inherited(fork.id(), point.parent()));
  }
}
