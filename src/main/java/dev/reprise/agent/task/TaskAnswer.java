package dev.reprise.agent.task;

import dev.reprise.agent.ModelId;
import dev.reprise.agent.message.Failure;
import java.util.Optional;
import java.util.UUID;

/**
 * What became of a task for an agent.
 *
 * @param run that did it
 * @param output its answer; may be empty if it failed
 * @param model that gave it, as far as it is known
 * @param failure why there is no answer, if there is none
 */
public record TaskAnswer(
    UUID run, AgentTask task, String output, Optional<ModelId> model, Optional<Failure> failure) {}
