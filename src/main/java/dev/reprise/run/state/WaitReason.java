package dev.reprise.run.state;

import java.util.Arrays;
import java.util.Locale;

/**
 * What a waiting run waits for, and what ends the wait. A wait may also have a time, which ends it
 * in any case. A wait without a time must have the end that is named here.
 */
public enum WaitReason {
  /** A person must approve or deny calls. */
  APPROVAL(End.PERSON),
  /** A person must answer questions of the model. */
  ANSWER(End.PERSON),
  /** A person must say what the outcomes of calls are. */
  RECONCILIATION(End.PERSON),
  /** A person must decide, because the run repeats itself. */
  LOOP(End.PERSON),
  /**
   * A server must have what the run pins; after about a day, a person may accept something else.
   */
  MIGRATION(End.PERSON),
  /** The time that a call of the run has set must come. */
  TIMER(End.TIME),
  /** The time of the next attempt at a model or tool call must come. */
  RETRY(End.TIME),
  /** A limit of what all runs of an agent or a tenant spend in a day must start again. */
  BUDGET(End.TIME),
  /** Child runs must end. */
  CHILD_RUN(End.RUN);

  /** What ends a wait without a time. */
  public enum End {
    /**
     * A person who uses the API. The question is in the run's record while the run waits. Each
     * decision and each request to resume makes the run due, in the transaction that stores it.
     */
    PERSON,
    /** Only a time ends the wait, so it always has one. */
    TIME,
    /** A child run ends the wait. It either has not ended or has still to report its end. */
    RUN
  }

  private final End end;

  WaitReason(End end) {
    this.end = end;
  }

  /** Returns what ends the wait if it has no time. */
  public End end() {
    return end;
  }

  /**
   * Returns whether a wait for this stops the deadlines of the run and its phases. The time that
   * people take, and the time until a limit of the day starts again, are not the run's.
   *
   * @param code of the reason
   */
  static boolean stopsDeadlines(String code) {
    return Arrays.stream(values())
        .filter(reason -> reason.code().equals(code))
        .anyMatch(reason -> reason.end == End.PERSON || reason == BUDGET);
  }

  /** Returns the name for records, rows and the API. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
