package dev.reprise.api.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.http.OneLine;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

/**
 * Other arguments for a call that needs an approval, which approves the call with these.
 *
 * @param call as the person saw it
 * @param arguments all arguments of the call: an object that fits the tool's schema, of at most
 *     65,536 characters
 * @param reason for the record; may be absent
 */
public record EditRequest(
    @NotNull(message = "is missing") @Valid SeenCall call,
    @NotNull(message = "is missing") JsonNode arguments,
    @Nullable @OneLine String reason) {}
