package dev.reprise.execution;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** The child runs of a run, and what the table of runs says of them. */
final class PlannedChildRuns implements FakeDelegations.ChildRuns {

  private final Set<UUID> atWork = new HashSet<>();
  private final Set<UUID> ended = new HashSet<>();
  private final Set<UUID> reporting = new HashSet<>();

  @Override
  public synchronized boolean submit(UUID child) {
    return !ended.contains(child) && atWork.add(child);
  }

  @Override
  public synchronized boolean isSubmitted(UUID child) {
    return atWork.contains(child) || hasEnded(child);
  }

  @Override
  public synchronized boolean hasEnded(UUID child) {
    return ended.contains(child);
  }

  /** Ends all child runs that have not ended. */
  synchronized void end() {
    ended.addAll(atWork);
    reporting.addAll(atWork);
    atWork.clear();
  }

  /** Returns whether a child run has reported its end, or will. */
  synchronized boolean willReport() {
    return !atWork.isEmpty() || !reporting.isEmpty();
  }

  /** Removes the reports, as a wake does in the transaction that queues the run. */
  synchronized void wake() {
    reporting.clear();
  }
}
