package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.run.Run;
import dev.reprise.run.decision.Migration;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.message.PostedMessage;
import dev.reprise.run.message.UnreadMessages;
import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import dev.reprise.run.state.ToolCallState;
import dev.reprise.run.state.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Everyone but the engine: time, the people who say what became of calls or what to do, the
 * operator, and mishaps. All of them act on the record alone.
 */
public final class Outside implements UnreadMessages {

  static final Run.CancelRequest CANCEL = new Run.CancelRequest("ana", "enough");
  static final Optional<Run.PauseRequest> PAUSE =
      Optional.of(new Run.PauseRequest("ana", Optional.of("for a while")));

  private static final int RETRIES = 2;

  /** Longer than some phases may take. */
  private static final Duration REST = Duration.ofMinutes(22);

  private final MemoryJournal journal;
  private final World world;
  private final List<Mishap> mishaps;
  private final ManualClock clock;

  public Outside(MemoryJournal journal, World world, List<Mishap> mishaps) {
    this.journal = journal;
    this.world = world;
    this.mishaps = mishaps;
    this.clock = new ManualClock(newestTime(journal.events()));
  }

  /**
   * Time only moves when a run waits for it or is paused; every wait ends with an admission, and
   * every pause with a wish to go on.
   */
  static Instant newestTime(List<RunEvent> events) {
    return events.stream()
        .flatMap(
            event ->
                switch (event) {
                  case LifecycleEvent.Admitted admitted -> Stream.of(admitted.at());
                  case LifecycleEvent.Forked forked -> Stream.of(forked.at());
                  case ControlEvent.Resumed resumed -> resumed.at().stream();
                  default -> Stream.of();
                })
        .reduce(Engine.START, (before, at) -> at);
  }

  public ManualClock clock() {
    return clock;
  }

  /**
   * Returns why a job is to stop.
   *
   * @throws Death if the server dies here
   * @throws Breakdown if the job breaks down here
   */
  Optional<StopCause> stop() {
    Optional<StopCause> cause = cause();
    if (cause.isEmpty() && isOn(Mishap.Kind.POISON)) {
      throw new Death();
    }
    if (cause.isEmpty() && isOn(Mishap.Kind.BREAKDOWN)) {
      throw new Breakdown();
    }
    if (isOn(Mishap.Kind.STUMBLE)) {
      journal.stumble();
    }
    return cause;
  }

  Optional<StopCause> cause() {
    if (isOn(Mishap.Kind.CANCEL)) {
      return Optional.of(StopCause.CANCEL);
    }
    if (isOn(Mishap.Kind.PAUSE)) {
      return Optional.of(StopCause.OPERATOR);
    }
    return isOn(Mishap.Kind.SHUTDOWN) || isOn(Mishap.Kind.MOVE) || isOn(Mishap.Kind.UPGRADE)
        ? Optional.of(StopCause.SHUTDOWN)
        : Optional.empty();
  }

  /** Returns how many messages the run has, taken or not. */
  long messages() {
    boolean said = isOn(Mishap.Kind.MESSAGE) || (waitsForAWord() && answersWithAWord());
    return count(PhaseEvent.MessagePosted.class) + (said ? 1 : 0);
  }

  /** Returns whether the run has come to wait for a word, and has heard of nobody since. */
  private boolean waitsForAWord() {
    return journal.events().reversed().stream()
        .takeWhile(
            event ->
                !(event instanceof PhaseEvent.MessagePosted
                    || event instanceof ControlEvent.Resumed))
        .anyMatch(Outside::isForAWord);
  }

  private static boolean isForAWord(RunEvent event) {
    return event instanceof LifecycleEvent.Waiting waiting
        && waiting.waitingFor().equals(WaitReason.LOOP.code());
  }

  /** The first time, and then in turn with just having the run go on. */
  private boolean answersWithAWord() {
    return journal.events().stream().filter(Outside::isForAWord).count() % 2 == 1;
  }

  @Override
  public List<PostedMessage> after(UUID run, long number) {
    return number == messages()
        ? List.of()
        : List.of(
            new PostedMessage(
                messages(), "ana", Engine.START, Optional.empty(), "and {{input.topic}}"));
  }

