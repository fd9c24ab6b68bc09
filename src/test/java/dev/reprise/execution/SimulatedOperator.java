package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.Budgets;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.queue.inbox.PostedMessage;
import dev.reprise.queue.inbox.UnreadMessages;
import dev.reprise.queue.row.Run;
import dev.reprise.run.decision.Migration;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.run.state.WaitReason;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Everything outside the engine: time, the people who answer questions and report outcomes, the
 * operator, and injected faults. All of them act by the record alone.
 */
public final class SimulatedOperator implements UnreadMessages {

  static final Run.CancelRequest CANCEL = new Run.CancelRequest("ana", "enough");
  static final Optional<Run.PauseRequest> PAUSE =
      Optional.of(new Run.PauseRequest("ana", Optional.of("for a while")));

  private static final int RETRIES = 2;

  /** Longer than some phases may take. */
  static final Duration REST = Duration.ofMinutes(22);

  private final MemoryJournal journal;
  private final FakeTools tools;
  private final List<InjectedFault> faults;
  private final ManualClock clock;
  private final Talk talk = new Talk();

  public SimulatedOperator(MemoryJournal journal, FakeTools tools, List<InjectedFault> faults) {
    this.journal = journal;
    this.tools = tools;
    this.faults = faults;
    this.clock = new ManualClock(newestTime(journal.events()));
  }

  /**
   * Time moves only while a run waits for it or is paused; every wait ends with a claim, and every
   * pause with a request to resume.
   */
  static Instant newestTime(List<RunEvent> events) {
    return events.stream()
        .flatMap(
            event ->
                switch (event) {
                  case LifecycleEvent.Admitted admitted -> Stream.of(admitted.at());
                  case LifecycleEvent.Forked forked -> Stream.of(forked.at());
                  case ControlEvent.Resumed resumed -> Stream.of(resumed.at());
                  default -> Stream.of();
                })
        .reduce(Engine.START, (before, at) -> at);
  }

  public ManualClock clock() {
    return clock;
  }

  /**
   * Returns why a job must stop.
   *
   * @throws ServerCrashException if the server crashes here
   * @throws JobBreakdownException if the job breaks down here
   */
  Optional<StopCause> stop() {
    Optional<StopCause> cause = cause();
    if (cause.isEmpty() && isOn(InjectedFault.Kind.POISON)) {
      throw new ServerCrashException();
    }
    if (cause.isEmpty() && isOn(InjectedFault.Kind.BREAKDOWN)) {
      throw new JobBreakdownException();
    }
    if (isOn(InjectedFault.Kind.STUMBLE)) {
      journal.stumble();
    }
    return cause;
  }

  Optional<StopCause> cause() {
    if (isOn(InjectedFault.Kind.CANCEL)) {
      return Optional.of(StopCause.CANCEL);
    }
    if (isOn(InjectedFault.Kind.PAUSE)) {
      return Optional.of(StopCause.OPERATOR);
    }
    return isOn(InjectedFault.Kind.SHUTDOWN)
            || isOn(InjectedFault.Kind.MOVE)
            || isOn(InjectedFault.Kind.UPGRADE)
        ? Optional.of(StopCause.DRAIN)
        : Optional.empty();
  }

  /** Returns how many messages the run has, taken or not. */
  long messages() {
    talk.listen();
    boolean said = isOn(InjectedFault.Kind.MESSAGE) || (talk.isWaiting && talk.endsWithAMessage());
    return talk.posted + (said ? 1 : 0);
  }

  /** The messages and the waits for guidance of the run; each event is read once. */
  private final class Talk {
    private int heard;
    private long posted;
    private long waits;

    /** Whether the run waits for guidance, and has received none since. */
    private boolean isWaiting;

    private synchronized void listen() {
      List<RunEvent> more = journal.eventsAfter(heard);
      heard += more.size();
      for (RunEvent event : more) {
        switch (event) {
          case PhaseEvent.MessagePosted ignored -> {
            posted++;
            isWaiting = false;
          }
          case ControlEvent.Resumed ignored -> isWaiting = false;
          case LifecycleEvent.Waiting wait
              when wait.waitingFor().equals(WaitReason.LOOP.code()) -> {
            waits++;
            isWaiting = true;
          }
          default -> {}
        }
      }
    }

    /** Every other wait for guidance ends with a message; the others end with a resume. */
    private boolean endsWithAMessage() {
      return waits % 2 == 1;
    }
  }

