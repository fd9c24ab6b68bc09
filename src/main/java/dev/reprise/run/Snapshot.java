package dev.reprise.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.budget.Allowance;
import dev.reprise.agent.budget.Spending;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.run.approval.Parties;
import dev.reprise.run.approval.StandingApproval;
import dev.reprise.run.approval.StandingApprovals;
import dev.reprise.run.approval.Submitter;
import dev.reprise.run.state.Assignment;
import dev.reprise.run.state.Attempts;
import dev.reprise.run.state.Consumption;
import dev.reprise.run.state.FailureCounts;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.PhaseState;
import dev.reprise.run.state.Phases;
import dev.reprise.run.state.RunClock;
import dev.reprise.run.state.RunState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The stored form of a run's state, flat. It has all of the state but the agent's definition, whose
 * version both the run's row and the snapshot name, so that the two can be compared.
 *
 * <p>{@link SnapshotMapper} names the variants of closed types. A server ignores a snapshot of a
 * version that it does not know, because the events before it say the same.
 */
public record Snapshot(
    int version,
    JsonValue input,
    String workspace,
    String agentVersion,
    Optional<Submitter> submitter,
    List<String> parties,
    List<PinnedTool> tools,
    Map<String, PhaseState> phases,
    int fallback,
    int iterations,
    Usage usage,
    Usage inherited,
    TotalCost cost,
    TotalCost inheritedCost,
    Optional<Instant> since,
    Optional<Instant> pausedAt,
    int attempts,
    int breakdowns,
    Optional<Failure> lastBreakdown,
    int refusals,
    int errors,
    int storeFailures,
    long messages,
    Optional<Delegation> delegation,
    DelegatedUsage delegated,
    Spending toolCalls,
    Allowance allowance,
    Map<String, StandingApproval> standingApprovals,
    Optional<Outcome> outcome) {

  private static final int VERSION = 1;

  private static final ObjectMapper MAPPER = SnapshotMapper.create();

  /** Returns a state as JSON. */
  public static JsonValue of(RunState state) {
    try {
      return new JsonValue(MAPPER.writeValueAsString(flat(state)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the run's state cannot be written as JSON", e);
    }
  }

  private static Snapshot flat(RunState state) {
    Assignment assignment = state.assignment();
    Consumption used = state.consumption();
    FailureCounts failures = state.failures();
    Attempts attempts = failures.attempts();
    return new Snapshot(
        VERSION,
        assignment.input(),
        assignment.workspace(),
        assignment.agentVersion(),
        assignment.submitter(),
        assignment.parties().names(),
        assignment.tools(),
        state.phases().states(),
        state.fallback(),
        used.iterations(),
        used.usage(),
        used.inherited(),
        used.cost(),
        used.inheritedCost(),
        state.clock().since(),
        state.clock().pausedAt(),
        attempts.admissions(),
        attempts.breakdowns(),
        attempts.last(),
        failures.refusals(),
        failures.errors(),
        failures.storeFailures(),
        state.messages(),
        assignment.delegation(),
        used.delegated(),
        used.tools(),
        used.allowance(),
        assignment.standingApprovals().byTool(),
        state.outcome());
  }

  /**
   * Returns the state of a run of this agent, or empty if this server does not know the snapshot's
   * version.
   *
   * @throws IllegalArgumentException if the text is no snapshot of a run of this agent
   */
  public static Optional<RunState> read(JsonValue json, AgentDefinition agent) {
    try {
      if (MAPPER.readTree(json.text()).path("version").asInt() != VERSION) {
        return Optional.empty();
      }
      return Optional.of(MAPPER.readValue(json.text(), Snapshot.class).state(agent));
    } catch (JsonProcessingException e) {
      // Jackson's messages name classes and quote the text, and callers pass this message on.
      throw new IllegalArgumentException("its snapshot cannot be read", e);
    }
  }

  private RunState state(AgentDefinition agent) {
    return new RunState(
        new Assignment(
            agent,
            input,
            workspace,
            agentVersion,
            new Parties(submitter, parties),
            tools,
            delegation,
            new StandingApprovals(standingApprovals)),
        phases(agent),
        fallback,
        consumption(),
        new RunClock(since, pausedAt),
        failures(),
        messages,
        outcome);
  }

  private Phases phases(AgentDefinition agent) {
    Map<String, PhaseState> inOrder = new LinkedHashMap<>(Phases.pending(agent).states());
    phases.forEach(
        (name, phase) -> {
          // a migration may have removed phases that had not begun, and added others
          if (inOrder.replace(name, phase) == null && !(phase instanceof PhaseState.Pending)) {
            throw new IllegalArgumentException("its snapshot is that of another agent's run");
          }
        });
    return new Phases(inOrder);
  }

  private Consumption consumption() {
    return new Consumption(
        iterations, usage, inherited, cost, inheritedCost, delegated, toolCalls, allowance);
  }

  private FailureCounts failures() {
    return new FailureCounts(
        new Attempts(attempts, breakdowns, lastBreakdown), refusals, errors, storeFailures);
  }
}
