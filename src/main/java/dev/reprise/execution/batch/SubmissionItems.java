package dev.reprise.execution.batch;

import dev.reprise.budget.CallAmounts;
import dev.reprise.model.batch.BatchLine;
import dev.reprise.model.batch.ProviderBatchLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The items of one submission, as many as its limits allow. One thread uses it. */
final class SubmissionItems {

  private final ProviderBatchLimits limits;
  private final List<BatchLine> lines = new ArrayList<>();
  private final List<Integer> positions = new ArrayList<>();
  private final List<CallAmounts> needs = new ArrayList<>();
  private final List<Integer> unfit = new ArrayList<>();
  private long bytes;

  SubmissionItems(ProviderBatchLimits limits) {
    this.limits = limits;
  }

  /** Returns the number that the next request has in the submission. */
  int nextNumber() {
    return lines.size() + 1;
  }

  /**
   * Adds an item.
   *
   * @param line its request; empty if no submission may have it
   * @param need what the reply is expected to cost
   * @return whether it is decided; if not, it is for the next submission, and this one is full
   */
  boolean add(int position, Optional<BatchLine> line, CallAmounts need) {
    if (line.isEmpty() || line.get().bytes() > limits.bytes()) {
      unfit.add(position);
      return true;
    }
    if (lines.size() == limits.requests() || bytes + line.get().bytes() > limits.bytes()) {
      return false;
    }
    bytes += line.get().bytes();
    lines.add(line.get());
    positions.add(position);
    needs.add(need);
    return true;
  }

  /** Returns what all replies are expected to cost. */
  CallAmounts need() {
    return needs.stream().reduce(CallAmounts.NONE, CallAmounts::plus);
  }

  /** Leaves all items but the first ones for a later submission. */
  void keep(int count) {
    for (List<?> each : List.of(lines, positions, needs)) {
      each.subList(count, each.size()).clear();
    }
  }

  List<BatchLine> lines() {
    return lines;
  }

  List<Integer> positions() {
    return positions;
  }

  /** Returns the items that no submission can have. */
  List<Integer> unfit() {
    return unfit;
  }
}
