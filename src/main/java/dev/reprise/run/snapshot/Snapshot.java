package dev.reprise.run.snapshot;

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
 * <p>{@link SnapshotMapper} names the variants of closed types. A change that an older server
 * cannot read, or would misread, takes the next version. A server ignores a snapshot of a version
 * that it does not know, because the events before it say the same. It also ignores the versions
 * before 4, which do not name the parties.
 */
public record Snapshot(
    int version,
    JsonValue input,
    String workspace,
    Optional<String> agentVersion,
    Optional<Submitter> submitter,
    List<String> parties,
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
    Optional<Spending> toolCalls,
    Optional<Allowance> allowance,
    Optional<Map<String, StandingApproval>> standingApprovals,
    Optional<Outcome> outcome) {

  private static final int VERSION = 4;

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
        unlessZero(state.fallback()),
        used.iterations(),
        used.usage(),
        used.inherited(),
        Optional.of(used.cost()),
        Optional.of(used.inheritedCost()),
        state.clock().since(),
        state.clock().pausedAt(),
        attempts.admissions(),
        unlessZero(attempts.breakdowns()),
        attempts.last(),
        failures.refusals(),
        unlessZero(failures.errors()),
        failures.storeFailures(),
        state.messages(),
        assignment.delegation(),
        Optional.of(used.delegated()).filter(delegated -> delegated.runs() > 0),
        Optional.of(used.tools()).filter(calls -> !calls.equals(Spending.NONE)),
        Optional.of(used.allowance()).filter(allowed -> !allowed.equals(Allowance.NONE)),
        Optional.of(assignment.standingApprovals().byTool()).filter(all -> !all.isEmpty()),
        state.outcome());
  }

  /**
   * Members that earlier versions of the product did not write are absent while they say nothing.
   */
  private static Optional<Integer> unlessZero(int count) {
    return count == 0 ? Optional.empty() : Optional.of(count);
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
            standingApprovals.map(StandingApprovals::new).orElse(StandingApprovals.NONE)),
        phases(agent),
        fallback.orElse(0),
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
        iterations,
        usage,
        inherited,
        cost.orElseGet(() -> TotalCost.unknown(iterations)), // absent before costs were recorded
        inheritedCost.orElse(TotalCost.NONE),
        delegated.orElse(DelegatedUsage.NONE),
        toolCalls.orElse(Spending.NONE),
        allowance.orElse(Allowance.NONE));
  }

  private FailureCounts failures() {
    return new FailureCounts(
        new Attempts(attempts, breakdowns.orElse(0), lastBreakdown),
        refusals,
        errors.orElse(0), // absent if an older server did not count them
        storeFailures);
  }
}
