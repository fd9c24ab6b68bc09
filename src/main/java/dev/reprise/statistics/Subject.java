package dev.reprise.statistics;

/** What statistics are kept of. */
public enum Subject {
  /** All runs of the tenant. */
  ALL,
  /** Runs by agent. */
  AGENT,
  /**
   * Calls of models by {@code provider/model}; the calls of tools that cost money are {@code ""}.
   */
  MODEL,
  /** Runs by who submitted them. */
  USER,
  /** Runs by a label, {@code key=value}; by its key alone if there were too many values. */
  LABEL,
  /** Runs that failed, by the code of the failure. */
  FAILURE,
  /** Runs that ended by themselves, by {@link DurationClass}. */
  DURATION
}
