package dev.reprise.agent.message;

/**
 * Why a step failed, for people and models.
 *
 * @param code a stable word in snake case, for example {@code deadline_exceeded}
 * @param message one sentence that says what failed, where, and what is allowed
 */
public record Failure(String code, String message) {

  /** What a code looks like. */
  public static final String CODE_FORM = "[a-z][a-z0-9_]{0,127}";

  /** The same in words, which read on from the name of a value. */
  public static final String CODE_RULE =
      "must be the code of a failure: lower-case letters, digits and '_'";

  /** The code if a reply reached the number of tokens that a reply may have. */
  public static final String REPLY_CUT_OFF = "reply_cut_off";

  /**
   * The code of a failed tool call after which the phase cannot go on, so that it fails as well.
   */
  public static final String PHASE_ENDS = "phase_cannot_continue";

  public Failure {
    message = WellFormedText.of(message);
    if (!code.matches("[a-z][a-z0-9_]*")) {
      throw new IllegalArgumentException(
          "a failure code must be in snake case, not '" + code + "'");
    }
  }

  @Override
  public String toString() {
    return code + ": " + message;
  }
}
