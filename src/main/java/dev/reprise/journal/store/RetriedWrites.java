package dev.reprise.journal.store;

import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.store.PendingAppends.Waiting;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Writes appends that may have been written by an earlier try: a commit that failed may have
 * happened, and it may also happen later, while the next try waits for its locks. Tested by {@code
 * AppenderTest}.
 */
final class RetriedWrites {

  private final EventTable table;

  RetriedWrites(EventTable table) {
    this.table = table;
  }

  /** Returns those that no earlier try has written, as far as the table shows by now. */
  List<Waiting> unwritten(List<Waiting> batch) throws SQLException {
    if (batch.stream().allMatch(waiting -> waiting.failures() == 0)) {
      return batch;
    }
    List<Waiting> unwritten = new ArrayList<>();
    for (Waiting waiting : batch) {
      if (!isWritten(waiting)) {
        unwritten.add(waiting);
      }
    }
    return unwritten;
  }

  /**
   * Writes appends, those of one run in their order.
   *
   * @return those whose writers no longer hold the runs; not those whose own earlier commit came
   *     late and moved the end of the journal, nor those that follow them
   */
  Set<PreparedAppend> write(List<Waiting> batch) throws SQLException {
    if (batch.isEmpty()) {
      return Set.of();
    }
    Set<PreparedAppend> refused = table.write(batch.stream().map(Waiting::append).toList());
    if (refused.isEmpty()) {
      return refused;
    }
    List<Waiting> left = batch.stream().filter(it -> refused.contains(it.append())).toList();
    List<Waiting> unwritten = unwritten(left);
    Set<UUID> late = new HashSet<>();
    left.stream().filter(it -> !unwritten.contains(it)).forEach(it -> late.add(run(it)));

    Set<PreparedAppend> stale = Collections.newSetFromMap(new IdentityHashMap<>());
    unwritten.stream().filter(it -> !late.contains(run(it))).forEach(it -> stale.add(it.append()));
    stale.addAll(write(unwritten.stream().filter(it -> late.contains(run(it))).toList()));
    return stale;
  }

  private boolean isWritten(Waiting waiting) throws SQLException {
    return waiting.failures() > 0 && table.contains(waiting.append());
  }

  private static UUID run(Waiting waiting) {
    return waiting.append().writer().run();
  }
}
