package dev.reprise.api.control;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A person's decision about a call that needs an approval.
 *
 * @param call as the person saw it
 * @param reason for the record; may be absent
 */
public record DecisionRequest(
    @NotNull(message = "is missing") @Valid SeenCall call,
    @Nullable
        @Size(max = 1000, message = "must have at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}\\p{Cs}]*", message = "must be one line of text")
        String reason) {}
