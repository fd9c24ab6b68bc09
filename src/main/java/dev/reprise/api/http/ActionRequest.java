package dev.reprise.api.http;

import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A request to change the status of a run or a firing.
 *
 * @param reason for the record; may be absent
 */
public record ActionRequest(
    @Nullable
        @Size(max = 1000, message = "must have at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}]*", message = "must be one line of text")
        String reason) {}