  /** Returns whether the server is another than the one that the run began on. */
  boolean isUpgraded() {
    return mishaps.stream()
        .anyMatch(
            mishap -> mishap.kind() == Mishap.Kind.UPGRADE && mishap.hasCome(journal.events()));
  }

  private boolean isOn(Mishap.Kind kind) {
    return mishaps.stream()
        .anyMatch(mishap -> mishap.kind() == kind && mishap.isOn(journal.events()));
  }

  /**
   * Returns what has to be recorded so that a run which nobody holds is due again: a verdict, or an
   * operator's wish.
   */
  List<RunEvent> actions(RunState state, NextStep next) {
    return switch (status()) {
      case PAUSED -> List.of(resumed());
      case FAILED, DEAD_LETTER -> List.of(new ControlEvent.Retried("ana", clock.instant()));
      case WAITING -> waitsForMigration() ? List.of(migrated(state)) : wake(state, next);
      case QUEUED -> moved();
      case RUNNING, COMPLETED, CANCELLED -> List.of();
    };
  }

  private List<RunEvent> moved() {
    return isOn(Mishap.Kind.MOVE)
        ? List.of(new ControlEvent.Imported("ana", clock.instant()), resumed())
        : List.of();
  }

  /** Returns whether the run is never taken on again. */
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
        return answersWithAWord() ? List.of() : List.of(resumed());
      }
      default -> {}
    }
    return List.of();
  }

  /** A person answers what does not end by itself, and refuses what would fail. */
  private List<RunEvent> word(RunState state, NextStep.AwaitPerson wait) {
    RunState.OpenPhase open = state.openPhase().orElseThrow();
    ToolCall call = wait.calls().getFirst();
    ToolCallState seen = open.work().call(call.id()).orElseThrow();
    var asked = (ToolCallState.WithPerson) seen.progress();
    if (asked.until().isPresent()) {
      clock.moveTo(asked.until().get());
      return List.of();
    }
    int iteration = open.work().iteration();
    return List.of(
        asked.asking() == QuestionKind.ANSWER
            ? new HumanInputEvent.Answered(
                open.name(),
                iteration,
                call.id(),
                "{{input.topic}}",
                "ana",
                clock.instant(),
                Optional.of(seen.digest()))
            : new HumanInputEvent.Decided(
                open.name(),
                iteration,
                call.id(),
                !call.arguments().text().contains("FAILS"),
                "ana",
                clock.instant(),
                Optional.of("I thought about it"),
                Optional.of(seen.digest())));
  }

  private RunEvent resumed() {
    clock.moveTo(clock.instant().plus(REST));
    return new ControlEvent.Resumed("ana", Optional.empty(), clock.instant());
  }

  private boolean waitsForMigration() {
    return journal.events().getLast() instanceof LifecycleEvent.Waiting waiting
        && waiting.waitingFor().equals(WaitReason.MIGRATION.code());
  }

  /** Someone lets the run go on as the upgraded server has it, and with a phase more. */
  private RunEvent migrated(RunState state) {
    List<PinnedTool> tools = World.pins(World.UPGRADE);
    var agent = GeneratedAgents.upgraded(state.agent());
    assertThat(new Migration(state, agent, tools).obstacles()).isEmpty();
    return new ControlEvent.Migrated(
        "ana",
        clock.instant(),
        "only words have changed",
        tools,
        Optional.of(new ControlEvent.Migrated.Version("version", "newer")),
        List.of("tools.put has another description"));
  }

  /** The person looks, and tells the truth. */
  private RunEvent verdict(RunState state, String phase, ToolCall call) {
    int iteration = state.openPhase().orElseThrow().work().iteration();
    ToolCallState seen = state.call(call.id()).orElseThrow();
    UUID owner = seen.origin().orElse(journal.run());
    String key = CallKey.of(owner, phase, iteration, call.id());
    Optional<String> effect = world.effect(call.tool(), key);
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

  /** The server is gone, and nothing that it had not recorded. */
  static final class Death extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The job is over, and its server lives. */
  static final class Breakdown extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
