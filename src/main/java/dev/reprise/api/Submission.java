package dev.reprise.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;

/**
 * A request to run an agent.
 *
 * @param agent the agent's name
 * @param input what its prompts refer to as {@code input}; an object
 * @param workspace {@code name} or {@code name/sub/directory} of a workspace of the server
 */
public record Submission(
    @NotBlank String agent, @NotNull ObjectNode input, @NotBlank String workspace) {}
