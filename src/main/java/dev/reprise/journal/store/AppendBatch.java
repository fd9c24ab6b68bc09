package dev.reprise.journal.store;

import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.PreparedAppend;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Appends of one writer that stand behind each other in their journal and are written as one: the
 * end of the journal moves once, however many they are.
 *
 * @param appends in order, at least one
 */
record AppendBatch(List<PreparedAppend> appends) {

  /**
   * Returns the stretches of a batch in rounds: the first of each run, then the second of each, and
   * so on.
   */
  static List<List<AppendBatch>> rounds(List<PreparedAppend> batch) {
    Map<UUID, List<AppendBatch>> byRun = new LinkedHashMap<>();
    for (PreparedAppend append : batch) {
      List<AppendBatch> before =
          byRun.computeIfAbsent(append.writer().run(), run -> new ArrayList<>());
      if (before.isEmpty() || !before.getLast().takes(append)) {
        before.add(new AppendBatch(new ArrayList<>()));
      }
      before.getLast().appends.add(append);
    }
    List<List<AppendBatch>> rounds = new ArrayList<>();
    for (List<AppendBatch> stretches : byRun.values()) {
      for (int i = 0; i < stretches.size(); i++) {
        if (i == rounds.size()) {
          rounds.add(new ArrayList<>());
        }
        rounds.get(i).add(stretches.get(i));
      }
    }
    return rounds;
  }

  /** Returns whether an append changes nothing but the journal's end, and follows on this. */
  private boolean takes(PreparedAppend append) {
    return appends.getLast().row().isAdvance()
        && append.row().isAdvance()
        && append.writer().equals(writer())
        && append.start() == end() + 1;
  }

  Writer writer() {
    return appends.getFirst().writer();
  }

  private long end() {
    return appends.getLast().end().sequence();
  }

  /** Returns the change of the run's row that goes with all of them. */
  FencedUpdate row() {
    PreparedAppend first = appends.getFirst();
    return first.row().isAdvance()
        ? FencedUpdate.advance(writer(), first.start() - 1, end())
        : first.row();
  }

  /** Returns all their events in order. */
  List<PreparedAppend.Entry> entries() {
    return appends.stream().flatMap(append -> append.entries().stream()).toList();
  }
}
