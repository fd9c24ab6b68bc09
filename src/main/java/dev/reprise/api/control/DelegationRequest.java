package dev.reprise.api.control;

import dev.reprise.api.http.OneLine;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Whom a person asks to decide about a call instead.
 *
 * @param call as the person saw it
 * @param to the user's name of a colleague
 * @param reason for the record; may be absent
 */
public record DelegationRequest(
    @NotNull(message = "is missing") @Valid SeenCall call,
    @NotNull(message = "is missing")
        @Size(min = 1, max = 256, message = "must have {min} to {max} characters")
        @Pattern(regexp = "\\S([^\\p{Cntrl}]*\\S)?", message = "must be a user's name")
        String to,
    @Nullable @OneLine String reason) {}
