package dev.reprise.batch;

import java.time.Instant;
import java.util.Optional;

/**
 * What people see of a batch of a provider.
 *
 * @param provider its name in agents' documents
 * @param id the provider's id of the batch; empty until it is known
 * @param requests how many items it answers
 * @param submittedAt when it was known that the provider has it; empty until then
 */
public record SubmittedBatch(
    String provider,
    Optional<String> id,
    int requests,
    ProviderBatch.State state,
    Optional<Instant> submittedAt) {}
