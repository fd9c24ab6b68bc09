package dev.reprise.tool;

import org.jspecify.annotations.Nullable;

/**
 * A call was started, and it is unknown whether its effect happened.
 *
 * <p>By contrast, a failed outcome says that the effect did not happen. Code that catches this
 * records no result: the call stays an intent, and the tool's effect class decides how it
 * continues.
 */
public final class OutcomeUnknownException extends Exception {

  /**
   * @param tool the tool's name
   * @param reason what happened to the call, for the person who may have to judge it
   */
  public OutcomeUnknownException(String tool, String reason) {
    super("it is unknown how %s ended: %s".formatted(tool, reason));
  }

  /**
   * @param tool the tool's name
   * @param reason what happened to the call, for the person who may have to judge it
   * @param cause the exception in the tool
   */
  public OutcomeUnknownException(String tool, String reason, Throwable cause) {
    this(tool, reason);
    initCause(cause);
  }

  /** Creates an exception with a message of its own. */
  public OutcomeUnknownException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
