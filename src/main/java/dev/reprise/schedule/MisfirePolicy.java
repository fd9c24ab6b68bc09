package dev.reprise.schedule;

/** What becomes of due times that passed while no server was there. */
public enum MisfirePolicy {
  /** They are passed over. */
  SKIP,
  /** The newest of them fires; the others are passed over. */
  ONCE,
  /** Those within the schedule's grace fire, one behind the other; older ones are passed over. */
  ALL
}
