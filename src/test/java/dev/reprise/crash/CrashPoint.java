package dev.reprise.crash;

import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/** A moment at which the server of a run may die. */
public enum CrashPoint {
  /** The model has requested a call, and no intent is recorded. */
  BEFORE_INTENT("model.replied"),
  /** The intent is durable, and the tool has not reached the world yet. */
  AFTER_INTENT("tool-call.started"),
  /** The world has changed, and the tool has not returned. */
  AFTER_EFFECT("tool-call.started"),
  /** The result is durable, and nothing has followed from it. */
  AFTER_RESULT("tool-call.completed"),
  /** The phase has its answer, and the end of the phase is not recorded. */
  BEFORE_PHASE_END("model.replied"),
  /** The end of the phase is durable, and the chunk's checkpoint is not. */
  AFTER_PHASE_END("phase.completed"),
  /** The run has its answer, and the end of the run is not recorded. */
  BEFORE_CONCLUDE("phase.completed"),
  /** The end of the run is durable, and its job has not ended. */
  DURING_CONCLUDE("run.completed");

  private final String journalEnd;

  CrashPoint(String journalEnd) {
    this.journalEnd = journalEnd;
  }

  /** Returns the type of the newest event at this point. */
  String journalEnd() {
    return journalEnd;
  }

  /** Returns the point with this name, if there is one. */
  static Optional<CrashPoint> named(String text) {
    return Arrays.stream(values()).filter(point -> point.name().equals(text)).findFirst();
  }

  /** Returns the key under which the {@link Ledger} notes that a run has reached this point. */
  String key(UUID run) {
    return "points/" + this + "/" + run;
  }
}
