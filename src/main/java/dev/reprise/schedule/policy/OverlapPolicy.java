package dev.reprise.schedule.policy;

/** What happens to a due time while an earlier firing of its schedule is open. */
public enum OverlapPolicy {
  /** It is skipped. */
  SKIP,
  /** It starts after the end of the earlier one. One at most waits; further ones are skipped. */
  QUEUE,
  /** It starts at the same time, within the schedule's own limit. */
  ALLOW,
  /** The earlier one is cancelled, and it starts instead. */
  REPLACE
}
