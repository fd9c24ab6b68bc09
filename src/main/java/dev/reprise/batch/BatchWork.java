package dev.reprise.batch;

import dev.reprise.run.AgentRef;
import dev.reprise.run.Requester;
import java.util.Optional;

/**
 * What a batch does for each item, and for whom.
 *
 * @param name under which its keys are remembered: a key that was completed in a batch of a name is
 *     not run again in a later batch of the same name and agent; empty if nothing is remembered
 * @param agent in the version that all its runs pin
 * @param workspace the directory tree that each run gets
 * @param submitter for whom the runs work
 * @param priority of the runs among those of the tenant, from -9 to 9
 * @param sampleOf how many items the data set has of which these are the first ones, if the batch
 *     is a preview; empty if it has them all
 * @param mode where the replies come from
 */
public record BatchWork(
    Optional<String> name,
    AgentRef agent,
    String workspace,
    Requester submitter,
    int priority,
    Optional<Integer> sampleOf,
    BatchMode mode) {}
