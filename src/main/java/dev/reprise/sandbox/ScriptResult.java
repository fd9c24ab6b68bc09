package dev.reprise.sandbox;

import com.fasterxml.jackson.databind.JsonNode;

/** How a script ended. */
public sealed interface ScriptResult {

  /** It returned a value. */
  record Returned(JsonNode value) implements ScriptResult {}

  /** It ended without a value. */
  record ReturnedNothing() implements ScriptResult {}

  /**
   * It threw an error that it did not catch, or is not valid JavaScript.
   *
   * @param name of the error, such as {@code TypeError}; empty if it threw another value
   * @param message of the error, or the thrown value as text
   * @param line of the code at which it happened, from 1; 0 if unknown
   */
  record Threw(String name, String message, int line) implements ScriptResult {}

  /** The sandbox ended it, because it exceeded a limit. */
  record Exceeded(Limit limit) implements ScriptResult {}

  /** It waits for a promise that nothing will ever settle. */
  record NeverSettled() implements ScriptResult {}
}
