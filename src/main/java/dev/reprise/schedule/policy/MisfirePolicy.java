package dev.reprise.schedule.policy;

/** What happens to due times that passed while no server ran. */
public enum MisfirePolicy {
  /** They are skipped. */
  SKIP,
  /** The newest one fires; the others are skipped. */
  ONCE,
  /** Those within the schedule's grace fire, in a row; older ones are skipped. */
  ALL
}
