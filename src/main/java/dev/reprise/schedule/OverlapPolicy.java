package dev.reprise.schedule;

/** What becomes of a due time that comes while an earlier firing of its schedule is still open. */
public enum OverlapPolicy {
  /** It is passed over. */
  SKIP,
  /**
   * It starts when the earlier one has ended; one at most waits so, and further ones are passed
   * over.
   */
  QUEUE,
  /** It starts beside the earlier one, as far as the schedule's own limit allows. */
  ALLOW,
  /** The earlier one is cancelled, and it starts in its place. */
  REPLACE
}
