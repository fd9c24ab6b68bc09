package dev.reprise.api.artifact;

import dev.reprise.api.http.OneLine;
import jakarta.validation.constraints.NotBlank;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to undo a decision about a generated tool.
 *
 * @param change the decision; the newest one if absent
 * @param reason is kept with the tool
 */
public record RestoreRequest(
    @Nullable UUID change,
    @NotBlank(message = "is missing; it must say why") @OneLine(max = 500) String reason) {}
