package dev.reprise.run.decision;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.Phase;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.Template;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.decision.NextStep.AwaitRetry.Attempt;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A run of three phases in the states that the tests of decisions begin with. */
abstract class DeciderFixture {

  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  static final Instant LATER = NOW.plusSeconds(60);
  static final Limits LIMITS = new Limits(2, Duration.ofMinutes(10));
  static final Phase SURVEY = phase("survey", "survey {{input.place}}", true);
  static final Phase EXTRA = phase("extra", "more on {{phases.survey.output}}", false);
  static final Phase REPORT =
      phase("report", "{{phases.survey.output}}{{phases.extra.output}}", true);
  static final ToolCall PUT = new ToolCall("c1", "put", JsonValue.EMPTY_OBJECT);
  static final ToolCall ADD = new ToolCall("c2", "add", JsonValue.EMPTY_OBJECT);
  static final Failure TROUBLE = new Failure("trouble", "as it happens");

  static final int REPEATS = 3;

  final Decider decider = new Decider(REPEATS);

  NextStep next(RunState state) {
    return decider.next(state, NOW);
  }

  static NextStep asksAPersonAbout(ToolCall... calls) {
    return new NextStep.AwaitReconciliation(SURVEY, List.of(calls), Optional.empty());
  }

  static Failure failure(NextStep step) {
    return ((NextStep.FailPhase) step).failure();
  }

  private static Phase phase(String name, String prompt, boolean critical) {
    List<String> tools = critical ? List.of("put", "add", "wait_until") : List.of("put", "add");
    return new Phase(name, new Template(prompt), tools, critical, LIMITS);
  }

  static RunState admitted() {
    return submitted().apply(new LifecycleEvent.Admitted("server", NOW));
  }

  static RunState submitted() {
    var agent =
        Agents.agent("surveyor")
            .phases(SURVEY, EXTRA, REPORT)
            .limits(new Limits(100, Duration.ofHours(1)))
            .build();
    return RunState.of(agent)
        .apply(
            Submissions.of(
                "surveyor", "v", new JsonValue("{\"place\":\"the coast\"}"), "here", "ana"));
  }

  static RunState started() {
    return admitted().apply(new PhaseEvent.Started("survey", "survey the coast", NOW));
  }

  static RunState replied(ToolCall... calls) {
    return started().apply(Replies.of("survey", 1, "text", List.of(calls), Usage.NONE));
  }

  static RunState inExtra() {
    return admitted()
        .apply(new PhaseEvent.Completed("survey", "seen"))
        .apply(new PhaseEvent.Started("extra", "more on seen", NOW));
  }

  static RunState intended(RunState state, ToolCall call, EffectClass effect) {
    return state.apply(
        new ToolCallEvent.Started(
            new CallLocation("survey", 1, call.id()),
            call.tool(),
            effect,
            Optional.empty(),
            Optional.empty()));
  }

  static RunState reconciled(RunState state, ReconciliationFinding finding) {
    return state.apply(
        new ToolCallEvent.Reconciled(
            new CallLocation("survey", 1, "c1"), finding, "seen", "no idea", Optional.empty()));
  }

  static NextStep retry(Attempt attempt, ToolCall call) {
    return new NextStep.AwaitRetry(SURVEY, attempt, List.of(call), LATER);
  }

  static RunState resolved(RunState state, OperatorVerdict verdict) {
    return state.apply(
        new HumanInputEvent.Resolved(
            "survey", 1, "c2", verdict, "seen", "ana", "I looked", Optional.empty()));
  }

  static RunState completed(RunState state, ToolCall call) {
    return state.apply(
        new ToolCallEvent.Completed(
            new CallLocation("survey", 1, call.id()), "done", List.of(), Optional.empty()));
  }
}
