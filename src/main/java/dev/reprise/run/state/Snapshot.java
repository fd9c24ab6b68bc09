package dev.reprise.run.state;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.Transcript;
import dev.reprise.journal.codec.RecordJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run's state as it stands in its journal: all of it but the agent's definition, whose version
 * the run's row names, and the snapshot too, so that the two can be compared.
 *
 * <p>Variants are named by the closed registry below and never by a class. What an older server
 * cannot know, or would misread, gets the next version; a version that a server does not know is
 * passed over, for the events before it say the same. So is version 1, which does not say which
 * version of its agent the run keeps, nor for whom it is.
 */
public record Snapshot(
    int version,
    JsonValue input,
    String workspace,
    Optional<String> agentVersion,
    Optional<Submitter> submitter,
    Optional<List<PinnedTool>> tools,
    Map<String, PhaseState> phases,
    Optional<Integer> fallback,
    int iterations,
    Usage usage,
    Usage inherited,
    Optional<TotalCost> cost,
    Optional<TotalCost> inheritedCost,
    Optional<Instant> since,
    Optional<Instant> pausedAt,
    int attempts,
    Optional<Integer> breakdowns,
    Optional<Failure> lastBreakdown,
    int refusals,
    Optional<Integer> errors,
    int storeFailures,
    long messages,
    Optional<Delegation> delegation,
    Optional<DelegatedUsage> delegated,
    Optional<Outcome> outcome) {

  private static final int VERSION = 2;

  private static final ObjectMapper MAPPER =
      RecordJson.mapper()
          .registerModule(
              new SimpleModule()
                  .setMixInAnnotation(PhaseState.class, Standings.class)
                  .setMixInAnnotation(ToolCallState.class, WithFailures.class)
                  .setMixInAnnotation(ModelRetry.class, WithLength.class)
                  .setMixInAnnotation(PhaseProgress.class, MayBeUnguarded.class)
                  .setMixInAnnotation(ToolCallState.Progress.class, Progresses.class)
                  .setMixInAnnotation(Outcome.class, Outcomes.class)
                  .setMixInAnnotation(Transcript.class, Messages.class))
          // only the components of a record are its own; what can be asked of it follows from them
          .setVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE);

  /** Returns a state as JSON. */
  public static JsonValue of(RunState state) {
    var snapshot =
        new Snapshot(
            VERSION,
            state.input(),
            state.workspace(),
            state.agentVersion(),
            state.submitter(),
            state.tools(),
            state.phases(),
            state.fallback() == 0 ? Optional.empty() : Optional.of(state.fallback()),
            state.iterations(),
            state.usage(),
            state.inherited(),
            Optional.of(state.cost()),
            Optional.of(state.inheritedCost()),
            state.since(),
            state.pausedAt(),
            state.tries().admissions(),
            Optional.of(state.tries().breakdowns()).filter(count -> count > 0),
            state.tries().last(),
            state.refusals(),
            state.errors() == 0 ? Optional.empty() : Optional.of(state.errors()),
            state.storeFailures(),
            state.messages(),
            state.delegation(),
            Optional.of(state.delegated()).filter(spent -> spent.runs() > 0),
            state.outcome());
    try {
      return new JsonValue(MAPPER.writeValueAsString(snapshot));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a state does not fit into JSON", e);
    }
  }

  /**
   * Returns the state of a run of this agent, or empty if the snapshot is of a version that this
   * server does not know.
   *
   * @throws IllegalArgumentException if it is no snapshot, or one of a run of another agent
   */
  public static Optional<RunState> read(JsonValue json, AgentDefinition agent) {
    try {
      if (MAPPER.readTree(json.text()).path("version").asInt() != VERSION) {
        return Optional.empty();
      }
      return Optional.of(MAPPER.readValue(json.text(), Snapshot.class).state(agent));
    } catch (JsonProcessingException e) {
      // The library's own words name classes and quote the text, and this is told to callers.
      throw new IllegalArgumentException("its snapshot cannot be read", e);
    }
  }

  private RunState state(AgentDefinition agent) {
    RunState begin = RunState.of(agent);
    Map<String, PhaseState> inOrder = new LinkedHashMap<>(begin.phases());
    phases.forEach(
        (name, phase) -> {
          // a run that was migrated may have lost phases that had not begun, and gained others
          if (inOrder.replace(name, phase) == null && !(phase instanceof PhaseState.Pending)) {
            throw new IllegalArgumentException("its snapshot is that of another agent's run");
          }
        });
    return new RunState(
        agent,
        input,
        workspace,
        agentVersion,
        submitter,
        tools,
        inOrder,
        fallback.orElse(0),
        iterations,
        usage,
        inherited,
        cost.orElseGet(() -> TotalCost.unknown(iterations)), // from before costs were recorded
        inheritedCost.orElse(TotalCost.NONE),
        since,
        pausedAt,
        new Attempts(attempts, breakdowns.orElse(0), lastBreakdown),
        refusals,
        errors.orElse(0), // an older server did not count them
        storeFailures,
        messages,
        delegation,
        delegated.orElse(DelegatedUsage.NONE),
        outcome);
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "state")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = PhaseState.Pending.class, name = "pending"),
    @JsonSubTypes.Type(value = PhaseState.Open.class, name = "open"),
    @JsonSubTypes.Type(value = PhaseState.Completed.class, name = "completed"),
    @JsonSubTypes.Type(value = PhaseState.Skipped.class, name = "skipped"),
    @JsonSubTypes.Type(value = PhaseState.Failed.class, name = "failed")
  })
  private interface Standings {}

  /** Older snapshots say nothing about what the calls have brought. */
  private interface MayBeUnguarded {
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    LoopGuard guard();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "state")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = ToolCallState.Asked.class, name = "asked"),
    @JsonSubTypes.Type(value = ToolCallState.Started.class, name = "started"),
    @JsonSubTypes.Type(value = ToolCallState.InDoubt.class, name = "in-doubt"),
    @JsonSubTypes.Type(value = ToolCallState.NotHappened.class, name = "not-happened"),
    @JsonSubTypes.Type(value = ToolCallState.Retrying.class, name = "retrying"),
    @JsonSubTypes.Type(value = ToolCallState.Deferred.class, name = "deferred"),
    @JsonSubTypes.Type(value = ToolCallState.WithPerson.class, name = "with-person"),
    @JsonSubTypes.Type(value = ToolCallState.Delegated.class, name = "delegated"),
    @JsonSubTypes.Type(value = ToolCallState.Ended.class, name = "ended")
  })
  private interface Progresses {}

  private interface WithLength {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    boolean exceeded();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    boolean shortened();
  }

  private interface WithFailures {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int failures();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    boolean approved();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int openings();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "end")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Outcome.Completed.class, name = "completed"),
    @JsonSubTypes.Type(value = Outcome.Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = Outcome.Cancelled.class, name = "cancelled"),
    @JsonSubTypes.Type(value = Outcome.DeadLettered.class, name = "dead-lettered")
  })
  private interface Outcomes {}

  /** A transcript is its messages; its size follows from them. */
  private abstract static class Messages {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    @SuppressWarnings("UnusedVariable") // it only says which constructor is meant
    Messages(List<Message> messages) {}

    @com.fasterxml.jackson.annotation.JsonValue
    abstract List<Message> messages();
  }
}
