package dev.reprise.run.state;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.budget.Spending;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RunEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fold of a run's journal. An immutable value: {@link #apply} returns the next one, which
 * shares with this one each group that the event does not change. Tested by {@code SnapshotTest}.
 *
 * @param assignment which agent the run is of, what it works on, and for whom
 * @param fallback the index of the model in use among the agent's models
 * @param messages the number of the last message that the run has taken
 * @param outcome how the run ended; empty while it has not
 */
public record RunState(
    Assignment assignment,
    Phases phases,
    int fallback,
    Consumption consumption,
    RunClock clock,
    FailureCounts failures,
    long messages,
    Optional<Outcome> outcome) {

  /** Returns the state before the first event of a run of this agent. */
  public static RunState of(AgentDefinition agent) {
    return new RunState(
        Assignment.unsubmitted(agent),
        Phases.pending(agent),
        0,
        Consumption.NONE,
        RunClock.NONE,
        FailureCounts.NONE,
        0,
        Optional.empty());
  }

  /**
   * Returns the state after one more event.
   *
   * @throws IllegalStateException if the event cannot happen in this state
   */
  public RunState apply(RunEvent event) {
    RunState next = RunTransitions.apply(this, event);
    return ErrorCount.includes(event) ? next.with(next.failures.plusError()) : next;
  }

  RunState with(Phases nextPhases, FailureCounts nextFailures) {
    return new RunState(
        assignment, nextPhases, fallback, consumption, clock, nextFailures, messages, outcome);
  }

  RunState with(FailureCounts next) {
    return with(phases, next);
  }

  RunState with(Consumption next) {
    return new RunState(assignment, phases, fallback, next, clock, failures, messages, outcome);
  }

  RunState with(Assignment next) {
    return new RunState(next, phases, fallback, consumption, clock, failures, messages, outcome);
  }

  RunState with(RunClock next) {
    return new RunState(
        assignment, phases, fallback, consumption, next, failures, messages, outcome);
  }

  RunState withFallback(int model) {
    return new RunState(assignment, phases, model, consumption, clock, failures, messages, outcome);
  }

  RunState withMessages(long last) {
    return new RunState(assignment, phases, fallback, consumption, clock, failures, last, outcome);
  }

  RunState withOutcome(Optional<Outcome> end) {
    return new RunState(assignment, phases, fallback, consumption, clock, failures, messages, end);
  }

  /** Returns the definition that the run pinned. */
  public AgentDefinition agent() {
    return assignment.agent();
  }

  /**
   * Returns whether the record says what the run works on. The record of a run whose server was
   * lost together with the beginning of the record does not.
   */
  public boolean hasBeginning() {
    return !assignment.workspace().isEmpty();
  }

  /** Returns how often the run was claimed since its last step forward. */
  public int attempts() {
    return failures.attempts().total();
  }

  /** Returns the model that the run asks now. */
  public ModelChoice model() {
    return agent().models().all().get(index(fallback));
  }

  /** Returns the model that the run asks if the present one does not answer. */
  public Optional<ModelChoice> nextModel() {
    int next = index(fallback + 1);
    return next > fallback ? Optional.of(agent().models().all().get(next)) : Optional.empty();
  }

  /** Under an earlier version of its agent with more models, a run may have fallen back further. */
  private int index(int model) {
    return Math.min(model, agent().models().fallbacks().size());
  }

  /**
   * Returns the answer of a completed run whose agent has a contract of it, which is JSON. What is
   * not recorded cannot be read again.
   */
  public Optional<JsonValue> output() {
    return outcome
        .filter(it -> agent().output().isPresent() && agent().recordsContent())
        .filter(Outcome.Completed.class::isInstance)
        .map(it -> new JsonValue(((Outcome.Completed) it).output()));
  }

  /** Returns the first phase that the run has not passed. */
  public Optional<Phase> currentPhase() {
    for (Phase phase : agent().phases()) {
      if (!phases.at(phase).isPassed()) {
        return Optional.of(phase);
      }
    }
    return Optional.empty();
  }

  private Stream<Phase> notPassed() {
    return agent().phases().stream().filter(phase -> !phases.at(phase).isPassed());
  }

  /** Returns the phase whose model is asked next, and so reads messages to the run, if any. */
  public Optional<String> listeningPhase() {
    return notPassed().filter(this::isListening).map(Phase::name).findFirst();
  }

  private boolean isListening(Phase phase) {
    return !(phases.at(phase) instanceof PhaseState.Open(PhaseProgress work)) || !work.isAnswered();
  }

  /** Returns the current phase and its work, if the phase is open. */
  public Optional<OpenPhase> openPhase() {
    return currentPhase()
        .flatMap(
            phase ->
                phases.at(phase) instanceof PhaseState.Open(PhaseProgress work)
                    ? Optional.of(new OpenPhase(phase.name(), work))
                    : Optional.empty());
  }

  /** A phase that has begun and not ended. */
  public record OpenPhase(String name, PhaseProgress work) {

    /** Returns where one of its calls was requested. */
    public CallLocation location(ToolCallState call) {
      return new CallLocation(name, work.iteration(), call.call().id());
    }
  }

  /** Returns whether a call waits for this decision of a person, and the person saw its state. */
  public boolean awaits(HumanInputEvent decision) {
    return openPhase()
        .filter(open -> open.name().equals(decision.phase()) && open.work().awaits(decision))
        .isPresent();
  }

  /**
   * Returns what the record gets of a decision about a call: the decision, and the pause of the run
   * that it brings with it.
   */
  public List<RunEvent> recordedAs(HumanInputEvent decision) {
    Optional<RunEvent> pause =
        call(decision.callId())
            .flatMap(ToolCallState::approval)
            .flatMap(asked -> asked.pauseAfter(decision));
    return Stream.concat(Stream.of(decision), pause.stream()).toList();
  }

  /** Returns when the run is out of time: at its own deadline or at that of its delegation. */
  public Instant deadline() {
    Instant own = clock.deadline(agent().runPolicy().limits().deadline());
    return delegation().map(Delegation::deadline).filter(own::isAfter).orElse(own);
  }

  /** Returns how many model calls the run and its child runs may make together. */
  public int maxIterations() {
    int own = agent().runPolicy().limits().maxIterations();
    return delegation().map(left -> Math.min(own, left.maxIterations())).orElse(own);
  }

  /** Returns how many model calls the run and its child runs may still make. */
  public int iterationsLeft() {
    return Math.max(0, maxIterations() - consumption.iterations());
  }

  /** Returns what the run and its child runs may spend together. */
  public Budget budget() {
    Budget own = agent().runPolicy().budget().replacedBy(consumption.allowance().granted());
    return delegation().flatMap(Delegation::budget).map(own::narrowedBy).orElse(own);
  }

  /** Returns what the run and its child runs have spent of the budget. */
  public Spending budgetSpent() {
    return consumption.spent();
  }

  /** Returns when the time of the budget is over; empty without one, and while nothing counts. */
  public Optional<Instant> budgetEnd() {
    return budget().time().flatMap(clock::end);
  }

  /** Returns the call of another run for which this run works, if it is a child run. */
  public Optional<Delegation> delegation() {
    return assignment.delegation();
  }

  /** Returns how many runs are above this one: 0 if it is no child run. */
  public int depth() {
    return delegation().map(Delegation::depth).orElse(0);
  }

  /** Returns what the run and its child runs used together. */
  public DelegatedUsage spent() {
    return consumption.total();
  }

  /** Returns when an open phase is out of time, at the latest when the run is. */
  public Instant deadline(Phase phase, PhaseProgress work) {
    Instant own = work.deadlineBase().plus(phase.limits().deadline());
    return own.isBefore(deadline()) ? own : deadline();
  }

  /** Returns the call of this id in the newest reply of the open phase. */
  public Optional<ToolCallState> call(String id) {
    return openPhase().flatMap(open -> open.work().call(id));
  }

  /** Returns what people are asked about the next model call, and have said of it. */
  public Optional<ToolCallState> modelCallQuestion() {
    return openPhase().flatMap(open -> open.work().question());
  }

  /** Returns when the open phase is out of time; without one, when the run is. */
  public Instant deadlineOfOpenPhase() {
    return currentPhase()
        .flatMap(phase -> openPhase().map(open -> deadline(phase, open.work())))
        .orElseGet(this::deadline);
  }

  /** Returns how many phases the run has passed. */
  public int passedPhases() {
    return phases.passed();
  }

  /** Returns the phases that have begun, in order, whether they have ended or not. */
  public List<Phase> begunPhases() {
    return agent().phases().stream()
        .filter(phase -> !(phases.at(phase) instanceof PhaseState.Pending))
        .toList();
  }

  /** Returns the names of the tools that the run may still call. */
  public Set<String> neededTools() {
    return notPassed()
        .flatMap(phase -> phase.tools().stream())
        .collect(Collectors.toUnmodifiableSet());
  }
}
