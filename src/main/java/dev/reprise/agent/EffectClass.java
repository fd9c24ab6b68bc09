package dev.reprise.agent;

/** What a tool does to the world, and so what may happen to a call whose outcome is unknown. */
public enum EffectClass {
  /** Changes nothing: a call without a known outcome is run again. */
  READ_ONLY,

  /** Running it twice with the same idempotency key is the same as once: it is run again. */
  IDEMPOTENT,

  /** The outside world can be asked whether it happened; then it is completed or run again. */
  RECONCILABLE,

  /** Must not happen twice: the run waits for a person's verdict. */
  ONCE;

  /** Returns whether a call that was started and has no known outcome may be run again unasked. */
  public boolean mayRunAgain() {
    return this == READ_ONLY || this == IDEMPOTENT;
  }
}
