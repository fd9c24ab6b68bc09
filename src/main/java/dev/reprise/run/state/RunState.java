package dev.reprise.run.state;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Cost;
import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.Delegation;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What a run's journal adds up to. A value: {@link #apply} returns the next one.
 *
 * @param agent the definition that the run keeps to its end
 * @param agentVersion its content hash, as the record says; empty for a fork that is older than
 *     such a word
 * @param submitter for whom the run is; empty if no role is known, or the record is older than that
 * @param tools what the run keeps of the tools; empty if none were recorded
 * @param phases where each phase stands, in the agent's order
 * @param fallback the place of the model in use among the agent's, counted from 0
 * @param iterations model replies since the run began or was retried, with those of runs that
 *     worked for it; what the run's limit counts
 * @param usage of all calls of the model together
 * @param inherited the part of it that the runs used from which this one was forked
 * @param cost of all calls of the model together
 * @param inheritedCost the part of it that those runs paid
 * @param since when the run was first taken on or was retried, later by the time that it was paused
 *     since; where its deadline counts from
 * @param pausedAt since when the run is paused, if that was recorded with its time
 * @param tries how often the run was taken on since it last took a step forward
 * @param refusals how often in a row a server let the run go because it has not what the run keeps
 * @param errors how many attempts of a model or tool call or of a compaction, and how many phases,
 *     have failed or were skipped; a retry goes on counting, a fork begins anew
 * @param storeFailures how often the database failed before it took what the run recorded
 * @param messages the number of the last message that it has taken
 * @param delegation for which call of another run it works, if it does
 * @param delegated what runs used that worked for this one, as far as they have ended
 * @param outcome how the run ended
 */
