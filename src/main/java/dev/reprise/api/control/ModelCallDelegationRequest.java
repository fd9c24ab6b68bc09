package dev.reprise.api.control;

import dev.reprise.api.http.OneLine;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Whom a person asks to decide about a model call instead.
 *
 * @param needed what the call is expected to cost, in US dollars, as the person saw it; absent if
 *     that is not known
 * @param to the user's name of a colleague
 * @param reason for the record; may be absent
 */
public record ModelCallDelegationRequest(
    @Schema(examples = "0.62") @Nullable BigDecimal needed,
    @NotNull(message = "is missing")
        @Size(min = 1, max = 256, message = "must have {min} to {max} characters")
        @Pattern(regexp = "\\S([^\\p{Cntrl}]*\\S)?", message = "must be a user's name")
        String to,
    @Nullable @OneLine String reason) {}
