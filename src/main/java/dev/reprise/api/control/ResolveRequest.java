package dev.reprise.api.control;

import dev.reprise.agent.OperatorVerdict;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A person's verdict on a call whose outcome is unknown.
 *
 * @param call as the person saw it
 * @param result of the call; required if it succeeded, not allowed otherwise
 * @param evidence how the person knows, for the record
 */
public record ResolveRequest(
    @NotNull(message = "is missing") @Valid SeenCall call,
    @NotNull(message = "is missing") OperatorVerdict verdict,
    @Nullable @Size(max = 65_536, message = "must have at most {max} characters") String result,
    @NotBlank(message = "is missing")
        @Size(max = 2_000, message = "must have at most {max} characters")
        String evidence) {}
