package dev.reprise.batch;

import java.time.Instant;

/**
 * What a person did with a batch.
 *
 * @param kind what
 * @param by the person's name
 * @param reason as the person gave it; may be empty
 */
public record BatchAct(BatchActKind kind, String by, String reason, Instant at) {}
