package dev.reprise.queue.row;

import dev.reprise.agent.Role;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RecordHeader;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.NewFork;
import dev.reprise.run.Requester;
import dev.reprise.run.state.RunStatus;
import java.sql.Timestamp;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a run's row is inserted, together with the events that the run's journal begins with. */
public final class RunRowInserts {

  private RunRowInserts() {}

  /**
   * Inserts a submitted run.
   *
   * @param events how many events its journal begins with
   */
  public static FencedUpdate insert(NewRun run, int events) {
    return FencedUpdate.of(
            """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, home, priority, works_for, submitter_role, labels, trace_parent,
                         due_at, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, 'QUEUED', 0, ?, ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP,
                CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)\
        """,
            run.id().toString(),
            run.tenant(),
            run.agent().name(),
            run.agent().version(),
            run.workspace(),
            run.submitter().name(),
            events,
            run.inMemoryOn().orElse(null),
            run.options().priority(),
            run.delegation().map(delegation -> delegation.parent().toString()).orElse(null),
            name(run.submitter().role()),
            LabelInserts.column(run.options().labels()),
            run.options().traceParent().orElse(null))
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
    String parent = run.fork().map(forked -> forked.parent().toString()).orElse(null);
    return FencedUpdate.of(
            """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, messages, parent, parent_sequence, works_for,
                         submitter_role, labels, created_at, phase, iteration, spent_usd,
                         spent_tokens, ended_at, failure_code, status_reason, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, '%s', ?, ?, ?, ?, ?, ?, ?, %s, ?, ?, ?, ?, ?, ?, ?, ?,
                CURRENT_TIMESTAMP)\
        """
                .formatted(
                    run.status().isEnded() ? run.status() : RunStatus.PAUSED,
                    "COALESCE(CAST(? AS VARCHAR(8000)), " + LabelInserts.OF_PARENT + ")"),
            header.run().toString(),
            header.tenant(),
            header.agent(),
            header.agentVersion(),
            header.workspace(),
            owner.name(),
            run.record().epoch() + more,
            run.record().head().sequence() + more,
            run.messages(),
            parent,
            run.fork().map(LifecycleEvent.Forked::sequence).orElse(null),
            run.delegation().map(delegation -> delegation.parent().toString()).orElse(null),
            name(owner.role()),
            LabelInserts.column(labels),
            parent,
            Timestamp.from(run.record().events().getFirst().at()),
            run.progress().phase(),
            run.progress().iteration(),
            run.progress().usd(),
            run.progress().tokens(),
            run.end().map(last -> Timestamp.from(last.at())).orElse(null),
            end.flatMap(StatusChange::failureCode).orElse(null),
            end.flatMap(StatusChange::reason).orElse(null))
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
            """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, messages, parent, parent_sequence, priority,
                         submitter_role, labels, due_at, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, 'QUEUED',
                COALESCE((SELECT p.epoch FROM run p WHERE p.id = ?), 0),
                ?, ?, ?, ?, ?, ?, %s, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)\
        """
                .formatted(LabelInserts.OF_PARENT),
            fork.id().toString(),
            fork.tenant(),
            fork.agent().name(),
            fork.agent().version(),
            fork.workspace(),
            fork.requester().name(),
            point.parent().toString(),
            (long) events,
            fork.message().isPresent() ? 1L : 0L,
            point.parent().toString(),
            point.at().sequence(),
            fork.priority(),
            name(fork.requester().role()),
            point.parent().toString())
        .with(LabelInserts.inherited(fork.id(), point.parent()));
  }

  private static @Nullable String name(Optional<Role> role) {
    return role.map(Role::name).orElse(null);
  }
}
