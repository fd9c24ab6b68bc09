package dev.reprise.model.script;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.Optional;

/**
 * A script's reference to what an earlier call gave, written <code>calls.count</code> or <code>
 * calls.count/total/lines</code>.
 *
 * @param id the call
 * @param pointer where in its JSON result; empty for the whole text
 */
record CallReference(String id, Optional<JsonPointer> pointer) {

  private static final String PREFIX = "calls.";

  /** Returns what the reference means, or empty if it is none to a call. */
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
