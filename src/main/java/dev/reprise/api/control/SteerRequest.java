package dev.reprise.api.control;

import dev.reprise.api.http.OneLine;
import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;

/**
 * A message to a run.
 *
 * @param message text of at most 16 KiB, which the model reads unchanged
 * @param reason for the record; may be absent
 */
public record SteerRequest(
    @NotBlank(message = "is missing; it must be a text") @MessageText String message,
    @Nullable @OneLine String reason) {}
