package dev.reprise.artifact;

import java.time.Instant;

/**
 * The stage of an artifact, and who put it there.
 *
 * @param by a user, or what the server did on its own
 * @param reason in words
 */
public record StageEntry(Stage stage, String by, String reason, Instant since) {}
