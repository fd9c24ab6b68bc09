package dev.reprise.artifact.store;

import java.time.Instant;

/**
 * What a person has decided about an artifact.
 *
 * @param action in one word of the past, such as {@code quarantined}
 * @param reason in words
 */
public record ArtifactDecision(String action, String by, String reason, Instant at) {}
