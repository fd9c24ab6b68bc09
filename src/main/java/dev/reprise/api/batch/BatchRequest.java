package dev.reprise.api.batch;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.batch.BatchMode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A request to run an agent for each item of a data set.
 *
 * @param agent the agent's name; all runs pin its present version
 * @param workspace {@code name} or {@code name/sub/directory} of a workspace of the server
 * @param name under which completed keys are remembered, by default none: a key that was completed
 *     in an earlier batch of the same name and agent is not run again
 * @param source where the items are; absent if they follow in the body as JSON Lines
 * @param key the fields that identify an item; by default its hash
 * @param input the input of the runs, whose texts may refer to <code>{{item.field}}</code>, <code>
 *     {{item}}</code> and <code>{{key}}</code>; by default the item itself
 * @param options how far the batch may go, and how fast
 * @param mode where the replies come from; {@code runs} by default
 */
public record BatchRequest(
    @NotBlank(message = "is missing; it must be an agent's name") String agent,
    @NotBlank(message = "is missing; it must be the name of a workspace")
        @Size(max = 1024, message = "must have at most {max} characters")
        String workspace,
    @Nullable
        @Pattern(
            regexp = "[a-z][a-z0-9-]{0,62}",
            message = "must be lower-case letters, digits and '-', at most 63, from a letter on")
        String name,
    @Valid @Nullable SourceRequest source,
    @Schema(minItems = 1, maxItems = 16)
        @Nullable
        @Size(min = 1, max = 16, message = "must have {min} to {max} names of fields")
        List<@NotBlank(message = "must be the name of a field") String> key,
    @Nullable ObjectNode input,
    @Valid @Nullable BatchOptions options,
    @Nullable Mode mode) {

  /** Where the replies come from: each run calls its model, or batches of its provider do. */
  @Schema(name = "BatchMode", defaultValue = "runs")
  public enum Mode {
    @JsonProperty("runs")
    RUNS,
    @JsonProperty("provider-batch")
    PROVIDER_BATCH;

    static Mode of(BatchMode mode) {
      return mode == BatchMode.PROVIDER_BATCH ? PROVIDER_BATCH : RUNS;
    }
  }

  BatchMode modeOrDefault() {
    return mode == Mode.PROVIDER_BATCH ? BatchMode.PROVIDER_BATCH : BatchMode.RUNS;
  }

  BatchOptions optionsOrDefault() {
    return Optional.ofNullable(options).orElse(BatchOptions.NONE);
  }
}
