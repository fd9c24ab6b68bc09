package dev.reprise.api.artifact;

import dev.reprise.api.http.OneLine;
import jakarta.validation.constraints.NotBlank;

/**
 * A request to change who may call a generated tool.
 *
 * @param reason is kept with the tool
 */
public record StageRequest(
    @NotBlank(message = "is missing; it must say why") @OneLine(max = 500) String reason) {}
