package dev.reprise.definition;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Compaction;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.RetryPreferences;
import dev.reprise.agent.Template;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Null;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An agent as its author writes it.
 *
 * @param name by which submissions choose the agent
 * @param tenants that may use the agent, read by {@link DocumentTenants}
 * @param description for people
 * @param model the model and its fallbacks
 * @param systemPrompt sent with every call of the model; absent for none
 * @param tools all tools that the agent may use; absent for none
 * @param phases the phases in order
 * @param limits the limits of a run; absent for {@link Limits#OF_A_RUN}
 * @param compaction when transcripts are compacted; absent for never
 * @param record what is recorded of its runs; absent for everything
 * @param retry overrides of the server's retries; absent for none
 * @param grants restrictions of its tools by name; absent for none
 */
record AgentDocument(
    @NotNull(message = MISSING) @Pattern(regexp = NAME, message = NAME_MESSAGE) String name,
    @Nullable JsonNode tenants,
    @NotBlank(message = MISSING) @Size(max = 2000, message = "has at most {max} characters")
        String description,
    @NotNull(message = MISSING) @Valid ModelPart model,
    @Nullable String systemPrompt,
    @Nullable List<@NotNull(message = NOTHING) String> tools,
    @NotEmpty(message = "is missing; an agent has at least one phase")
        @Size(max = 100, message = "has at most {max} phases")
        List<@NotNull(message = NOTHING) @Valid PhasePart> phases,
    @Nullable @Valid LimitsPart limits,
    @Nullable @Valid CompactionPart compaction,
    @Nullable @Valid RecordPart record,
    @Nullable @Valid RetryPart retry,
    @Nullable @Size(max = 100, message = "has at most {max} tools")
        Map<String, @NotNull(message = NOTHING) @Valid GrantPart> grants) {

  private static final String NAME = "[a-z][a-z0-9-]{0,62}";
  private static final String NAME_MESSAGE =
      "must be 1 to 63 lower-case letters, digits or -, a letter first";
  private static final String MISSING = "is missing";
  private static final String NOTHING = "is empty";

  /**
   * The model that replies.
   *
   * @param provider one of the server's providers
   * @param name the model's name there; absent for {@code default}
   * @param fallbacks the models that reply if those before cannot, in order; absent for none
   * @param options all other members, which the provider checks
   */
  record ModelPart(
      @NotBlank(message = MISSING) String provider,
      @Nullable String name,
      @Nullable @Size(max = 5, message = "has at most {max} models")
          List<@NotNull(message = NOTHING) @Valid FallbackPart> fallbacks,
      @JsonAnySetter @Nullable Map<String, JsonNode> options) {}

  /** A model that replies instead of another one; it has the members of a model. */
  record FallbackPart(
      @NotBlank(message = MISSING) String provider,
      @Nullable String name,
      @Null(message = "is not allowed here: all fallbacks stand in one list")
          @Nullable JsonNode fallbacks,
      @JsonAnySetter @Nullable Map<String, JsonNode> options) {

    private ModelChoice choice() {
      return AgentDocument.choice(provider, name, options);
    }
  }

  /**
   * One phase.
   *
   * @param prompt may refer to {@code input.<path>} and {@code phases.<earlier>.output}
   * @param tools some of the agent's tools; absent for all of them
   * @param critical whether the run fails if the phase fails; absent for true
   * @param limits absent for {@link Limits#OF_A_PHASE}
   */
  record PhasePart(
      @NotNull(message = MISSING) @Pattern(regexp = NAME, message = NAME_MESSAGE) String name,
      @NotBlank(message = MISSING) String prompt,
      @Nullable List<@NotNull(message = NOTHING) String> tools,
      @Nullable Boolean critical,
      @Nullable @Valid LimitsPart limits) {}

  /** Limits of a run or a phase; absent members have the default. */
  record LimitsPart(
      @Nullable
          @Min(value = 1, message = "must be at least {value}")
          @Max(value = 10_000, message = "must be at most {value}")
          Integer maxIterations,
      @Nullable @DurationBetween(min = "PT1S", max = "P30D") Duration deadline) {

    private static Limits orElse(@Nullable LimitsPart stated, Limits defaults) {
      if (stated == null) {
        return defaults;
      }
      return new Limits(
          stated.maxIterations == null ? defaults.maxIterations() : stated.maxIterations,
          stated.deadline == null ? defaults.deadline() : stated.deadline);
    }
  }

  /** When transcripts are compacted; absent members are those of {@link Compaction#DEFAULT}. */
  record CompactionPart(
      @Nullable
          @Min(value = 4096, message = "must be at least {value}")
          @Max(value = 67_108_864, message = "must be at most {value}")
          Integer afterBytes,
      @Nullable
          @Min(value = 1, message = "must be at least {value}")
          @Max(value = 1000, message = "must be at most {value}")
          Integer keepMessages) {

    private Compaction compaction() {
      return new Compaction(
          afterBytes == null ? Compaction.DEFAULT.afterBytes() : afterBytes,
          keepMessages == null ? Compaction.DEFAULT.keepMessages() : keepMessages);
    }
  }

  /**
   * What is recorded of an agent's runs.
   *
   * @param bodies prompts, replies, arguments, results and outputs; absent for true
   */
  record RecordPart(@Nullable Boolean bodies) {}

  /**
   * Overrides of the server's retries; an absent member means no override.
   *
   * @param model overrides for calls of its models
   * @param tools overrides for tool calls, if they are retried at all
   */
  record RetryPart(@Nullable @Valid OverridesPart model, @Nullable @Valid OverridesPart tools) {

    private RetryPreferences retries() {
      return new RetryPreferences(OverridesPart.orNone(model), OverridesPart.orNone(tools));
    }
  }

  /** See {@link RetryPreferences.Overrides}. */
  record OverridesPart(
      @Nullable
          @Min(value = 1, message = "must be at least {value}")
          @Max(value = 20, message = "must be at most {value}")
          Integer attempts,
      @Nullable
          @Pattern(
              regexp = "exponential|linear|constant",
              message = "must be exponential, linear or constant")
          String strategy,
      @Nullable
          @DecimalMin(value = "1", message = "must be at least {value}")
          @DecimalMax(value = "10", message = "must be at most {value}")
          BigDecimal factor,
      @Nullable @DurationBetween(min = "PT0S", max = "PT1H") Duration baseDelay,
      @Nullable @DurationBetween(min = "PT0S", max = "P1D") Duration maxDelay) {

    private static RetryPreferences.Overrides orNone(@Nullable OverridesPart stated) {
      return stated == null
          ? RetryPreferences.Overrides.NONE
          : new RetryPreferences.Overrides(
              Optional.ofNullable(stated.attempts),
              Optional.ofNullable(stated.strategy),
              Optional.ofNullable(stated.factor).map(BigDecimal::doubleValue),
              Optional.ofNullable(stated.baseDelay),
              Optional.ofNullable(stated.maxDelay));
    }
  }

  /** See {@link ToolGrant}. */
  record GrantPart(
      @Nullable
          @Size(
              min = 1,
              max = 100,
              message = "has 1 to {max} entries; leave it out to narrow nothing")
          List<@NotBlank(message = NOTHING) @Size(max = 256, message = TOO_LONG) String> only,
      @Nullable @Size(max = 100, message = "has at most {max} entries")
          List<@NotBlank(message = NOTHING) @Size(max = 256, message = TOO_LONG) String> secrets,
      @Nullable @DurationBetween(min = "PT1S", max = "P30D") Duration timeout,
      @Nullable Boolean approval) {

    private static final String TOO_LONG = "has at most {max} characters";

    private ToolGrant grant() {
      return new ToolGrant(
          only == null ? Set.of() : new HashSet<>(only),
          Optional.ofNullable(secrets).map(HashSet::new),
          Optional.ofNullable(timeout),
          approval != null && approval);
    }
  }

  /** Returns the agent. To be called only on a document without problems. */
  AgentDefinition definition() {
    List<String> grant = tools == null ? List.of() : tools.stream().distinct().toList();
    return new AgentDefinition(
        name,
        description,
        choice(model.provider, model.name, model.options),
        systemPrompt == null ? "" : systemPrompt,
        phases.stream().map(part -> phase(part, grant)).toList(),
        LimitsPart.orElse(limits, Limits.OF_A_RUN),
        Optional.ofNullable(compaction).map(CompactionPart::compaction),
        record == null || record.bodies == null || record.bodies,
        model.fallbacks == null
            ? List.of()
            : model.fallbacks.stream().map(FallbackPart::choice).toList(),
        retry == null ? RetryPreferences.AS_THE_SERVER : retry.retries(),
        grants == null
            ? Map.of()
            : grants.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().grant())));
  }

  private static ModelChoice choice(
      String provider, @Nullable String name, @Nullable Map<String, JsonNode> options) {
    JsonNode members = Json.mapper().valueToTree(options == null ? Map.of() : options);
    return new ModelChoice(
        provider, name == null ? "default" : name, new JsonValue(CanonicalJson.write(members)));
  }

  private static Phase phase(PhasePart part, List<String> grant) {
    return new Phase(
        part.name,
        new Template(part.prompt),
        part.tools == null ? grant : part.tools.stream().distinct().toList(),
        part.critical == null || part.critical,
        LimitsPart.orElse(part.limits, Limits.OF_A_PHASE));
  }
}
