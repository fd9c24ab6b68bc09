package dev.reprise.tool;

/** What a tool found out about a call whose outcome was unknown. */
public sealed interface Reconciliation {

  /**
   * The effect happened. The call counts as completed and never runs again.
   *
   * @param content the result that the call would have returned
   */
  record Happened(String content) implements Reconciliation {}

  /** The effect did not happen, and can no longer happen. The call may run again. */
  record DidNotHappen() implements Reconciliation {}

  /**
   * The tool cannot find out at the moment.
   *
   * @param reason for the person who may have to judge the call
   */
  record CannotTell(String reason) implements Reconciliation {}
}
