package dev.reprise.execution.worker;

/**
 * A call has ended that its watcher had left behind. Whoever made it may not touch the run any
 * more: another thread goes on with it.
 */
public final class CallAbandonedException extends Exception {
  private static final long serialVersionUID = 1L;
}
