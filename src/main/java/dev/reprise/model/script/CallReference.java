package dev.reprise.model.script;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.Optional;

/**
 * A script's reference to the result of an earlier call, written <code>calls.count</code> or <code>
 * calls.count/total/lines</code>.
 *
 * @param id the id of the call
 * @param pointer a place in the JSON result; empty for the whole text
 */
record CallReference(String id, Optional<JsonPointer> pointer) {

  private static final String PREFIX = "calls.";

  /** Returns the meaning of a reference, or empty if it does not refer to a call. */
  static Optional<CallReference> parse(String reference) {
    if (!reference.startsWith(PREFIX)) {
      return Optional.empty();
    }
    int slash = reference.indexOf('/');
    if (slash < 0) {
      return Optional.of(new CallReference(reference.substring(PREFIX.length()), Optional.empty()));
    }
    return Optional.of(
        new CallReference(
            reference.substring(PREFIX.length(), slash),
            Optional.of(JsonPointer.compile(reference.substring(slash)))));
  }
}
