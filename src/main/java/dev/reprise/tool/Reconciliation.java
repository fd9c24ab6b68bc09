package dev.reprise.tool;

/** What became of a call whose outcome was unknown. */
public sealed interface Reconciliation {

  /**
   * Its effect happened; the call counts as completed and is never run again.
   *
   * @param content what the call would have given
   */
  record Happened(String content) implements Reconciliation {}

  /** Its effect did not happen, and will not happen any more: the call may be run again. */
  record DidNotHappen() implements Reconciliation {}

  /**
   * Nobody can say at the moment.
   *
   * @param reason for the person who may have to judge the call
   */
  record CannotTell(String reason) implements Reconciliation {}
}
