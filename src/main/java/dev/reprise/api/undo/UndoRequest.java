package dev.reprise.api.undo;

import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;

/**
 * A request to undo calls of a run.
 *
 * @param after the event after which calls are undone; absent for all
 * @param plan the digest of the plan that the client has seen
 */
public record UndoRequest(
    @Nullable Long after,
    @NotBlank(message = "is missing; it must be the plan that GET …/undo-plan returned")
        String plan) {

  long afterOrStart() {
    return after == null ? 0 : after;
  }
}
