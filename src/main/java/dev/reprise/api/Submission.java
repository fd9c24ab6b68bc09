package dev.reprise.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A request to run an agent.
 *
 * @param agent the agent's name
 * @param input what its prompts refer to as {@code input}; an object
 * @param workspace {@code name} or {@code name/sub/directory} of a workspace of the server
 * @param durable whether the run outlives its server, as it does by default
 */
public record Submission(
    @NotBlank(message = "is missing; an agent's name") String agent,
    @NotNull(message = "is missing; an object, which may be empty") ObjectNode input,
    @NotBlank(message = "is missing; the name of a workspace")
        @Size(max = 1024, message = "has at most {max} characters")
        String workspace,
    @Nullable Boolean durable) {

  boolean asksForDurability() {
    return durable == null || durable;
  }
}
