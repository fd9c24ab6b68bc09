package dev.reprise.agent;

import java.util.Optional;

/**
 * How the runs of an agent are carried out, whatever their task is.
 *
 * @param limits how far a run of all phases together may go
 * @param compaction how transcripts are kept from growing without end; empty if they are not
 * @param recordsContent whether prompts, replies, arguments, results and outputs are recorded; if
 *     not, a run that is interrupted after the start of a phase cannot continue
 * @param retries how often and when models and tools are called again
 */
public record RunPolicy(
    Limits limits,
    Optional<Compaction> compaction,
    boolean recordsContent,
    RetryPreferences retries) {}
