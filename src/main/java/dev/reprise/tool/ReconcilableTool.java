package dev.reprise.tool;

/**
 * A tool whose effect can be looked up afterwards. It declares the effect class {@code
 * RECONCILABLE}, and every tool that does so is one of these.
 */
public interface ReconcilableTool extends Tool {

  /**
   * Finds out what became of a call that was begun and has no recorded outcome. Changes nothing,
   * and may be asked more than once.
   *
   * <p>Runs as a call does: outside any transaction, within the declared time, interrupted when
   * that is up or the run is to stop.
   *
   * @param request as the call had it, with the same idempotency key
   * @throws Exception if it cannot be found out now; means {@link Reconciliation.CannotTell}
   */
  Reconciliation reconcile(ToolRequest request) throws Exception;
}
