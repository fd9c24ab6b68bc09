package dev.reprise.sandbox;

import com.fasterxml.jackson.databind.JsonNode;

/** How a script ended. */
public sealed interface ScriptResult {

  /** It returned a value. */
  record Returned(JsonNode value) implements ScriptResult {}

  /** It came to its end without a value. */
  record ReturnedNothing() implements ScriptResult {}

  /**
   * It threw something that it did not catch, or could not be read as JavaScript at all.
   *
   * @param name of the error, such as {@code TypeError}; empty if it threw something else
   * @param message of the error, or what it threw as text
   * @param line of the code in which it happened, from 1; 0 if nobody knows
   */
  record Threw(String name, String message, int line) implements ScriptResult {}

  /** It was ended, because it wanted more than there is. */
  record Exceeded(Limit limit) implements ScriptResult {}

  /** It waits for a promise that nothing will ever fulfil. */
  record NeverSettled() implements ScriptResult {}
}
