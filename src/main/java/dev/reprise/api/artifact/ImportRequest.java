package dev.reprise.api.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.validation.constraints.NotNull;

/**
 * A generated tool that a person brings.
 *
 * @param document as an export has it; its schema is {@code artifact}
 */
public record ImportRequest(@NotNull(message = "is missing") JsonNode document) {}
