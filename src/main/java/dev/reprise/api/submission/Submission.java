package dev.reprise.api.submission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.budget.Budget;
import dev.reprise.api.budget.BudgetRequest;
import dev.reprise.queue.row.Labels;
import dev.reprise.queue.row.NewRun;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to run an agent.
 *
 * @param agent the agent's name
 * @param input the object that its prompts refer to as {@code input}; by default {@code {}}
 * @param workspace {@code name} or {@code name/sub/directory} of a workspace of the server
 * @param durable whether the run outlives its server; true by default
 * @param priority from -9 to 9, 0 by default; each step queues the run among the tenant's runs as
 *     if it had become due five minutes earlier
 * @param budget limits of spending, none above the agent's; by default the agent's
 * @param dedupeKey names what the run is about: while it is remembered, a further submission of the
 *     agent with this key finds the run instead of starting another
 * @param labels what to mark the run with, so that it can be found by it, such as {@code {"team":
 *     "search"}}; its forks have the same
 */
public record Submission(
    @NotBlank(message = "is missing; it must be an agent's name") String agent,
    @Nullable ObjectNode input,
    @NotBlank(message = "is missing; it must be the name of a workspace")
        @Size(max = 1024, message = "must have at most {max} characters")
        String workspace,
    @Nullable Boolean durable,
    @Min(value = -NewRun.MAX_PRIORITY, message = PRIORITIES)
        @Max(value = NewRun.MAX_PRIORITY, message = PRIORITIES)
        @Nullable Integer priority,
    @Valid @Nullable BudgetRequest budget,
    @Pattern(
            regexp = "[^\\p{Cntrl}]{1,200}",
            message = "must have 1 to 200 characters, and no control characters")
        @Nullable String dedupeKey,
    @Size(max = Labels.MAX, message = "must be at most {max} labels")
        @Nullable
            Map<
                @Pattern(
                    regexp = Labels.NAMES,
                    message =
                        "is not a label's name: 1 to 63 letters, digits and . _ / -, the first a letter or digit")
                String,
                @NotNull(message = "must be a text")
                @Pattern(
                    regexp = Labels.VALUES,
                    message = "must have 1 to 200 characters, and no control characters")
                String>
            labels) {

  private static final String PRIORITIES = "must be a whole number from -9 to 9";

  ObjectNode inputOrEmpty() {
    return input == null ? JsonNodeFactory.instance.objectNode() : input;
  }

  public boolean asksForDurability() {
    return durable == null || durable;
  }

  Optional<Budget> budgetIfSet() {
    return Optional.ofNullable(budget).map(BudgetRequest::budget);
  }

  Labels labelsOrNone() {
    return labels == null ? Labels.NONE : Labels.of(labels);
  }

  int priorityOrNone() {
    return priority == null ? 0 : priority;
  }
}
