package dev.reprise.execution;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** The runs that work for a run, and what the table of runs says of them. */
final class Children implements WorldlyDelegations.Others {

  private final Set<UUID> atWork = new HashSet<>();
  private final Set<UUID> ended = new HashSet<>();
  private final Set<UUID> reporting = new HashSet<>();

  @Override
  public synchronized boolean begins(UUID child) {
    return !ended.contains(child) && atWork.add(child);
  }

  @Override
  public synchronized boolean hasBegun(UUID child) {
    return atWork.contains(child) || hasEnded(child);
  }

  @Override
  public synchronized boolean hasEnded(UUID child) {
    return ended.contains(child);
  }

  /** Brings all to their end that are at work. */
  synchronized void end() {
    ended.addAll(atWork);
    reporting.addAll(atWork);
    atWork.clear();
  }

  /** Returns whether there is one that will report its end, or has. */
  synchronized boolean willReport() {
    return !atWork.isEmpty() || !reporting.isEmpty();
  }

  /** Takes the reports off, as a wake does in the transaction that queues the run. */
  synchronized void wake() {
    reporting.clear();
  }
}
