package dev.reprise.artifact.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.UUID;

/**
 * A decision about an artifact that was carried out.
 *
 * @param before the document before it; empty if there was none that could be read
 */
public record ArtifactChange(UUID id, Decision decision, Optional<JsonNode> before) {}
