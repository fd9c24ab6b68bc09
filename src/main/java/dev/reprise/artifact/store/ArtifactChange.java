package dev.reprise.artifact.store;

import java.util.UUID;

/**
 * A decision about an artifact that was carried out.
 *
 * @param undoable whether a document is kept that was there before it
 */
public record ArtifactChange(UUID id, ArtifactDecision decision, boolean undoable) {}
