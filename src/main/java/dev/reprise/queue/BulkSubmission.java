package dev.reprise.queue;

import dev.reprise.journal.Journal;
import dev.reprise.journal.PendingAppend;
import dev.reprise.queue.row.NewRun;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Queues many durable runs in few transactions. The limit of queued runs does not apply to them:
 * who submits them in bulk bounds their number.
 */
@ApplicationScoped
public class BulkSubmission {

  private final Journal journal;
  private final QueueSignal signal;

  @Inject
  public BulkSubmission(Journal journal, QueueSignal signal) {
    this.journal = journal;
    this.signal = signal;
  }

  /**
   * Queues new runs. When this method returns, their rows and first events are committed, but for
   * those that it returns.
   *
   * @return why a run was not queued: it is too large to be recorded, it exists already, or the
   *     database failed
   */
  public Map<UUID, RuntimeException> add(List<NewRun> runs) {
    Map<UUID, RuntimeException> failures = new LinkedHashMap<>();
    Map<UUID, PendingAppend> pending = new LinkedHashMap<>();
    for (NewRun run : runs) {
      try {
        pending.put(run.id(), NewRunEvents.append(journal, run));
      } catch (RuntimeException e) {
        failures.put(run.id(), e);
      }
    }
    pending.forEach(
        (run, append) -> {
          try {
            append.await();
          } catch (RuntimeException e) {
            failures.put(run, e);
          }
        });
    if (failures.size() < runs.size()) {
      signal.fire();
    }
    return failures;
  }
}