public record RunState(
    AgentDefinition agent,
    JsonValue input,
    String workspace,
    Optional<String> agentVersion,
    Optional<Submitter> submitter,
    Optional<List<PinnedTool>> tools,
    Map<String, PhaseState> phases,
    int fallback,
    int iterations,
    Usage usage,
    Usage inherited,
    TotalCost cost,
    TotalCost inheritedCost,
    Optional<Instant> since,
    Optional<Instant> pausedAt,
    Attempts tries,
    int refusals,
    int errors,
    int storeFailures,
    long messages,
    Optional<Delegation> delegation,
    DelegatedUsage delegated,
    Optional<Outcome> outcome) {

  /** Returns the state before the first event of a run of this agent. */
  public static RunState of(AgentDefinition agent) {
    Map<String, PhaseState> pending = new LinkedHashMap<>();
    agent.phases().forEach(phase -> pending.put(phase.name(), new PhaseState.Pending()));
    return new RunState(
        agent,
        JsonValue.EMPTY_OBJECT,
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        pending,
        0,
        0,
        Usage.NONE,
        Usage.NONE,
        TotalCost.NONE,
        TotalCost.NONE,
        Optional.empty(),
        Optional.empty(),
        Attempts.NONE,
        0,
        0,
        0,
        0,
        Optional.empty(),
        DelegatedUsage.NONE,
        Optional.empty());
  }

  /**
   * Returns the state after one more event.
   *
   * @throws IllegalStateException if the event cannot happen in this state
   */
  public RunState apply(RunEvent event) {
    RunState next = applied(event);
    return ErrorCount.includes(event) ? next.with(draft -> draft.errors++) : next;
  }

  private RunState applied(RunEvent event) {
    return switch (event) {
      case LifecycleEvent.Submitted submitted -> submitted(submitted);
      case LifecycleEvent.Forked forked -> forked(forked);
      case LifecycleEvent.Admitted admitted -> admitted(admitted);
      case PhaseEvent inPhase -> inPhase(inPhase);
      case LifecycleEvent.HandedOver ignored -> withTries(tries.handedOver());
      case LifecycleEvent.BrokeDown broke ->
          withTries(broke.costsAttempt() ? tries.brokeDown(broke.failure()) : tries.handedOver());
      case LifecycleEvent.Waiting waiting -> waiting(waiting);
      case ControlEvent.Paused paused -> paused(paused.at());
      case ControlEvent.Imported imported -> imported(imported);
      case ControlEvent.Resumed resumed -> resumed(resumed.at());
      case LifecycleEvent.RecordDelayed delayed ->
          with(next -> next.storeFailures += delayed.failures());
      case LifecycleEvent.Checkpointed ignored -> this;
      case ControlEvent.Retried retried -> retried(retried.at());
      case ControlEvent.Migrated migrated -> migrated(migrated);
      case LifecycleEvent.Completed completed -> ended(new Outcome.Completed(completed.output()));
      case LifecycleEvent.Failed failed -> ended(new Outcome.Failed(failed.failure()));
      case ControlEvent.Cancelled(String by, String reason) ->
          ended(new Outcome.Cancelled(by, reason));
      case LifecycleEvent.DeadLettered dead -> ended(new Outcome.DeadLettered(dead.failure()));
    };
  }

  /**
   * Returns whether the record says what the run is about; what is left of one that was lost with
   * its server does not.
   */
  public boolean hasBeginning() {
    return !workspace.isEmpty();
  }

  /** Returns how often the run was taken on since it last took a step forward. */
  public int attempts() {
    return tries.total();
  }

  /** Returns the model that the run asks now. */
  public ModelChoice model() {
    return agent.models().get(place(fallback));
  }

  /** Returns the model that the run asks if that one does not answer. */
  public Optional<ModelChoice> nextModel() {
    int next = place(fallback + 1);
    return next > fallback ? Optional.of(agent.models().get(next)) : Optional.empty();
  }

  /** A run may have fallen back under a version of its agent that had more models. */
  private int place(int model) {
    return Math.min(model, agent.fallbacks().size());
  }

  /** Returns the first phase that the run has not passed. */
  public Optional<Phase> currentPhase() {
    return agent.phases().stream().filter(phase -> !state(phase).isPassed()).findFirst();
  }

  /** Returns the phase whose model is asked next and so reads what is said to the run, if any. */
  public Optional<String> listeningPhase() {
    return agent.phases().stream()
        .filter(phase -> !state(phase).isPassed())
        .filter(
            phase ->
                !(state(phase) instanceof PhaseState.Open(PhaseProgress work))
                    || !work.isAnswered())
        .map(Phase::name)
        .findFirst();
  }

  /** Returns what the run works on, while a phase is open. */
  public Optional<OpenPhase> openPhase() {
    return currentPhase()
        .flatMap(
            phase ->
                state(phase) instanceof PhaseState.Open(PhaseProgress work)
                    ? Optional.of(new OpenPhase(phase.name(), work))
                    : Optional.empty());
  }

  /** A phase that has begun and not ended. */
  public record OpenPhase(String name, PhaseProgress work) {}

  /** Returns whether a person's word is about a call as it stands now, which waits for it. */
  public boolean awaits(HumanInputEvent word) {
    return openPhase()
        .filter(open -> open.name().equals(word.phase()) && open.work().awaits(word))
        .isPresent();
  }

  /** Returns when the run is out of time. */
  public Instant deadline() {
    Instant own = since.map(from -> from.plus(agent.limits().deadline())).orElse(Instant.MAX);
    return delegation.map(Delegation::deadline).filter(own::isAfter).orElse(own);
  }

  /** Returns how many model calls the run and those that work for it may make together. */
  public int maxIterations() {
    int own = agent.limits().maxIterations();
    return delegation.map(left -> Math.min(own, left.maxIterations())).orElse(own);
  }

  /** Returns how many of them are left. */
  public int iterationsLeft() {
    return Math.max(0, maxIterations() - iterations);
  }

  /** Returns how many runs stand above it. */
  public int depth() {
    return delegation.map(Delegation::depth).orElse(0);
  }

  /** Returns all that it and the runs used that worked for it. */
  public DelegatedUsage spent() {
    return new DelegatedUsage(
        1 + delegated.runs(),
        iterations,
        usage.plus(delegated.usage()),
        cost.plus(delegated.cost()));
  }

  /** Returns when a phase at work is out of time, which it is at the latest when the run is. */
  public Instant deadline(Phase phase, PhaseProgress work) {
    Instant own = work.since().plus(phase.limits().deadline());
    return own.isBefore(deadline()) ? own : deadline();
  }

  /** Returns the call of this id in the newest reply of the open phase. */
  public Optional<ToolCallState> call(String id) {
    return openPhase().flatMap(open -> open.work().call(id));
  }

  /** Returns when the open phase is out of time. */
  public Instant deadlineOfOpenPhase() {
    return currentPhase()
        .flatMap(phase -> openPhase().map(open -> deadline(phase, open.work())))
        .orElseGet(this::deadline);
  }

  /** Returns how many phases the run has passed. */
  public int passedPhases() {
    return (int) phases.values().stream().filter(PhaseState::isPassed).count();
  }

  /** Returns the phases that have begun, whatever became of them; others come behind them. */
  public List<Phase> begunPhases() {
    return agent.phases().stream()
        .filter(phase -> !(state(phase) instanceof PhaseState.Pending))
        .toList();
  }

  /** Returns the names of the tools that the run may still call. */
  public Set<String> neededTools() {
    return agent.phases().stream()
        .filter(phase -> !state(phase).isPassed())
        .flatMap(phase -> phase.tools().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  public PhaseState state(Phase phase) {
    return state(phase.name());
  }

  private PhaseState state(String phase) {
    PhaseState state = phases.get(phase);
    if (state == null) {
      throw new IllegalStateException("%s has no phase '%s'".formatted(agent.name(), phase));
    }
    return state;
  }

  private RunState inPhase(PhaseEvent event) {
    return switch (event) {
      case PhaseEvent.Started(String phase, String prompt, Instant at) ->
          with(phase, new PhaseState.Open(PhaseProgress.started(prompt, at)));
      case ModelEvent.Replied replied -> replied(replied);
      case ModelEvent.Retrying retrying ->
          // no step forward: a run that crashes in each attempt is given up all the same
          worked(retrying.phase(), work -> work.modelRetrying(retrying)).withTries(tries);
      case ModelEvent.Failed failed ->
          worked(failed.phase(), work -> work.modelFailed(failed.failure()));
      case ModelEvent.FellBack fell -> fellBack(fell);
      case PhaseEvent.MessagePosted posted -> posted(posted);
      case PhaseEvent.LoopSuspected suspected -> // as little a step forward as a message
          worked(suspected.phase(), work -> work.suspected(suspected)).withTries(tries);
      case ToolCallEvent call -> called(call);
      case ModelEvent.TranscriptCompacted done ->
          worked(done.phase(), work -> work.compacted(done.replaced(), done.summary()))
              .using(done.usage(), done.cost());
      case ModelEvent.CompactionFailed failed -> {
        RunState next = worked(failed.phase(), PhaseProgress::compactionFailed);
        yield failed.hasReply() ? next.using(failed.usage(), failed.cost()) : next;
      }
      case PhaseEvent.Completed(String phase, String output) ->
          with(phase, new PhaseState.Completed(output));
      case PhaseEvent.Skipped skipped ->
          with(skipped.phase(), new PhaseState.Skipped(skipped.warning()));
      case PhaseEvent.Failed failed ->
          with(failed.phase(), new PhaseState.Failed(workOf(failed.phase()), failed.failure()));
    };
  }

  /**
   * A call that was begun before and is still in doubt behind the event, or failed and is made
   * again, has not moved the run on: a crash in the same call again must not count as a step
   * forward.
   */
  private RunState called(ToolCallEvent event) {
    boolean before = isInDoubt(event);
    RunState next = worked(event.phase(), work -> work.moved(event, pollingTools()));
    if (event instanceof ToolCallEvent.Returned returned) {
      DelegatedUsage spent = returned.spent();
      next =
          next.with(
              draft -> {
                draft.delegated = delegated.plus(spent);
                draft.iterations += spent.iterations();
              });
    }
    return before && (next.isInDoubt(event) || event instanceof ToolCallEvent.Retrying)
        ? next.withTries(tries)
        : next;
  }

  private Set<String> pollingTools() {
    return tools.stream()
        .flatMap(List::stream)
        .filter(PinnedTool::polling)
        .map(PinnedTool::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  private boolean isInDoubt(ToolCallEvent event) {
    return workOf(event.phase()).call(event.callId()).filter(ToolCallState::isInDoubt).isPresent();
  }

  private RunState replied(ModelEvent.Replied event) {
    return worked(event.phase(), work -> work.replied(event.message()))
        .using(event.usage(), event.cost())
        .with(next -> next.iterations++);
  }

  /** Another model is no step forward either. */
  private RunState fellBack(ModelEvent.FellBack event) {
    boolean staysThere = event.from().provider().equals(event.to().provider());
    return worked(event.phase(), work -> staysThere ? work.fellBack() : work.fellBack().portable())
        .with(
            next -> {
              next.fallback++;
              next.tries = tries;
            });
  }

  /** A message is no step of the run: a crash in the step behind it still counts. */
  private RunState posted(PhaseEvent.MessagePosted event) {
    if (event.number() != messages + 1) {
      throw new IllegalStateException(
          "message %d cannot be taken behind message %d".formatted(event.number(), messages));
    }
    return worked(event.phase(), work -> work.posted(event.text(), event.by()))
        .with(
            next -> {
              next.messages = event.number();
              next.tries = tries;
            });
  }

  private RunState worked(String phase, UnaryOperator<PhaseProgress> step) {
    return with(phase, new PhaseState.Open(step.apply(workOf(phase))));
  }

  private PhaseProgress workOf(String phase) {
    if (state(phase) instanceof PhaseState.Open(PhaseProgress work)) {
      return work;
    }
    throw new IllegalStateException(
        "phase '%s' is not open but %s".formatted(phase, state(phase).getClass().getSimpleName()));
  }

  private RunState submitted(LifecycleEvent.Submitted event) {
    return with(
        next -> {
          next.input = event.input();
          next.workspace = event.workspace();
          next.agentVersion = Optional.of(event.agentVersion());
          next.submitter = submitter(event.submittedBy(), event.submitterRole());
          next.tools = event.tools();
          next.delegation = event.delegation();
          next.tries = Attempts.NONE;
        });
  }

  private static Optional<Submitter> submitter(String name, Optional<Role> role) {
    return role.map(known -> new Submitter(name, known));
  }

  private RunState imported(ControlEvent.Imported event) {
    return paused(Optional.of(event.at()))
        .with(next -> next.submitter = submitter(event.by(), event.submitterRole()));
  }

  private RunState admitted(LifecycleEvent.Admitted event) {
    Instant at = event.at();
    return with(
        next -> {
          next.since = since.or(() -> Optional.of(at));
          next.tries = tries.admitted(event);
          if (event.beside().isPresent()) {
            next.rework(PhaseProgress::spared);
          }
          if (!agent.recordsBodies()) {
            next.phases.putAll(withoutBodies(at));
          }
        });
  }

  /** What was said in the phases behind is lost with whoever carried the run out before. */
  private Map<String, PhaseState> withoutBodies(Instant at) {
    boolean isLost =
        phases.values().stream()
            .anyMatch(it -> it instanceof PhaseState.Open || it instanceof PhaseState.Completed);
    Optional<Phase> current = currentPhase();
    if (!isLost || current.isEmpty()) {
      return Map.of();
    }
    PhaseProgress work =
        state(current.get()) instanceof PhaseState.Open(PhaseProgress open)
            ? open
            : PhaseProgress.started("", at);
    var failure =
        new Failure(
            "bodies_not_kept",
            "the run was interrupted behind the start of a phase, and its agent has what was said"
                + " not recorded (record.bodies): it cannot go on");
    return Map.of(current.get().name(), new PhaseState.Failed(work, failure));
  }

  private RunState paused(Optional<Instant> at) {
    return with(
        next -> {
          next.pausedAt = at;
          next.tries = Attempts.NONE;
        });
  }

  private RunState waiting(LifecycleEvent.Waiting event) {
    boolean refused = event.waitingFor().equals(WaitReason.MIGRATION.code());
    return with(
        next -> {
          next.refusals = refused ? refusals + 1 : 0;
          next.tries = Attempts.NONE;
        });
  }

  /** What changed with the agent is in the definition that this state began with. */
  private RunState migrated(ControlEvent.Migrated event) {
    Set<String> unchanged = unchangedTools(event.tools());
    return with(
        next -> {
          next.tools = Optional.of(event.tools());
          event.agentVersion().ifPresent(version -> next.agentVersion = Optional.of(version.to()));
          next.rework(work -> work.withTools(unchanged));
          if (event.agentVersion().isPresent() && fallback > 0) {
            next.fallback = 0; // whoever is asked now need not be who spoke last
            next.rework(PhaseProgress::portable);
          }
          next.refusals = 0;
          next.tries = Attempts.NONE;
        });
  }

  /** Returns the names of the tools that are declared as those which the run kept so far. */
  private Set<String> unchangedTools(List<PinnedTool> now) {
    Map<String, String> kept =
        tools.stream()
            .flatMap(List::stream)
            .collect(Collectors.toMap(PinnedTool::name, PinnedTool::digest));
    return now.stream()
        .filter(tool -> tool.digest().equals(kept.get(tool.name())))
        .map(PinnedTool::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Time in a pause counts towards no deadline. */
  private RunState resumed(Optional<Instant> at) {
    Duration pause =
        pausedAt
            .flatMap(from -> at.map(to -> Duration.between(from, to)))
            .filter(Duration::isPositive)
            .orElse(Duration.ZERO);
    return with(
        next -> {
          next.since = since.map(start -> start.plus(pause));
          next.rework(work -> work.resumed(pause));
          next.pausedAt = Optional.empty();
          next.tries = Attempts.NONE;
        });
  }

  /** Opens what failed again, with fresh limits and the agent's first model. */
  private RunState retried(Instant at) {
    return with(
        next -> {
          next.phases.replaceAll(
              (name, phase) ->
                  switch (phase) {
                    case PhaseState.Failed failed -> new PhaseState.Open(again(failed.work(), at));
                    case PhaseState.Open open -> new PhaseState.Open(again(open.work(), at));
                    case PhaseState.Pending pending -> pending;
                    case PhaseState.Completed completed -> completed;
                    case PhaseState.Skipped skipped -> skipped;
                  });
          next.fallback = 0;
          next.iterations = 0;
          next.since = Optional.of(at);
          next.tries = Attempts.NONE;
          next.outcome = Optional.empty();
        });
  }

  private PhaseProgress again(PhaseProgress work, Instant at) {
    PhaseProgress retried = work.retried(at);
    return model().provider().equals(agent.model().provider()) ? retried : retried.portable();
  }

  /**
   * Makes the state of one run that of another, which goes on from it: as after a retry, and with
   * messages and a store of its own.
   */
  private RunState forked(LifecycleEvent.Forked event) {
    return retried(event.at())
        .with(
            next -> {
              next.rework(work -> work.forked(event));
              next.agentVersion = event.agentVersion();
              next.submitter = submitter(event.by(), event.submitterRole());
              next.inherited = usage;
              next.inheritedCost = cost;
              next.pausedAt = Optional.empty();
              next.errors = 0;
              next.storeFailures = 0;
              next.messages = 0;
              next.delegation = Optional.empty();
              next.delegated = DelegatedUsage.NONE;
            });
  }

  /** An end is a step forward too: what came before it counts as no attempt any more. */
  private RunState ended(Outcome end) {
    return with(
        next -> {
          next.tries = Attempts.NONE;
          next.outcome = Optional.of(end);
        });
  }

  private RunState with(String phase, PhaseState state) {
    return with(
        next -> {
          next.phases.put(phase, state);
          next.refusals = 0;
          next.tries = Attempts.NONE;
        });
  }

  private RunState using(Usage more, Optional<Cost> price) {
    return with(
        next -> {
          next.usage = usage.plus(more);
          next.cost = cost.plus(price);
        });
  }

  private RunState withTries(Attempts then) {
    return with(next -> next.tries = then);
  }

  private RunState with(Consumer<RunStateBuilder> change) {
    var draft = new RunStateBuilder(this);
    change.accept(draft);
    return draft.state();
  }
}
