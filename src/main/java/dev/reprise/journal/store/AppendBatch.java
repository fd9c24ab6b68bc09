package dev.reprise.journal.store;

import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.platform.jdbc.IdOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Consecutive appends of one writer, which are written as one: the end of the journal moves once,
 * however many they are.
 *
 * @param appends in order, at least one
 */
record AppendBatch(List<PreparedAppend> appends) {

  /**
   * Returns the batches of all appends in rounds: the first of each run, then the second of each,
   * and so on. Within a round they are in the order in which rows are locked.
   */
  static List<List<AppendBatch>> rounds(List<PreparedAppend> appends) {
    Map<UUID, List<AppendBatch>> byRun = new TreeMap<>(IdOrder.OF_LOCKS);
    for (PreparedAppend append : appends) {
      List<AppendBatch> before =
          byRun.computeIfAbsent(append.writer().run(), run -> new ArrayList<>());
      if (before.isEmpty() || !before.getLast().takes(append)) {
        before.add(new AppendBatch(new ArrayList<>()));
      }
      before.getLast().appends.add(append);
    }
    List<List<AppendBatch>> rounds = new ArrayList<>();
    for (List<AppendBatch> ofRun : byRun.values()) {
      for (int i = 0; i < ofRun.size(); i++) {
        if (i == rounds.size()) {
          rounds.add(new ArrayList<>());
        }
        rounds.get(i).add(ofRun.get(i));
      }
    }
    return rounds;
  }

  /** Returns whether an append only advances the journal's end, and follows this batch. */
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

  /** Returns the change of the run's row that commits with all of them. */
  FencedUpdate row() {
    return isAdvance()
        ? appends.getLast().row().between(writer(), appends.getFirst().start() - 1, end())
        : appends.getFirst().row();
  }

  /** Returns whether they only advance the journal's end. */
  boolean isAdvance() {
    return appends.getFirst().row().isAdvance();
  }

  String sql() {
    return appends.getFirst().row().sql();
  }

  /** Returns the changes of other tables that commit with them; one that only advances has none. */
  List<FencedUpdate> companions() {
    return appends.getFirst().row().companions();
  }

  /** Returns all their events in order. */
  List<PreparedAppend.Entry> entries() {
    if (appends.size() == 1) {
      return appends.getFirst().entries(); // those of an import are in a file
    }
    List<PreparedAppend.Entry> entries = new ArrayList<>();
    appends.forEach(append -> entries.addAll(append.entries()));
    return entries;
  }
}
