package dev.reprise.api;

import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A wish to end a run.
 *
 * @param reason for the record; may be absent
 */
public record CancelRequest(
    @Nullable
        @Size(max = 1000, message = "has at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}\\p{Cs}]*", message = "is one line of text")
        String reason) {}
