package dev.reprise.schedule;

/** Why there is a firing. */
public enum FiringTrigger {
  /** Its time came. */
  CLOCK,
  /** Its time passed while no server ran. */
  CATCH_UP,
  /** A person requested one now. */
  REQUEST,
  /** A person requested those of past times. */
  BACKFILL;

  /** Returns whether due times belong to such firings. */
  boolean isByClock() {
    return this == CLOCK || this == CATCH_UP;
  }

  /** Returns whether such a firing waits where it cannot start, whatever the overlap policy. */
  boolean isPatient() {
    return this != CLOCK;
  }
}