  @Override
  public List<PostedMessage> after(UUID run, long number) {
    return number == messages()
        ? List.of()
        : List.of(
            new PostedMessage(
                messages(), "ana", Engine.START, Optional.empty(), "and {{input.topic}}"));
  }

  /** Returns whether the server was upgraded since the run started. */
  boolean isUpgraded() {
    return faults.stream()
        .anyMatch(
            fault -> fault.kind() == InjectedFault.Kind.UPGRADE && fault.hasCome(journal.events()));
  }

  private boolean isOn(InjectedFault.Kind kind) {
    return faults.stream().anyMatch(fault -> fault.kind() == kind && fault.isOn(journal.events()));
  }

  /**
   * Returns the events that make an unclaimed run due again: a person's verdict or an operator's
   * request.
   */
  List<RunEvent> actions(RunState state, NextStep next) {
    return switch (status()) {
      case PAUSED ->
          heldUp(state) ? List.of(raised(), resumed(Duration.ZERO)) : List.of(resumed(REST));
      case FAILED, DEAD_LETTER -> List.of(new ControlEvent.Retried("ana", clock.instant()));
      case WAITING -> waitsForMigration() ? List.of(migrated(state)) : wake(state, next);
      case QUEUED -> moved();
      case RUNNING, COMPLETED, CANCELLED -> List.of();
    };
  }

  private List<RunEvent> moved() {
    return isOn(InjectedFault.Kind.MOVE)
        ? List.of(
            new ControlEvent.Imported("ana", clock.instant(), Optional.empty()), resumed(REST))
        : List.of();
  }

  /** Returns whether the record ends while a server holds the run. */
  boolean isHeld() {
    return status() == RunStatus.RUNNING;
  }

  /** Returns whether the run is never claimed again. */
  boolean isOver() {
    return switch (status()) {
      case COMPLETED, CANCELLED -> true;
      case FAILED -> count(ControlEvent.Retried.class) >= RETRIES;
      case DEAD_LETTER, QUEUED, RUNNING, WAITING, PAUSED -> false;
    };
  }

  private RunStatus status() {
    return journal.events().stream()
        .flatMap(event -> StatusTransitions.statusAfter(event).stream())
        .reduce((before, status) -> status)
        .orElseThrow();
  }

  private long count(Class<? extends RunEvent> type) {
    return journal.events().stream().filter(type::isInstance).count();
  }

  private List<RunEvent> wake(RunState state, NextStep next) {
    switch (next) {
      case NextStep.AwaitTime(var phase, Instant until) -> clock.moveTo(until);
      case NextStep.AwaitRetry wait -> clock.moveTo(wait.until());
      case NextStep.AwaitReconciliation wait -> {
        return List.of(verdict(state, wait.phase().name(), wait.calls().getFirst()));
      }
      case NextStep.AwaitPerson wait -> {
        return word(state, wait);
      }
      case NextStep.AwaitGuidance ignored -> {
        talk.listen();
        return talk.endsWithAMessage() ? List.of() : List.of(resumed(REST));
      }
      default -> {}
    }
    return List.of();
  }

  /**
   * A person answers questions without a time limit, and refuses calls that would fail. The first
   * request to approve a call that will be lost gets no decision.
   */
  private List<RunEvent> word(RunState state, NextStep.AwaitPerson wait) {
    RunState.OpenPhase open = state.openPhase().orElseThrow();
    ToolCall call = wait.calls().getFirst();
    ToolCallState seen = open.work().call(call.id()).orElseThrow();
    var asked = (ToolCallProgress.WithPerson) seen.progress();
    boolean comesTooLate =
        asked.asking() == QuestionKind.ANSWER
            || (seen.openings() == 1 && call.arguments().text().contains("LOST"));
    if (asked.until().isPresent() && comesTooLate) {
      clock.moveTo(asked.until().get());
      return List.of();
    }
    int iteration = open.work().iteration();
    if (asked.asking() == QuestionKind.APPROVAL && call.arguments().text().contains("UNSURE")) {
      return List.of(edited(open, seen));
    }
    if (asked.asking() == QuestionKind.APPROVAL && call.arguments().text().contains("BUSY")) {
      return List.of(
          new HumanInputEvent.Allowed(
              open.name(),
              iteration,
              call.id(),
              BigDecimal.ONE,
              "ana",
              clock.instant(),
              Optional.empty(),
              Optional.of(seen.digest())));
    }
    if (asked.asking() == QuestionKind.ANSWER) {
      return List.of(
          new HumanInputEvent.Answered(
              open.name(),
              iteration,
              call.id(),
              "{{input.topic}}",
              "ana",
              clock.instant(),
              Optional.of(seen.digest())));
    }
    return call.arguments().text().contains("LOST")
        ? List.of(
            assigned(open, seen),
            new ReminderEvent(
                open.name(), iteration, call.id(), ReminderEvent.Kind.REMINDER, clock.instant()),
            decided(open, seen, "bob"))
        : List.of(decided(open, seen, "ana"));
  }

