package dev.reprise.agent;

/**
 * How a tool affects the outside world. It decides what happens to a call whose outcome is unknown.
 */
public enum EffectClass {
  /** Changes nothing. The call is run again. */
  READ_ONLY,

  /** Two runs with the same idempotency key have the effect of one. The call is run again. */
  IDEMPOTENT,

  /**
   * The tool can ask the outside world whether the call happened. Then the call is completed or run
   * again.
   */
  RECONCILABLE,

  /** The call must not happen twice. The run waits for a person's decision. */
  ONCE;

  /**
   * Returns whether a call that was started and has an unknown outcome may be run again without a
   * decision.
   */
  public boolean mayRunAgain() {
    return this == READ_ONLY || this == IDEMPOTENT;
  }
}
