package dev.reprise.api.control;

import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;

/**
 * A wish to have calls of a run taken back.
 *
 * @param after the event behind which calls are taken back; absent for all
 * @param plan the digest of the plan that was shown
 */
public record UndoRequest(
    @Nullable Long after,
    @NotBlank(message = "is missing; the plan that GET …/undo-plan has named") String plan) {

  long afterOrStart() {
    return after == null ? 0 : after;
  }
}