  private RunEvent assigned(RunState.OpenPhase open, ToolCallState seen) {
    return new HumanInputEvent.Assigned(
        open.name(),
        open.work().iteration(),
        seen.call().id(),
        "bob",
        "ana",
        clock.instant(),
        Optional.of("he knows"),
        Optional.of(seen.digest()));
  }

  private RunEvent decided(RunState.OpenPhase open, ToolCallState seen, String by) {
    return new HumanInputEvent.Decided(
        open.name(),
        open.work().iteration(),
        seen.call().id(),
        !seen.call().arguments().text().contains("FAILS"),
        by,
        clock.instant(),
        Optional.of("I thought about it"),
        Optional.of(seen.digest()));
  }

  /** A person has a call that would be lost made in a way that works. */
  private RunEvent edited(RunState.OpenPhase open, ToolCallState seen) {
    var arguments = new JsonValue(seen.call().arguments().text().replace("UNSURE", "FINE"));
    return new HumanInputEvent.Edited(
        open.name(),
        open.work().iteration(),
        seen.call().id(),
        new HumanInputEvent.Edited.Change(arguments, seen.digestWith(arguments)),
        "ana",
        clock.instant(),
        Optional.of("so it works"),
        Optional.of(seen.digest()));
  }

  private static boolean heldUp(RunState state) {
    return state.consumption().allowance().crossed().isPresent();
  }

  /**
   * An operator raises the budget far beyond what any run here spends, and resumes the run at once:
   * after a crash, another call may be the one that is held up.
   */
  private static RunEvent raised() {
    return new ControlEvent.BudgetSet(
        "ana", Budgets.tokens(1_000_000).replacedBy(Budgets.toolCalls(1_000)));
  }

  private RunEvent resumed(Duration rest) {
    clock.moveTo(clock.instant().plus(rest));
    return new ControlEvent.Resumed("ana", Optional.empty(), clock.instant());
  }

  private boolean waitsForMigration() {
    return journal.events().getLast() instanceof LifecycleEvent.Waiting waiting
        && waiting.waitingFor().equals(WaitReason.MIGRATION.code());
  }

  /** An operator migrates the run to the tools of the upgraded server, and to one more phase. */
  private RunEvent migrated(RunState state) {
    List<PinnedTool> pins = FakeTools.pins(FakeTools.UPGRADE);
    var agent = GeneratedAgents.upgraded(state.agent());
    assertThat(new Migration(state, agent, pins).obstacles()).isEmpty();
    return new ControlEvent.Migrated(
        "ana",
        clock.instant(),
        "only words have changed",
        pins,
        Optional.of(new ControlEvent.Migrated.Version("version", "newer")),
        List.of("tools.put has another description"));
  }

  /** A person checks the effect, and reports it truthfully. */
  private RunEvent verdict(RunState state, String phase, ToolCall call) {
    int iteration = state.openPhase().orElseThrow().work().iteration();
    ToolCallState seen = state.call(call.id()).orElseThrow();
    UUID owner = seen.origin().orElse(journal.run());
    String key = CallKey.of(owner, new CallLocation(phase, iteration, call.id()));
    Optional<String> effect = tools.effect(call.tool(), key);
    return new HumanInputEvent.Resolved(
        phase,
        iteration,
        call.id(),
        effect.isPresent() ? OperatorVerdict.SUCCEEDED : OperatorVerdict.RETRY,
        effect.orElse(""),
        "ana",
        "I looked",
        Optional.of(seen.digest()));
  }

  /** The server crashes; only what it has recorded remains. */
  static final class ServerCrashException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The job breaks down, and its server lives. */
  static final class JobBreakdownException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
