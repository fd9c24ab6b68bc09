package dev.reprise.tool;

/**
 * A tool that can find out afterwards whether its effect happened. Exactly these tools declare the
 * effect class {@code RECONCILABLE}.
 */
public interface ReconcilableTool extends Tool {

  /**
   * Finds out whether the effect of a call happened that was started and has no recorded outcome.
   * Changes nothing, and may be called more than once.
   *
   * <p>Runs as a call does: outside any transaction and within the declared time. It is interrupted
   * when that time is up or the run must stop.
   *
   * @param request that of the call, with the same idempotency key
   * @throws Exception if the tool cannot find out now; means {@link Reconciliation.CannotTell}
   */
  Reconciliation reconcile(ToolRequest request) throws Exception;
}
