package dev.reprise.sandbox;

import com.fasterxml.jackson.databind.JsonNode;

/** How a script ended. */
public sealed interface Ending {

  /** It returned a value. */
  record Returned(JsonNode value) implements Ending {}

  /** It came to its end without a value. */
  record ReturnedNothing() implements Ending {}

  /**
   * It threw something that it did not catch, or could not be read as JavaScript at all.
   *
   * @param name of the error, such as {@code TypeError}; empty if it threw something else
   * @param message of the error, or what it threw as text
   * @param line of the code in which it happened, from 1; 0 if nobody knows
   */
  record Threw(String name, String message, int line) implements Ending {}

  /** It was ended, because it wanted more than there is. */
  record Exceeded(Limit limit) implements Ending {}

  /** It waits for a promise that nothing will ever fulfil. */
  record NeverSettled() implements Ending {}
}
