package dev.reprise.run.state;

import java.util.Locale;

/**
 * What a waiting run waits for, and what ends that wait. A wait may have a time as well, which ends
 * it whatever else does not; one without a time must have the end that is named here.
 */
public enum WaitReason {
  /** Calls that a person has to approve or refuse. */
  APPROVAL(End.PERSON),
  /** Questions of the model's that a person has to answer. */
  ANSWER(End.PERSON),
  /** Calls of which a person has to say what became of them. */
  RECONCILIATION(End.PERSON),
  /** A person's word, because the run goes round in circles. */
  LOOP(End.PERSON),
  /** A server that has what the run keeps; after about a day, a person who accepts another. */
  MIGRATION(End.PERSON),
  /** The time that a call of the run's has set. */
  TIMER(End.TIME),
  /** The time of the next attempt at a model or tool call. */
  RETRY(End.TIME),
  /** Runs that do something for it. */
  CHILD_RUN(End.RUN);

  /** Who or what ends a wait that has no time. */
  public enum End {
    /**
     * Someone who uses the API. What the run asks is in its record for as long as it waits: each
     * word about it, and each wish to go on, makes the run due in the transaction that keeps it.
     */
    PERSON,
    /** Nothing but a time, so there is no such wait without one. */
    TIME,
    /** A run that works for it, and either has not ended or is still to report its end. */
    RUN
  }

  private final End end;

  WaitReason(End end) {
    this.end = end;
  }

  /** Returns who or what ends it if it has no time. */
  public End end() {
    return end;
  }

  /** Returns the word for it in records, rows and the API. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
