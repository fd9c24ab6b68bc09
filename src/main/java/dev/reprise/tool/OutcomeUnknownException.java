package dev.reprise.tool;

import org.jspecify.annotations.Nullable;

/**
 * A call was begun, and nobody here knows whether its effect happened.
 *
 * <p>By contrast, a failed outcome says that it did not. Whoever catches this records no result:
 * the call stays an intent, and the tool's effect class decides what becomes of it.
 */
public final class OutcomeUnknownException extends Exception {

  /**
   * @param tool the tool's name
   * @param reason what happened to the call, for the person who may have to judge it
   */
  public OutcomeUnknownException(String tool, String reason) {
    super("nobody knows how %s ended: %s".formatted(tool, reason));
  }

  /**
   * @param tool the tool's name
   * @param reason what happened to the call, for the person who may have to judge it
   * @param cause what the tool met
   */
  public OutcomeUnknownException(String tool, String reason, Throwable cause) {
    this(tool, reason);
    initCause(cause);
  }

  /** Says the same in words of its own. */
  public OutcomeUnknownException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
