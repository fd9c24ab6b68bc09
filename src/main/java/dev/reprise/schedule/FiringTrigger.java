package dev.reprise.schedule;

/** Why there is a firing. */
public enum FiringTrigger {
  /** Its time came. */
  CLOCK,
  /** Its time passed while no server was there. */
  CATCH_UP,
  /** Somebody wanted one now. */
  REQUEST,
  /** Somebody wanted those of past times. */
  BACKFILL;

  /** Returns whether such firings account for due times. */
  boolean isByClock() {
    return this == CLOCK || this == CATCH_UP;
  }

  /** Returns whether one that comes at a bad moment waits for a better one, whatever the policy. */
  boolean isPatient() {
    return this != CLOCK;
  }
}
