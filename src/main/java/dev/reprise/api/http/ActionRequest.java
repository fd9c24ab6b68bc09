package dev.reprise.api.http;

import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A wish to have something done to a run.
 *
 * @param reason for the record; may be absent
 */
public record ActionRequest(
    @Nullable
        @Size(max = 1000, message = "has at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}\\p{Cs}]*", message = "is one line of text")
        String reason) {}
