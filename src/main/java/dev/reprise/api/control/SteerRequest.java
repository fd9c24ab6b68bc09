package dev.reprise.api.control;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A message to a run.
 *
 * @param message text of at most 16 KiB, which the model reads unchanged
 * @param reason for the record; may be absent
 */
public record SteerRequest(
    @NotBlank(message = "is missing; it must be a text") @MessageText String message,
    @Nullable
        @Size(max = 1000, message = "must have at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}]*", message = "must be one line of text")
        String reason) {}
